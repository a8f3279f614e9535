/** A stretch of a file as a table: offset, bytes, field and value of each leaf, as `lithoscope fields` prints them. */
import type { ParsedFile } from '@lithoscope/core';
import { leafAt } from '../../web/explain/field-lines.ts';
import { decodeLeaf } from '../../web/explain/values.ts';
import { row, table } from './markdown.ts';

/** Bytes of a leaf that are shown. */
const MAX_BYTES = 8;

/** @param range `PATH`, or `PATH to PATH` */
export function exampleTable(file: ParsedFile, range: string): string {
  const [first = '', last = first] = range.split(' to ');
  const start = file.resolve(first)?.start;
  const end = file.resolve(last)?.end;
  if (start === undefined || end === undefined) throw new Error(`The sample has no ${range}.`);
  const leaves = file.leaves(start, end);
  const rows = file.paths(start, end).map((path, i) => {
    const { offset, length, type } = leafAt(leaves, i);
    const value = decodeLeaf(file.bytes, offset, length, type);
    const text = Object.is(value, -0) ? '-0' : JSON.stringify(value);
    return row([
      `\`${offsetText(offset)}\``,
      `\`${hexOf(file.bytes.subarray(offset, offset + length))}\``,
      `\`${path}\``,
      type === 'bytes' ? `${length} bytes` : `${type} \`${text}\``,
    ]);
  });
  return table(['offset', 'bytes', 'field', 'value'], rows);
}

/** The chain of a file's sections: where each begins, how long it is, where its NextSectionOffset leads, what it holds. */
export function sectionTable(file: ParsedFile): string {
  const rows = file.children('').map(({ name, path, start, end, doc }) => {
    const next = file.resolve(`${path}.NextSectionOffset`);
    const value = next ? decodeLeaf(file.bytes, next.start, next.end - next.start, 'u32') : 0;
    return row([
      `\`${offsetText(start)}\``,
      `\`${name}\``,
      String(end - start),
      `\`${offsetText(Number(value))}\``,
      doc,
    ]);
  });
  return table(['offset', 'section', 'bytes', 'NextSectionOffset', 'what it holds'], rows);
}

const offsetText = (offset: number) => offset.toString(16).toUpperCase().padStart(6, '0');

function hexOf(bytes: Uint8Array): string {
  const shown = [...bytes.subarray(0, MAX_BYTES)].map((byte) => byte.toString(16).padStart(2, '0'));
  return shown.join(' ').toUpperCase() + (bytes.length > MAX_BYTES ? ' …' : '');
}
