import { expect, test } from 'vitest';
import { withSmallerLevels } from '../../../web/textures/picture.ts';

test('smaller levels are half the size each, down to one texel', () => {
  const data = new Uint8Array(5 * 2 * 4).fill(77);
  const levels = withSmallerLevels({ width: 5, height: 2, data });
  expect(levels.map(({ width, height }) => [width, height])).toEqual([
    [5, 2],
    [2, 1],
    [1, 1],
  ]);
  // What is the same everywhere stays the same: no value is lost on the way to light and back.
  for (const level of levels) expect([...new Set(level.data)]).toEqual([77]);
});

test('colours are averaged as light, alpha as it is', () => {
  const texel = (value: number, alpha: number) => [value, value, value, alpha];
  const data = Uint8Array.from([...texel(255, 255), ...texel(0, 0)]);
  const [, half] = withSmallerLevels({ width: 2, height: 1, data });
  // Half the light of white is 188 in sRGB (IEC 61966-2-1), not 128.
  expect([...(half?.data ?? [])]).toEqual([188, 188, 188, 128]);
});

test('every grey survives', () => {
  for (let grey = 0; grey < 256; grey++) {
    const [, half] = withSmallerLevels({ width: 2, height: 2, data: new Uint8Array(16).fill(grey) });
    expect(half?.data[0]).toBe(grey);
  }
});
