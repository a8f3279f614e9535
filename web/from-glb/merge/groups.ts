/**
 * Which vertices of a GLB are one vertex of the file. A vertex with several texture coordinates is several in glTF, with
 * one mark; what was duplicated or torn apart has one mark too, and stands elsewhere.
 */
import type { Soup } from './soup.ts';

/** Vertices nearer than this are one, units. */
const SAME = 2e-4;

export interface Groups {
  /** By vertex of the GLB: the vertex of the file; −1 for a new one. */
  readonly vertexOf: Int32Array;
  /** By vertex of the GLB: those with one number are one new vertex; −1 for one of the file. */
  readonly fresh: Int32Array;
  /** By vertex of the file: those of the GLB that are it. */
  readonly members: ReadonlyMap<number, readonly number[]>;
}

/**
 * @param corners of the faces of the file
 * @param before where a vertex of the file is; null when the file does not say
 */
export function groupsOf(
  soup: Soup,
  corners: Uint32Array,
  before: (vertex: number) => ArrayLike<number> | null,
): Groups {
  const { positions, triangles } = soup;
  const count = soup.marks.length;
  const marks = soup.isMarked ? soup.marks : byOrder(triangles, corners, count);
  const vertexOf = new Int32Array(count).fill(-1);
  const fresh = new Int32Array(count).fill(-1);
  const all = new Map<number, number[]>();
  const known = new Set(corners);
  for (const index of new Set(triangles)) {
    const mark = marks[index] as number;
    if (mark < 0 || !known.has(mark)) continue;
    const list = all.get(mark);
    if (list) list.push(index);
    else all.set(mark, [index]);
  }
  const members = new Map<number, number[]>();
  for (const [vertex, list] of all) {
    const from = before(vertex) ?? positions.subarray(3 * (list[0] as number), 3 * (list[0] as number) + 3);
    const nearest = list.reduce((best, index) =>
      apart(positions, index, from) < apart(positions, best, from) ? index : best,
    );
    const at = positions.subarray(3 * nearest, 3 * nearest + 3);
    const same = list.filter((index) => apart(positions, index, at) <= SAME ** 2);
    for (const index of same) vertexOf[index] = vertex;
    // The nearest speaks for all of them.
    members.set(vertex, [nearest, ...same.filter((index) => index !== nearest)]);
  }
  const keys = new Map<string, number>();
  for (const index of new Set(triangles)) {
    if ((vertexOf[index] as number) >= 0) continue;
    const key = keyOf(soup, index);
    const group = keys.get(key) ?? keys.size;
    keys.set(key, group);
    fresh[index] = group;
  }
  return { vertexOf, fresh, members };
}

/** Without marks: the triangles of the file in their order, when they can be. */
function byOrder(triangles: Uint32Array, corners: Uint32Array, count: number): Int32Array {
  const marks = new Int32Array(count).fill(-1);
  if (triangles.length !== corners.length) return marks;
  for (let i = 0; i < triangles.length; i++) {
    const index = triangles[i] as number;
    const known = marks[index] as number;
    if (known >= 0 && known !== corners[i]) return new Int32Array(count).fill(-1);
    marks[index] = corners[i] as number;
  }
  return marks;
}

function apart(positions: Float64Array, index: number, from: ArrayLike<number>): number {
  let square = 0;
  for (let i = 0; i < 3; i++) square += ((positions[3 * index + i] as number) - (from[i] as number)) ** 2;
  return square;
}

/** The same for vertices that one vertex of the file can be. */
function keyOf({ positions, normals, influences }: Soup, index: number): string {
  const of = (values: Float64Array | null, step: number) =>
    values ? [0, 1, 2].map((i) => Math.round((values[3 * index + i] as number) / step)).join() : '';
  const shares = [...influences(index)]
    .map(([node, share]) => `${node}:${share.toFixed(4)}`)
    .sort()
    .join();
  return `${of(positions, SAME)} ${of(normals, 0.01)} ${shares}`;
}
