import { expect, test } from 'vitest';
import { TextRows, WRAP } from '../../../web/bytes/text/rows.ts';

const rowsOf = (text: string) => new TextRows(Uint8Array.from(text, (c) => c.charCodeAt(0)));

test('lines are rows with their numbers, and have no end in their text', () => {
  const rows = rowsOf('one\r\n\ntwo\tx\x00\xe9');
  expect(rows.count).toBe(3);
  expect(rows.rows(0, 9)).toEqual([
    { start: 0, end: 5, line: 1, isFirst: true },
    { start: 5, end: 6, line: 2, isFirst: true },
    { start: 6, end: 13, line: 3, isFirst: true },
  ]);
  expect(rows.rows(0, 9).map((row) => rows.textOf(row))).toEqual(['one', '', 'two\tx·é']);
  expect(rows.placeOf(8)).toEqual({ line: 3, column: 3 });
  expect(rows.placeOf(5)).toEqual({ line: 2, column: 1 });
});

test('a long line is several rows of one number', () => {
  const rows = rowsOf(`${'a'.repeat(2 * WRAP + 5)}\nb`);
  expect(rows.rows(0, 9).map(({ start, line, isFirst }) => [start, line, isFirst])).toEqual([
    [0, 1, true],
    [WRAP, 1, false],
    [2 * WRAP, 1, false],
    [2 * WRAP + 6, 2, true],
  ]);
  expect(rows.placeOf(2 * WRAP + 3)).toEqual({ line: 1, column: 2 * WRAP + 4 });
});

test('every offset of a text of many lines is found in its row', () => {
  const text = Array.from({ length: 1000 }, (_, i) => 'x'.repeat(i % 7)).join('\n');
  const rows = rowsOf(text);
  expect(rows.count).toBe(1000);
  let line = 1;
  let column = 1;
  for (let at = 0; at < text.length; at++) {
    if (at % 13 === 0) {
      expect(rows.placeOf(at)).toEqual({ line, column });
      const [row] = rows.rows(rows.rowAt(at), 1);
      expect(row && row.start <= at && at < row.end).toBe(true);
    }
    if (text[at] === '\n') {
      line++;
      column = 1;
    } else column++;
  }
  expect(rows.rowAt(text.length + 9)).toBe(999);
  expect(rows.rows(990, 100)).toHaveLength(10);
  expect(rowsOf('').rows(0, 5)).toEqual([]);
  expect(rowsOf('').rowAt(3)).toBe(0);
});
