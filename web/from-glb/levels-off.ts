/** How far a coarser level is off: the vertices of the first level against the surface that is left. */
import type { DraftMesh } from './draft.ts';

type Point = readonly [number, number, number];

/**
 * The greatest distance of a vertex to the triangles around the vertex that it became: of all triangles another may be
 * nearer, so that it is never less than what is true.
 * @param becomes by vertex of `first`: its vertex of `level`
 * @returns units; 0 when nothing is left
 */
export function offBy(first: DraftMesh, level: DraftMesh, becomes: Uint32Array): number {
  const { positions, corners } = level;
  if (corners.length === 0) return 0;
  const around: number[][] = Array.from({ length: positions.length / 3 }, () => []);
  for (const [corner, v] of corners.entries()) around[v]?.push(corner - (corner % 3));
  const at = (mesh: DraftMesh, v: number): Point => [
    mesh.positions[3 * v] as number,
    mesh.positions[3 * v + 1] as number,
    mesh.positions[3 * v + 2] as number,
  ];
  let greatest = 0;
  for (const [v, own] of becomes.entries()) {
    const point = at(first, v);
    let least = squared(minus(point, at(level, own)));
    const looked = new Set<number>();
    let faces = around[own] ?? [];
    // What cannot be the farthest is not looked at any more.
    while (faces.length > 0 && least > greatest) {
      let nearest = -1;
      for (const face of faces) {
        looked.add(face);
        const off = toTriangle(
          point,
          at(level, corners[face] as number),
          at(level, corners[face + 1] as number),
          at(level, corners[face + 2] as number),
        );
        if (off < least) [least, nearest] = [off, face];
        if (least <= greatest) break;
      }
      // On from the nearest, as long as it comes nearer.
      const on = nearest < 0 ? [] : [...corners.subarray(nearest, nearest + 3)];
      faces = on.flatMap((other) => around[other] ?? []).filter((face) => !looked.has(face));
    }
    greatest = Math.max(greatest, least);
  }
  return Math.sqrt(greatest);
}

/** The squared distance of a point to a triangle: to its inside, or else to the nearest of its sides. */
function toTriangle(point: Point, a: Point, b: Point, c: Point): number {
  const normal = cross(minus(b, a), minus(c, a));
  const area = squared(normal);
  const isBeside = (from: Point, to: Point) => dot(cross(minus(to, from), minus(point, from)), normal) >= 0;
  if (area > 0 && isBeside(a, b) && isBeside(b, c) && isBeside(c, a))
    return dot(minus(point, a), normal) ** 2 / area;
  return Math.min(toSide(point, a, b), toSide(point, b, c), toSide(point, c, a));
}

function toSide(point: Point, from: Point, to: Point): number {
  const side = minus(to, from);
  const length = squared(side);
  const off = minus(point, from);
  const along = length > 0 ? Math.min(Math.max(dot(off, side) / length, 0), 1) : 0;
  return squared(minus(off, [side[0] * along, side[1] * along, side[2] * along]));
}

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const squared = (a: Point): number => dot(a, a);
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
