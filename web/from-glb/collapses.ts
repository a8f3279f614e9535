/**
 * Levels of detail of v6: single collapses of edges (abc.md §2). Each puts one new vertex into the exact middle of two
 * others of one node and removes the two triangles at their edge. The cheapest come first, by the sum of the squared
 * distances from the planes of the triangles that a vertex stands for.
 */

import { type Candidate as Edge, Heap } from './heap.ts';

export interface CollapseMesh {
  /** Three indices a triangle. */
  readonly corners: Uint32Array;
  /** In the rest pose, three numbers a vertex. */
  readonly positions: ArrayLike<number>;
  /** By vertex; both ends of an edge that collapses have the same one. */
  readonly node: ArrayLike<number>;
  /** By vertex: 1 where it must stay, because an animation deforms it. */
  readonly fixed: Uint8Array;
}

export interface Collapses {
  /**
   * Two vertices for each collapse, in order; that of collapse j is vertex `positions.length / 3 + j`, in the middle of
   * both.
   */
  readonly pairs: Uint32Array;
  /** After all of them. */
  readonly triangles: number;
}

/** A border must not creep: planes upright on it weigh this much more than those of the triangles. */
const BORDER = 10;
/** Of two edges in a plane the shorter one goes first, which also keeps the texture from sliding. */
const LENGTH = 1e-3;
/** A triangle may turn by about 75° at most. */
const MOST_TURNED = 0.25;
/** Edges, vertices or triangles of one part of the work: milliseconds. */
const PART = 1024;
/** Triangles around the ends of an edge that collapses: the middle of a fan of thousands stays. */
const MOST_AROUND = 256;
/** What was refused is tried so often again. */
const ROUNDS = 32;
/** Numbers of a quadric: the upper half of a symmetric 4 × 4 matrix. */
const QUADRIC = 10;

/**
 * Collapses edges until `triangles` are left, or none can.
 * @param most collapses at most
 * @param step called between parts of the work with how much of it is done, 0 to 1
 */
export function collapseEdges(
  mesh: CollapseMesh,
  triangles: number,
  most: number,
  step: (done: number) => Promise<void>,
): Promise<Collapses> {
  return new Collapsing(mesh, Math.max(most, 0)).run(triangles, step);
}

const n = (values: ArrayLike<number>, at: number) => values[at] as number;

class Collapsing {
  readonly #first: number;
  readonly #positions: Float64Array;
  readonly #node: Uint32Array;
  readonly #fixed: Uint8Array;
  readonly #quadrics: Float64Array;
  /** By vertex: the triangles that have it. */
  readonly #faces: number[][];
  readonly #corners: Uint32Array;
  readonly #isGone: Uint8Array;
  readonly #isReplaced: Uint8Array;
  readonly #heap = new Heap();
  readonly #most: number;
  readonly #pairs: number[] = [];
  #left = 0;

  constructor(mesh: CollapseMesh, most: number) {
    const count = mesh.positions.length / 3;
    // Each collapse takes two vertices away and gives one.
    this.#most = Math.min(most, Math.max(count - 1, 0));
    const all = count + this.#most;
    this.#first = count;
    this.#positions = new Float64Array(3 * all);
    this.#positions.set(mesh.positions);
    this.#node = new Uint32Array(all);
    this.#node.set(mesh.node);
    this.#fixed = new Uint8Array(all);
    this.#fixed.set(mesh.fixed);
    this.#quadrics = new Float64Array(QUADRIC * all);
    this.#isReplaced = new Uint8Array(all);
    this.#faces = Array.from({ length: all }, () => []);
    this.#corners = mesh.corners.slice();
    this.#isGone = new Uint8Array(mesh.corners.length / 3);
  }

  async run(triangles: number, step: (done: number) => Promise<void>): Promise<Collapses> {
    this.#fixSeams();
    await this.#readFaces(step);
    await this.#readEdges(step);
    const all = this.#left;
    let refused: Edge[] = [];
    let didCollapse = false;
    let rounds = 0;
    for (let i = 0; this.#left > triangles && this.#pairs.length < 2 * this.#most; i++) {
      if (i % PART === 0) await step((all - this.#left) / (all - triangles));
      const edge = this.#heap.pop();
      if (!edge) {
        // What was refused may be possible after the collapses around it.
        if (!didCollapse || refused.length === 0 || ++rounds > ROUNDS) break;
        for (const again of refused) this.#heap.push(again);
        refused = [];
        didCollapse = false;
        continue;
      }
      if (this.#isReplaced[edge.a] || this.#isReplaced[edge.b]) continue;
      if (this.#canCollapse(edge)) {
        this.#collapse(edge);
        didCollapse = true;
      } else refused.push(edge);
    }
    return { pairs: Uint32Array.from(this.#pairs), triangles: this.#left };
  }

  /** Vertices in one place are the two sides of a seam, which would open if one of them moved. */
  #fixSeams(): void {
    const at = new Map<string, number>();
    for (let v = 0; v < this.#first; v++) {
      const p = this.#positions.subarray(3 * v, 3 * v + 3);
      const key = `${Math.fround(n(p, 0))} ${Math.fround(n(p, 1))} ${Math.fround(n(p, 2))}`;
      const other = at.get(key);
      if (other === undefined) at.set(key, v);
      else {
        this.#fixed[v] = 1;
        this.#fixed[other] = 1;
      }
    }
  }

  async #readFaces(step: (done: number) => Promise<void>): Promise<void> {
    const plane = new Float64Array(4);
    for (let face = 0; face < this.#isGone.length; face++) {
      if (face % PART === 0) await step(0);
      const [a, b, c] = this.#cornersOf(face);
      if (a === b || b === c || c === a) {
        // It is drawn nowhere, and no collapse counts it.
        this.#isGone[face] = 1;
        continue;
      }
      this.#left++;
      for (const v of [a, b, c]) this.#faces[v]?.push(face);
      const area = this.#planeOf(a, b, c, plane);
      if (area > 0) for (const v of [a, b, c]) this.#addPlane(v, plane, area);
    }
  }

  async #readEdges(step: (done: number) => Promise<void>): Promise<void> {
    const plane = new Float64Array(4);
    for (let a = 0; a < this.#first; a++) {
      if (a % PART === 0) await step(0);
      for (const b of this.#neighboursOf(a)) {
        if (b < a) continue;
        const shared = this.#facesOf(a, b);
        if (shared.length === 1) this.#guardBorder(a, b, shared[0] as number, plane);
        else if (shared.length > 2) this.#fixed[a] = this.#fixed[b] = 1;
      }
    }
    for (let a = 0; a < this.#first; a++) {
      if (a % PART === 0) await step(0);
      for (const b of this.#neighboursOf(a)) if (a < b) this.#offer(a, b);
    }
  }

  /** A plane through the edge, upright on its triangle. */
  #guardBorder(a: number, b: number, face: number, plane: Float64Array): void {
    const [x, y, z] = this.#cornersOf(face);
    if (this.#planeOf(x, y, z, plane) === 0) return;
    const p = this.#positions;
    const [ex, ey, ez] = [0, 1, 2].map((i) => n(p, 3 * b + i) - n(p, 3 * a + i)) as [number, number, number];
    const [nx, ny, nz] = plane as unknown as [number, number, number];
    const upright = [ny * ez - nz * ey, nz * ex - nx * ez, nx * ey - ny * ex] as [number, number, number];
    const length = Math.hypot(...upright);
    if (length === 0) return;
    for (let i = 0; i < 3; i++) plane[i] = n(upright, i) / length;
    plane[3] = -(n(plane, 0) * n(p, 3 * a) + n(plane, 1) * n(p, 3 * a + 1) + n(plane, 2) * n(p, 3 * a + 2));
    for (const v of [a, b]) this.#addPlane(v, plane, BORDER * length * length);
  }

  #offer(a: number, b: number): void {
    if (this.#fixed[a] || this.#fixed[b] || this.#node[a] !== this.#node[b]) return;
    if ((this.#faces[a]?.length ?? 0) + (this.#faces[b]?.length ?? 0) > MOST_AROUND) return;
    this.#heap.push({ a, b, cost: this.#costOf(a, b) });
  }

  #costOf(a: number, b: number): number {
    const p = this.#positions;
    const x = (n(p, 3 * a) + n(p, 3 * b)) / 2;
    const y = (n(p, 3 * a + 1) + n(p, 3 * b + 1)) / 2;
    const z = (n(p, 3 * a + 2) + n(p, 3 * b + 2)) / 2;
    const squared =
      (n(p, 3 * a) - n(p, 3 * b)) ** 2 +
      (n(p, 3 * a + 1) - n(p, 3 * b + 1)) ** 2 +
      (n(p, 3 * a + 2) - n(p, 3 * b + 2)) ** 2;
    const q = Array.from(
      { length: QUADRIC },
      (_, i) => n(this.#quadrics, QUADRIC * a + i) + n(this.#quadrics, QUADRIC * b + i),
    );
    const error =
      n(q, 0) * x * x +
      n(q, 4) * y * y +
      n(q, 7) * z * z +
      n(q, 9) +
      2 * (n(q, 1) * x * y + n(q, 2) * x * z + n(q, 3) * x + n(q, 5) * y * z + n(q, 6) * y + n(q, 8) * z);
    return Math.max(error, 0) + LENGTH * squared * squared;
  }

  /** Exactly two triangles go, none turns over, and the surface stays one. */
  #canCollapse({ a, b }: Edge): boolean {
    const shared = this.#facesOf(a, b);
    if (shared.length !== 2) return false;
    const ofA = this.#neighboursOf(a);
    const common = [...this.#neighboursOf(b)].filter((v) => ofA.has(v));
    if (common.length !== 2) return false;
    if (this.#isBorder(a) && this.#isBorder(b)) return false;
    const middle = [0, 1, 2].map(
      (i) => (n(this.#positions, 3 * a + i) + n(this.#positions, 3 * b + i)) / 2,
    ) as [number, number, number];
    const opposite = new Set<string>();
    for (const face of this.#around(a, b)) {
      if (shared.includes(face)) continue;
      const others = this.#cornersOf(face).filter((v) => v !== a && v !== b);
      const key = others.sort((x, y) => x - y).join(' ');
      if (opposite.has(key)) return false;
      opposite.add(key);
      if (this.#turnsOver(face, a, b, middle)) return false;
    }
    return opposite.size > 0;
  }

  #turnsOver(face: number, a: number, b: number, middle: readonly number[]): boolean {
    const before = this.#cornersOf(face).map((v) => this.#at(v));
    const after = this.#cornersOf(face).map((v) => (v === a || v === b ? middle : this.#at(v)));
    const [was, is] = [before, after].map(upright) as [number[], number[]];
    const [long, other] = [Math.hypot(...was), Math.hypot(...is)];
    if (long === 0) return false;
    const dot = n(was, 0) * n(is, 0) + n(was, 1) * n(is, 1) + n(was, 2) * n(is, 2);
    return other < 1e-6 * long || dot < MOST_TURNED * long * other;
  }

  #collapse({ a, b }: Edge): void {
    const made = this.#first + this.#pairs.length / 2;
    this.#pairs.push(a, b);
    for (let i = 0; i < 3; i++) {
      this.#positions[3 * made + i] = (n(this.#positions, 3 * a + i) + n(this.#positions, 3 * b + i)) / 2;
    }
    for (let i = 0; i < QUADRIC; i++) {
      this.#quadrics[QUADRIC * made + i] =
        n(this.#quadrics, QUADRIC * a + i) + n(this.#quadrics, QUADRIC * b + i);
    }
    this.#node[made] = this.#node[a] as number;
    const shared = this.#facesOf(a, b);
    for (const face of shared) {
      this.#isGone[face] = 1;
      this.#left--;
      for (const v of this.#cornersOf(face)) {
        const faces = this.#faces[v] ?? [];
        faces.splice(faces.indexOf(face), 1);
      }
    }
    const around = this.#around(a, b);
    for (const face of around) {
      for (let i = 3 * face; i < 3 * face + 3; i++) {
        if (this.#corners[i] === a || this.#corners[i] === b) this.#corners[i] = made;
      }
    }
    this.#faces[made] = around;
    this.#faces[a] = [];
    this.#faces[b] = [];
    this.#isReplaced[a] = 1;
    this.#isReplaced[b] = 1;
    for (const v of [...this.#neighboursOf(made)].sort((x, y) => x - y)) this.#offer(v, made);
  }

  #cornersOf(face: number): [number, number, number] {
    const at = 3 * face;
    return [n(this.#corners, at), n(this.#corners, at + 1), n(this.#corners, at + 2)];
  }

  #at(v: number): readonly number[] {
    return [n(this.#positions, 3 * v), n(this.#positions, 3 * v + 1), n(this.#positions, 3 * v + 2)];
  }

  #neighboursOf(v: number): Set<number> {
    const out = new Set<number>();
    for (const face of this.#faces[v] ?? []) {
      for (const other of this.#cornersOf(face)) if (other !== v) out.add(other);
    }
    return out;
  }

  #facesOf(a: number, b: number): number[] {
    const [ofA, ofB] = [this.#faces[a] ?? [], this.#faces[b] ?? []];
    return ofA.length < ofB.length
      ? ofA.filter((face) => this.#cornersOf(face).includes(b))
      : ofB.filter((face) => this.#cornersOf(face).includes(a));
  }

  /** The triangles at either vertex, each once. */
  #around(a: number, b: number): number[] {
    return [...new Set([...(this.#faces[a] ?? []), ...(this.#faces[b] ?? [])])];
  }

  #isBorder(v: number): boolean {
    for (const other of this.#neighboursOf(v)) if (this.#facesOf(v, other).length === 1) return true;
    return false;
  }

  /** The plane of a triangle, its normal of length 1. Returns the triangle's area. */
  #planeOf(a: number, b: number, c: number, out: Float64Array): number {
    const normal = upright([a, b, c].map((v) => this.#at(v)));
    const length = Math.hypot(...normal);
    if (!(length > 0 && Number.isFinite(length))) return 0;
    for (let i = 0; i < 3; i++) out[i] = n(normal, i) / length;
    const p = this.#positions;
    out[3] = -(n(out, 0) * n(p, 3 * a) + n(out, 1) * n(p, 3 * a + 1) + n(out, 2) * n(p, 3 * a + 2));
    return length / 2;
  }

  #addPlane(v: number, plane: Float64Array, weight: number): void {
    let at = QUADRIC * v;
    for (let row = 0; row < 4; row++) {
      for (let column = row; column < 4; column++, at++) {
        this.#quadrics[at] = n(this.#quadrics, at) + weight * n(plane, row) * n(plane, column);
      }
    }
  }
}

/** Twice the area of a triangle, as a direction. */
function upright(corners: readonly (readonly number[])[]): number[] {
  const [a, b, c] = corners as [number[], number[], number[]];
  const [ux, uy, uz] = [0, 1, 2].map((i) => n(b, i) - n(a, i)) as [number, number, number];
  const [vx, vy, vz] = [0, 1, 2].map((i) => n(c, i) - n(a, i)) as [number, number, number];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}
