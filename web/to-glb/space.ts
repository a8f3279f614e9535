/**
 * Conversion from the space of the file to that of glTF: right-handed, upright, looking along +Z, left limbs at +X. The data is
 * converted, D · x, so that no scale is negative.
 */

/** D = diag(x, 1, z). */
export interface Space {
  readonly x: 1 | -1;
  readonly z: 1 | -1;
  /** D is a mirror: it reverses the winding of triangles. */
  readonly mirrors: boolean;
}

/** @param mirrorZ as `Info.space.mirrorZ`: the file is left-handed and looks along +Z; else right-handed, along −Z */
export function spaceOf(mirrorZ: boolean): Space {
  return mirrorZ ? { x: -1, z: 1, mirrors: true } : { x: -1, z: -1, mirrors: false };
}

/** Converts three numbers in place. The result has no −0, which would look odd in files. */
export function convertVector({ x, z }: Space, values: Float32Array, at: number): void {
  values[at] = x * (values[at] as number) + 0;
  values[at + 2] = z * (values[at + 2] as number) + 0;
}

/** D · R · D as a quaternion x, y, z, w, converted in place. */
export function convertQuaternion({ mirrors }: Space, values: Float32Array, at: number): void {
  const turned = mirrors ? at + 1 : at;
  values[turned] = 0 - (values[turned] as number);
  values[at + 2] = 0 - (values[at + 2] as number);
}

/** An affine matrix: twelve numbers, row-major. */
export type Affine = Float64Array;

/** One after the other, as the core takes them. */
export function flattened(matrices: readonly Affine[]): Affine {
  const out = new Float64Array(12 * matrices.length);
  matrices.forEach((matrix, i) => {
    out.set(matrix, 12 * i);
  });
  return out;
}

/** D · M · D of a row-major affine matrix, as glTF has it: 16 numbers, column-major. */
export function convertMatrix({ x, z }: Space, matrix: Affine, out: Float32Array, to: number): void {
  const d = [x, 1, z, 1];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) {
      const value = (d[row] as number) * (d[column] as number) * (matrix[4 * row + column] as number);
      out[to + 4 * column + row] = value + 0;
    }
  }
  out[to + 15] = 1;
}

/**
 * Rotation and translation as a matrix; the quaternion counts as unit whatever its length, a zero one as none.
 * @param locals seven numbers a node from `at`: translation, rotation
 */
export function affineOf(locals: Float32Array, at: number): Affine {
  const number = (i: number) => locals[at + i] as number;
  const x = number(3);
  const y = number(4);
  const z = number(5);
  const w = number(6);
  const square = x * x + y * y + z * z + w * w;
  const s = square > 0 ? 2 / square : 0;
  // biome-ignore format: rows of a matrix
  return Float64Array.of(
    1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w), number(0),
    s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w), number(1),
    s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y), number(2),
  );
}

export function multiplied(a: Affine, b: Affine): Affine {
  const product = new Float64Array(12);
  for (let row = 0; row < 12; row += 4) {
    for (let column = 0; column < 4; column++) {
      let sum = column === 3 ? (a[row + 3] as number) : 0;
      for (let i = 0; i < 3; i++) sum += (a[row + i] as number) * (b[4 * i + column] as number);
      product[row + column] = sum;
    }
  }
  return product;
}

/** The inverse; null when it is not finite in 32 bits. */
export function inverted(matrix: Affine): Affine | null {
  const m = (i: number) => matrix[i] as number;
  // Of two rows and two columns each: the signs of the cofactors are in their order.
  const cofactor = (row: number, column: number) => {
    const [up, down] = [4 * ((row + 1) % 3), 4 * ((row + 2) % 3)];
    const [left, right] = [(column + 1) % 3, (column + 2) % 3];
    return m(up + left) * m(down + right) - m(up + right) * m(down + left);
  };
  const determinant = m(0) * cofactor(0, 0) + m(1) * cofactor(0, 1) + m(2) * cofactor(0, 2);
  const out = new Float64Array(12);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      const value = cofactor(column, row) / determinant;
      out[4 * row + column] = value;
      out[4 * row + 3] = (out[4 * row + 3] as number) - value * m(4 * column + 3);
    }
  }
  return out.every((value) => Number.isFinite(Math.fround(value))) ? out : null;
}
