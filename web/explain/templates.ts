/** The templates for other hex editors: written files in public/templates, one a format and editor for all its versions. */
import type { ParsedFile } from '@lithoscope/core';

export type TemplateProgram = 'imhex' | '010';

const EXTENSIONS: Readonly<Record<TemplateProgram, string>> = { imhex: 'hexpat', '010': 'bt' };

/** The name of the template that reads a file, `abc.hexpat`; null when the file is neither a model nor a texture. */
export function templateFor({ info: { format } }: ParsedFile, program: TemplateProgram): string | null {
  return format === 'abc' || format === 'dtx' ? `${format}.${EXTENSIONS[program]}` : null;
}
