/** What models are converted to, as the core names it: a format is its extension (`lta`), a version of ABC its number (`12`). */
import type { Format } from '@lithoscope/core';
import { withModelExtension } from '../lib/file-names.ts';
import { identityOf } from './describe.ts';

/** Whether it is a version of ABC; else it is a format by its extension. */
export const isVersion = (target: string): boolean => /^\d{1,9}$/.test(target);

/** The extension of files of a target, without the dot. */
export const extensionOf = (target: string): string => (isVersion(target) ? 'abc' : target);

/** The name of a model after its conversion. */
export const convertedName = (name: string, target: string): string =>
  withModelExtension(name, extensionOf(target));

/** `LTA (text)`, `ABC v12` */
export const targetWords = (target: string): string =>
  isVersion(target)
    ? identityOf({ format: 'abc', version: Number(target), token: '' }).version
    : identityOf({ format: target as Format, version: 0, token: '' }).version;
