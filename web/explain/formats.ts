/** Kinds of formats. */
import type { Format } from '@lithoscope/core';

/** Whether files of a format are text, packed or not: their places are those of the text. */
export const isTextFormat = (format: Format): boolean => format === 'lta' || format === 'ltc';

/** Why a packed text cannot be changed, if it cannot, although models can; '' of others. */
export const whyReadOnly = (format: Format): string =>
  format === 'ltc' ? 'This packed text breaks off, or has bytes after its end, so it cannot be changed.' : '';

/** Formats of models of the Jupiter engine. */
export const JUPITER_FORMATS: readonly Format[] = ['ltb', 'lta', 'ltc'];

/** Whether files of a format are models of the Jupiter engine. */
export const isJupiterFormat = (format: Format): boolean => JUPITER_FORMATS.includes(format);

/** Whether files of a format are models that are read. */
export const isModelFormat = (format: Format): boolean => format === 'abc' || isJupiterFormat(format);

/** Whether the bytes of such files are read. (Archives are, in another way.) */
export const isReadFormat = (format: Format): boolean =>
  isModelFormat(format) || format === 'dtx' || format === 'spr';
