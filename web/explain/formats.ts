/** Kinds of formats. */
import type { Format } from '@lithoscope/core';

/** Whether files of a format are models that are read. */
export const isModelFormat = (format: Format): boolean => format === 'abc' || format === 'ltb';

/** Whether the bytes of such files are read. (Archives are, in another way.) */
export const isReadFormat = (format: Format): boolean =>
  isModelFormat(format) || format === 'dtx' || format === 'spr';
