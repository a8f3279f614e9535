/**
 * Triangles on one node each: in all known files of v6 the three vertices of a triangle name the same node (abc.md §2).
 * Where triangles of several nodes meet, their vertices are doubled.
 */

import type { Pace } from '../lib/pace.ts';
import type { Draft, DraftMesh, DraftPiece } from './draft.ts';

export interface OnOneNode {
  /** With the copies behind the vertices of each piece; the triangles are the same, in the same order. */
  readonly draft: Draft;
  /** By vertex, piece after piece: the node of all its triangles. */
  readonly nodeOf: Uint8Array;
  /** How many vertices there are more than before. */
  readonly copies: number;
}

/** What a vertex costs that its node does not move rigidly, against 1 for one that it does: three bytes a key. */
const DEFORMED = 5;
/** What a triangle costs on a node that does not move it, which spends the 8 bits on that movement. */
const STRANGE = 1.5;
/** Every pass makes it cheaper, the first ones the most. */
const MOST_PASSES = 8;
/** Triangles between two looks at whether it was cancelled. */
const PART = 1024;
/** Nodes are named in one byte. */
const NODES = 256;

const n = (values: ArrayLike<number>, at: number) => values[at] as number;

/**
 * @param standIn by node: the one that vertices name for it, below 256
 * @throws the reason, when it was cancelled
 */
export async function onOneNode(draft: Draft, standIn: ArrayLike<number>, pace: Pace): Promise<OnOneNode> {
  const pieces: DraftPiece[] = [];
  const nodeOf: number[] = [];
  let copies = 0;
  for (const piece of draft.pieces) {
    const mesh = piece.levels[0] as DraftMesh;
    const labels = await new Labels(mesh, standIn).find(pace);
    const { from, nodes, corners } = doubled(mesh, labels, standIn);
    copies += from.length - mesh.positions.length / 3;
    for (const node of nodes) nodeOf.push(node);
    pieces.push({ ...piece, levels: [{ ...gathered(mesh, from), corners }] });
  }
  return { draft: { ...draft, pieces }, nodeOf: Uint8Array.from(nodeOf), copies };
}

/** Without copies: each vertex on the strongest of its nodes, whatever its triangles are on. */
export function asItIs(draft: Draft, standIn: ArrayLike<number>): OnOneNode {
  const meshes = draft.pieces.map(({ levels }) => levels[0] as DraftMesh);
  const nodeOf = meshes.flatMap((mesh) =>
    Array.from({ length: mesh.positions.length / 3 }, (_, v) => strongestOf(mesh, v, standIn)),
  );
  return { draft, nodeOf: Uint8Array.from(nodeOf), copies: 0 };
}

const strongestOf = ({ node, start }: DraftMesh, v: number, standIn: ArrayLike<number>) =>
  n(standIn, n(node, n(start, v)));

/** The node of each triangle of a piece: one that moves it much, and of few borders to those of others. */
class Labels {
  readonly #mesh: DraftMesh;
  readonly #standIn: ArrayLike<number>;
  readonly #corners: Uint32Array;
  readonly #of: Uint8Array;
  /** By triangle: the nodes that move it, and the sum of their shares in its vertices; the strongest first. */
  readonly #influences: (readonly (readonly [node: number, share: number])[])[] = [];
  /** By vertex: the node that moves it rigidly; −1: none. */
  readonly #rigid: Int16Array;
  /** By vertex × 256 + node: how many triangles of that node the vertex has. */
  readonly #uses = new Map<number, number>();

  constructor(mesh: DraftMesh, standIn: ArrayLike<number>) {
    this.#mesh = mesh;
    this.#standIn = standIn;
    this.#corners = mesh.corners;
    this.#rigid = rigidNodes(mesh, standIn);
    this.#of = new Uint8Array(mesh.corners.length / 3);
  }

  async find(pace: Pace): Promise<Uint8Array> {
    for (let face = 0; face < this.#of.length; face++) {
      if (face % PART === 0) await pace.step(0);
      this.#start(face);
    }
    for (let pass = 0; pass < MOST_PASSES; pass++) {
      let changed = 0;
      for (const [face, influences] of this.#influences.entries()) {
        if (face % PART === 0) await pace.step(0);
        if (influences.length > 1) changed += this.#improve(face, influences) ? 1 : 0;
      }
      if (changed === 0) break;
    }
    return this.#of;
  }

  /** The node that moves the triangle the most. */
  #start(face: number): void {
    const { start, node, share } = this.#mesh;
    const shares = new Map<number, number>();
    for (const v of this.#verticesOf(face)) {
      for (let i = n(start, v); i < n(start, v + 1); i++) {
        const own = n(this.#standIn, n(node, i));
        shares.set(own, (shares.get(own) ?? 0) + n(share, i));
      }
    }
    const sorted = [...shares].sort(([a, x], [b, y]) => y - x || a - b);
    this.#influences.push(sorted);
    this.#of[face] = sorted[0]?.[0] ?? 0;
    for (const v of this.#verticesOf(face)) this.#count(v, n(this.#of, face), 1);
  }

  #improve(face: number, influences: readonly (readonly [node: number, share: number])[]): boolean {
    const was = n(this.#of, face);
    const vertices = this.#verticesOf(face);
    for (const v of vertices) this.#count(v, was, -1);
    let best = was;
    let least = Number.POSITIVE_INFINITY;
    for (const [node, share] of influences) {
      let cost = (STRANGE * (3 - share)) / 3;
      for (const v of vertices) {
        if (!this.#uses.get(NODES * v + node)) cost += this.#rigid[v] === node ? 1 : DEFORMED;
      }
      // Of two that cost the same the one that it has, or it would never end.
      if (cost < least - 1e-6 || (node === was && cost <= least + 1e-6)) {
        best = node;
        least = cost;
      }
    }
    for (const v of vertices) this.#count(v, best, 1);
    this.#of[face] = best;
    return best !== was;
  }

  #count(vertex: number, node: number, by: number): void {
    const key = NODES * vertex + node;
    this.#uses.set(key, (this.#uses.get(key) ?? 0) + by);
  }

  #verticesOf(face: number): Uint32Array {
    return this.#corners.subarray(3 * face, 3 * face + 3);
  }
}

function rigidNodes({ start, node, morphs }: DraftMesh, standIn: ArrayLike<number>): Int16Array {
  const out = new Int16Array(start.length - 1);
  for (let v = 0; v < out.length; v++) {
    const first = n(node, n(start, v));
    let isRigid = n(standIn, first) === first;
    for (let i = n(start, v) + 1; i < n(start, v + 1); i++) isRigid &&= n(node, i) === first;
    for (const deltas of morphs) {
      for (let i = 3 * v; i < 3 * v + 3; i++) isRigid &&= n(deltas, i) === 0;
    }
    out[v] = isRigid ? first : -1;
  }
  return out;
}

interface Doubled {
  /** By vertex: which one of before it is. */
  readonly from: readonly number[];
  readonly nodes: readonly number[];
  readonly corners: Uint32Array;
}

/** One vertex for each node that its triangles have, the first of them in its old place. */
function doubled(mesh: DraftMesh, labels: Uint8Array, standIn: ArrayLike<number>): Doubled {
  const count = mesh.positions.length / 3;
  const strongest = (v: number) => strongestOf(mesh, v, standIn);
  const from = Array.from({ length: count }, (_, v) => v);
  // Of those without triangles the strongest, as of those that have one on it.
  const nodes = from.map(strongest);
  const places = new Map<number, number>();
  const corners = mesh.corners.slice();
  const isTaken = new Uint8Array(count);
  for (const [i, v] of corners.entries()) {
    const node = n(labels, Math.floor(i / 3));
    if (node !== strongest(v)) continue;
    isTaken[v] = 1;
    places.set(NODES * v + node, v);
  }
  for (const [i, v] of corners.entries()) {
    const node = n(labels, Math.floor(i / 3));
    let place = places.get(NODES * v + node);
    if (place === undefined) {
      place = isTaken[v] ? from.length : v;
      isTaken[v] = 1;
      from[place] = v;
      nodes[place] = node;
      places.set(NODES * v + node, place);
    }
    corners[i] = place;
  }
  return { from, nodes, corners };
}

/** A mesh with copies of its vertices behind them. */
function gathered(mesh: DraftMesh, from: readonly number[]): DraftMesh {
  const triples = (values: Float32Array): Float32Array => {
    const out = new Float32Array(3 * from.length);
    out.set(values);
    for (let v = values.length / 3; v < from.length; v++) {
      const at = 3 * n(from, v);
      out.copyWithin(3 * v, at, at + 3);
    }
    return out;
  };
  const start = new Uint32Array(from.length + 1);
  for (const [v, source] of from.entries()) {
    start[v + 1] = n(start, v) + n(mesh.start, source + 1) - n(mesh.start, source);
  }
  const all = n(start, from.length);
  const node = new Uint32Array(all);
  const share = new Float32Array(all);
  const local = new Float32Array(3 * all);
  for (const [v, source] of from.entries()) {
    const [first, end] = [n(mesh.start, source), n(mesh.start, source + 1)];
    node.set(mesh.node.subarray(first, end), n(start, v));
    share.set(mesh.share.subarray(first, end), n(start, v));
    local.set(mesh.local.subarray(3 * first, 3 * end), 3 * n(start, v));
  }
  return {
    ...mesh,
    positions: triples(mesh.positions),
    normals: triples(mesh.normals),
    start,
    node,
    share,
    local,
    morphs: mesh.morphs.map(triples),
    // Levels of v6 are collapses.
    next: new Uint32Array(0),
  };
}
