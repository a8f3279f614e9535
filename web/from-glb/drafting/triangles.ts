/** The triangles of a primitive of glTF, whatever it draws them as. */
import type { Primitive } from '../gltf.ts';
import { indicesOf } from './numbers.ts';

export interface Triangles {
  /** Three vertices a triangle, counter-clockwise from outside. */
  readonly corners: Uint32Array;
  /** By triangle: its index in the primitive. */
  readonly indices: Int32Array;
  /** Triangles with a vertex that is not there. */
  readonly lost: number;
}

const TRIANGLES = 4;
const STRIP = 5;
const FAN = 6;

/** Triangles that a primitive draws at most. */
export function triangleCount(primitive: Primitive): number {
  const mode = primitive.mode;
  const corners = (primitive.indices ?? primitive.attributes.get('POSITION'))?.count ?? 0;
  if (mode === TRIANGLES) return Math.floor(corners / 3);
  return mode === STRIP || mode === FAN ? Math.max(0, corners - 2) : 0;
}

/** Null for points and lines. @param count of the vertices */
export function trianglesOf(primitive: Primitive, count: number): Triangles | null {
  const mode = primitive.mode;
  if (mode !== TRIANGLES && mode !== STRIP && mode !== FAN) return null;
  const accessor = primitive.indices;
  const listed = indicesOf(accessor);
  const most = accessor ? (listed?.length ?? 0) : count;
  const vertex = (i: number) => (listed ? (listed[i] as number) : i);
  const triangles = mode === TRIANGLES ? Math.floor(most / 3) : Math.max(0, most - 2);
  const corners = new Uint32Array(3 * triangles);
  const indices = new Int32Array(triangles);
  let kept = 0;
  let lost = 0;
  for (let i = 0; i < triangles; i++) {
    // As the specification numbers them: every other triangle of a strip turns round.
    const [a, b, c] =
      mode === TRIANGLES
        ? [3 * i, 3 * i + 1, 3 * i + 2]
        : mode === STRIP
          ? [i, i + 1 + (i % 2), i + 2 - (i % 2)]
          : [i + 1, i + 2, 0];
    const three = [vertex(a), vertex(b), vertex(c)];
    if (!three.every((index) => index < count)) {
      lost++;
      continue;
    }
    corners.set(three, 3 * kept);
    indices[kept++] = i;
  }
  return { corners: corners.slice(0, 3 * kept), indices: indices.slice(0, kept), lost };
}
