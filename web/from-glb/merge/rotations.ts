/** Rotations as quaternions x, y, z, w, and how they go with affine matrices of twelve numbers, row-major. */
import type { Quat, Vec3 } from '@lithoscope/core';
import type { Affine } from '../../to-glb/space.ts';
import { inverseTurn, turned, unitTurn } from '../drafting/turns.ts';

/** A vector, turned by a quaternion of length 1. */
export function rotated(q: Quat, [x, y, z]: Vec3): Vec3 {
  const [rx, ry, rz] = turned(turned(q, [x, y, z, 0]), inverseTurn(q));
  return [rx, ry, rz];
}

/** Radians from one to the other, whatever their signs; both of length 1. */
export function angleBetween(a: Quat, b: Quat): number {
  const apart = turned(inverseTurn(a), b);
  return 2 * Math.atan2(Math.hypot(apart[0], apart[1], apart[2]), Math.abs(apart[3]));
}

/** The rotation of a matrix whose columns are perpendicular; scale is let go. */
export function rotationOf(m: Affine): Quat {
  const length = (c: number) => Math.hypot(m[c] ?? 0, m[c + 4] ?? 0, m[c + 8] ?? 0) || 1;
  const lengths = [length(0), length(1), length(2)];
  const at = (row: number, column: number) => (m[4 * row + column] ?? 0) / (lengths[column] as number);
  const [xx, yy, zz] = [at(0, 0), at(1, 1), at(2, 2)];
  const trace = xx + yy + zz;
  let q: Quat;
  if (trace > 0) q = [at(2, 1) - at(1, 2), at(0, 2) - at(2, 0), at(1, 0) - at(0, 1), 1 + trace];
  else if (xx >= yy && xx >= zz)
    q = [1 + xx - yy - zz, at(0, 1) + at(1, 0), at(0, 2) + at(2, 0), at(2, 1) - at(1, 2)];
  else if (yy >= zz) q = [at(0, 1) + at(1, 0), 1 + yy - xx - zz, at(1, 2) + at(2, 1), at(0, 2) - at(2, 0)];
  else q = [at(0, 2) + at(2, 0), at(1, 2) + at(2, 1), 1 + zz - xx - yy, at(1, 0) - at(0, 1)];
  return unitTurn(q);
}

/** A quaternion whose numbers are all 0, ½, √½ or 1 but for rounding turns axes to axes: it is made so exactly. */
export function snapped(q: Quat, off = 1e-4): Quat {
  const steps = [0, 0.5, Math.SQRT1_2, 1];
  const near = q.map((value) => {
    const step = steps.find((each) => Math.abs(Math.abs(value) - each) < off);
    return step === undefined ? Number.NaN : step * Math.sign(value);
  }) as Quat;
  return near.every(Number.isFinite) ? unitTurn(near) : q;
}
