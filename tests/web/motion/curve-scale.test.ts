import { describe, expect, test } from 'vitest';
import {
  columnsOf,
  eulerDegrees,
  gridLines,
  moved,
  nearestKey,
  valueRange,
  zoomed,
} from '../../../web/motion/sheet/curve-scale.ts';
import { expectClose } from '../support/expect-close.ts';

describe('the window', () => {
  test('zooms around the pointer and keeps within the animation', () => {
    expect(zoomed({ from: 0, to: 1000 }, 500, 0.5, 1000)).toEqual({ from: 250, to: 750 });
    expect(zoomed({ from: 250, to: 750 }, 250, 0.5, 1000)).toEqual({ from: 250, to: 500 });
    expect(zoomed({ from: 250, to: 750 }, 500, 10, 1000)).toEqual({ from: 0, to: 1000 });
    expect(zoomed({ from: 0, to: 1000 }, 400, 1e-9, 1000)).toMatchObject({
      from: expect.closeTo(399.6),
      to: expect.closeTo(400.6),
    });
  });

  test('moves as far as the ends', () => {
    expect(moved({ from: 100, to: 300 }, 50, 1000)).toEqual({ from: 150, to: 350 });
    expect(moved({ from: 100, to: 300 }, -500, 1000)).toEqual({ from: 0, to: 200 });
    expect(moved({ from: 100, to: 300 }, 5000, 1000)).toEqual({ from: 800, to: 1000 });
  });

  test('of an animation without length stays where it is', () => {
    expect(zoomed({ from: 0, to: 0 }, 0, 0.5, 0)).toEqual({ from: 0, to: 0 });
    expect(moved({ from: 0, to: 0 }, 10, 0)).toEqual({ from: 0, to: 0 });
  });
});

describe('columns', () => {
  test('keep lowest, highest, first and last of the keys in a pixel', () => {
    const times = Float64Array.of(0, 1, 2, 3, 100);
    const values = Float32Array.of(5, 9, 1, 6, 2);
    expect(columnsOf(times, values, (time) => time / 50, 100)).toEqual([
      { x: 0, low: 1, high: 9, first: 5, last: 6 },
      { x: 2, low: 2, high: 2, first: 2, last: 2 },
    ]);
  });

  test('are few however many keys there are', () => {
    const times = Float64Array.from({ length: 5400 }, (_, i) => i);
    const values = Float32Array.from(times, (time) => Math.sin(time));
    expect(columnsOf(times, values, (time) => time / 10, 540).length).toBe(541);
  });

  test('hold one key beside the window on either side, so that lines lead out of it', () => {
    const times = Float64Array.of(-30, -20, 10, 120, 130);
    const values = Float32Array.of(1, 2, 3, 4, 5);
    expect(columnsOf(times, values, (time) => time, 100).map(({ x }) => x)).toEqual([-20, 10, 120]);
  });

  test('leave out what is no number', () => {
    const values = Float32Array.of(1, Number.NaN, Infinity, 2);
    expect(
      columnsOf(Float64Array.of(0, 1, 2, 3), values, (time) => time, 10).map(({ first }) => first),
    ).toEqual([1, 2]);
  });
});

test('the range has room around the values, and for a level curve', () => {
  const { low, high } = valueRange([Float32Array.of(0, 10), Float32Array.of(-10, Number.NaN)]);
  expect(low).toBeLessThan(-10);
  expect(high).toBeGreaterThan(10);
  for (const curves of [[Float32Array.of(3, 3)], [new Float32Array(3)], []]) {
    const level = valueRange(curves);
    expect(level.high).toBeGreaterThan(level.low);
  }
});

describe('angles of quaternions', () => {
  const half = (degrees: number) => (degrees * Math.PI) / 360;
  const about = (axis: number, degrees: number) => {
    const q = [0, 0, 0, Math.cos(half(degrees))];
    q[axis] = Math.sin(half(degrees));
    return q;
  };

  test.each([0, 1, 2])('a turn about axis %i is the angle of that axis', (axis) => {
    const angles = eulerDegrees(Float32Array.from(about(axis, 40)));
    angles.forEach((angle, i) => {
      expectClose(angle, [i === axis ? 40 : 0], 1e-4, `axis ${i}`);
    });
  });

  test('go on beyond half a turn, and a flipped sign is the same rotation', () => {
    const turns = [0, 60, 120, 180, 240, 300, 360].map((degrees, i) =>
      about(2, degrees).map((part) => (i % 2 ? -part : part)),
    );
    const [, , z] = eulerDegrees(Float32Array.from(turns.flat()));
    expectClose(z, [0, 60, 120, 180, 240, 300, 360], 1e-3, 'z');
  });

  test('a quaternion of zeros is no rotation', () => {
    expect(eulerDegrees(new Float32Array(4)).map(([angle]) => angle)).toEqual([0, 0, 0]);
  });
});

test('grid lines are round numbers within the range', () => {
  expect(gridLines(-12, 11, 4)).toEqual([-10, 0, 10]);
  expect(gridLines(0, 9000, 5)).toEqual([0, 2000, 4000, 6000, 8000]);
  expect(gridLines(1, 1, 5)).toEqual([]);
  expect(gridLines(-Infinity, 1, 5)).toEqual([]);
});

describe('values that no exporter meant', () => {
  test('are no dots that a pointer could be on', () => {
    const values = Float32Array.of(0, Number.NaN, 50);
    const dots = { x: (key: number) => key, y: (value: number) => value };
    expect(nearestKey([values], 3, dots, 1, 2, 8)).toBe(0);
    expect(nearestKey([values], 3, dots, 1, 48, 8)).toBe(2);
    expect(nearestKey([values], 3, dots, 1, 25, 8)).toBe(-1);
  });

  test('do not press the others into a line', () => {
    const swing = Float32Array.from({ length: 40 }, (_, i) => Math.sin(i));
    for (const stray of [1e30, -7.26e16, 3.4e38, Number.NaN, Number.NEGATIVE_INFINITY]) {
      const { low, high } = valueRange([Float32Array.of(...swing, stray)]);
      expect(low, String(stray)).toBeCloseTo(-1.16, 1);
      expect(high, String(stray)).toBeCloseTo(1.16, 1);
    }
    // A leap within reason is part of the curve.
    expect(valueRange([Float32Array.of(...swing, 2000)]).high).toBeGreaterThan(2000);
  });

  test('in one key leave the angles of the keys after it', () => {
    const rotations = Float32Array.of(0, 0, 0, 1, Number.NaN, 0, 0, 1, 0, Math.SQRT1_2, 0, Math.SQRT1_2);
    const [, y] = eulerDegrees(rotations);
    expect(y[0]).toBe(0);
    expect(y[1]).toBeNaN();
    expect(y[2]).toBeCloseTo(90, 3);
  });
});
