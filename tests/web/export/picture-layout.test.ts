/** Where the pictures of a sheet stand: nothing lies over another thing, and all of it fits. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  axesPlaces,
  axesSize,
  CAPTION,
  contactBlocks,
  contactCells,
  contactLayout,
  contactSize,
  isLight,
  momentsOf,
  shortened,
  TITLE,
  TITLE_PLACE,
  WORDS,
} from '../../../web/export/picture/layout.ts';

const LIMITS = { side: 8192, area: 2 ** 26 };

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const isIn = (box: Box, { width, height }: { width: number; height: number }) =>
  box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;

/** Cells with the words under them, and the names of blocks. */
function boxesOf(layout: ReturnType<typeof contactLayout>, page: number): Box[] {
  const { cell, moments, block } = layout;
  return contactBlocks(layout, page).flatMap((at) => [
    { x: at.x, y: at.y, width: block.width, height: CAPTION },
    ...contactCells(layout, at, moments).map(({ x, y }) => ({ x, y, ...cell, height: cell.height + WORDS })),
  ]);
}

describe('the contact sheet', () => {
  it('has every moment of every animation once, side by side, on as few sheets as there must be', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 48, max: 700 }),
        fc.integer({ min: 48, max: 700 }),
        fc.constantFrom(1, 2, 8),
        (blocks, moments, width, height, scale) => {
          const limits = { side: LIMITS.side / scale, area: LIMITS.area / scale ** 2 };
          const layout = contactLayout(blocks, moments, { width, height }, limits);
          const seen = new Set<string>();
          for (let page = 0; page < layout.pages; page++) {
            const size = contactSize(layout, page);
            const boxes = boxesOf(layout, page);
            expect(boxes.every((box) => isIn(box, size))).toBe(true);
            const title = { ...TITLE_PLACE, width: size.width, height: TITLE };
            expect(boxes.some((box) => overlap(box, title))).toBe(false);
            // Each one against those that come next to it in reading order, and the line below.
            const isOver = boxes.some((box, i) =>
              boxes.slice(i + 1, i + 120).some((other) => overlap(box, other)),
            );
            expect(isOver).toBe(false);
            for (const at of contactBlocks(layout, page)) {
              for (const cell of contactCells(layout, at, moments)) seen.add(`${cell.block} ${cell.moment}`);
            }
            // A sheet is larger than allowed only when one animation is.
            if (layout.columns * layout.rows > 1) {
              expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(limits.side);
              expect(size.width * size.height).toBeLessThanOrEqual(limits.area * 1.0001);
            }
          }
          expect(seen.size).toBe(blocks * moments);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('fits 200 animations of six moments on one sheet, and splits them at twice the scale', () => {
    const cell = { width: 128, height: 128 };
    const one = contactLayout(200, 6, cell, LIMITS);
    expect(one.pages).toBe(1);
    const { width, height } = contactSize(one, 0);
    expect(width / height).toBeGreaterThan(0.8);
    expect(width / height).toBeLessThan(2);
    const twice = contactLayout(200, 6, cell, { side: LIMITS.side / 2, area: LIMITS.area / 4 });
    expect(twice.pages).toBeGreaterThan(1);
    const counts = Array.from({ length: twice.pages }, (_, page) => contactBlocks(twice, page).length);
    expect(counts.reduce((sum, count) => sum + count)).toBe(200);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  it('breaks an animation of more moments than fit beside each other into lines', () => {
    const layout = contactLayout(1, 10, { width: 1000, height: 100 }, { side: 4096, area: 2 ** 24 });
    const [block] = contactBlocks(layout, 0);
    const cells = contactCells(layout, block ?? { block: 0, x: 0, y: 0 }, 10);
    expect(new Set(cells.map(({ y }) => y)).size).toBe(Math.ceil(10 / layout.perLine));
    expect(layout.perLine).toBe(4);
  });
});

describe('moments', () => {
  it('go evenly from the first key to the last; one is the middle, and a pose has one', () => {
    expect(momentsOf(900, 4)).toEqual([0, 300, 600, 900]);
    expect(momentsOf(900, 1)).toEqual([450]);
    expect(momentsOf(0, 6)).toEqual([0]);
    expect(momentsOf(Number.NaN, 6)).toEqual([0]);
  });
});

describe('the axis sheet', () => {
  it('stands in rows of four, apart from each other', () => {
    const cell = { width: 300, height: 200 };
    const places = axesPlaces(7, cell).map((place) => ({ ...place, ...cell, height: cell.height + WORDS }));
    const size = axesSize(7, cell);
    expect(places.every((place) => isIn(place, size))).toBe(true);
    places.forEach((place, i) => {
      for (const other of places.slice(i + 1)) expect(overlap(place, other)).toBe(false);
    });
    expect(new Set(places.map(({ y }) => y)).size).toBe(2);
  });
});

describe('words on a sheet', () => {
  it('are cut where they do not fit, between characters', () => {
    const fits = (text: string) => [...text].length <= 6;
    expect(shortened('Walk', fits)).toBe('Walk');
    expect(shortened('Walking about', fits)).toBe('Walki…');
    expect(shortened('🚶🚶🚶🚶🚶🚶🚶', fits)).toBe('🚶🚶🚶🚶🚶…');
    expect(shortened('Walk', () => false)).toBe('');
  });

  it('are black on what is light, white on what is dark', () => {
    // By the contrast of WCAG 2: against #777777 black has 4.69, white 4.48.
    expect(['#ffffff', '#ffff00', '#777777', '#00ff00'].map(isLight)).toEqual([true, true, true, true]);
    expect(['#000000', '#0000ff', '#aa0000', '#666666'].map(isLight)).toEqual([false, false, false, false]);
  });
});
