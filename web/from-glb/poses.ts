/** Poses of a skeleton as matrices: 12 numbers a node, row-major, rotation and place alone. */

/** Seven numbers a node: translation and rotation (x, y, z, w; length 1) relative to the parent. */
export type LocalPose = ArrayLike<number>;

const n = (values: ArrayLike<number>, at: number) => values[at] as number;

/** The global matrices of a pose. Parents come before their children. */
export function globalsOf(
  parents: ArrayLike<number>,
  pose: LocalPose,
  out: Float64Array = new Float64Array(12 * parents.length),
): Float64Array {
  const local = new Float64Array(12);
  for (let node = 0; node < parents.length; node++) {
    matrixOf(pose, 7 * node, local);
    const parent = n(parents, node);
    if (parent < 0) out.set(local, 12 * node);
    else multiply(out, 12 * parent, local, 0, out, 12 * node);
  }
  return out;
}

function matrixOf(pose: LocalPose, at: number, out: Float64Array): void {
  const x = n(pose, at + 3);
  const y = n(pose, at + 4);
  const z = n(pose, at + 5);
  const w = n(pose, at + 6);
  const s = 2 / (x * x + y * y + z * z + w * w || 1);
  out[0] = 1 - s * (y * y + z * z);
  out[1] = s * (x * y - z * w);
  out[2] = s * (x * z + y * w);
  out[3] = n(pose, at);
  out[4] = s * (x * y + z * w);
  out[5] = 1 - s * (x * x + z * z);
  out[6] = s * (y * z - x * w);
  out[7] = n(pose, at + 1);
  out[8] = s * (x * z - y * w);
  out[9] = s * (y * z + x * w);
  out[10] = 1 - s * (x * x + y * y);
  out[11] = n(pose, at + 2);
}

function multiply(
  a: Float64Array,
  atA: number,
  b: Float64Array,
  atB: number,
  out: Float64Array,
  to: number,
): void {
  for (let row = 0; row < 3; row++) {
    const r = atA + 4 * row;
    for (let column = 0; column < 4; column++) {
      out[to + 4 * row + column] =
        n(a, r) * n(b, atB + column) +
        n(a, r + 1) * n(b, atB + 4 + column) +
        n(a, r + 2) * n(b, atB + 8 + column) +
        (column === 3 ? n(a, r + 3) : 0);
    }
  }
}
