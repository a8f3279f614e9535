/** Templates by the program that reads them. No DOM: the page and the command line share it. */
import type { Schema } from '@lithoscope/core';
import { binaryTemplate } from './bt.ts';
import { imhexPattern } from './imhex.ts';

export type TemplateProgram = 'imhex' | '010';

export const TEMPLATES: Readonly<
  Record<TemplateProgram, { readonly extension: string; readonly text: (schema: Schema) => string }>
> = {
  imhex: { extension: 'hexpat', text: imhexPattern },
  '010': { extension: 'bt', text: binaryTemplate },
};
