/** What games and ModelEdit would not take of a model (abc.md §3.11), said before it is saved. */
import type { AbcFile, NewVersion } from '@lithoscope/core';
import { counted, formatCount } from '../explain/describe.ts';
import type { Draft } from './draft.ts';
import { latinOf } from './latin.ts';
import { ImportNotes, named } from './notes.ts';
import type { ImportNote } from './report.ts';
import { needsStill } from './still.ts';

/** Bytes of names that ModelEdit reads. */
const NAMES = { piece: 31, socket: 15, set: 15, other: 4095 };
/** Indices of 16 bits. */
const MOST_NODES = 65_535;
/** The model itself included. */
const MOST_CHILD_MODELS = 16;
/** Skin slots of LithTech 2: body and head. */
const SLOTS = 2;
/** Weights of a vertex in the models of the games. */
const USUAL_WEIGHTS = 4;

interface Named {
  readonly name: string;
}

/** What both a draft and a file have. */
interface Limited {
  readonly pieces: readonly (Named & { readonly slot: number })[];
  readonly nodes: readonly Named[];
  readonly sockets: readonly Named[];
  readonly weightSets: readonly Named[];
  readonly animations: readonly Named[];
  /** Without the model itself. */
  readonly childModels: readonly Named[];
}

/** As `limitsOf`, of a file that was changed: what was not so before. v6 has none that its writer does not refuse. */
export function newLimitsOf(file: AbcFile, before: AbcFile): ImportNote[] {
  const known = new Set(limitsIn(before).map(({ message }) => message));
  return limitsIn(file).filter(({ message }) => !known.has(message));
}

function limitsIn({ info }: AbcFile): ImportNote[] {
  const notes = new ImportNotes();
  if (info.version === 6) return [];
  const { nodes, sockets, weightSets, animations } = info;
  const pieces = info.pieces.map(({ name, materialIndex }) => ({ name, slot: materialIndex }));
  limited({ pieces, nodes, sockets, weightSets, animations, childModels: info.childModels.slice(1) }, notes);
  return [...notes.notes];
}

export function limitsOf(draft: Draft, version: NewVersion): ImportNote[] {
  const notes = new ImportNotes();
  // Names of v6 are shortened, nodes left out, and meshes refused where they are written (v6.ts).
  if (version !== 6) limits9(draft, notes);
  noteAnimations(draft, version, notes);
  return notes.notes;
}

function limits9(draft: Draft, notes: ImportNotes): void {
  limited(draft, notes);
  const { animations, commandString } = draft;
  const strings = animations.flatMap((animation) => animation.strings.map((name) => ({ name })));
  longNames(notes, 'frame string', NAMES.other, [...strings, { name: commandString }]);
  const crowded = draft.pieces.reduce(
    (sum, { levels }) => sum + (levels[0] ? countCrowded(levels[0].start) : 0),
    0,
  );
  if (crowded > 0)
    notes.tell(
      'WEIGHTS_MANY',
      `Kept all weights of ${counted(crowded, 'vertex')} with more than ${USUAL_WEIGHTS} weights, which never occur in level 0 of the games’ models.`,
      'If a game shows them wrong, limit the weights to four in the program that the model comes from.',
    );
}

function limited(
  { pieces, nodes, sockets, weightSets, animations, childModels }: Limited,
  notes: ImportNotes,
): void {
  const long = (what: string, most: number, list: readonly { readonly name: string }[]) =>
    longNames(notes, what, most, list);
  long('piece', NAMES.piece, pieces);
  long('socket', NAMES.socket, sockets);
  long('weight set', NAMES.set, weightSets);
  for (const [what, list] of [
    ['node', nodes],
    ['animation', animations],
    ['child model', childModels],
  ] as const)
    long(what, NAMES.other, list);
  if (nodes.length > MOST_NODES)
    notes.fail(
      'NODES_MANY',
      `${counted(nodes.length, 'node')}: a model can have at most ${formatCount(MOST_NODES)}.`,
      'Join bones.',
    );
  if (childModels.length + 1 > MOST_CHILD_MODELS)
    notes.fail(
      'CHILD_MODELS_MANY',
      `${counted(childModels.length, 'child model')}: ModelEdit refuses a model with more than ${MOST_CHILD_MODELS - 1}.`,
      'Remove child models that are not needed.',
    );
  const slots = new Set(pieces.map(({ slot }) => slot));
  const highest = Math.max(0, ...slots);
  if (highest >= SLOTS)
    notes.warn(
      'SLOTS_MANY',
      `Uses skin slots 0 to ${highest}; No One Lives Forever has only 0 (body) and 1 (head).`,
      'Use two materials, and combine the textures of the others in one image.',
    );
}

function noteAnimations(draft: Draft, version: NewVersion, notes: ImportNotes): void {
  if (needsStill(draft, version))
    notes.tell(
      'ANIMATION_MADE',
      `Added an animation without movement, because there was none. ${version === 6 ? 'Shogo and ModelEdit crash without one.' : 'It is unknown whether games load a model without one.'}`,
    );
  else if (draft.animations.length === 0)
    notes.tell('NO_ANIMATION', 'No animations of its own: games play those of its child models.');
}

function longNames(
  notes: ImportNotes,
  what: string,
  most: number,
  list: readonly { readonly name: string }[],
): void {
  const long = list.map(({ name }) => latinOf(name)).filter((name) => name.length > most);
  if (long.length > 0)
    notes.fail(
      'NAMES_LONG',
      `${counted(long.length, what)} with a name of more than ${most} bytes, for which ModelEdit refuses the file: ${named(long)}.`,
      'Rename it here or in the program that it comes from.',
    );
}

function countCrowded(start: Uint32Array): number {
  let count = 0;
  for (let v = 0; v + 1 < start.length; v++)
    if ((start[v + 1] as number) - (start[v] as number) > USUAL_WEIGHTS) count++;
  return count;
}
