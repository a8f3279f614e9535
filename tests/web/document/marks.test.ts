import { describe, expect, it } from 'vitest';
import { findingAt, markedRanges, marksByPath } from '../../../web/document/marks.ts';
import { findingOf } from '../support/finding.ts';

describe('marksByPath', () => {
  it('marks the node and all that hold it, with the worst that is there', () => {
    const marks = marksByPath([
      findingOf({ severity: 'warning', path: 'A.B[2].C' }),
      findingOf({ severity: 'error', path: 'A.B[3]' }),
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

describe('repeats', () => {
  const repeated = findingOf({
    count: 2,
    places: [
      { offset: 4, length: 2, path: 'A[0].B' },
      { offset: 90, length: 2, path: 'A[7].B' },
    ],
  });

  it('mark every place that is known', () => {
    expect([...marksByPath([repeated]).keys()]).toEqual(['A', 'A[0]', 'A[0].B', 'A[7]', 'A[7].B']);
    expect(markedRanges([repeated], 100).map(({ start }) => start)).toEqual([4, 90]);
  });
});

describe('markedRanges', () => {
  it('gives an empty range a byte, inside the file', () => {
    const ranges = markedRanges(
      [findingOf({ offset: 100, path: 'A' }), findingOf({ offset: 7, path: 'B' })],
      100,
    );
    expect(ranges.map(({ start, end }) => [start, end])).toEqual([
      [7, 8],
      [99, 100],
    ]);
  });

  it('leaves out notes, findings on the file as a whole, and empty files', () => {
    expect(markedRanges([findingOf({ severity: 'hint', offset: 4, path: 'A' }), findingOf({})], 100)).toEqual(
      [],
    );
    expect(markedRanges([findingOf({ path: 'A' })], 0)).toEqual([]);
  });

  it('finds the worst on a byte', () => {
    const ranges = markedRanges(
      [
        findingOf({ offset: 10, length: 10, path: 'A', severity: 'warning' }),
        findingOf({ offset: 12, length: 2, path: 'B', severity: 'error' }),
      ],
      100,
    );
    expect(findingAt(ranges, 11)?.path).toBe('A');
    expect(findingAt(ranges, 13)?.path).toBe('B');
    expect(findingAt(ranges, 9)).toBeNull();
    expect(findingAt(ranges, 20)).toBeNull();
  });
});
