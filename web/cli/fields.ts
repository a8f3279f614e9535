/** `lithoscope fields`: every leaf in file order, as JSON lines that together cover the file. */
import { LEAF_TYPES, type ParsedFile } from '@lithoscope/core';
import { decodeLeaf, isCut } from '../structure/values.ts';
import { openPath } from './files.ts';
import { type Context, type ExitCode, jsonNumber, reportErrors } from './output.ts';

/** Bytes of the file that are written at once. */
const STRIDE = 64 * 1024;

/** The lines of all leaves that begin in [start, end). */
export function fieldLines(file: ParsedFile, start: number, end: number): string {
  const leaves = file.leaves(start, end);
  const paths = file.paths(start, end);
  let lines = '';
  for (let i = 0; i < paths.length; i++) {
    const offset = leaves.offset[i] ?? 0;
    // A leaf that reaches over the border was written with the range it begins in.
    if (offset < start) continue;
    const length = leaves.length[i] ?? 0;
    const type = LEAF_TYPES[leaves.type[i] ?? 0] ?? 'bytes';
    const value = decodeLeaf(file.bytes, offset, length, type);
    const json = typeof value === 'number' ? jsonNumber(value) : JSON.stringify(value);
    const cut = isCut(type, length) ? ',"truncated":true' : '';
    lines += `{"offset":${offset},"length":${length},"path":${JSON.stringify(paths[i])},"type":"${type}","value":${json}${cut}}\n`;
  }
  return lines;
}

export async function fields(context: Context, path: string): Promise<ExitCode> {
  const file = await openPath(context, path);
  for (let start = 0; start < file.bytes.length; start += STRIDE) {
    await context.write(fieldLines(file, start, Math.min(start + STRIDE, file.bytes.length)));
  }
  return reportErrors(context, path, file.findings);
}
