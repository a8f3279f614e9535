/**
 * Which vertex of the file a vertex of glTF is, as a second pair of texture coordinates: programs keep those where they
 * lose the order of vertices and attributes that they do not know. The second number is made from the first, so that
 * what was interpolated, of a new vertex between two others, is no mark.
 */

/** Vertices that a triangle of the file can name. */
const MOST = 65536;
/** 32 bits, and a program that turns v over, leave less than this of a step. */
const OFF = 0.1;

/** The mark of a vertex of a level. @param lod 0 in v6, whose levels share their vertices */
export function markOf(piece: number, lod: number, vertex: number): [u: number, v: number] {
  return [(vertex + 0.5) / MOST, (checkOf(piece, lod, vertex) + 0.5) / MOST];
}

/** The vertex that has this mark; −1 when it is none of this level. */
export function markedVertex(piece: number, lod: number, u: number, v: number): number {
  const vertex = Math.floor(u * MOST);
  if (!(Math.abs(u * MOST - vertex - 0.5) < OFF) || vertex < 0 || vertex >= MOST) return -1;
  return Math.abs(v * MOST - checkOf(piece, lod, vertex) - 0.5) < OFF ? vertex : -1;
}

/** 16 bits that say little of the number they are made from. */
function checkOf(piece: number, lod: number, vertex: number): number {
  let bits =
    Math.imul(vertex + 1, 0x9e3779b1) ^ Math.imul(piece + 1, 0x85ebca6b) ^ Math.imul(lod + 1, 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  return ((bits ^ (bits >>> 13)) >>> 0) % MOST;
}
