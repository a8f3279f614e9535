import { describe, expect, test } from 'vitest';
import { arrangePanes, paneRects } from '../../../web/scene/eye.ts';

/** Columns and rows that a number of panes makes. */
function gridOf(count: number, width: number, height: number): string {
  const rects = paneRects(count, width, height);
  expect(rects).toHaveLength(count);
  const columns = new Set(rects.map(({ left }) => left)).size;
  return `${columns} × ${new Set(rects.map(({ top }) => top)).size}`;
}

describe('the panes of a picture', () => {
  test('one is the whole picture', () => {
    expect(paneRects(1, 800, 600)).toEqual([{ left: 0, top: 0, width: 800, height: 600 }]);
  });

  test.each([
    ['beside each other where there is width', 2, 1440, 500, '2 × 1'],
    ['three', 3, 720, 500, '3 × 1'],
    ['two and two rather than three and one', 4, 700, 600, '2 × 2'],
    ['stacked on a phone', 2, 390, 500, '1 × 2'],
    ['not stacked where they would be too low', 2, 400, 150, '2 × 1'],
  ])('%s', (_, count, width, height, expected) => {
    expect(gridOf(count, width, height)).toBe(expected);
  });

  test('have one size, lie in the picture, and do not overlap', () => {
    for (let count = 2; count <= 6; count++) {
      for (const [width, height] of [
        [1440, 600],
        [390, 400],
        [844, 180],
        [1, 1],
      ] as const) {
        const rects = paneRects(count, width, height);
        const [first] = rects;
        for (const [i, { left, top, width: w, height: h }] of rects.entries()) {
          expect([w, h]).toEqual([first?.width, first?.height]);
          expect(left + w).toBeLessThanOrEqual(width);
          expect(top + h).toBeLessThanOrEqual(height);
          for (const other of rects.slice(i + 1)) {
            const apart = left + w <= other.left || top + h <= other.top || other.left + w <= left;
            expect(apart || w === 0 || h === 0).toBe(true);
          }
        }
      }
    }
  });

  test('several stand below what lies at the top; one, and those in a low picture, are covered by it', () => {
    const insets = { top: 40, bottom: 30 };
    expect(arrangePanes(1, 800, 600, insets)).toEqual({
      rects: [{ left: 0, top: 0, width: 800, height: 600 }],
      insets,
    });
    const two = arrangePanes(2, 800, 600, insets);
    expect(two.rects).toEqual([
      { left: 0, top: 40, width: 400, height: 560 },
      { left: 400, top: 40, width: 400, height: 560 },
    ]);
    expect(two.insets).toEqual({ top: 0, bottom: 30 });
    expect(arrangePanes(2, 800, 160, insets).rects[0]?.top).toBe(0);
  });
});
