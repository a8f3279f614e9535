/** A GLB or glTF from anywhere, understood: one skeleton, pieces and animations in the space of the file. */
import type { Vec3 } from '@lithoscope/core';
import { counted } from '../explain/describe.ts';
import { baseName, withoutExtension } from '../lib/file-names.ts';
import { Pace, type Watch } from '../lib/pace.ts';
import type { Draft, DraftMesh, DraftNode, DraftSocket } from './draft.ts';
import { animationsOf } from './drafting/animations.ts';
import { boxOf, middleOf, sizeOf } from './drafting/boxes.ts';
import { Carried } from './drafting/carried.ts';
import { type Contents, contentsOf } from './drafting/contents.ts';
import { DistinctNames } from './drafting/distinct-names.ts';
import { recordsIn, textIn } from './drafting/extras.ts';
import { FileSpace } from './drafting/file-space.ts';
import { vectorAt } from './drafting/hierarchy.ts';
import { noteColours, paletteOf } from './drafting/palette.ts';
import { type Pieces, piecesOf } from './drafting/pieces.ts';
import {
  matrixOfStand,
  ORIGIN,
  POSE,
  poseOf,
  relative,
  type Skeleton,
  skeletonOf,
  standOf,
  standOfMatrix,
} from './drafting/skeleton.ts';
import { quatAt } from './drafting/turns.ts';
import { suggestedDistances } from './level-distances.ts';
import { ImportNotes, named } from './notes.ts';
import type { ImportOptions } from './options.ts';
import { NotImported } from './report.ts';
import type { GltfSource } from './source.ts';
import { expectModel } from './source-limits.ts';

/** How the work is shared out, for the progress. */
const PIECES_DONE = 0.4;

/** Of the size of a model: what a rotation-only node may be from its place. */
const ROTATION_ONLY = 1e-4;

/** @throws NotImported when there is nothing to make a model of; the reason of `watch.signal`, when it was cancelled */
export async function draftOf(source: GltfSource, options: ImportOptions, watch?: Watch): Promise<Draft> {
  const pace = new Pace(watch);
  const notes = new ImportNotes();
  notes.notes.push(...source.notes);
  const contents = contentsOf(source);
  if (contents.meshes.length === 0) {
    throw new NotImported(`${source.name} has no mesh in its scene: there is nothing to make a model of.`);
  }
  expectModel(source, contents);
  const skeleton = skeletonOf(contents);
  const space = new FileSpace(options);
  const palette = options.paletteSkin ? paletteOf(contents.meshes, options.version === 6, notes) : null;
  const read = (own: ImportNotes) =>
    piecesOf(
      source.document,
      contents,
      skeleton,
      space,
      options.version === 6,
      palette,
      source.description,
      own,
      (part) => pace.step(PIECES_DONE * part),
    );
  const restOf = () => poseOf(skeleton, space, skeleton.rest);
  let pieces = await read(notes);
  if (pieces.pieces.length === 0) {
    throw new NotImported(`${source.name} has no triangle: there is nothing to make a model of.`);
  }
  if (options.centre) {
    const box = boxOf(pieces.pieces, skeleton.parents, [restOf()]);
    if (box) {
      space.move(middleOf(box).map((value) => 0 - value) as Vec3);
      pieces = await read(new ImportNotes());
    }
  }
  const rest = restOf();
  const size = sizeOf(boxOf(pieces.pieces, skeleton.parents, [rest]));
  const glbNames = skeleton.sources.map((node) => contents.hierarchy.nodes[node]?.getName() ?? '');
  const carried = new Carried(source.description, options, glbNames, skeleton.parents);
  const animations = await animationsOf(
    {
      contents,
      skeleton,
      space,
      pieces: pieces.pieces,
      reach: pieces.reach,
      binds: pieces.binds,
      size,
      options,
      carried,
      notes,
      step: (part) => pace.step(PIECES_DONE + (1 - PIECES_DONE) * part),
    },
    source.document.getRoot().listAnimations(),
  );
  const nodes = nodesOf(source, contents, skeleton, pieces, rest, carried, notes);
  // Flags of version 6 mean something else.
  if (options.version !== 6) clearFlags(nodes, skeleton, animations, ROTATION_ONLY * size, notes);
  noteWhatChanged(contents, skeleton, carried, notes);
  const name = withoutExtension(baseName(source.name));
  // The one skin of v6 has no slot but the first.
  const skin = palette?.skin(name, options.version === 6 ? 0 : pieces.paletteSlot);
  if (palette && skin) palette.note(notes, skin);
  noteColours(contents.meshes, palette, notes);
  const internalRadius = carried.internalRadius ?? radiusOf(pieces, skeleton, space);
  return {
    name,
    nodes,
    pieces: pieces.pieces,
    animations,
    sockets: socketsOf(source, contents, skeleton, space, notes),
    weightSets: carried.weightSets(skeleton.parents),
    childModels: carried.childModels,
    bindings: carried.bindings,
    commandString: carried.commandString,
    internalRadius,
    lodDistances:
      carried.lodDistances(pieces.levels) ??
      defaultDistances(pieces.levels.length - 1, options, internalRadius),
    space: space.matrix(),
    ...(skin && { skin }),
    notes: notes.notes,
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function nodesOf(
  { description }: GltfSource,
  { hierarchy }: Contents,
  { sources, parents }: Skeleton,
  { binds }: Pieces,
  rest: Float32Array,
  carried: Carried,
  notes: ImportNotes,
): Mutable<DraftNode>[] {
  const names = new DistinctNames();
  const known = recordsIn(description?.json ?? {}, 'nodes');
  const nodes = sources.map((source, i) => {
    const node = hierarchy.nodes[source];
    const extras = node?.getExtras() ?? {};
    const glbName = node?.getName() ?? '';
    // A joint that was given another name in between keeps that.
    const index = extras.lt_index as number;
    const own = description?.joints[index] === glbName ? textIn(known[index] ?? {}, 'name') : null;
    return {
      name: own ?? names.unique(glbName || (node ? `node ${source}` : 'root')),
      parent: parents[i] as number,
      flags: carried.flags(extras),
      rest: { translation: vectorAt(rest, POSE * i), rotation: quatAt(rest, POSE * i + 3) },
      bind: matrixOfStand(binds[i] ?? ORIGIN),
    };
  });
  names.note(notes, 'node');
  return nodes;
}

/**
 * A rotation-only node stays where its bind pose has it, a root at the origin, whatever its keys say. One that an animation
 * has elsewhere is none any more.
 */
function clearFlags(
  nodes: Mutable<DraftNode>[],
  { parents }: Skeleton,
  animations: readonly { poses: readonly Float32Array[] }[],
  tolerance: number,
  notes: ImportNotes,
): void {
  const moved: string[] = [];
  nodes.forEach((node, i) => {
    const parent = nodes[parents[i] as number];
    if (!(node.flags & 2)) return;
    const offset = parent
      ? relative(standOfMatrix(parent.bind), standOfMatrix(node.bind)).place
      : ORIGIN.place;
    const isMoved = animations.some(({ poses }) =>
      poses.some((pose) =>
        offset.some((value, axis) => Math.abs(value - (pose[POSE * i + axis] as number)) > tolerance),
      ),
    );
    if (!isMoved) return;
    node.flags &= ~2;
    moved.push(node.name);
  });
  if (moved.length > 0)
    notes.warn(
      'ROTATION_ONLY_CLEARED',
      `${counted(moved.length, 'node')} moved by animations, and no longer rotation-only: ${named(moved)}.`,
      'Animations of child models move them too now.',
    );
}

function socketsOf(
  { description }: GltfSource,
  { hierarchy, sockets }: Contents,
  skeleton: Skeleton,
  space: FileSpace,
  notes: ImportNotes,
): DraftSocket[] {
  const names = new DistinctNames();
  const known = recordsIn(description?.json ?? {}, 'sockets');
  const placeOf = (node: number) => {
    const { lt_socket } = hierarchy.nodes[node]?.getExtras() ?? {};
    return typeof lt_socket === 'number' ? lt_socket : Number.MAX_VALUE;
  };
  const made = [...sockets]
    .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : placeOf(a) > placeOf(b) ? 1 : 0))
    .map((node) => {
      const glbName = hierarchy.nodes[node]?.getName() ?? '';
      const own =
        description?.sockets[placeOf(node)] === glbName ? textIn(known[placeOf(node)] ?? {}, 'name') : null;
      const holder = skeleton.holders[node] as number;
      const above = skeleton.sources[holder] as number;
      const from = above < 0 ? ORIGIN : standOf(space, skeleton.rest, above);
      const { rotation, place } = relative(from, standOf(space, skeleton.rest, node));
      return {
        name: names.unique(own ?? (glbName.replace(/^s_/i, '') || 'socket')),
        node: holder,
        rotation,
        location: place,
      };
    });
  names.note(notes, 'socket');
  return made;
}

function noteWhatChanged(
  { hierarchy }: Contents,
  { tops }: Skeleton,
  carried: Carried,
  notes: ImportNotes,
): void {
  if (tops > 1)
    notes.tell(
      'ROOT_MADE',
      `Added a root above ${counted(tops, 'top-level node')}: a model has exactly one.`,
    );
  if (hierarchy.lost.length > 0)
    notes.warn(
      'NODE_PLACE',
      `${counted(hierarchy.lost.length, 'node')} without a finite place: ${named(hierarchy.lost.map((node) => node.getName()))}.`,
    );
  if (carried.lostChildModels > 0)
    notes.warn(
      'CHILD_MODELS_LEFT_OUT',
      `${counted(carried.lostChildModels, 'child model')} left out: the skeleton is another one, which their animations do not fit.`,
    );
}

/** The farthest vertex from the origin when nothing plays. */
function radiusOf({ pieces }: Pieces, { sources, rest }: Skeleton, space: FileSpace): number {
  const matrices = sources.map((source) => matrixOfStand(source < 0 ? ORIGIN : standOf(space, rest, source)));
  let square = 0;
  for (const { levels } of pieces) {
    const { start, node, share, local } = levels[0] as DraftMesh;
    for (let v = 0; v + 1 < start.length; v++) {
      let own = 0;
      for (let row = 0; row < 12; row += 4) {
        let sum = 0;
        for (let i = start[v] as number; i < (start[v + 1] as number); i++) {
          const m = matrices[node[i] as number] as Float64Array;
          let at = m[row + 3] as number;
          for (let axis = 0; axis < 3; axis++)
            at += (m[row + axis] as number) * (local[3 * i + axis] as number);
          sum += (share[i] as number) * at;
        }
        own += sum * sum;
      }
      if (own > square) square = own;
    }
  }
  return Math.sqrt(square);
}

/** @param count levels behind the first */
function defaultDistances(count: number, { distances }: ImportOptions, radius: number): readonly number[] {
  return distances.length === count ? distances : suggestedDistances(Math.max(0, count), radius);
}
