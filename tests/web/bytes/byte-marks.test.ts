import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hitMarks, marksWithin } from '../../../web/bytes/hex/byte-marks.ts';

const range = fc.tuple(fc.nat(300), fc.nat(80)).map(([start, length]) => [start, start + length] as const);

describe('marks in view', () => {
  it('are the hits that touch the bytes, the current one set apart', () => {
    const anyStarts = fc
      .uniqueArray(fc.nat(300), { maxLength: 60 })
      .map((list) => list.sort((a, b) => a - b));
    fc.assert(
      fc.property(
        anyStarts,
        fc.integer({ min: 1, max: 9 }),
        range,
        fc.nat(60),
        (starts, length, [from, to], current) => {
          const found = hitMarks({ file: 1, starts: Float64Array.from(starts), length, current }, from, to);
          const expected = starts
            .map((start, i) => ({ start, end: start + length, kind: i === current ? 'current' : 'hit' }))
            .filter(({ start, end }) => start < to && end > from);
          expect(found).toEqual(expected);
        },
      ),
    );
  });

  it('are the ranges of a list that touch the bytes', () => {
    const anyRanges = fc.uniqueArray(fc.nat(300), { maxLength: 40 }).map((edges) => {
      const sorted = edges.sort((a, b) => a - b);
      return sorted.flatMap((start, i) => {
        const end = sorted[i + 1];
        return i % 2 === 0 && end !== undefined ? [{ start, end }] : [];
      });
    });
    fc.assert(
      fc.property(anyRanges, range, (marks, [from, to]) => {
        expect(marksWithin(marks, from, to)).toEqual(
          marks.filter(({ start, end }) => start < to && end > from),
        );
      }),
    );
  });
});
