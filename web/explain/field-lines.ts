/** The fields of a file for other programs: as JSON lines, and the template for a hex editor. */
import { type Format, LEAF_TYPES, type LeafType, type Leaves, type ParsedFile } from '@lithoscope/core';
import { isTextFormat } from './formats.ts';
import { jsonNumber, jsonString } from './json.ts';
import { decodeLeaf, HEX_LIMIT, isCut } from './values.ts';

/** Bytes of the file per part: few enough that the page can draw between two parts. */
export const STRIDE = 8 * 1024;

/** A leaf of the structure: a value, or bytes that are not interpreted. */
export interface Field {
  /** In the file. */
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
  /** `Pieces.Pieces[0].Name`, as docs/interfaces.md §2 says. */
  readonly path: string;
  /** How the bytes are stored. */
  readonly type: LeafType;
  /**
   * Integers exact; an f32 as its shortest decimal, NaN and infinities as strings; text in Latin-1; bytes as hex digits in
   * lower case.
   */
  readonly value: number | string;
  /** True of `bytes` longer than 4,096: `value` is of the first of them. Absent otherwise. */
  readonly truncated?: true;
}

/** The fields of a file in file order, those of STRIDE bytes at a time. */
export async function* fieldsOf(file: ParsedFile): AsyncGenerator<Field[]> {
  for (let start = 0; start < file.size; start += STRIDE) {
    yield await fieldsBetween(file, start, Math.min(start + STRIDE, file.size));
  }
}

/** The lines of a file, a part for every STRIDE bytes. */
export async function* fieldLines(file: ParsedFile): AsyncGenerator<string> {
  for await (const fields of fieldsOf(file)) yield fields.map(lineOf).join('');
}

function lineOf({ offset, length, path, type, value, truncated }: Field): string {
  const json = typeof value === 'number' ? jsonNumber(value) : jsonString(value);
  const cut = truncated ? ',"truncated":true' : '';
  return `{"offset":${offset},"length":${length},"path":${JSON.stringify(path)},"type":"${type}","value":${json}${cut}}\n`;
}

/** All leaves that begin in [start, end). */
async function fieldsBetween(file: ParsedFile, start: number, end: number): Promise<Field[]> {
  const leaves = file.leaves(start, end);
  const paths = file.paths(start, end);
  const bytes = await file.read(start, reach(leaves, start));
  const fields: Field[] = [];
  for (const [i, path] of paths.entries()) {
    const { offset, length, type } = leafAt(leaves, i);
    // A leaf belongs to the range that it begins in.
    if (offset < start) continue;
    const value = decodeLeaf(bytes, offset - start, shownLength(type, length), type);
    fields.push({ offset, length, path, type, value, ...(isCut(type, length) && { truncated: true }) });
  }
  return fields;
}

/** The end of the last byte that is shown of the leaves. */
function reach(leaves: Leaves, start: number): number {
  let end = start;
  for (let i = 0; i < leaves.offset.length; i++) {
    const { offset, length, type } = leafAt(leaves, i);
    end = Math.max(end, offset + shownLength(type, length));
  }
  return end;
}

/** One leaf of the columns. */
export function leafAt(leaves: Leaves, i: number) {
  return {
    offset: leaves.offset[i] ?? 0,
    length: leaves.length[i] ?? 0,
    type: LEAF_TYPES[leaves.type[i] ?? 0] ?? 'bytes',
  };
}

/** Bytes of a leaf that its value shows. */
function shownLength(type: string, length: number): number {
  return type === 'bytes' ? Math.min(length, HEX_LIMIT) : length;
}

export type TemplateProgram = 'imhex' | '010' | 'kaitai';

const EXTENSIONS: Readonly<Record<TemplateProgram, string>> = { imhex: 'hexpat', '010': 'bt', kaitai: 'ksy' };

/** Formats of bytes: text needs no template. */
const TEMPLATE_FORMATS: readonly Format[] = ['abc', 'ltb', 'dtx', 'spr', 'rez'];

/** The name of the template that reads a file, `abc.hexpat`; null when there is none. */
export function templateFor({ info: { format } }: ParsedFile, program: TemplateProgram): string | null {
  return TEMPLATE_FORMATS.includes(format) ? `${format}.${EXTENSIONS[program]}` : null;
}

/** Why there is no template for a file. */
export function whyNoTemplate({ info: { format } }: ParsedFile): string {
  if (isTextFormat(format)) return 'there is no template: the file is text';
  return 'there is no template: it is neither a model, a texture, a sprite nor a REZ archive';
}
