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

/** `LTA (text)`, `LTB (compiled)`, `ABC v12` */
export function targetWords(target: string): string {
  // The version is that of the file that is made.
  if (target === 'ltb') return 'LTB (compiled)';
  const info = isVersion(target)
    ? { format: 'abc' as const, version: Number(target) }
    : { format: target as Format, version: 0 };
  return identityOf({ ...info, token: '' }).version;
}
