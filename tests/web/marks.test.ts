import type { Finding } from '@lithoscope/core';
import { describe, expect, it } from 'vitest';
import { findingAt, markedRanges, marksByPath } from '../../web/structure/marks.ts';

const finding = (part: Partial<Finding>): Finding => ({
  code: 'X',
  severity: 'error',
  message: '',
  effect: '',
  remedy: '',
  offset: 0,
  length: 0,
  path: '',
  count: 1,
  places: [],
  ...part,
});

describe('marksByPath', () => {
  it('marks the node and all that hold it, with the worst that is there', () => {
    const marks = marksByPath([
      finding({ severity: 'warning', path: 'A.B[2].C' }),
      finding({ severity: 'error', path: 'A.B[3]' }),
    ]);
    expect(Object.fromEntries(marks)).toEqual({
      A: 'error',
      'A.B': 'error',
      'A.B[2]': 'warning',
      'A.B[2].C': 'warning',
      'A.B[3]': 'error',
    });
  });
});

describe('markedRanges', () => {
  it('gives an empty range a byte, inside the file', () => {
    const ranges = markedRanges(
      [finding({ offset: 100, path: 'A' }), finding({ offset: 7, path: 'B' })],
      100,
    );
    expect(ranges.map(({ start, end }) => [start, end])).toEqual([
      [7, 8],
      [99, 100],
    ]);
  });

  it('leaves out notes, findings on the file as a whole, and empty files', () => {
    expect(markedRanges([finding({ severity: 'hint', offset: 4, path: 'A' }), finding({})], 100)).toEqual([]);
    expect(markedRanges([finding({ path: 'A' })], 0)).toEqual([]);
  });

  it('finds the worst on a byte', () => {
    const ranges = markedRanges(
      [
        finding({ offset: 10, length: 10, path: 'A', severity: 'warning' }),
        finding({ offset: 12, length: 2, path: 'B', severity: 'error' }),
      ],
      100,
    );
    expect(findingAt(ranges, 11)?.path).toBe('A');
    expect(findingAt(ranges, 13)?.path).toBe('B');
    expect(findingAt(ranges, 9)).toBeNull();
    expect(findingAt(ranges, 20)).toBeNull();
  });
});
