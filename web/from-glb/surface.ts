/** The triangles of a mesh as a surface in space, whatever vertices they share: how far a point is from it. */
import type { DraftMesh } from './draft.ts';

export type Point = readonly [number, number, number];

/** What is found nearest to a point. */
export interface Nearest {
  /** Squared distance. */
  readonly square: number;
  /** Index of the triangle. */
  readonly face: number;
}

/** Triangles in a leaf of the tree. */
const LEAF = 4;

const n = (values: ArrayLike<number>, at: number) => values[at] as number;

export class Surface {
  readonly count: number;
  readonly #positions: Float32Array;
  readonly #corners: Uint32Array;
  /** The triangles, so that those of each box stand together. */
  readonly #order: Uint32Array;
  /** Six numbers a triangle: its least and greatest X, Y, Z. */
  readonly #bounds: Float32Array;
  /** Six numbers a box, the two halves of box i at 2i + 1 and 2i + 2. */
  readonly #boxes: Float32Array;
  /** What a search has found so far. */
  #square = 0;
  #face = 0;

  constructor({ positions, corners }: Pick<DraftMesh, 'positions' | 'corners'>) {
    this.count = corners.length / 3;
    this.#positions = positions;
    this.#corners = corners;
    this.#order = Uint32Array.from({ length: this.count }, (_, face) => face);
    this.#bounds = new Float32Array(6 * this.count);
    for (let face = 0; face < this.count; face++) {
      for (let axis = 0; axis < 3; axis++) {
        const three = [0, 1, 2].map((corner) => n(positions, 3 * n(corners, 3 * face + corner) + axis));
        this.#bounds[6 * face + axis] = Math.min(...three);
        this.#bounds[6 * face + 3 + axis] = Math.max(...three);
      }
    }
    let boxes = 1;
    while (boxes * LEAF < this.count) boxes *= 2;
    this.#boxes = new Float32Array(6 * (2 * boxes - 1));
    this.#divide(0, 0, this.count);
  }

  /** Index of the vertex at a corner of a triangle. */
  vertex(face: number, corner: number): number {
    return n(this.#corners, 3 * face + corner);
  }

  /** Where a corner of a triangle is. */
  corner(face: number, corner: number): Point {
    const at = 3 * this.vertex(face, corner);
    return [n(this.#positions, at), n(this.#positions, at + 1), n(this.#positions, at + 2)];
  }

  /**
   * Squared distance of a point to one triangle, by the region of its plane that the point is over (Ericson, Real-Time
   * Collision Detection, 5.1.5). Numbers alone, no lists: this is where all the time goes.
   */
  squareTo([x, y, z]: Point, face: number): number {
    const p = this.#positions;
    const a = 3 * n(this.#corners, 3 * face);
    const b = 3 * n(this.#corners, 3 * face + 1);
    const c = 3 * n(this.#corners, 3 * face + 2);
    const [ax, ay, az] = [n(p, a), n(p, a + 1), n(p, a + 2)];
    const [ux, uy, uz] = [n(p, b) - ax, n(p, b + 1) - ay, n(p, b + 2) - az];
    const [vx, vy, vz] = [n(p, c) - ax, n(p, c + 1) - ay, n(p, c + 2) - az];
    const [wx, wy, wz] = [x - ax, y - ay, z - az];
    const uu = ux * ux + uy * uy + uz * uz;
    const vv = vx * vx + vy * vy + vz * vz;
    const uv = ux * vx + uy * vy + uz * vz;
    const uw = ux * wx + uy * wy + uz * wz;
    const vw = vx * wx + vy * wy + vz * wz;
    // Where it is nearest: a + s · u + t · v.
    let s = 0;
    let t = 0;
    const within = uu * vv - uv * uv;
    const ofU = uw * vv - vw * uv;
    const ofV = vw * uu - uw * uv;
    if (within > 0 && ofU >= 0 && ofV >= 0 && ofU + ofV <= within) {
      s = ofU / within;
      t = ofV / within;
      return squared(wx - s * ux - t * vx, wy - s * uy - t * vy, wz - s * uz - t * vz);
    }
    // On one of the sides: from a along u, from a along v, from b to c.
    s = share(uw, uu);
    t = share(vw, vv);
    const r = share(vw - uw - uv + uu, uu + vv - 2 * uv);
    return Math.min(
      squared(wx - s * ux, wy - s * uy, wz - s * uz),
      squared(wx - t * vx, wy - t * vy, wz - t * vz),
      squared(wx - ux - r * (vx - ux), wy - uy - r * (vy - uy), wz - uz - r * (vz - uz)),
    );
  }

  /** @param hint a triangle that may be near: a good one saves most of the search */
  nearest(point: Point, hint = 0): Nearest {
    this.#square = this.squareTo(point, hint);
    this.#face = hint;
    this.#look(point, 0, 0, this.count);
    return { square: this.#square, face: this.#face };
  }

  #look(point: Point, box: number, first: number, end: number): void {
    if (end - first <= LEAF) {
      for (let i = first; i < end; i++) {
        const face = n(this.#order, i);
        if (toBox(point, this.#bounds, 6 * face) >= this.#square) continue;
        const square = this.squareTo(point, face);
        if (square < this.#square) [this.#square, this.#face] = [square, face];
      }
      return;
    }
    const middle = (first + end) >> 1;
    const left = 2 * box + 1;
    const toLeft = toBox(point, this.#boxes, 6 * left);
    const toRight = toBox(point, this.#boxes, 6 * (left + 1));
    if (toLeft <= toRight && toLeft < this.#square) this.#look(point, left, first, middle);
    if (toRight < this.#square) this.#look(point, left + 1, middle, end);
    if (toLeft > toRight && toLeft < this.#square) this.#look(point, left, first, middle);
  }

  /** Sorts triangles into two halves, and those again. */
  #divide(box: number, first: number, end: number): void {
    const at = 6 * box;
    if (at >= this.#boxes.length) return;
    for (let axis = 0; axis < 3; axis++) {
      let least = Number.POSITIVE_INFINITY;
      let most = Number.NEGATIVE_INFINITY;
      for (let i = first; i < end; i++) {
        const own = 6 * n(this.#order, i) + axis;
        least = Math.min(least, n(this.#bounds, own));
        most = Math.max(most, n(this.#bounds, own + 3));
      }
      this.#boxes[at + axis] = least;
      this.#boxes[at + 3 + axis] = most;
    }
    if (end - first <= LEAF) return;
    const sizes = [0, 1, 2].map((axis) => n(this.#boxes, at + 3 + axis) - n(this.#boxes, at + axis));
    const axis = sizes.indexOf(Math.max(...sizes));
    const middleOf = (face: number) =>
      n(this.#bounds, 6 * face + axis) + n(this.#bounds, 6 * face + 3 + axis);
    this.#order.subarray(first, end).sort((a, b) => middleOf(a) - middleOf(b));
    const middle = (first + end) >> 1;
    this.#divide(2 * box + 1, first, middle);
    this.#divide(2 * box + 2, middle, end);
  }
}

/** The squared distance of a point to a box; 0 within. */
function toBox(point: Point, boxes: Float32Array, at: number): number {
  return squared(
    outside(point[0], n(boxes, at), n(boxes, at + 3)),
    outside(point[1], n(boxes, at + 1), n(boxes, at + 4)),
    outside(point[2], n(boxes, at + 2), n(boxes, at + 5)),
  );
}

const outside = (value: number, least: number, most: number) =>
  value < least ? least - value : value > most ? value - most : 0;

const squared = (x: number, y: number, z: number) => x * x + y * y + z * z;

/** Which part of a side, 0 to 1; of one without length its beginning. */
const share = (along: number, length: number) =>
  length > 0 && along > 0 ? (along < length ? along / length : 1) : 0;
