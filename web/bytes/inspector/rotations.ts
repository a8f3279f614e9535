/** Quaternions and matrices as rotations. */

/** Deviation of lengths and axes that still counts as rigid: real files have it (abc.md §2). */
export const TOLERANCE = 1e-3;

/** Degrees about the fixed axes X, then Y, then Z: Blender's XYZ Euler. */
type EulerXyz = readonly [number, number, number];

/** Sine of the angle about Y above which X and Z turn about one axis (gimbal lock). */
const GIMBAL_LOCK = 1 - 1e-6;

/** The angles of a quaternion of any length; null when its length is 0 or not finite. In gimbal lock, Z is 0. */
export function eulerXyz(x: number, y: number, z: number, w: number): EulerXyz | null {
  const length = Math.hypot(x, y, z, w);
  if (!(length > 0) || !Number.isFinite(length)) return null;
  const [a, b, c, d] = [x / length, y / length, z / length, w / length];
  const sine = 2 * (d * b - c * a);
  if (Math.abs(sine) >= GIMBAL_LOCK) return [degrees(2 * Math.atan2(a, d)), sine < 0 ? -90 : 90, 0];
  return [
    degrees(Math.atan2(2 * (d * a + b * c), 1 - 2 * (a * a + b * b))),
    degrees(Math.asin(sine)),
    degrees(Math.atan2(2 * (d * c + a * b), 1 - 2 * (b * b + c * c))),
  ];
}

/** The unit quaternion X, Y, Z, W of angles in degrees about the fixed axes X, then Y, then Z. */
export function quaternionOf(x: number, y: number, z: number): [number, number, number, number] {
  const half = Math.PI / 360;
  const [sa, sb, sc] = [Math.sin(x * half), Math.sin(y * half), Math.sin(z * half)];
  const [ca, cb, cc] = [Math.cos(x * half), Math.cos(y * half), Math.cos(z * half)];
  return [
    sa * cb * cc - ca * sb * sc,
    ca * sb * cc + sa * cb * sc,
    ca * cb * sc - sa * sb * cc,
    ca * cb * cc + sa * sb * sc,
  ];
}

/** Into (−180, 180]. */
function degrees(radians: number): number {
  const angle = (radians * 180) / Math.PI;
  if (angle > 180) return angle - 360;
  return angle <= -180 ? angle + 360 : angle;
}

/** Whether a 4×4 matrix (row-major, translation in 3, 7 and 11) keeps shapes. */
interface Rigidity {
  /** Rotation and translation only. */
  readonly rigid: boolean;
  /** Of the 3×3 part. */
  readonly determinant: number;
  /** The largest difference between the 3×3 part times its transpose and the identity. */
  readonly deviation: number;
  readonly translation: readonly [number, number, number];
  /** Why it is not rigid, or ''. */
  readonly reason: string;
}

export function rigidity(matrix: readonly number[]): Rigidity {
  const at = (row: number, column: number) => matrix[row * 4 + column] ?? Number.NaN;
  const three = [0, 1, 2];
  const determinant = three.reduce((sum, column) => {
    const [right, far] = [(column + 1) % 3, (column + 2) % 3];
    return sum + at(0, column) * (at(1, right) * at(2, far) - at(1, far) * at(2, right));
  }, 0);
  const deviations = three.flatMap((i) =>
    three.map((j) => {
      const product = three.reduce((sum, k) => sum + at(i, k) * at(j, k), 0);
      return Math.abs(product - (i === j ? 1 : 0));
    }),
  );
  // NaN if any deviation is NaN.
  const deviation = Math.max(...deviations);
  const bottom = [0, 1, 2, 3].every(
    (column) => Math.abs(at(3, column) - (column === 3 ? 1 : 0)) <= TOLERANCE,
  );
  const reason = reasonNotRigid(matrix, deviation, determinant, bottom);
  return {
    rigid: reason === '',
    determinant,
    deviation,
    translation: [at(0, 3), at(1, 3), at(2, 3)],
    reason,
  };
}

function reasonNotRigid(
  matrix: readonly number[],
  deviation: number,
  determinant: number,
  bottom: boolean,
): string {
  if (!matrix.every(Number.isFinite)) return 'it contains a non-finite number';
  if (deviation > TOLERANCE) return 'its axes are not orthonormal';
  if (determinant < 0) return 'it contains a reflection';
  return bottom ? '' : 'its last row is not 0 0 0 1';
}
