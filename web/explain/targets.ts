/** What models are converted to, as the core names it: a format is its extension (`lta`), a version of ABC its number (`12`). */
import type { Format } from '@lithoscope/core';
import { withModelExtension } from '../lib/file-names.ts';
import { identityOf } from './describe.ts';

/** Whether it is a version of ABC; else it is a format by its extension. */
export const isVersion = (target: string): boolean => /^\d{1,9}$/.test(target);

/** The extension of files of a target, without the dot: a format may be followed by a version of its own (`ltb24`). */
export const extensionOf = (target: string): string =>
  isVersion(target) ? 'abc' : target.replace(/\d+$/, '');

/** The name of a model after its conversion. */
export const convertedName = (name: string, target: string): string =>
  withModelExtension(name, extensionOf(target));

/** `LTA (text)`, `LTB (compiled)`, `LTB v24 (compiled)`, `ABC v12` */
export function targetWords(target: string): string {
  const format = extensionOf(target);
  // Without a version it is that of the file that is made.
  if (format === 'ltb')
    return ['LTB', target.slice(format.length) && `v${target.slice(format.length)}`, '(compiled)']
      .filter(Boolean)
      .join(' ');
  const info = isVersion(target)
    ? { format: 'abc' as const, version: Number(target) }
    : { format: format as Format, version: 0 };
  return identityOf({ ...info, token: '' }).version;
}
