/** A draft as a file of v6 (LithTech 1.0 to 1.5), and what that says of it. The core makes the file (wasm/import/v6.h). */
import type { V6Facts } from '@lithoscope/core';
import { counted, formatCount } from '../explain/describe.ts';
import { Pace, type Watch } from '../lib/pace.ts';
import type { Draft } from './draft.ts';
import { type FileMaker, type FileWithNotes, fileOf } from './file-of.ts';
import { LatinNames } from './latin.ts';
import { ImportNotes } from './notes.ts';
import { needsStill } from './still.ts';

export interface V6Options {
  /** Share of the triangles that the coarsest level keeps, above 0; 1: no levels of detail. */
  readonly share?: number;
  /** Of deformed places at most; without it far more than the games' own models have. */
  readonly deformedBytes?: number;
}

/** Engines of v6 read strings of up to so many bytes (abc.md §2.1). */
const LONGEST_STRING = 500;
/** Vertices name their node in one byte. */
const MOST_NODES = 256;
/** Of the size of the model: what is off by more is a warning. */
const SEEN = 1e-3;

/**
 * @throws NotImported when the mesh has more vertices than v6 can name
 * @throws the reason of `watch.signal`, when it was cancelled
 */
export async function asV6(
  maker: FileMaker,
  draft: Draft,
  { share = 1, ...options }: V6Options = {},
  watch: Watch = {},
): Promise<FileWithNotes> {
  const pace = new Pace(watch);
  await pace.step(0);
  const texts = new LatinNames(LONGEST_STRING);
  const { animations, nodes } = draft;
  const animationNames = texts.distinct(animations.map(({ name }) => name));
  const strings = animations.map((animation) => animation.strings.map((text) => texts.text(text)));
  const commandString = texts.text(draft.commandString);
  // Those after the last that vertices can name are left out.
  const nodeNames = texts.distinct(nodes.slice(0, MOST_NODES).map(({ name }) => name));
  const { bytes, v6 } = await fileOf(
    maker,
    {
      ...draft,
      commandString,
      nodes: nodes.map((node, i) => ({ ...node, name: nodeNames[i] ?? '' })),
      animations: animations.map((animation, i) => ({
        ...animation,
        name: animationNames[i] as string,
        strings: strings[i] as string[],
      })),
      // The one mesh has neither a name nor levels but collapses.
      pieces: draft.pieces.map((piece) => ({ ...piece, name: '', levels: piece.levels.slice(0, 1) })),
      sockets: [],
      weightSets: [],
      childModels: [],
      bindings: [],
      lodDistances: [],
    },
    { version: 6, share, addsStill: needsStill(draft, 6), ...options },
    pace,
  );
  const notes = new ImportNotes();
  noteWhatIsMissing(draft, notes, v6 as V6Facts);
  noteWhatBecame(notes, v6 as V6Facts);
  texts.note(notes);
  pace.end();
  return { bytes, notes: notes.notes };
}

/** Two digits, of small numbers too: `0.0031`. */
const inUnits = (value: number) => String(Number(value.toPrecision(2)));

function noteWhatIsMissing(draft: Draft, notes: ImportNotes, { verticesMoved }: V6Facts): void {
  const left = draft.nodes.length - MOST_NODES;
  if (left > 0)
    notes.warn(
      'NODES_LEFT_OUT',
      `Skipped ${counted(left, 'node')} after the first ${MOST_NODES}: a vertex of v6 cannot refer to more. What they moved, ${counted(verticesMoved, 'vertex')}, follows a node above them and is deformed.`,
      'Use fewer bones.',
    );
  noteWhatIsMerged(draft, notes);
  noteWhatIsLeftOut(draft, notes);
}

function noteWhatIsMerged({ pieces }: Draft, notes: ImportNotes): void {
  const slots = new Set(pieces.map(({ slot }) => slot)).size;
  if (pieces.length > 1) {
    notes[slots > 1 ? 'warn' : 'tell'](
      'PIECES_MERGED',
      `${counted(pieces.length, 'piece')}${slots > 1 ? ` with ${slots} skins` : ''} merged into one: v6 has one mesh with one skin.`,
      slots > 1 ? 'Put all skins into one texture.' : '',
    );
  }
}

function noteWhatIsLeftOut(draft: Draft, notes: ImportNotes): void {
  const parts = [
    [draft.sockets.length, 'socket'],
    [draft.weightSets.length, 'weight set'],
    [draft.childModels.length, 'child model'],
  ] as const;
  const left = parts.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun));
  if (left.length > 0) {
    notes.warn('NOT_IN_V6', `Skipped, because v6 does not have them: ${left.join(', ')}.`);
  }
  const levels = Math.max(0, ...draft.pieces.map(({ levels }) => levels.length - 1));
  if (levels > 0) {
    notes.tell(
      'LEVELS_LEFT_OUT',
      `${counted(levels, 'level')} of detail of the source ${levels === 1 ? 'was' : 'were'} skipped: v6 derives its levels from the first by collapsing edges.`,
      'Let the import make levels.',
    );
  }
}

function noteWhatBecame(notes: ImportNotes, facts: V6Facts): void {
  noteCopies(facts, notes);
  noteDeformation(facts, notes);
  noteUvs(facts, notes);
  const { trianglesWanted, trianglesLeft } = facts;
  // Two go at a time.
  if (trianglesLeft > trianglesWanted + 1)
    notes.tell(
      'COLLAPSES_END',
      `The coarsest level has ${formatCount(trianglesLeft)} triangles instead of ${formatCount(trianglesWanted)}: no more edges can collapse, because deformation vertices, seams and borders between nodes are kept.`,
    );
}

/** Of those that are needed all are made, or none. */
function noteCopies({ copiesNeeded, copiesMade }: V6Facts, notes: ImportNotes): void {
  if (copiesMade > 0) {
    notes.tell(
      'VERTICES_DOUBLED',
      `Added ${counted(copiesMade, 'vertex')} where triangles of several nodes meet: in v6 all vertices of a triangle are on one node.`,
    );
  } else if (copiesNeeded > 0) {
    notes.warn(
      'NODES_MIXED',
      `Triangles remain on several nodes, unlike in any known model of the games: the ${counted(copiesNeeded, 'vertex')} that would have to be added and deformed do not fit.`,
      'Use fewer animations or a smaller mesh, or choose another version.',
    );
  }
}

function noteDeformation(facts: V6Facts, notes: ImportNotes): void {
  const { size, keysAdded, deformed, offAtKeys, offBetween, madeRigid, offRigid } = facts;
  if (keysAdded > 0) {
    notes.tell(
      'KEYS_ADDED',
      `Added ${counted(keysAdded, 'key')}: between two keys, v6 moves deformation vertices along straight lines.`,
    );
  }
  if (deformed > 0) {
    const isSeen = offAtKeys + offBetween > SEEN * size;
    notes[isSeen ? 'warn' : 'tell'](
      'DEFORMED',
      `${counted(deformed, 'vertex')} that are not moved by the node of their triangles alone became deformation vertices, with 8 bits per axis: off by at most ${inUnits(offAtKeys)} units at keys and ${inUnits(offAtKeys + offBetween)} between them. Their normals follow one node.`,
      isSeen ? 'Weight more vertices to a single bone, or choose another version.' : '',
    );
  }
  if (madeRigid > 0) {
    notes[offRigid > SEEN * size ? 'warn' : 'tell'](
      'MADE_RIGID',
      `${counted(madeRigid, 'vertex')} moved by several nodes or by morph targets follow only the node of their triangles: off by at most ${inUnits(offRigid)} units.`,
      'Use fewer animations or a smaller mesh, or choose another version.',
    );
  }
}

function noteUvs({ uvsMoved, uvsOutside }: V6Facts, notes: ImportNotes): void {
  if (uvsMoved > 0) {
    notes.tell(
      'UVS_MOVED',
      `Shifted texture coordinates of ${counted(uvsMoved, 'triangle')} by whole textures into 0 to 1, which looks the same.`,
    );
  }
  if (uvsOutside > 0) {
    notes.warn(
      'UVS_CLAMPED',
      `${counted(uvsOutside, 'triangle')} reach beyond the edge of the texture: LithTech 1 does not repeat textures and clamps them.`,
      'Keep the texture coordinates within 0 to 1.',
    );
  }
}
