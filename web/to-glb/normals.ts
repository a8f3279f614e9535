/** Normals as glTF wants them: of length 1, and one for every vertex. */
import type { Space } from './space.ts';

/**
 * Makes all normals of length 1. One without a direction becomes that of the triangles around it, by their areas.
 * @param positions file space, as the normals
 * @param triangles lists of three indices, counter-clockwise from outside in glTF
 */
export function completeNormals(
  normals: Float32Array,
  positions: Float32Array,
  triangles: readonly Uint32Array[],
  { mirrors }: Space,
): void {
  const missing = new Set<number>();
  for (let at = 0; at < normals.length; at += 3) {
    if (!normalize(normals, at)) missing.add(at / 3);
  }
  if (missing.size === 0) return;
  for (const vertex of missing) normals.fill(0, 3 * vertex, 3 * vertex + 3);
  // Counter-clockwise in glTF: where the file is mirrored, the cross product in file space points inward.
  const sign = mirrors ? -1 : 1;
  for (const indices of triangles) {
    for (let t = 0; t < indices.length; t += 3) {
      const corners = indices.subarray(t, t + 3);
      if (!corners.some((vertex) => missing.has(vertex))) continue;
      const [x, y, z] = cross(positions, corners);
      for (const vertex of corners) {
        if (!missing.has(vertex)) continue;
        for (const [axis, value] of [x, y, z].entries()) {
          normals[3 * vertex + axis] = (normals[3 * vertex + axis] as number) + sign * value;
        }
      }
    }
  }
  for (const vertex of missing) {
    if (!normalize(normals, 3 * vertex)) normals.set([0, 1, 0], 3 * vertex);
  }
}

/** False when the vector has no direction in 32 bits. */
function normalize(values: Float32Array, at: number): boolean {
  const length = Math.hypot(values[at] as number, values[at + 1] as number, values[at + 2] as number);
  if (!(length > 1e-30 && length < 1e30)) return false;
  for (let i = at; i < at + 3; i++) values[i] = (values[i] as number) / length;
  return true;
}

/** Perpendicular to a triangle, as long as it is large. */
function cross(points: Float32Array, [a, b, c]: Uint32Array): [number, number, number] {
  const side = (to: number | undefined, axis: number) =>
    (points[3 * (to as number) + axis] as number) - (points[3 * (a as number) + axis] as number);
  const [ux, uy, uz] = [side(b, 0), side(b, 1), side(b, 2)];
  const [vx, vy, vz] = [side(c, 0), side(c, 1), side(c, 2)];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}
