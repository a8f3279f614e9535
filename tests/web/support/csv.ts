/** Reads what was written as CSV. */
import { expect } from 'vitest';

/** RFC 4180, said a second time. The byte order mark is not part of the first cell. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  let read = 0;
  const plain = text.replace(/^\uFEFF/, '');
  for (let match = cell.exec(plain); match; match = cell.exec(plain)) {
    read = cell.lastIndex;
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  expect(read, 'all of the text was read').toBe(plain.length);
  return rows;
}
