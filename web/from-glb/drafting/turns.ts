/** Rotations as quaternions x, y, z, w of length 1. */
import type { Quat } from '@lithoscope/core';

type Numbers = ArrayLike<number>;

const n = (values: Numbers, at: number) => values[at] as number;

export function quatAt(values: Numbers, at: number): Quat {
  return [n(values, at), n(values, at + 1), n(values, at + 2), n(values, at + 3)];
}

/** Of length 1; one without a length turns nothing. */
export function unitTurn([x, y, z, w]: Quat): Quat {
  const length = Math.hypot(x, y, z, w);
  return length > 0 && Number.isFinite(length)
    ? [x / length, y / length, z / length, w / length]
    : [0, 0, 0, 1];
}
