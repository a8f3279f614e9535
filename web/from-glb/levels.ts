/** Levels of detail of v9 and later: coarser meshes of each piece, by meshoptimizer. */
import { counted, formatCount } from '../explain/describe.ts';
import { Pace, type Watch } from '../lib/pace.ts';
import type { Draft, DraftMesh, DraftPiece } from './draft.ts';
import { boundsOf, sizeOf } from './drafting/boxes.ts';
import type { FileMaker } from './file-of.ts';
import { suggestedDistances } from './level-distances.ts';
import type { ImportOptions } from './options.ts';
import { type ImportNote, NotImported } from './report.ts';

type Simplifier = typeof import('meshoptimizer/simplifier').MeshoptSimplifier;

/** Weights of what a vertex has beside its place, which is measured in sizes of the piece. */
const NORMAL = 0.3;
const UV = 0.3;
const BONES = 0.5;
const WEIGHTS = [NORMAL, NORMAL, NORMAL, UV, UV, BONES, BONES, BONES];
const ATTRIBUTES = WEIGHTS.length;

/** A level that misses its share by more is tried again with more that may go. */
const NEAR = 1.2;
/**
 * What may go, the best first: all but borders; borders too; small parts, too. Seams of texture and normals may in each:
 * a model whose faces are flat is all seams.
 */
const TRIES = [['LockBorder', 'Permissive'], ['Permissive'], ['Permissive', 'Prune']] as const;
/**
 * Where triangles would turn over, triangles go in stages: so much of them stays in each, until less than a part of
 * them goes.
 */
const STAGE = 0.75;
const ENOUGH = 0.98;
/** Of the error of a level that is made in one go: a stage that may be off by anything pulls whole limbs in. */
const MOST_ERROR = 1.5;
/** How often more is kept in a stage before nothing of it is taken. */
const MOST_ROUNDS = 16;
/** Error, in sizes of the piece: the share decides. */
const ANY_ERROR = 1;
/** Of the size of the model: vertices of two pieces that are this near are one to the eye. */
const SAME_PLACE = 1e-5;

/**
 * Gives every piece the levels that the options ask for, made of its first level. Vertices of a level are vertices of the
 * one before, with all that moves them.
 * @throws the reason of `watch.signal`, when it was cancelled
 */
export async function withLevels(
  maker: FileMaker,
  draft: Draft,
  { levels, distances }: Pick<ImportOptions, 'levels' | 'distances'>,
  watch: Watch = {},
): Promise<Draft> {
  if (levels.length === 0) return draft;
  const pace = new Pace(watch);
  await pace.step(0);
  const simplifier = await loadSimplifier();
  const binds = draft.nodes.map(({ bind }) => bind);
  const shared = sharedPlaces(draft.pieces);
  const made: Made[] = [];
  for (const [i, piece] of draft.pieces.entries()) {
    made.push(
      await levelsOf(maker, simplifier, piece, levels, binds, shared[i] as Uint8Array, (part) =>
        pace.step((i + part) / draft.pieces.length),
      ),
    );
  }
  pace.end();
  const suggested = suggestedDistances(levels.length, draft.internalRadius);
  return {
    ...draft,
    pieces: made.map(({ piece }) => piece),
    lodDistances: distances.length === levels.length ? distances : suggested,
    notes: [...draft.notes, ...replaced(draft), ...notesOn(made, levels)],
  };
}

/** 30 KB that only this needs. */
async function loadSimplifier(): Promise<Simplifier> {
  try {
    const { MeshoptSimplifier } = await import('meshoptimizer/simplifier');
    await MeshoptSimplifier.ready;
    return MeshoptSimplifier;
  } catch (cause) {
    throw new Error(
      'The part that makes levels of detail could not be loaded. Check the connection, then try again.',
      { cause },
    );
  }
}

interface Made {
  readonly piece: DraftPiece;
  /** By level behind the first: how far it is off, units, and triangles that were wanted. */
  readonly levels: readonly { readonly off: number; readonly wanted: number }[];
}

async function levelsOf(
  maker: FileMaker,
  simplifier: Simplifier,
  piece: DraftPiece,
  shares: readonly number[],
  binds: readonly Float64Array[],
  shared: Uint8Array,
  step: (part: number) => Promise<void>,
): Promise<Made> {
  const first = piece.levels[0] as DraftMesh;
  const meshes = [first];
  const levels: Made['levels'][number][] = [];
  let kept = shared;
  for (const [i, share] of shares.entries()) {
    await step(i / shares.length);
    const mesh = meshes[i] as DraftMesh;
    const wanted = Math.max(
      Math.round((share * first.corners.length) / 3),
      Math.min(first.corners.length / 3, 1),
    );
    const { level, vertices } = await simplified(maker, simplifier, mesh, binds, kept, wanted, () =>
      step(i / shares.length),
    );
    const facts = maker.levelFacts(first, mesh, level, vertices);
    if ('refused' in facts) throw new NotImported(facts.refused);
    levels.push({ off: facts.off, wanted });
    meshes[i] = { ...mesh, next: facts.next };
    meshes.push(level);
    kept = Uint8Array.from(vertices, (v) => kept[v] as number);
  }
  return { piece: { ...piece, levels: meshes }, levels };
}

/** A coarser mesh, and the vertices of the finer one that it keeps. */
async function simplified(
  maker: FileMaker,
  simplifier: Simplifier,
  mesh: DraftMesh,
  binds: readonly Float64Array[],
  locked: Uint8Array,
  wanted: number,
  step: () => Promise<void>,
): Promise<{ readonly level: DraftMesh; readonly vertices: Uint32Array }> {
  const all = wedges(mesh, binds);
  const { corners, vertex, attributes } = all;
  if (wanted >= corners.length / 3) return subset(mesh, corners, vertex, attributes);
  const verticesAt = (list: Uint32Array) => Uint32Array.from(list, (index) => vertex[index] as number);
  const aroundTurned = (from: Uint32Array, left: Uint32Array): Uint8Array => {
    const around = maker.aroundTurned({ ...mesh, corners: verticesAt(from) }, verticesAt(left));
    if ('refused' in around) throw new NotImported(around.refused);
    return around;
  };
  const lock = Uint8Array.from(vertex, (v) => locked[v] as number);
  const { left, tries, error } = fewer(simplifier, all, corners, lock, wanted, TRIES, ANY_ERROR);
  if (aroundTurned(corners, left).length === 0) return subset(mesh, left, vertex, attributes);

  /** Of what is left, so much that no triangle turns over: around those that would, all stays. */
  const stage = async (from: Uint32Array, most: number): Promise<Uint32Array> => {
    const own = lock.slice();
    for (let round = 0; round < MOST_ROUNDS; round++) {
      await step();
      const made = fewer(simplifier, all, from, own, most, TRIES.slice(0, tries), MOST_ERROR * error).left;
      const around = aroundTurned(from, made);
      if (around.length === 0) return made;
      for (const [i, v] of vertex.entries()) if (around[v]) own[i] = 1;
    }
    return from;
  };
  let now: Uint32Array = corners;
  for (let before = Number.POSITIVE_INFINITY; now.length > 3 * wanted && now.length < ENOUGH * before; ) {
    before = now.length;
    now = await stage(now, Math.max(wanted, Math.floor((STAGE * before) / 3)));
  }
  return subset(mesh, now, vertex, attributes);
}

/**
 * Triangles of a mesh that are left by the first of some tries that comes near enough, or by the best; how many were tried, and
 * its error.
 * @param most error that is allowed
 */
function fewer(
  simplifier: Simplifier,
  { positions, attributes }: Wedges,
  corners: Uint32Array,
  lock: Uint8Array,
  wanted: number,
  tries: readonly (typeof TRIES)[number][],
  most: number,
): { readonly left: Uint32Array; readonly tries: number; readonly error: number } {
  let left: Uint32Array = corners;
  let error = 0;
  let count = 0;
  for (const flags of tries) {
    count++;
    const [made, off] = simplifier.simplifyWithAttributes(
      corners,
      positions,
      3,
      attributes,
      ATTRIBUTES,
      WEIGHTS,
      lock,
      3 * wanted,
      most,
      [...flags],
    );
    if (made.length > 0 && made.length < left.length) {
      left = made;
      error = off;
    }
    if (left.length <= NEAR * 3 * wanted) break;
  }
  return { left, tries: count, error };
}

type Wedges = ReturnType<typeof wedges>;

/** The vertices as graphics cards have them: each with one place on the texture. */
function wedges(mesh: DraftMesh, binds: readonly Float64Array[]) {
  const indices = new Map<string, number>();
  const vertex: number[] = [];
  const uvs: number[] = [];
  const corners = new Uint32Array(mesh.corners.length);
  for (const [corner, v] of mesh.corners.entries()) {
    const [s, t] = [mesh.uvs[2 * corner] as number, mesh.uvs[2 * corner + 1] as number];
    const key = `${v} ${s} ${t}`;
    let index = indices.get(key);
    if (index === undefined) {
      index = vertex.length;
      indices.set(key, index);
      vertex.push(v);
      uvs.push(s, t);
    }
    corners[corner] = index;
  }
  const positions = new Float32Array(3 * vertex.length);
  const attributes = new Float32Array(ATTRIBUTES * vertex.length);
  const size = sizeOf(boundsOf(mesh.positions)) || 1;
  for (const [i, v] of vertex.entries()) {
    positions.set(mesh.positions.subarray(3 * v, 3 * v + 3), 3 * i);
    attributes.set(mesh.normals.subarray(3 * v, 3 * v + 3), ATTRIBUTES * i);
    for (let axis = 0; axis < 2; axis++) {
      const value = uvs[2 * i + axis] as number;
      attributes[ATTRIBUTES * i + 3 + axis] = Number.isFinite(value) ? value : 0;
    }
    attributes.set(bonesOf(mesh, v, binds, size), ATTRIBUTES * i + 5);
  }
  return { corners, vertex: Uint32Array.from(vertex), positions, attributes };
}

/** Where the nodes of a vertex are, by their shares, in sizes of the piece: it differs where other nodes move it. */
function bonesOf(mesh: DraftMesh, v: number, binds: readonly Float64Array[], size: number): number[] {
  const out = [0, 0, 0];
  for (let i = mesh.start[v] as number; i < (mesh.start[v + 1] as number); i++) {
    const bind = binds[mesh.node[i] as number] as Float64Array;
    for (let axis = 0; axis < 3; axis++) {
      out[axis] = (out[axis] as number) + ((mesh.share[i] as number) * (bind[4 * axis + 3] as number)) / size;
    }
  }
  return out;
}

/** The mesh of these triangles alone. */
function subset(
  mesh: DraftMesh,
  corners: Uint32Array,
  vertex: Uint32Array,
  attributes: Float32Array,
): { readonly level: DraftMesh; readonly vertices: Uint32Array } {
  // What has become a line is not drawn.
  const drawn: number[] = [];
  for (let at = 0; at < corners.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((i) => vertex[corners[at + i] as number] as number);
    if (a !== b && b !== c && c !== a) drawn.push(at, at + 1, at + 2);
  }
  const used = new Uint8Array(mesh.positions.length / 3);
  for (const at of drawn) used[vertex[corners[at] as number] as number] = 1;
  const vertices = Uint32Array.from(used.keys()).filter((v) => used[v]);
  const index = new Uint32Array(used.length);
  for (const [i, v] of vertices.entries()) index[v] = i;
  const counts = Array.from(vertices, (v) => (mesh.start[v + 1] as number) - (mesh.start[v] as number));
  const start = new Uint32Array(vertices.length + 1);
  for (const [i, count] of counts.entries()) start[i + 1] = (start[i] as number) + count;
  const influences = Array.from(vertices, (v, i) =>
    Array.from({ length: counts[i] as number }, (_, j) => (mesh.start[v] as number) + j),
  ).flat();
  const picked = (values: Float32Array, at: ArrayLike<number>) => {
    const out = new Float32Array(3 * at.length);
    for (let i = 0; i < at.length; i++) {
      const from = 3 * (at[i] as number);
      out.set(values.subarray(from, from + 3), 3 * i);
    }
    return out;
  };
  const uvs = new Float32Array(2 * drawn.length);
  for (const [i, at] of drawn.entries()) {
    const from = ATTRIBUTES * (corners[at] as number) + 3;
    uvs.set(attributes.subarray(from, from + 2), 2 * i);
  }
  const level: DraftMesh = {
    corners: Uint32Array.from(drawn, (at) => index[vertex[corners[at] as number] as number] as number),
    uvs,
    positions: picked(mesh.positions, vertices),
    normals: picked(mesh.normals, vertices),
    start,
    node: Uint32Array.from(influences, (i) => mesh.node[i] as number),
    share: Float32Array.from(influences, (i) => mesh.share[i] as number),
    local: picked(mesh.local, influences),
    morphs: mesh.morphs.map((deltas) => picked(deltas, vertices)),
    morphWeights: mesh.morphWeights,
    next: new Uint32Array(0),
  };
  return { level, vertices };
}

/** By piece and vertex: 1 where another piece has a vertex in the same place. There a seam would open. */
function sharedPlaces(pieces: readonly DraftPiece[]): Uint8Array[] {
  const meshes = pieces.map(({ levels }) => levels[0] as DraftMesh);
  const step =
    SAME_PLACE * meshes.reduce((size, { positions }) => Math.max(size, sizeOf(boundsOf(positions))), 0) || 1;
  const keyOf = (positions: Float32Array, v: number) =>
    [0, 1, 2].map((axis) => Math.round((positions[3 * v + axis] as number) / step)).join(' ');
  // By place the piece that has it, −1 for several.
  const owner = new Map<string, number>();
  for (const [piece, { positions }] of meshes.entries()) {
    for (let v = 0; 3 * v < positions.length; v++) {
      const key = keyOf(positions, v);
      owner.set(key, (owner.get(key) ?? piece) === piece ? piece : -1);
    }
  }
  return meshes.map(({ positions }) =>
    Uint8Array.from({ length: positions.length / 3 }, (_, v) =>
      owner.get(keyOf(positions, v)) === -1 ? 1 : 0,
    ),
  );
}

/** That the levels of the source are gone. */
function replaced({ pieces }: Draft): ImportNote[] {
  // All pieces have as many.
  const levels = (pieces[0]?.levels.length ?? 0) - 1;
  if (!(levels > 0)) return [];
  return [
    {
      code: 'LEVELS_REPLACED',
      severity: 'warning',
      message: `Skipped ${counted(levels, 'level')} of detail of the source: the requested levels replace them.`,
      help: 'To keep those of the source, do not request any.',
    },
  ];
}

function notesOn(made: readonly Made[], shares: readonly number[]): ImportNote[] {
  const notes: ImportNote[] = [];
  const trianglesOf = ({ piece }: Made, level: number) =>
    (piece.levels[level] as DraftMesh).corners.length / 3;
  const lines = shares.map((_, i) => {
    const triangles = made.reduce((sum, one) => sum + trianglesOf(one, i + 1), 0);
    const off = made.reduce((greatest, { levels }) => Math.max(greatest, levels[i]?.off ?? 0), 0);
    return `level ${i + 1} has ${formatCount(triangles)} triangles, off by at most ${Number(off.toPrecision(2))} units`;
  });
  notes.push({
    code: 'LEVELS_MADE',
    severity: 'info',
    message: `Levels of detail: ${lines.join('; ')}.`,
    help: '',
  });
  for (const one of made) {
    const missed = one.levels.flatMap(({ wanted }, i) => {
      const has = trianglesOf(one, i + 1);
      return has > NEAR * wanted && has > wanted + 2 ? [{ level: i + 1, has, wanted }] : [];
    });
    for (const { level, has, wanted } of missed) {
      notes.push({
        code: 'LEVEL_NOT_SMALLER',
        severity: 'info',
        message: `Level ${level} of the piece "${one.piece.name}" has ${formatCount(has)} triangles instead of ${formatCount(wanted)}: its borders with other pieces are kept, and the other triangles would flip.`,
        help: '',
      });
    }
  }
  return notes;
}
