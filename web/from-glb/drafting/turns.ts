/** Rotations as quaternions x, y, z, w of length 1, and the matrices of nodes: 12 numbers, row-major. */
import type { Quat, Vec3 } from '@lithoscope/core';

type Numbers = ArrayLike<number>;

const n = (values: Numbers, at: number) => values[at] as number;

export function quatAt(values: Numbers, at: number): Quat {
  return [n(values, at), n(values, at + 1), n(values, at + 2), n(values, at + 3)];
}

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

/** A vector, turned. */
export function turnVector([x, y, z, w]: Quat, [vx, vy, vz]: Vec3): Vec3 {
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  return [vx + w * tx + y * tz - z * ty, vy + w * ty + z * tx - x * tz, vz + w * tz + x * ty - y * tx];
}

/** Of length 1; one without a length turns nothing. */
export function unitTurn([x, y, z, w]: Quat): Quat {
  const length = Math.hypot(x, y, z, w);
  return length > 0 && Number.isFinite(length)
    ? [x / length, y / length, z / length, w / length]
    : [0, 0, 0, 1];
}

/** The way between two by the shorter arc, as glTF and the engine go it. */
export function slerp(a: Quat, b: Quat, share: number): Quat {
  let cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = cosine < 0 ? -1 : 1;
  cosine = Math.min(1, Math.abs(cosine));
  const angle = Math.acos(cosine);
  const sine = Math.sin(angle);
  // Almost the same: the line is the arc.
  const before = sine > 1e-6 ? Math.sin((1 - share) * angle) / sine : 1 - share;
  const after = sign * (sine > 1e-6 ? Math.sin(share * angle) / sine : share);
  return unitTurn([
    before * a[0] + after * b[0],
    before * a[1] + after * b[1],
    before * a[2] + after * b[2],
    before * a[3] + after * b[3],
  ]);
}

/** Rotation and place as a matrix. */
export function matrixOf(rotation: Quat, place: Vec3): Float64Array {
  const matrix = new Float64Array(12);
  putMatrix(matrix, 0, [...place, ...rotation], 0);
  return matrix;
}

/**
 * A matrix into others, of millions: nothing is made on the way.
 * @param from translation, rotation, and scale where `isScaled`
 */
export function putMatrix(m: Float64Array, to: number, from: Numbers, at: number, isScaled = false): void {
  const x = n(from, at + 3);
  const y = n(from, at + 4);
  const z = n(from, at + 5);
  const w = n(from, at + 6);
  const sx = isScaled ? n(from, at + 7) : 1;
  const sy = isScaled ? n(from, at + 8) : 1;
  const sz = isScaled ? n(from, at + 9) : 1;
  m[to] = sx * (1 - 2 * (y * y + z * z));
  m[to + 1] = sy * 2 * (x * y - z * w);
  m[to + 2] = sz * 2 * (x * z + y * w);
  m[to + 3] = n(from, at);
  m[to + 4] = sx * 2 * (x * y + z * w);
  m[to + 5] = sy * (1 - 2 * (x * x + z * z));
  m[to + 6] = sz * 2 * (y * z - x * w);
  m[to + 7] = n(from, at + 1);
  m[to + 8] = sx * 2 * (x * z - y * w);
  m[to + 9] = sy * 2 * (y * z + x * w);
  m[to + 10] = sz * (1 - 2 * (x * x + y * y));
  m[to + 11] = n(from, at + 2);
}

/** First the matrix that is at `to`, then the one at `above`, as one at `to`. */
export function putBelow(m: Float64Array, above: number, to: number): void {
  for (let column = 0; column < 4; column++) {
    const a = n(m, to + column);
    const b = n(m, to + 4 + column);
    const c = n(m, to + 8 + column);
    for (let row = 0; row < 12; row += 4) {
      const moved = column === 3 ? n(m, above + row + 3) : 0;
      m[to + row + column] =
        moved + n(m, above + row) * a + n(m, above + row + 1) * b + n(m, above + row + 2) * c;
    }
  }
}

/** The rotation of a matrix that only turns and moves. */
export function turnOf(m: Numbers, at = 0): Quat {
  const [a, e, i] = [n(m, at), n(m, at + 5), n(m, at + 10)];
  const trace = a + e + i;
  if (trace > 0) {
    const s = 2 * Math.sqrt(trace + 1);
    return unitTurn([
      (n(m, at + 9) - n(m, at + 6)) / s,
      (n(m, at + 2) - n(m, at + 8)) / s,
      (n(m, at + 4) - n(m, at + 1)) / s,
      s / 4,
    ]);
  }
  // The axis that turns least is the one that can be divided by.
  const first = a >= e && a >= i ? 0 : e >= i ? 1 : 2;
  const second = (first + 1) % 3;
  const third = (first + 2) % 3;
  const cell = (row: number, column: number) => n(m, at + 4 * row + column);
  const s =
    2 * Math.sqrt(Math.max(0, 1 + cell(first, first) - cell(second, second) - cell(third, third))) || 1;
  const q: Quat = [0, 0, 0, (cell(third, second) - cell(second, third)) / s];
  q[first] = s / 4;
  q[second] = (cell(second, first) + cell(first, second)) / s;
  q[third] = (cell(third, first) + cell(first, third)) / s;
  return unitTurn(q);
}

/** Where a matrix puts a point. */
export function placed(m: Numbers, at: number, [x, y, z]: Vec3): Vec3 {
  return [
    n(m, at) * x + n(m, at + 1) * y + n(m, at + 2) * z + n(m, at + 3),
    n(m, at + 4) * x + n(m, at + 5) * y + n(m, at + 6) * z + n(m, at + 7),
    n(m, at + 8) * x + n(m, at + 9) * y + n(m, at + 10) * z + n(m, at + 11),
  ];
}

/** Of its nine numbers that turn and scale. Negative where it mirrors. */
export function determinant(m: Numbers, at = 0): number {
  const c = (row: number, column: number) => n(m, at + 4 * row + column);
  return (
    c(0, 0) * (c(1, 1) * c(2, 2) - c(1, 2) * c(2, 1)) -
    c(0, 1) * (c(1, 0) * c(2, 2) - c(1, 2) * c(2, 0)) +
    c(0, 2) * (c(1, 0) * c(2, 1) - c(1, 1) * c(2, 0))
  );
}

/**
 * The rotation that is nearest to a matrix without its scale and shear, by Newton's iteration for the polar decomposition;
 * null where it mirrors or flattens.
 */
export function nearestTurn(m: Numbers): Quat | null {
  const r = Float64Array.from({ length: 12 }, (_, i) => (i % 4 === 3 ? 0 : n(m, i)));
  if (!(determinant(r) > 0)) return null;
  for (let step = 0; step < 40; step++) {
    const before = r.slice();
    const d = determinant(r);
    let change = 0;
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) {
        // Of the inverse, transposed: the cofactor by the determinant.
        const [up, down] = [4 * ((row + 1) % 3), 4 * ((row + 2) % 3)];
        const [left, right] = [(column + 1) % 3, (column + 2) % 3];
        const cofactor =
          n(before, up + left) * n(before, down + right) - n(before, up + right) * n(before, down + left);
        const at = 4 * row + column;
        r[at] = (n(before, at) + cofactor / d) / 2;
        change = Math.max(change, Math.abs(n(r, at) - n(before, at)));
      }
    }
    if (change < 1e-14) break;
  }
  return r.every(Number.isFinite) ? turnOf(r) : null;
}
