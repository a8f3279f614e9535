/** Rotations as quaternions x, y, z, w of length 1. */
import type { Quat } from '@lithoscope/core';

/** First b, then a. */
export function turned([ax, ay, az, aw]: Quat, [bx, by, bz, bw]: Quat): Quat {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

export function inverseTurn([x, y, z, w]: Quat): Quat {
  return [-x, -y, -z, w];
}

/** Of length 1; one without a length turns nothing. */
export function unitTurn([x, y, z, w]: Quat): Quat {
  const length = Math.hypot(x, y, z, w);
  return length > 0 && Number.isFinite(length)
    ? [x / length, y / length, z / length, w / length]
    : [0, 0, 0, 1];
}
