/** What stands beside what in the bytes of two files. */
import { describe, expect, test } from 'vitest';
import { MatchedRanges } from '../../../web/compare/ranges.ts';

const KINDS = ['equal', 'changed', 'added', 'removed', 'unread'] as const;
const [EQUAL, CHANGED, ADDED, REMOVED, UNREAD] = [0, 1, 2, 3, 4];

/**
 * 10 equal bytes, 2 changed ones, 5 that only the left file has; 10 equal bytes; 4 that only the right file has;
 * a text of 3 bytes that has 6 on the right; and a part of each that was not read.
 */
const ranges = new MatchedRanges({
  rangeKinds: KINDS,
  left: Uint32Array.from(
    [
      [EQUAL, 0, 10, 0, 10],
      [CHANGED, 10, 12, 10, 12],
      [REMOVED, 12, 17, 12, 12],
      [EQUAL, 17, 27, 12, 22],
      [CHANGED, 27, 30, 26, 32],
      [UNREAD, 30, 40, 32, 52],
    ].flat(),
  ),
  right: Uint32Array.from(
    [
      [EQUAL, 0, 10, 0, 10],
      [CHANGED, 10, 12, 10, 12],
      [EQUAL, 17, 27, 12, 22],
      [ADDED, 27, 27, 22, 26],
      [CHANGED, 27, 30, 26, 32],
      [UNREAD, 30, 40, 32, 52],
    ].flat(),
  ),
});

describe('the byte beside another', () => {
  test('is as far into the range that belongs to its own, in fractions too', () => {
    expect(ranges.across('left', 3.5)).toBe(3.5);
    expect(ranges.across('left', 20)).toBe(15);
    expect(ranges.across('right', 15)).toBe(20);
  });

  test('of what only one side has is where it would be', () => {
    expect(ranges.across('left', 14)).toBe(12);
    expect(ranges.across('right', 24)).toBe(27);
  });

  test('ends with its range where that of the other side is shorter', () => {
    expect(ranges.across('right', 28)).toBe(29);
    expect(ranges.across('right', 31)).toBe(30);
    expect(ranges.across('left', 29)).toBe(28);
  });

  test('goes along with what the other side has instead', () => {
    const instead = new MatchedRanges({
      rangeKinds: KINDS,
      left: Uint32Array.from([REMOVED, 0, 8, 0, 0]),
      right: Uint32Array.from([ADDED, 0, 0, 0, 20]),
    });
    expect(instead.across('left', 5)).toBe(5);
    expect(instead.across('right', 5)).toBe(5);
    expect(instead.across('right', 15)).toBe(8);
  });

  test('after the end of a file is the end of the other one, and of no file its start', () => {
    expect(ranges.across('left', 1000)).toBe(52);
    const nothing = { rangeKinds: KINDS, left: new Uint32Array(), right: new Uint32Array() };
    expect(new MatchedRanges(nothing).across('left', 7)).toBe(0);
    expect(new MatchedRanges(nothing).marks('left', 0, 10)).toEqual([]);
  });
});

test('marks are the differences that touch some bytes: neither what is equal nor what was not read', () => {
  expect(ranges.marks('left', 0, 40)).toEqual([
    { start: 10, end: 12, kind: 'changed' },
    { start: 12, end: 17, kind: 'removed' },
    { start: 27, end: 30, kind: 'changed' },
  ]);
  expect(ranges.marks('left', 12, 27)).toEqual([{ start: 12, end: 17, kind: 'removed' }]);
  expect(ranges.marks('right', 0, 24)).toEqual([
    { start: 10, end: 12, kind: 'changed' },
    { start: 22, end: 26, kind: 'added' },
  ]);
  expect(ranges.marks('right', 32, 52)).toEqual([]);
});
