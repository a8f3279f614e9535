/** A GLB or glTF from anywhere, understood: one skeleton, pieces and animations in the space of the file. */
import type { Drafting, Quat, SettledModel, Vec3 } from '@lithoscope/core';
import { counted } from '../explain/describe.ts';
import { baseName, withoutExtension } from '../lib/file-names.ts';
import { Pace, type Watch } from '../lib/pace.ts';
import type { Draft, DraftNode, DraftSocket } from './draft.ts';
import { animationsOf } from './drafting/animations.ts';
import { Carried } from './drafting/carried.ts';
import { type Contents, contentsOf } from './drafting/contents.ts';
import { DistinctNames } from './drafting/distinct-names.ts';
import { recordsIn, textIn } from './drafting/extras.ts';
import { noteColours, paletteOf } from './drafting/palette.ts';
import { piecesOf } from './drafting/pieces.ts';
import { sceneOf, tooFar } from './drafting/scene.ts';
import type { FileMaker } from './file-of.ts';
import { expectMade } from './for-core.ts';
import { suggestedDistances } from './level-distances.ts';
import { ImportNotes, named } from './notes.ts';
import type { ImportOptions } from './options.ts';
import { NotImported } from './report.ts';
import type { GltfSource } from './source.ts';
import { expectModel } from './source-limits.ts';

/** How the work is shared out, for the progress. */
const PIECES_DONE = 0.4;

/** What makes the numbers of drafts: an `Editing`. */
export type DraftMaker = Pick<FileMaker, 'drafting'>;

/** @throws NotImported when there is nothing to make a model of; the reason of `watch.signal`, when it was cancelled */
export async function draftOf(
  maker: DraftMaker,
  source: GltfSource,
  options: ImportOptions,
  watch?: Watch,
): Promise<Draft> {
  const contents = contentsOf(source);
  if (contents.meshes.length === 0) {
    throw new NotImported(
      `The scene of ${source.name} does not contain a mesh: there is nothing to make a model from.`,
    );
  }
  expectModel(source, contents);
  const drafting = expectMade(maker.drafting(sceneOf(contents, source.document.animations), options));
  try {
    return await draftWith(drafting, source, contents, options, new Pace(watch));
  } finally {
    drafting.delete();
  }
}

async function draftWith(
  drafting: Drafting,
  source: GltfSource,
  contents: Contents,
  options: ImportOptions,
  pace: Pace,
): Promise<Draft> {
  const notes = new ImportNotes();
  notes.notes.push(...source.notes);
  const palette = options.paletteSkin ? paletteOf(contents.meshes, options.version === 6, notes) : null;
  const read = (own: ImportNotes) =>
    piecesOf(
      source.document,
      contents,
      drafting,
      options.version === 6,
      palette,
      source.description,
      own,
      (part) => pace.step(PIECES_DONE * part),
    );
  let pieces = await read(notes);
  if (pieces.pieces.length === 0) {
    throw new NotImported(
      `${source.name} does not contain any triangles: there is nothing to make a model from.`,
    );
  }
  let settled = expectMade(drafting.settle(pieces.made));
  if (options.centre && expectMade(drafting.centre())) {
    pieces = await read(new ImportNotes());
    settled = expectMade(drafting.settle(pieces.made));
  }
  if (!settled.isFinite) throw tooFar(source.name);
  const { sources, parents, tops, moving, lost } = drafting.skeleton;
  const glbNames = Array.from(sources, (node) => contents.hierarchy.nodes[node]?.name ?? '');
  const carried = new Carried(source.description, options, glbNames, Array.from(parents));
  const animations = await animationsOf(
    {
      name: source.name,
      contents,
      drafting,
      size: settled.size,
      moving,
      options,
      carried,
      notes,
      step: (part) => pace.step(PIECES_DONE + (1 - PIECES_DONE) * part),
    },
    source.document.animations,
  );
  const nodes = nodesOf(source, contents, drafting, settled, carried, notes);
  // Flags of version 6 mean something else.
  if (options.version !== 6) clearFlags(nodes, expectMade(drafting.moved()), notes);
  const nowhere = Array.from(lost, (node) => contents.hierarchy.nodes[node]?.name ?? '');
  noteWhatChanged(nowhere, tops, carried, notes);
  const name = withoutExtension(baseName(source.name));
  // The one skin of v6 has no slot but the first.
  const skin = palette?.skin(name, options.version === 6 ? 0 : pieces.paletteSlot);
  if (palette && skin) palette.note(notes, skin);
  noteColours(contents.meshes, palette, notes);
  const internalRadius = carried.internalRadius ?? settled.radius;
  return {
    name,
    nodes,
    pieces: pieces.pieces,
    animations,
    sockets: socketsOf(source, contents, drafting, settled, notes),
    weightSets: carried.weightSets(Array.from(parents)),
    childModels: carried.childModels,
    bindings: carried.bindings,
    commandString: carried.commandString,
    internalRadius,
    lodDistances:
      carried.lodDistances(pieces.levels) ??
      defaultDistances(pieces.levels.length - 1, options, internalRadius),
    space: settled.space,
    ...(skin && { skin }),
    notes: notes.notes,
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function nodesOf(
  { description }: GltfSource,
  { hierarchy }: Contents,
  { skeleton: { sources, parents } }: Drafting,
  { rest, binds }: SettledModel,
  carried: Carried,
  notes: ImportNotes,
): Mutable<DraftNode>[] {
  const names = new DistinctNames();
  const known = recordsIn(description?.json ?? {}, 'nodes');
  const nodes = Array.from(sources, (source, i) => {
    const node = hierarchy.nodes[source];
    const extras = node?.extras ?? {};
    const glbName = node?.name ?? '';
    // A joint that was given another name in between keeps that.
    const index = extras.lt_index as number;
    const own = description?.joints[index] === glbName ? textIn(known[index] ?? {}, 'name') : null;
    return {
      name: own ?? names.unique(glbName || (node ? `node ${source}` : 'root')),
      parent: parents[i] as number,
      flags: carried.flags(extras),
      rest: standAt(rest, i),
      bind: binds.slice(12 * i, 12 * i + 12),
    };
  });
  names.note(notes, 'node');
  return nodes;
}

/** A translation and rotation of several. */
function standAt(stands: ArrayLike<number>, index: number): { translation: Vec3; rotation: Quat } {
  const number = (i: number) => stands[7 * index + i] as number;
  return {
    translation: [number(0), number(1), number(2)],
    rotation: [number(3), number(4), number(5), number(6)],
  };
}

/**
 * A rotation-only node stays where its bind pose has it, a root at the origin, whatever its keys say. One that an animation
 * has elsewhere is none any more.
 */
function clearFlags(nodes: Mutable<DraftNode>[], isMoved: Uint8Array, notes: ImportNotes): void {
  const moved: string[] = [];
  nodes.forEach((node, i) => {
    if (!(node.flags & 2) || !isMoved[i]) return;
    node.flags &= ~2;
    moved.push(node.name);
  });
  if (moved.length > 0)
    notes.warn(
      'ROTATION_ONLY_CLEARED',
      `${counted(moved.length, 'node')} moved by animations, and no longer rotation-only: ${named(moved)}.`,
      'Animations of child models now move them too.',
    );
}

function socketsOf(
  { description }: GltfSource,
  { hierarchy, sockets }: Contents,
  { skeleton }: Drafting,
  settled: SettledModel,
  notes: ImportNotes,
): DraftSocket[] {
  const names = new DistinctNames();
  const known = recordsIn(description?.json ?? {}, 'sockets');
  const placeOf = (node: number) => {
    const { lt_socket } = hierarchy.nodes[node]?.extras ?? {};
    return typeof lt_socket === 'number' ? lt_socket : Number.MAX_VALUE;
  };
  const made = sockets
    .map((node, i) => ({ node, stand: standAt(settled.sockets, i), place: placeOf(node) }))
    .sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0))
    .map(({ node, stand, place }) => {
      const glbName = hierarchy.nodes[node]?.name ?? '';
      const own = description?.sockets[place] === glbName ? textIn(known[place] ?? {}, 'name') : null;
      return {
        name: names.unique(own ?? (glbName.replace(/^s_/i, '') || 'socket')),
        node: skeleton.holders[node] as number,
        rotation: stand.rotation,
        location: stand.translation,
      };
    });
  names.note(notes, 'socket');
  return made;
}

function noteWhatChanged(
  nowhere: readonly string[],
  tops: number,
  carried: Carried,
  notes: ImportNotes,
): void {
  if (tops > 1)
    notes.tell(
      'ROOT_MADE',
      `Added a root above ${counted(tops, 'top-level node')}: a model has exactly one.`,
    );
  if (nowhere.length > 0)
    notes.warn(
      'NODE_PLACE',
      `${counted(nowhere.length, 'node')} without a finite position: ${named(nowhere)}.`,
    );
  if (carried.lostChildModels > 0)
    notes.warn(
      'CHILD_MODELS_LEFT_OUT',
      `Skipped ${counted(carried.lostChildModels, 'child model')}: the skeleton differs, so their animations do not fit.`,
    );
}

/** @param count levels behind the first */
function defaultDistances(count: number, { distances }: ImportOptions, radius: number): readonly number[] {
  return distances.length === count ? distances : suggestedDistances(Math.max(0, count), radius);
}
