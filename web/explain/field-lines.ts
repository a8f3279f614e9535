/** Every leaf of a file as JSON lines that together cover it. No DOM: the page and the command line share it. */
import { LEAF_TYPES, type Leaves, type ParsedFile } from '@lithoscope/core';
import { jsonNumber } from './json.ts';
import { decodeLeaf, HEX_LIMIT, isCut } from './values.ts';

/** Bytes of the file that are written at once: few enough for a page to be drawn between two parts. */
export const STRIDE = 8 * 1024;

/** The lines of a file, a part for every STRIDE bytes. */
export async function* fieldLines(file: ParsedFile): AsyncGenerator<string> {
  for (let start = 0; start < file.size; start += STRIDE) {
    yield await linesBetween(file, start, Math.min(start + STRIDE, file.size));
  }
}

/** The lines of all leaves that begin in [start, end). */
async function linesBetween(file: ParsedFile, start: number, end: number): Promise<string> {
  const leaves = file.leaves(start, end);
  const paths = file.paths(start, end);
  const bytes = await file.read(start, reach(leaves, start));
  let lines = '';
  for (const [i, path] of paths.entries()) {
    const { offset, length, type } = leafAt(leaves, i);
    // A leaf that reaches over the border was written with the range it begins in.
    if (offset < start) continue;
    const value = decodeLeaf(bytes, offset - start, shownLength(type, length), type);
    const json = typeof value === 'number' ? jsonNumber(value) : JSON.stringify(value);
    const cut = isCut(type, length) ? ',"truncated":true' : '';
    lines += `{"offset":${offset},"length":${length},"path":${JSON.stringify(path)},"type":"${type}","value":${json}${cut}}\n`;
  }
  return lines;
}

/** Where the last byte that is shown ends, of the leaves from `start` on. */
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

/** Bytes of a leaf that its value is made of. */
function shownLength(type: string, length: number): number {
  return type === 'bytes' ? Math.min(length, HEX_LIMIT) : length;
}
