/** Geometry of single triangles on typed arrays. */

/**
 * Writes the unit normal of three points that follow each other (nine numbers from `at`), counter-clockwise seen
 * from where it points; zeros for a triangle without area.
 */
export function triangleNormal(points: Float32Array, at: number, out: Float32Array, to: number): void {
  const x = points[at] as number;
  const y = points[at + 1] as number;
  const z = points[at + 2] as number;
  const ax = (points[at + 3] as number) - x;
  const ay = (points[at + 4] as number) - y;
  const az = (points[at + 5] as number) - z;
  const bx = (points[at + 6] as number) - x;
  const by = (points[at + 7] as number) - y;
  const bz = (points[at + 8] as number) - z;
  const nx = ay * bz - az * by;
  const ny = az * bx - ax * bz;
  const nz = ax * by - ay * bx;
  const length = Math.hypot(nx, ny, nz) || 1;
  out[to] = nx / length;
  out[to + 1] = ny / length;
  out[to + 2] = nz / length;
}
