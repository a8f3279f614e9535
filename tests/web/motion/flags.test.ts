import { describe, expect, test } from 'vitest';
import { placeFlags } from '../../../web/motion/sheet/flags.ts';

const flag = (x: number, key = 0, text = 'FOOTSTEP_KEY') => ({ x, key, text });
const measure = () => 80;

describe('placeFlags', () => {
  test('gives each label its width where there is room', () => {
    expect(placeFlags([flag(10), flag(200)], 400, measure)).toMatchObject([
      { left: 10, width: 80 },
      { left: 200, width: 80 },
    ]);
  });

  test('cuts a label at the next one and never lets two overlap', () => {
    const flags = [10, 50, 60, 61, 140, 380].map((x, key) => flag(x, key));
    const placed = placeFlags(flags, 400, measure);
    let free = 0;
    for (const { left, width } of placed) {
      expect(left).toBeGreaterThanOrEqual(free);
      free = left + width;
    }
    expect(free).toBeLessThanOrEqual(400);
    expect(placed[0]).toMatchObject({ left: 10, width: 37 });
  });

  test('turns the last label to the left at the end of the bar', () => {
    expect(placeFlags([flag(390)], 400, measure)).toMatchObject([{ left: 320, width: 80 }]);
  });

  test('leaves out labels without room, and does not measure them', () => {
    let measured = 0;
    const flags = Array.from({ length: 5400 }, (_, key) => flag(key * 0.1, key));
    const placed = placeFlags(flags, 540, () => {
      measured++;
      return 80;
    });
    expect(placed.length).toBeLessThan(10);
    expect(measured).toBeLessThan(10);
  });

  test('has nothing to place without frame strings', () => {
    expect(placeFlags([], 400, measure)).toEqual([]);
  });
});
