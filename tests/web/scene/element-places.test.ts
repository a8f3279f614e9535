import { Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { formatDistance, sharesOf } from '../../../web/scene/element-places.ts';

describe('measuring', () => {
  test('a place of a triangle is known by its shares of the corners', () => {
    const triangle = [9, 9, 9, 0, 0, 0, 4, 0, 0, 0, 2, 0];
    expect(sharesOf(new Vector3(0, 0, 0), triangle, 3)).toEqual([1, 0, 0]);
    expect(sharesOf(new Vector3(4, 0, 0), triangle, 3)).toEqual([0, 1, 0]);
    expect(sharesOf(new Vector3(1, 1, 0), triangle, 3)).toEqual([0.25, 0.25, 0.5]);
    // Without area: the first corner.
    expect(sharesOf(new Vector3(1, 1, 1), new Array(9).fill(3), 0)).toEqual([1, 0, 0]);
  });

  test('says the distance and its parts, from the first place to the second', () => {
    expect(formatDistance([1, 2, 3], [4, -2, 15])).toBe('Distance 13: dx 3, dy −4, dz 12 (file units)');
    expect(formatDistance([0, 0, 0], [1 / 3, 0, 0])).toBe(
      'Distance 0.333333: dx 0.333333, dy 0, dz 0 (file units)',
    );
  });
});
