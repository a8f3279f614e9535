/** All pieces of a draft at level 0 as one mesh, as v6 has it, and where its vertices are in a pose. */

import type { Pace } from '../lib/pace.ts';
import type { Draft, DraftMesh, DraftPiece } from './draft.ts';
import { turnedToNode } from './poses.ts';

/** By piece: weights of its morph targets. */
export type MorphWeights = readonly ArrayLike<number>[];

const n = (values: ArrayLike<number>, at: number) => values[at] as number;

export class Merged {
  readonly count: number;
  readonly corners: Uint32Array;
  readonly uvs: Float32Array;
  /** In the bind pose, length 1. */
  readonly normals: Float32Array;
  /** In the bind pose. */
  readonly positions: Float32Array;
  /** Weights of the morph targets when nothing plays. */
  readonly restWeights: MorphWeights;
  /** Influences of vertex v are start[v] … start[v + 1], the strongest first. */
  readonly start: Uint32Array;
  readonly node: Uint32Array;
  readonly #share: Float32Array;
  /** By influence: the vertex in the space of the node. */
  readonly #local: Float32Array;
  readonly #pieceOf: Uint32Array;
  readonly #binds: Float64Array;
  /** Morph targets that move vertex v are #morphStart[v] … #morphStart[v + 1]. */
  readonly #morphStart: Uint32Array;
  readonly #morph: Uint32Array;
  readonly #delta: Float32Array;

  /** @throws the reason, when it was cancelled */
  static async of(draft: Draft, pace: Pace): Promise<Merged> {
    return new Merged(draft, await morphsOf(draft.pieces, pace));
  }

  private constructor({ pieces, nodes }: Draft, { start, morph, delta }: Morphs) {
    const meshes = pieces.map(({ levels }) => levels[0] as DraftMesh);
    this.#binds = Float64Array.from(nodes.flatMap(({ bind }) => [...bind]));
    this.restWeights = meshes.map(({ morphWeights }) => morphWeights);
    this.positions = joined(Float32Array, meshes, ({ positions }) => positions);
    this.normals = joined(Float32Array, meshes, ({ normals }) => normals);
    this.uvs = joined(Float32Array, meshes, ({ uvs }) => uvs);
    this.node = joined(Uint32Array, meshes, ({ node }) => node);
    this.#share = joined(Float32Array, meshes, ({ share }) => share);
    this.#local = joined(Float32Array, meshes, ({ local }) => local);
    this.count = this.positions.length / 3;
    this.#pieceOf = new Uint32Array(this.count);
    this.start = new Uint32Array(this.count + 1);
    let vertex = 0;
    let influence = 0;
    const corners: Uint32Array[] = [];
    for (const [piece, mesh] of meshes.entries()) {
      const first = vertex;
      corners.push(mesh.corners.map((v) => v + first));
      for (let v = 0; 3 * v < mesh.positions.length; v++, vertex++) {
        this.#pieceOf[vertex] = piece;
        this.start[vertex + 1] = influence + n(mesh.start, v + 1);
      }
      influence += mesh.node.length;
    }
    this.corners = joined(Uint32Array, corners, (own) => own);
    this.#morphStart = start;
    this.#morph = morph;
    this.#delta = delta;
  }

  /** Whether a vertex follows one node alone. */
  isRigid(vertex: number, node: number): boolean {
    const isMorphed = n(this.#morphStart, vertex + 1) > n(this.#morphStart, vertex);
    return !isMorphed && this.#hasOne(vertex, node);
  }

  #hasOne(vertex: number, node: number): boolean {
    for (let i = n(this.start, vertex); i < n(this.start, vertex + 1); i++) {
      if (this.node[i] !== node) return false;
    }
    return true;
  }

  /**
   * The normal of a vertex in the space of a node, as it is in a pose where other nodes move the vertex too.
   * @param globals 12 numbers a node
   */
  normal(vertex: number, globals: Float64Array, node: number): number[] {
    const [x, y, z] = this.normals.subarray(3 * vertex, 3 * vertex + 3) as unknown as [
      number,
      number,
      number,
    ];
    const matrixOf = (from: Float64Array, of: number) => from.subarray(12 * of, 12 * of + 12);
    if (this.#hasOne(vertex, node)) return turnedToNode(matrixOf(this.#binds, node), [x, y, z]);
    const sum: [number, number, number] = [0, 0, 0];
    for (let i = n(this.start, vertex); i < n(this.start, vertex + 1); i++) {
      const own = turnedToNode(matrixOf(this.#binds, n(this.node, i)), [x, y, z]);
      const matrix = matrixOf(globals, n(this.node, i));
      for (let row = 0; row < 3; row++) {
        for (let column = 0; column < 3; column++) {
          sum[row] = n(sum, row) + n(this.#share, i) * n(matrix, 4 * row + column) * n(own, column);
        }
      }
    }
    const length = Math.hypot(...sum);
    // Opposite ones have no middle.
    if (!(length > 1e-6)) return turnedToNode(matrixOf(this.#binds, node), [x, y, z]);
    return turnedToNode(matrixOf(globals, node), [sum[0] / length, sum[1] / length, sum[2] / length]);
  }

  /** The stored place of a vertex in the space of its strongest node. */
  local(vertex: number): Float32Array {
    const at = 3 * n(this.start, vertex);
    return this.#local.subarray(at, at + 3);
  }

  /**
   * Where vertices are in a pose.
   * @param globals 12 numbers a node
   * @param nodeOf by vertex: in the space of which node; null for that of the model
   * @param out three numbers for each of the vertices
   */
  place<Places extends Float32Array | Float64Array>(
    vertices: Uint32Array,
    globals: Float64Array,
    weights: MorphWeights,
    nodeOf: ArrayLike<number> | null,
    out: Places,
  ): Places {
    // Millions of them: the fields are looked up once.
    const binds = this.#binds;
    const start = this.start;
    const node = this.node;
    const share = this.#share;
    const local = this.#local;
    const morphStart = this.#morphStart;
    for (let i = 0; i < vertices.length; i++) {
      const v = n(vertices, i);
      const own = weights[n(this.#pieceOf, v)];
      let dx = 0;
      let dy = 0;
      let dz = 0;
      for (let m = n(morphStart, v); m < n(morphStart, v + 1); m++) {
        const weight = own?.[n(this.#morph, m)] ?? 0;
        dx += weight * n(this.#delta, 3 * m);
        dy += weight * n(this.#delta, 3 * m + 1);
        dz += weight * n(this.#delta, 3 * m + 2);
      }
      let x = 0;
      let y = 0;
      let z = 0;
      for (let j = n(start, v); j < n(start, v + 1); j++) {
        const weight = n(share, j);
        const g = 12 * n(node, j);
        let lx = n(local, 3 * j);
        let ly = n(local, 3 * j + 1);
        let lz = n(local, 3 * j + 2);
        if (dx !== 0 || dy !== 0 || dz !== 0) {
          // What is added in the bind pose, as the node has it: turned back.
          lx += n(binds, g) * dx + n(binds, g + 4) * dy + n(binds, g + 8) * dz;
          ly += n(binds, g + 1) * dx + n(binds, g + 5) * dy + n(binds, g + 9) * dz;
          lz += n(binds, g + 2) * dx + n(binds, g + 6) * dy + n(binds, g + 10) * dz;
        }
        x +=
          weight * (n(globals, g) * lx + n(globals, g + 1) * ly + n(globals, g + 2) * lz + n(globals, g + 3));
        y +=
          weight *
          (n(globals, g + 4) * lx + n(globals, g + 5) * ly + n(globals, g + 6) * lz + n(globals, g + 7));
        z +=
          weight *
          (n(globals, g + 8) * lx + n(globals, g + 9) * ly + n(globals, g + 10) * lz + n(globals, g + 11));
      }
      if (nodeOf) {
        // The matrix is turned and moved only.
        const g = 12 * n(nodeOf, v);
        x -= n(globals, g + 3);
        y -= n(globals, g + 7);
        z -= n(globals, g + 11);
        out[3 * i] = n(globals, g) * x + n(globals, g + 4) * y + n(globals, g + 8) * z;
        out[3 * i + 1] = n(globals, g + 1) * x + n(globals, g + 5) * y + n(globals, g + 9) * z;
        out[3 * i + 2] = n(globals, g + 2) * x + n(globals, g + 6) * y + n(globals, g + 10) * z;
      } else {
        out[3 * i] = x;
        out[3 * i + 1] = y;
        out[3 * i + 2] = z;
      }
    }
    return out;
  }
}

function joined<List extends Float32Array | Uint32Array, From>(
  Type: new (length: number) => List,
  from: readonly From[],
  listOf: (part: From) => List,
): List {
  const out = new Type(from.reduce((sum, part) => sum + listOf(part).length, 0));
  let at = 0;
  for (const part of from) {
    out.set(listOf(part), at);
    at += listOf(part).length;
  }
  return out;
}

/** Vertex after vertex of all pieces: the morph targets that move it, and by how much. */
interface Morphs {
  /** Those of vertex v are start[v] … start[v + 1]. */
  readonly start: Uint32Array;
  readonly morph: Uint32Array;
  /** Three numbers each. */
  readonly delta: Float32Array;
}

/** Small files have millions of them, as targets may share their numbers: counted first, then written. */
async function morphsOf(pieces: readonly DraftPiece[], pace: Pace): Promise<Morphs> {
  const meshes = pieces.map(({ levels }) => levels[0] as DraftMesh);
  const start = new Uint32Array(meshes.reduce((sum, { positions }) => sum + positions.length / 3, 1));
  const eachTarget = async (look: (deltas: Float32Array, morph: number, first: number) => void) => {
    let first = 0;
    for (const { morphs, positions } of meshes) {
      for (const [morph, deltas] of morphs.entries()) {
        look(deltas, morph, first);
        await pace.step(0);
      }
      first += positions.length / 3;
    }
  };
  await eachTarget((deltas, _, first) => {
    for (let i = 0; i < deltas.length; i += 3) {
      if (moves(deltas, i)) start[first + i / 3 + 1] = n(start, first + i / 3 + 1) + 1;
    }
  });
  for (let v = 1; v < start.length; v++) start[v] = n(start, v) + n(start, v - 1);
  const next = start.slice();
  const morph = new Uint32Array(n(start, start.length - 1));
  const delta = new Float32Array(3 * morph.length);
  await eachTarget((deltas, target, first) => {
    for (let i = 0; i < deltas.length; i += 3) {
      if (!moves(deltas, i)) continue;
      const at = n(next, first + i / 3);
      next[first + i / 3] = at + 1;
      morph[at] = target;
      for (let axis = 0; axis < 3; axis++) delta[3 * at + axis] = n(deltas, i + axis);
    }
  });
  return { start, morph, delta };
}

const moves = (deltas: Float32Array, at: number) =>
  n(deltas, at) !== 0 || n(deltas, at + 1) !== 0 || n(deltas, at + 2) !== 0;
