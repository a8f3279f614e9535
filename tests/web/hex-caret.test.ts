import type { AbcFile, StructureNode } from '@lithoscope/core';
import { describe, expect, it } from 'vitest';
import { fieldAt, moveCaret, rangeBetween } from '../../web/hex/caret.ts';

/** A file of 40 bytes: section A [0, 24) with fields of 4 bytes, then B [24, 40), one field. */
const parsed = {
  ancestors(offset: number) {
    const node = (path: string, start: number, end: number) => ({ path, start, end }) as StructureNode;
    if (offset < 0 || offset >= 40) return [];
    if (offset >= 24) return [node('B', 24, 40), node('B.x', 24, 40)];
    const field = Math.floor(offset / 4);
    return [node('A', 0, 24), node(`A.f${field}`, field * 4, field * 4 + 4)];
  },
} as AbcFile;

const step = { size: 40, perRow: 16, page: 2 };
const move = (offset: number, key: string) => moveCaret(parsed, offset, key, step);

describe('moveCaret', () => {
  it('moves by bytes, rows and pages and never leaves the file', () => {
    expect(move(5, 'ArrowRight')).toBe(6);
    expect(move(0, 'ArrowLeft')).toBe(0);
    expect(move(39, 'ArrowRight')).toBe(39);
    expect(move(20, 'ArrowUp')).toBe(4);
    expect(move(4, 'ArrowUp')).toBe(4);
    expect(move(30, 'ArrowDown')).toBe(30);
    expect(move(5, 'PageDown')).toBe(37);
    expect(move(12, 'PageDown')).toBe(28);
    expect(move(37, 'PageUp')).toBe(5);
    expect(move(17, 'PageUp')).toBe(1);
  });

  it('goes to the ends of the row and of the file', () => {
    expect(move(20, 'Home')).toBe(16);
    expect(move(20, 'End')).toBe(31);
    expect(move(33, 'End')).toBe(39);
    expect(move(20, 'Ctrl+Home')).toBe(0);
    expect(move(20, 'Ctrl+End')).toBe(39);
  });

  it('steps from field to field', () => {
    expect(move(5, 'Ctrl+ArrowRight')).toBe(8);
    expect(move(30, 'Ctrl+ArrowRight')).toBe(39);
    expect(move(6, 'Ctrl+ArrowLeft')).toBe(4);
    expect(move(4, 'Ctrl+ArrowLeft')).toBe(0);
    expect(move(0, 'Ctrl+ArrowLeft')).toBe(0);
  });

  it('leaves other keys alone', () => {
    expect(move(5, 'a')).toBeNull();
  });
});

describe('what a caret selects', () => {
  it('is the field of a byte', () => {
    expect(fieldAt(parsed, 6)).toEqual({ start: 4, end: 8, path: 'A.f1' });
    expect(fieldAt(parsed, 99)).toEqual({ start: 99, end: 100, path: '' });
  });

  it('is, of a range, the smallest node that holds it', () => {
    expect(rangeBetween(parsed, 6, 5)).toEqual({ start: 5, end: 7, path: 'A.f1' });
    expect(rangeBetween(parsed, 2, 9)).toEqual({ start: 2, end: 10, path: 'A' });
    expect(rangeBetween(parsed, 20, 30)).toEqual({ start: 20, end: 31, path: '' });
  });
});
