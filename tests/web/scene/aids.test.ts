/** Which moments trails and onion skins are at, and where the scales of the ruler stand: worked out by hand. */
import { Box3, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { figureBox, rulerBox } from '../../../web/scene/aids/boxes.ts';
import { onionMoments, trailMoments } from '../../../web/scene/aids/moments.ts';
import { scaleLines, scalesOf } from '../../../web/scene/aids/ruler-scales.ts';

const rounded = (times: Iterable<number>) => [...times].map((time) => Math.round(time));

describe('the moments of a trail', () => {
  it('are the keys, and the frames of 1/30 s between them', () => {
    const { times, isKey, step } = trailMoments(Float64Array.of(0, 50, 100), 100, 100);
    expect(rounded(times)).toEqual([0, 33, 50, 67, 100]);
    expect([...isKey]).toEqual([true, false, true, false, true]);
    expect(step).toBe(1);
  });

  it('have each time once, in order, whatever the order of the keys', () => {
    const { times, isKey } = trailMoments(Float64Array.of(100, 0, 100, 900, -5), 100, 100);
    expect(rounded(times)).toEqual([0, 33, 67, 100]);
    expect([...isKey]).toEqual([true, false, false, true]);
  });

  it('end with the animation', () => {
    expect(rounded(trailMoments(Float64Array.of(0), 50, 100).times)).toEqual([0, 33, 50]);
    expect(rounded(trailMoments(new Float64Array(), 0, 100).times)).toEqual([0]);
  });

  it.each([10, 100, 1200])('are no more than %d by much, of a long animation with many keys', (most) => {
    const keys = Float64Array.from({ length: 5000 }, (_, i) => i * 20);
    const { times, step } = trailMoments(keys, 99_980, most);
    expect(times.length).toBeLessThanOrEqual(most + 3);
    expect(times.length).toBeGreaterThan(most / 3);
    expect(step).toBeGreaterThan(1);
    expect([times[0], times.at(-1)]).toEqual([0, 99_980]);
    expect([...times].every((time, i) => i === 0 || time > (times[i - 1] ?? 0))).toBe(true);
  });
});

describe('the moments of onion skins', () => {
  const keys = Float64Array.of(0, 100, 200, 300, 400);
  const at = (now: number, before: number, after: number, step: 'keys' | 1 | 3) =>
    onionMoments({ before, after, step }, keys, 400, now).map(({ timeMs, steps }) => [
      steps,
      Math.round(timeMs),
    ]);

  it('are the keys around the present, the nearest first', () => {
    expect(at(250, 2, 2, 'keys')).toEqual([
      [-1, 200],
      [1, 300],
      [-2, 100],
      [2, 400],
    ]);
  });

  it('leave out the present, and what is outside of the animation', () => {
    expect(at(100, 8, 1, 'keys')).toEqual([
      [-1, 0],
      [1, 200],
    ]);
    expect(at(0, 2, 0, 'keys')).toEqual([]);
    expect(at(400, 0, 8, 1)).toEqual([]);
    expect(at(200, 0, 0, 'keys')).toEqual([]);
  });

  it('are frames of 1/30 s, or every so many', () => {
    expect(at(200, 1, 2, 1)).toEqual([
      [-1, 167],
      [1, 233],
      [2, 267],
    ]);
    expect(at(200, 3, 1, 3)).toEqual([
      [-1, 100],
      [1, 300],
      [-2, 0],
    ]);
  });
});

describe('what stands beside a model', () => {
  const rest = new Box3(new Vector3(-20, -50, -10), new Vector3(20, 50, 15));

  it('is a figure of the height that was chosen, on the same ground and clear of the model', () => {
    const { min, max } = figureBox(rest, 80);
    expect([min.y, max.y]).toEqual([-50, 30]);
    expect(min.x).toBeGreaterThan(20);
  });

  it('is a ruler with numbers from the ground up, and coordinates along it', () => {
    const { step, scales } = scalesOf(rest, 0, 1);
    expect(step).toBe(10);
    expect(scales.map(({ axis, first, last }) => [axis, first * step, last * step])).toEqual([
      [0, -20, 20],
      [1, 0, 100],
      [2, -10, 20],
    ]);
    const [along, up] = scales;
    if (!along || !up) throw new Error('no scales');
    // Where the scale says 100 is 100 above the ground.
    expect(
      scaleLines(up, step)
        .slice(0, 6)
        .filter((_, i) => i % 3 === 1),
    ).toEqual([-50, 50]);
    // The line, and a mark every 2 units, both ends included.
    expect(scaleLines(along, step).length / 6).toBe(1 + 21);
    const outside = scaleLines(along, step).filter((_, i) => i % 3 === 2);
    expect(Math.min(...outside)).toBeGreaterThan(15);
    expect(Math.max(...outside)).toBeLessThan(rulerBox(rest, 0).max.z);
  });

  it('is in front of a model that faces −Z', () => {
    const { step, scales } = scalesOf(rest, 0, -1);
    const along = scales.find(({ axis }) => axis === 0);
    const outside = along ? scaleLines(along, step).filter((_, i) => i % 3 === 2) : [];
    expect(Math.max(...outside)).toBeLessThan(-10);
    expect(Math.min(...outside)).toBeGreaterThan(rulerBox(rest, 0).min.z);
  });

  it('reaches as high as the figure', () => {
    expect(scalesOf(rest, 400, 1).scales[1]?.last).toBe(8);
    expect(scalesOf(rest, 400, 1).step).toBe(50);
  });
});
