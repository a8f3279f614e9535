import { describe, expect, test } from 'vitest';
import { levelAt, lodDistances } from '../../../web/scene/level-distances.ts';

describe('levelAt', () => {
  test.each([
    [0, 0],
    [300, 0],
    [300.5, 1],
    [600, 1],
    [1500, 2],
    [1e9, 3],
  ])('at a distance of %d draws level %d', (distance, level) => {
    expect(levelAt([300, 600, 1500], 4, distance)).toBe(level);
  });

  test('gives a level that there is, whatever the file says', () => {
    expect(levelAt([1, 2, 3], 2, 9)).toBe(1);
    expect(levelAt([Number.NaN], 2, 9)).toBe(1);
    expect(levelAt([], 1, 9)).toBe(0);
    expect(levelAt([5], 0, 9)).toBe(0);
  });
});

test('lodDistances takes only a list', () => {
  expect(lodDistances({ LODDistances: [1, 2] })).toEqual([1, 2]);
  expect(lodDistances({ LODDistances: 3 })).toEqual([]);
  expect(lodDistances({})).toEqual([]);
});
