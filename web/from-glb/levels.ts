/** Levels of detail of v9 and later: coarser meshes of each piece, by meshoptimizer. */
import type { Levels, LevelWedges, MadeLevel } from '@lithoscope/core';
import { counted, formatCount } from '../explain/describe.ts';
import { Pace, type Watch } from '../lib/pace.ts';
import type { Draft, DraftMesh, DraftPiece } from './draft.ts';
import type { FileMaker } from './file-of.ts';
import { expectMade } from './for-core.ts';
import { suggestedDistances } from './level-distances.ts';
import { ImportNotes } from './notes.ts';
import type { ImportOptions } from './options.ts';

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
  const firsts = draft.pieces.map((piece) => piece.levels[0] as DraftMesh);
  const work = expectMade(
    maker.levels(firsts, Float64Array.from(draft.nodes.flatMap(({ bind }) => [...bind]))),
  );
  const notes = new ImportNotes();
  noteReplaced(draft, notes);
  try {
    const made = await makeLevels(work, draft.pieces, levels, notes, watch);
    return {
      ...draft,
      pieces: draft.pieces.map((piece, i) => ({ ...piece, levels: meshesOf(piece, made[i] ?? []) })),
      lodDistances:
        distances.length === levels.length
          ? distances
          : suggestedDistances(levels.length, draft.internalRadius),
      notes: [...draft.notes, ...notes.notes],
    };
  } finally {
    work.delete();
  }
}

/**
 * Makes as many levels of each mesh as there are shares.
 * @param pieces those of which the levels are
 * @param notes gets what is told of them
 * @throws the reason of `watch.signal`, when it was cancelled
 */
export async function makeLevels(
  work: Levels,
  pieces: readonly { readonly name: string }[],
  shares: readonly number[],
  notes: ImportNotes,
  watch: Watch,
): Promise<readonly (readonly Made[])[]> {
  const pace = new Pace(watch);
  await pace.step(0);
  const simplifier = await loadSimplifier();
  const made: Made[][] = [];
  for (const i of pieces.keys())
    made.push(await levelsOf(work, simplifier, i, shares, (part) => pace.step((i + part) / pieces.length)));
  pace.end();
  noteLevels(pieces, made, shares, notes);
  return made;
}

/** The first level, with which vertices of the next its vertices become; then those that were made. */
function meshesOf({ levels }: DraftPiece, made: readonly Made[]): DraftMesh[] {
  const meshes = [levels[0] as DraftMesh];
  for (const [i, { mesh, next }] of made.entries()) {
    meshes[i] = { ...(meshes[i] as DraftMesh), next };
    meshes.push(mesh);
  }
  return meshes;
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

/** A level after the first, and how many triangles were wanted. */
interface Made extends MadeLevel {
  readonly wanted: number;
}

async function levelsOf(
  work: Levels,
  simplifier: Simplifier,
  index: number,
  shares: readonly number[],
  step: (part: number) => Promise<void>,
): Promise<Made[]> {
  const levels: Made[] = [];
  let wedges = expectMade(work.begin(index));
  const triangles = wedges.corners.length / 3;
  for (const [i, share] of shares.entries()) {
    await step(i / shares.length);
    const wanted = Math.max(Math.round(share * triangles), Math.min(triangles, 1));
    const left = await simplified(work, simplifier, wedges, wanted, () => step(i / shares.length));
    const level = expectMade(work.keep(left));
    wedges = level.wedges;
    levels.push({ ...level, wanted });
  }
  return levels;
}

/** Triangles of a coarser mesh. */
async function simplified(
  work: Levels,
  simplifier: Simplifier,
  wedges: LevelWedges,
  wanted: number,
  step: () => Promise<void>,
): Promise<Uint32Array> {
  const { corners, locked } = wedges;
  if (wanted >= corners.length / 3) return corners;
  const aroundTurned = (from: Uint32Array, left: Uint32Array) => expectMade(work.aroundTurned(from, left));
  const { left, tries, error } = fewer(simplifier, wedges, corners, locked, wanted, TRIES, ANY_ERROR);
  if (aroundTurned(corners, left).length === 0) return left;

  /** Of what is left, so much that no triangle turns over: around those that would, all stays. */
  const stage = async (from: Uint32Array, most: number): Promise<Uint32Array> => {
    const own = locked.slice();
    for (let round = 0; round < MOST_ROUNDS; round++) {
      await step();
      const made = fewer(simplifier, wedges, from, own, most, TRIES.slice(0, tries), MOST_ERROR * error).left;
      const around = aroundTurned(from, made);
      if (around.length === 0) return made;
      for (const [i, must] of around.entries()) if (must) own[i] = 1;
    }
    return from;
  };
  let now = corners;
  for (let before = Number.POSITIVE_INFINITY; now.length > 3 * wanted && now.length < ENOUGH * before; ) {
    before = now.length;
    now = await stage(now, Math.max(wanted, Math.floor((STAGE * before) / 3)));
  }
  return now;
}

/**
 * Triangles of a mesh that are left by the first of some tries that comes near enough, or by the best; how many were tried, and
 * its error.
 * @param most error that is allowed
 */
function fewer(
  simplifier: Simplifier,
  { positions, attributes }: LevelWedges,
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

/** That the levels of the source are gone. */
function noteReplaced({ pieces }: Draft, notes: ImportNotes): void {
  // All pieces have as many.
  const levels = (pieces[0]?.levels.length ?? 0) - 1;
  if (levels > 0)
    notes.warn(
      'LEVELS_REPLACED',
      `Skipped ${counted(levels, 'level')} of detail of the source: the requested levels replace them.`,
      'To keep those of the source, do not request any.',
    );
}

function noteLevels(
  pieces: readonly { readonly name: string }[],
  made: readonly (readonly Made[])[],
  shares: readonly number[],
  notes: ImportNotes,
): void {
  const trianglesOf = ({ mesh }: Made) => mesh.corners.length / 3;
  const lines = shares.map((_, i) => {
    const own = made.flatMap((levels) => levels[i] ?? []);
    const triangles = own.reduce((sum, level) => sum + trianglesOf(level), 0);
    const off = own.reduce((greatest, level) => Math.max(greatest, level.off), 0);
    return `level ${i + 1} has ${formatCount(triangles)} triangles, off by at most ${Number(off.toPrecision(2))} units`;
  });
  notes.tell('LEVELS_MADE', `Levels of detail: ${lines.join('; ')}.`);
  for (const [piece, levels] of made.entries()) {
    for (const [i, level] of levels.entries()) {
      const { wanted } = level;
      const has = trianglesOf(level);
      if (has > NEAR * wanted && has > wanted + 2)
        notes.tell(
          'LEVEL_NOT_SMALLER',
          `Level ${i + 1} of the piece "${pieces[piece]?.name}" has ${formatCount(has)} triangles instead of ${formatCount(wanted)}: its borders with other pieces are kept, and the other triangles would flip.`,
        );
    }
  }
}
