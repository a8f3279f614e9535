import { describe, expect, it } from 'vitest';
import {
  MAX_SCROLL_HEIGHT,
  maxTop,
  scrollHeight,
  scrollScale,
  topToShow,
  visibleSlice,
} from '../../../web/ui/virtual.ts';

const list = (rows: number) => ({ rows, rowHeight: 20, viewHeight: 105 });

describe('a virtual list', () => {
  it('draws the rows that are at least partly visible', () => {
    expect(visibleSlice(list(100), 0)).toEqual({ first: 0, count: 6, shift: 0 });
    expect(visibleSlice(list(100), 30)).toEqual({ first: 1, count: 6, shift: -10 });
    expect(visibleSlice(list(3), 0)).toEqual({ first: 0, count: 3, shift: 0 });
    expect(visibleSlice(list(0), 0).count).toBe(0);
    expect(visibleSlice(list(100), maxTop(list(100)))).toEqual({ first: 94, count: 6, shift: -15 });
  });

  it('scrolls no farther than needed to show a row', () => {
    expect(topToShow(list(100), 40, 1)).toBe(20);
    expect(topToShow(list(100), 40, 3)).toBe(40);
    expect(topToShow(list(100), 40, 7)).toBe(55);
    expect(topToShow(list(1), 0, 0)).toBe(0);
  });

  it('reaches the last row of a list that no browser could scroll', () => {
    const huge = list(1e9);
    expect(scrollHeight(huge)).toBe(MAX_SCROLL_HEIGHT);
    const bottom = (MAX_SCROLL_HEIGHT - huge.viewHeight) * scrollScale(huge);
    expect(bottom).toBeCloseTo(maxTop(huge), 3);
    const { first, count } = visibleSlice(huge, maxTop(huge));
    expect(first + count).toBe(1e9);
  });

  it('leaves an ordinary list as it is', () => {
    expect(scrollScale(list(1000))).toBe(1);
    expect(scrollHeight(list(1000))).toBe(20_000);
  });
});
