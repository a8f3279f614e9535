/** A draft as a model of v6 (LithTech 1.0 to 1.5): one mesh, one node a triangle, places in the space of that node. */
import type { NewAnimation, NewLevel, NewModel, NewNode } from '@lithoscope/core';
import { counted, formatCount } from '../explain/describe.ts';
import { Pace, type Watch } from '../lib/pace.ts';
import { collapseEdges } from './collapses.ts';
import {
  addKeys,
  type Clip,
  type Plan,
  packed,
  planDeformation,
  type RestPose,
  type Skinned,
} from './deformation.ts';
import type { Draft, DraftMesh } from './draft.ts';
import { type Box, boundsOf, diagonalOf } from './drafting/boxes.ts';
import { LatinNames } from './latin.ts';
import { Merged, type MorphWeights } from './merged.ts';
import { ImportNotes } from './notes.ts';
import { asItIs, type OnOneNode, onOneNode } from './one-node.ts';
import { globalsOf, type LocalPose } from './poses.ts';
import { NotImported } from './report.ts';
import { REST_NAME, withStill } from './still.ts';
import { clampedUvs } from './uvs.ts';
import type { NewWithNotes } from './v9.ts';

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
/** Vertices are named in two bytes. */
const MOST_VERTICES = 65_535;

/** Of the size of the model: a vertex that is off by less is not deformed for it. */
const RIGID_TOLERANCE = 2e-5;
/** Of the size: farther off between two keys, a key is added. */
const KEY_TOLERANCE = 5e-4;
/** Of the size: what is off by more is a warning. */
const SEEN = 1e-3;

/** Flags of nodes (abc.md §2). */
const NULL_NODE = 1;
const HAS_TRIANGLES = 2;
const DEFORMS = 4;

const n = (values: ArrayLike<number>, at: number) => values[at] as number;

/**
 * @throws NotImported when the mesh has more vertices than v6 can name
 * @throws the reason of `watch.signal`, when it was cancelled
 */
export async function asV6(
  draft: Draft,
  { share = 1, deformedBytes = 16 << 20 }: V6Options = {},
  watch: Watch = {},
): Promise<NewWithNotes> {
  const pace = new Pace(watch);
  await pace.step(0);
  const notes = new ImportNotes();
  const texts = new LatinNames(LONGEST_STRING);
  const parents = Int32Array.from(draft.nodes, ({ parent }) => parent);
  checkCount(draft);
  const standIn = standIns(draft, parents, notes);
  const size = diagonalOf(boundsOfAll(draft));
  noteWhatIsMerged(draft, notes);
  noteWhatIsLeftOut(draft, notes);
  const clips = clipsOf(withStill(draft, 6), texts);
  const rest = restOf(clips);
  const planned = async ({ draft, nodeOf, copies }: OnOneNode) => {
    const skinned: Skinned = { mesh: await Merged.of(draft, pace), parents, nodeOf };
    const tolerance = RIGID_TOLERANCE * size;
    const plan = await planDeformation(skinned, clips, rest, tolerance, deformedBytes, pace);
    return { skinned, plan, copies };
  };
  const apart = await onOneNode(draft, standIn, pace);
  let chosen = apart.nodeOf.length > MOST_VERTICES ? null : await planned(apart);
  // A copy that another node moves must deform, or a gap opens.
  if (!chosen || (chosen.copies > 0 && chosen.plan.left > 0)) chosen = await planned(asItIs(draft, standIn));
  const { skinned, plan } = chosen;
  noteCopies(apart.copies, chosen.copies, notes);
  const animations = await animationsOf(skinned, plan, clips, size, pace, notes);
  notePlan(plan, size, notes);

  const level = levelOf(skinned, plan, rest, notes);
  const collapsed = share < 1 ? await withCollapses(level, skinned, plan, rest, share, pace, notes) : level;
  const model: NewModel = {
    version: 6,
    commandString: texts.text(draft.commandString),
    internalRadius: draft.internalRadius,
    lodDistances: [],
    pieces: [
      {
        // The one mesh has no name in the file.
        name: '',
        materialIndex: 0,
        specularPower: 0,
        specularScale: 0,
        lodWeight: 0,
        levels: [collapsed],
      },
    ],
    nodes: nodes(draft, skinned, plan, texts),
    weightSets: [],
    childModels: [],
    animations,
    sockets: [],
    bindings: [],
    // As the models of KISS Psycho Circus have it: left-handed, rotations as they are.
    transformInfo: { flipMat: 0, fixAnimKeyframes: 0 },
  };
  texts.note(notes);
  pace.end();
  return { model, notes: notes.notes };
}

/** Two digits, of small numbers too: `0.0031`. */
const inUnits = (value: number) => String(Number(value.toPrecision(2)));

function checkCount({ pieces }: Draft): void {
  const count = pieces.reduce((sum, { levels }) => sum + (levels[0]?.positions.length ?? 0) / 3, 0);
  if (count <= MOST_VERTICES) return;
  throw new NotImported(
    `The model has ${formatCount(count)} vertices, and v6 has at most ${formatCount(MOST_VERTICES)}: make it smaller, or choose another version.`,
  );
}

/** @param made of those that were needed: all or none */
function noteCopies(needed: number, made: number, notes: ImportNotes): void {
  if (made > 0) {
    notes.tell(
      'VERTICES_DOUBLED',
      `${counted(made, 'vertex')} added where triangles of several nodes meet: in v6 all vertices of a triangle are on one node.`,
    );
  } else if (needed > 0) {
    notes.warn(
      'NODES_MIXED',
      `Triangles stay on several nodes, as in no known model of the games: there is no room for the ${counted(needed, 'vertex')} that would have to be added and deformed.`,
      'Take fewer animations or a smaller mesh, or choose another version.',
    );
  }
}

/** By node: the one that vertices name for it, which is one above it where they cannot. */
function standIns({ pieces, nodes }: Draft, parents: Int32Array, notes: ImportNotes): Uint8Array {
  const out = new Uint8Array(nodes.length);
  // A parent stands before its children.
  for (let i = 0; i < out.length; i++) out[i] = i < MOST_NODES ? i : n(out, n(parents, i));
  if (nodes.length > MOST_NODES) {
    let moved = 0;
    for (const { levels } of pieces) {
      const { start, node } = levels[0] as DraftMesh;
      for (let v = 0; v + 1 < start.length; v++) moved += n(node, n(start, v)) >= MOST_NODES ? 1 : 0;
    }
    notes.warn(
      'NODES_LEFT_OUT',
      `${counted(nodes.length - MOST_NODES, 'node')} after the first ${MOST_NODES} were left out: a vertex of v6 cannot name more. What they moved, ${counted(moved, 'vertex')}, follows a node above them and is deformed.`,
      'Use fewer bones.',
    );
  }
  return out;
}

function noteWhatIsMerged({ pieces }: Draft, notes: ImportNotes): void {
  const slots = new Set(pieces.map(({ slot }) => slot)).size;
  if (pieces.length > 1) {
    notes[slots > 1 ? 'warn' : 'tell'](
      'PIECES_MERGED',
      `${counted(pieces.length, 'piece')}${slots > 1 ? ` with ${slots} skins` : ''} became one: v6 has one mesh with one skin.`,
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
    notes.warn('NOT_IN_V6', `Left out, because v6 has none: ${left.join(', ')}.`);
  }
  const levels = Math.max(0, ...draft.pieces.map(({ levels }) => levels.length - 1));
  if (levels > 0) {
    notes.tell(
      'LEVELS_LEFT_OUT',
      `${counted(levels, 'level')} of detail of the source ${levels === 1 ? 'was' : 'were'} left out: v6 makes its levels out of the first by collapsing edges.`,
      'Have levels made.',
    );
  }
}

/** Around the bind pose. */
function boundsOfAll({ pieces }: Draft): Box | null {
  const boxes = pieces.flatMap(({ levels }) => boundsOf((levels[0] as DraftMesh).positions) ?? []);
  return boundsOf(boxes.flatMap(({ min, max }) => [...min, ...max]));
}

function clipsOf(draft: Draft, texts: LatinNames): Clip[] {
  const restWeights = draft.pieces.map(({ levels }) => (levels[0] as DraftMesh).morphWeights);
  const names = texts.distinct(draft.animations.map(({ name }) => name));
  return draft.animations.map((animation, i) => ({
    name: names[i] as string,
    times: [...animation.times],
    // v6 has no bindings: what they would add to the root is in its keys.
    poses: animation.poses.map((pose) => {
      const moved = Float64Array.from(pose);
      for (let axis = 0; axis < 3; axis++) moved[axis] = n(moved, axis) + n(animation.origin, axis);
      return moved;
    }),
    weights: animation.poses.map((_, k) => animation.morphWeights?.[k] ?? restWeights),
    strings: animation.strings.map((text) => texts.text(text)),
    extents: animation.extents,
  }));
}

/** What readers show when nothing plays. */
function restOf(clips: readonly Clip[]): RestPose {
  const clip = clips.find(({ name }) => name.toLowerCase() === REST_NAME) ?? (clips[0] as Clip);
  return { pose: clip.poses[0] as LocalPose, weights: clip.weights[0] as MorphWeights };
}

async function animationsOf(
  skinned: Skinned,
  plan: Plan,
  clips: readonly Clip[],
  size: number,
  pace: Pace,
  notes: ImportNotes,
): Promise<NewAnimation[]> {
  const room = { keys: plan.keys };
  const before = clips.reduce((sum, { times }) => sum + times.length, 0);
  let between = 0;
  let bits = 0;
  const out: NewAnimation[] = [];
  for (const [i, clip] of clips.entries()) {
    const done = 0.4 + (0.5 * i) / clips.length;
    between = Math.max(between, await addKeys(skinned, plan, clip, KEY_TOLERANCE * size, room, pace, done));
    const { deformation, deviation } = await packed(skinned, plan, clip, pace, done);
    bits = Math.max(bits, deviation);
    out.push({
      name: clip.name,
      extents: clip.extents,
      origin: [0, 0, 0],
      interpolationTime: 0,
      times: Uint32Array.from(clip.times),
      strings: clip.strings,
      keys: keysOf(clip, Math.min(skinned.parents.length, MOST_NODES)),
      deformation: deformation.slice(0, MOST_NODES),
    });
  }
  const added = clips.reduce((sum, { times }) => sum + times.length, -before);
  if (added > 0) {
    notes.tell(
      'KEYS_ADDED',
      `${counted(added, 'key')} added: between two keys v6 moves deformation vertices on straight lines.`,
    );
  }
  if (plan.count > 0) {
    const isSeen = bits + between > SEEN * size;
    notes[isSeen ? 'warn' : 'tell'](
      'DEFORMED',
      `${counted(plan.count, 'vertex')} that the node of their triangles does not move alone became deformation vertices, with 8 bits an axis: off by at most ${inUnits(bits)} units at keys and ${inUnits(bits + between)} between them. Their normals follow one node.`,
      isSeen ? 'Weigh more vertices to one bone alone, or choose another version.' : '',
    );
  }
  return out;
}

/** Node after node, as the file has them. */
function keysOf({ poses }: Clip, nodeCount: number): Float32Array {
  const out = new Float32Array(7 * poses.length * nodeCount);
  let at = 0;
  for (let node = 0; node < nodeCount; node++) {
    for (const pose of poses) for (let i = 7 * node; i < 7 * node + 7; i++) out[at++] = n(pose, i);
  }
  return out;
}

function notePlan(plan: Plan, size: number, notes: ImportNotes): void {
  if (plan.left === 0) return;
  notes[plan.leftDeviation > SEEN * size ? 'warn' : 'tell'](
    'MADE_RIGID',
    `${counted(plan.left, 'vertex')} moved by several nodes or by morph targets follow the node of their triangles alone: off by at most ${inUnits(plan.leftDeviation)} units.`,
    'Take fewer animations or a smaller mesh, or choose another version.',
  );
}

function levelOf(
  { mesh, parents, nodeOf }: Skinned,
  plan: Plan,
  rest: RestPose,
  notes: ImportNotes,
): NewLevel {
  const { uvs, moved, outside } = clampedUvs(mesh.uvs);
  if (moved > 0) {
    notes.tell(
      'UVS_MOVED',
      `Texture coordinates of ${counted(moved, 'triangle')} were moved by whole textures into 0 to 1, where they show the same.`,
    );
  }
  if (outside > 0) {
    notes.warn(
      'UVS_CLAMPED',
      `${counted(outside, 'triangle')} reach beyond the edge of the texture: LithTech 1 does not repeat textures and clamps them.`,
      'Keep the texture coordinates within 0 to 1.',
    );
  }
  // Of the copies of a vertex the same way in the rest pose, so that no edge shows between them.
  const globals = globalsOf(parents, rest.pose);
  const normals = new Float32Array(3 * mesh.count);
  for (let v = 0; v < mesh.count; v++) normals.set(mesh.normal(v, globals, n(nodeOf, v)), 3 * v);
  return {
    corners: mesh.corners,
    uvs,
    locations: plan.rest,
    normals,
    weightStart: new Uint32Array(0),
    weightNode: Uint32Array.from(nodeOf),
    weightLocation: new Float32Array(0),
    bias: new Float32Array(0),
    next: new Uint32Array(0),
    collapses: new Uint32Array(0),
  };
}

async function withCollapses(
  level: NewLevel,
  { mesh, parents }: Skinned,
  plan: Plan,
  rest: RestPose,
  share: number,
  pace: Pace,
  notes: ImportNotes,
): Promise<NewLevel> {
  const everything = Uint32Array.from({ length: mesh.count }, (_, v) => v);
  const positions = mesh.place(
    everything,
    globalsOf(parents, rest.pose),
    rest.weights,
    null,
    new Float64Array(3 * mesh.count),
  );
  const fixed = new Uint8Array(mesh.count);
  for (const list of plan.byNode) for (const v of list) fixed[v] = 1;
  const all = level.corners.length / 3;
  const wanted = Math.max(Math.ceil(share * all), 1);
  const { pairs, triangles } = await collapseEdges(
    { corners: level.corners, positions, node: level.weightNode, fixed },
    wanted,
    MOST_VERTICES - mesh.count,
    (done) => pace.step(0.9 + 0.1 * done),
  );
  // Two go at a time.
  if (triangles > wanted + 1) {
    notes.tell(
      'COLLAPSES_END',
      `The coarsest level has ${formatCount(triangles)} triangles rather than ${formatCount(wanted)}: no more edges can collapse, because deformation vertices, seams and borders between nodes stay.`,
    );
  }
  return { ...level, ...withMiddles(level, pairs), collapses: pairs };
}

/** The vertices of a level with those behind them that stand in for two others each. */
function withMiddles(
  { locations, normals, weightNode }: NewLevel,
  pairs: Uint32Array,
): Pick<NewLevel, 'locations' | 'normals' | 'weightNode'> {
  const count = weightNode.length;
  const all = count + pairs.length / 2;
  const places = new Float32Array(3 * all);
  places.set(locations);
  const directions = new Float32Array(3 * all);
  directions.set(normals);
  const nodes = new Uint32Array(all);
  nodes.set(weightNode);
  for (let j = 0; 2 * j < pairs.length; j++) {
    const made = count + j;
    const a = n(pairs, 2 * j);
    const b = n(pairs, 2 * j + 1);
    nodes[made] = n(nodes, a);
    let length = 0;
    for (let i = 0; i < 3; i++) {
      places[3 * made + i] = (n(places, 3 * a + i) + n(places, 3 * b + i)) / 2;
      length += (n(directions, 3 * a + i) + n(directions, 3 * b + i)) ** 2;
    }
    length = Math.sqrt(length);
    for (let i = 0; i < 3; i++) {
      const sum = n(directions, 3 * a + i) + n(directions, 3 * b + i);
      // Opposite normals have no middle.
      directions[3 * made + i] = length > 1e-6 ? sum / length : n(directions, 3 * a + i);
    }
  }
  return { locations: places, normals: directions, weightNode: nodes };
}

function nodes(draft: Draft, { mesh, nodeOf }: Skinned, plan: Plan, texts: LatinNames): NewNode[] {
  const all = draft.nodes.slice(0, MOST_NODES);
  const names = texts.distinct(all.map(({ name }) => name));
  const drawn = new Set(mesh.corners.map((v) => n(nodeOf, v)));
  return all.map(({ parent, flags }, i) => {
    const deformed = plan.byNode[i] as Uint32Array;
    return {
      name: names[i] as string,
      parent,
      flags: flagsOf(flags, drawn.has(i), deformed.length > 0),
      bind: new Float32Array(0),
      deformed,
    };
  });
}

/** @param known of an export of a v6 file from here, which may have more: environment maps, scrolling; else 0 */
function flagsOf(known: number, hasTriangles: boolean, deforms: boolean): number {
  if (!hasTriangles) {
    // Deformed vertices were of triangles; without them some nodes of the games have 2, too.
    const left = known & DEFORMS ? known & ~(DEFORMS | HAS_TRIANGLES) : known;
    return left & HAS_TRIANGLES ? left : left | NULL_NODE;
  }
  return (known & ~(NULL_NODE | DEFORMS)) | HAS_TRIANGLES | (deforms ? DEFORMS : 0);
}
