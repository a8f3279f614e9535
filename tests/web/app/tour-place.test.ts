/** Where the words of the tour stand: the invariants that no window may break. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leftOf, placeBeside } from '../../../web/app/tour/tour.ts';

const WORDS = { width: 320, height: 190 };

describe('placeBeside', () => {
  test('stands inside the window and never over the part, whatever their sizes', () => {
    const length = fc.integer({ min: 1, max: 2000 });
    const box = fc.record({
      left: fc.integer({ min: -200, max: 2000 }),
      top: fc.integer({ min: -200, max: 2000 }),
      width: length,
      height: length,
    });
    const size = fc.record({ width: length, height: length });
    fc.assert(
      fc.property(box, size, size, (part, words, room) => {
        const at = placeBeside(part, words, room);
        if (!at) return;
        const [right, bottom] = [at.left + words.width, at.top + words.height];
        expect(at.left).toBeGreaterThanOrEqual(0);
        expect(at.top).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(room.width);
        expect(bottom).toBeLessThanOrEqual(room.height);
        const apart =
          right <= part.left ||
          at.left >= part.left + part.width ||
          bottom <= part.top ||
          at.top >= part.top + part.height;
        expect(apart).toBe(true);
      }),
    );
  });

  test('finds the side that is free in windows as they are', () => {
    const desk = { width: 1440, height: 900 };
    // The tree at the left, the bytes at the right, the head.
    expect(placeBeside({ left: 0, top: 80, width: 344, height: 790 }, WORDS, desk)?.left).toBe(354);
    expect(placeBeside({ left: 856, top: 80, width: 584, height: 790 }, WORDS, desk)?.left).toBe(526);
    expect(placeBeside({ left: 0, top: 0, width: 1440, height: 44 }, WORDS, desk)?.top).toBe(54);
    // A phone on its side: the controls at the foot.
    const phone = { width: 844, height: 390 };
    expect(placeBeside({ left: 84, top: 341, width: 760, height: 49 }, WORDS, phone)?.top).toBe(141);
  });

  test('finds none beside what fills the window', () => {
    expect(
      placeBeside({ left: 0, top: 0, width: 390, height: 844 }, WORDS, { width: 390, height: 844 }),
    ).toBeNull();
  });

  test('stands over the end of what fills the window, and points at the rest', () => {
    const phone = { width: 390, height: 844 };
    const [rest] = leftOf({ left: 0, top: 83, width: 390, height: 684 }, WORDS);
    expect(rest).toEqual({ left: 0, top: 83, width: 390, height: 474 });
    expect(rest && placeBeside(rest, WORDS, phone)?.top).toBe(83 + 474 + 10);
    expect(leftOf({ left: 84, top: 73, width: 760, height: 291 }, WORDS)[0]?.width).toBe(420);
    expect(leftOf({ left: 0, top: 0, width: 330, height: 200 }, WORDS)).toEqual([]);
  });
});
