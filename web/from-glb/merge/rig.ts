/**
 * The joints of a GLB as the nodes of the file that it goes back into.
 *
 * Blender turns the axes of bones (its bones point along Y) and loses the order of joints. Which joint is which node is
 * in its extras. How its axes lie is told by the bind pose: a joint that stands where the node stands is the same node
 * with other axes, and everything that is said in its space is turned back.
 */

import type { AbcFile, MergeRig, Quat, Vec3 } from '@lithoscope/core';
import {
  type Affine,
  affineOf,
  convertQuaternion,
  convertVector,
  flattened,
  inverted,
  multiplied,
  type Space,
  spaceOf,
} from '../../to-glb/space.ts';
import { turned } from '../drafting/turns.ts';
import { elementAt, type Node, type Skin, withAllBelow } from '../gltf.ts';
import { matrixOf, worldMatrixOf } from '../matrices.ts';
import type { ExportDescription, GltfSource } from '../source.ts';
import { rotated, rotationOf, snapped } from './rotations.ts';

export interface Rig {
  /** The node at the top of the model. */
  readonly root: Node;
  readonly space: Space;
  /** Units of the file for one of the space of the joints. */
  readonly unit: number;
  /**
   * Takes what is on a skin back to where the model stood before it was moved as a whole: Blender has the place and the turn of
   * an armature in vertices and bind poses, and not in animations. In the axes of the file and the lengths of the GLB; null: nothing.
   */
  readonly undo: Affine | null;
  /** Triangles have their corners in another order than in the file. */
  readonly swaps: boolean;
  /** By node of the file. */
  readonly joints: readonly Node[];
  /** The node of a joint; −1 for one that the export added. Others are no joints. */
  readonly nodeOf: ReadonlyMap<Node, number>;
  /** By node: from the axes of the joint to those of the node. */
  readonly turns: readonly Quat[];
  /** By node: the pose that the vertices are bound in, as the file has it (v6: the rest). */
  readonly binds: readonly Affine[];
  readonly inverseBinds: readonly Affine[];
  /** Nodes whose joints stand elsewhere in that pose. */
  readonly moved: readonly number[];
  /** `binds` as the joints have them. */
  readonly bindsNow: readonly Affine[];
  readonly inverseNow: readonly Affine[];
  /** By node: relative to the parent when nothing plays: translation, rotation. */
  readonly rest: Float32Array;
}

/** What 32 bits and the matrices of a program may take from a place so far out, units. */
export function nearPlace(reach: number): number {
  return Math.max(1e-4, 4e-6 * reach);
}

/** Bones that Blender adds for vertices that no bone moves. */
const OF_BLENDER = 'neutral_bone';

/** Null when the joints are not the nodes of the file. */
export function rigOf({ document }: GltfSource, description: ExportDescription, base: AbcFile): Rig | null {
  const { nodes } = base.info;
  const root = document.nodes.find((node) => typeof node.extras.lithoscope === 'string');
  if (!root) return null;
  const nodeOf = new Map<Node, number>();
  const joints: Node[] = [];
  for (const node of withAllBelow(root)) {
    const index = node.extras.lt_index;
    if (typeof index !== 'number' || nodeOf.has(node)) continue;
    nodeOf.set(node, index < 0 ? -1 : index);
    if (index < 0) continue;
    // A bone that was duplicated has the properties of the first.
    if (joints[index] || index >= nodes.length) nodeOf.set(node, Number.NaN);
    else joints[index] = node;
  }
  if ([...nodeOf.values()].some(Number.isNaN)) return null;
  for (let i = 0; i < nodes.length; i++) if (!joints[i]) return null;
  for (const skin of document.skins) {
    for (const joint of skin.joints) {
      if (!nodeOf.has(joint) && joint.name !== OF_BLENDER) return null;
      if (!nodeOf.has(joint)) nodeOf.set(joint, -1);
    }
  }
  const isTree = nodes.every(({ parent }, i) => above(joints[i] as Node, nodeOf) === parent);
  if (!isTree) return null;

  const space = spaceOf(description.axes[2] === 1);
  const frontSign = (description.json.space as { frontSign?: number } | undefined)?.frontSign;
  const rest = restOf(base, description);
  const { binds, inverseBinds } = bindsOf(base, rest);
  const { seen, unit, undo } = standing(binds, description.scale, root, space, (undone) =>
    seenBinds(root, joints, space, document.skins, undone),
  );
  const turns: Quat[] = [];
  const moved: number[] = [];
  const bindsNow = binds.map((bind, node) => {
    const there = seen[node] as Affine;
    turns.push(snapped(rotationOf(multiplied(inverseBinds[node] as Affine, there))));
    const now = bind.slice();
    for (const i of [3, 7, 11]) now[i] = unit * (there[i] as number);
    const reach = Math.hypot(bind[3] as number, bind[7] as number, bind[11] as number);
    const isMoved = [3, 7, 11].some(
      (i) => Math.abs((now[i] as number) - (bind[i] as number)) > nearPlace(reach),
    );
    if (isMoved) moved.push(node);
    return isMoved ? now : bind;
  });
  const inverseNow = bindsNow.map((bind, node) =>
    bind === binds[node]
      ? (inverseBinds[node] as Affine)
      : (inverted(bind) ?? (inverseBinds[node] as Affine)),
  );
  return {
    root,
    space,
    unit,
    undo,
    swaps: ((frontSign ?? base.info.space.frontSign) === 1) === space.mirrors,
    joints,
    nodeOf,
    turns,
    binds,
    inverseBinds,
    moved,
    bindsNow,
    inverseNow,
    rest,
  };
}

/** As the core takes it. */
export function flatRig({
  unit,
  space,
  swaps,
  moved,
  binds,
  inverseBinds,
  bindsNow,
  inverseNow,
  turns,
  rest,
  undo,
}: Rig): MergeRig {
  return {
    unit,
    x: space.x,
    z: space.z,
    swaps,
    moved: Uint32Array.from(moved),
    binds: flattened(binds),
    inverseBinds: flattened(inverseBinds),
    bindsNow: flattened(bindsNow),
    inverseNow: flattened(inverseNow),
    turns: Float64Array.from(turns.flat()),
    rest,
    undo,
  };
}

/** The node of a joint; −1 for none. Extras may say any number. */
export function indexOf({ nodeOf, binds }: Rig, joint: Node): number {
  const index = nodeOf.get(joint) ?? -1;
  return Number.isInteger(index) && index < binds.length ? index : -1;
}

/** The nearest node above a joint; −1 for none. */
function above(joint: Node, nodeOf: ReadonlyMap<Node, number>): number {
  for (let node = joint.parent; node; node = node.parent) {
    const index = nodeOf.get(node) ?? -1;
    if (index >= 0) return index;
  }
  return -1;
}

/** As the export has it: rotations of length 1, all finite. */
function restOf(base: AbcFile, description: ExportDescription): Float32Array {
  const request = {
    animation: -1,
    timeMs: 0,
    loop: false,
    lod: 0,
    interpretation: interpretationOf(description),
  };
  const rest = base.freeze(request)?.locals ?? new Float32Array(7 * base.info.nodes.length);
  for (let at = 0; at < rest.length; at += 7) {
    const length = Math.hypot(...rest.subarray(at + 3, at + 7));
    if (!rest.subarray(at, at + 7).every(Number.isFinite)) rest.set([0, 0, 0, 0, 0, 0, 1], at);
    else if (length === 0) rest.set([0, 0, 0, 1], at + 3);
    else for (let i = at + 3; i < at + 7; i++) rest[i] = (rest[i] as number) / length;
  }
  return rest;
}

/** How the export understood a v6 file. */
function interpretationOf({ restAnimation, conjugateKeys }: ExportDescription) {
  return {
    ...(restAnimation !== null && restAnimation >= 0 && { restAnimation }),
    ...(conjugateKeys !== null && { conjugateKeys }),
  };
}

function bindsOf(base: AbcFile, rest: Float32Array) {
  const { nodes, version } = base.info;
  const pose = version === 6 ? null : base.pose({ animation: -1, timeMs: 0, loop: false, lod: 0 });
  const rests: Affine[] = [];
  const binds: Affine[] = [];
  const inverseBinds: Affine[] = [];
  nodes.forEach(({ parent }, node) => {
    const local = affineOf(rest, 7 * node);
    const over = rests[parent];
    rests.push(over ? multiplied(over, local) : local);
    const stored = pose && Float64Array.from(pose.subarray(16 * node, 16 * node + 12));
    const inverse = stored && inverted(stored);
    binds.push(inverse ? stored : (rests[node] as Affine));
    inverseBinds.push(inverse ?? inverted(rests[node] as Affine) ?? IDENTITY);
  });
  return { binds, inverseBinds };
}

const IDENTITY: Affine = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

/** With the place and turn of the root in the bind pose, or without: as the joints are nearer to the nodes of the file. */
function standing(
  binds: readonly Affine[],
  scale: number,
  root: Node,
  space: Space,
  seenWith: (undo: Affine | null) => Affine[],
): { seen: Affine[]; unit: number; undo: Affine | null } {
  const ways = [null, undoOf(root, space)].map((undo) => {
    const seen = seenWith(undo);
    const unit = unitOf(binds, seen, scale);
    const off = binds.reduce((sum, bind, node) => {
      const there = seen[node] as Affine;
      return sum + Math.hypot(...[3, 7, 11].map((i) => unit * (there[i] as number) - (bind[i] as number)));
    }, 0);
    return { seen, unit, undo, off };
  });
  const [plain, undone] = ways as [(typeof ways)[0], (typeof ways)[0]];
  return undone.undo && undone.off < plain.off ? undone : plain;
}

/** Null where the root has no place and no turn. A scale is of the lengths. */
function undoOf(root: Node, space: Space): Affine | null {
  const world = fileAffine(space, worldMatrixOf(root));
  const turn = rotationOf(world);
  const isPlain = [3, 7, 11].every((i) => world[i] === 0) && Math.abs(turn[3]) > 1 - 1e-12;
  if (isPlain) return null;
  const place = [world[3] as number, world[7] as number, world[11] as number] as const;
  return inverted(affineOf(Float32Array.of(...place, ...turn), 0));
}

/** By node: where its joint stands in the bind pose, in the axes of the file and the lengths of the GLB. */
function seenBinds(
  root: Node,
  joints: readonly Node[],
  space: Space,
  skins: readonly Skin[],
  undo: Affine | null,
): Affine[] {
  const bySkin = new Map<Node, Affine>();
  for (const skin of skins) {
    const matrices = skin.inverseBinds;
    skin.joints.forEach((joint, i) => {
      if (!matrices || i >= matrices.count || bySkin.has(joint)) return;
      const bind = inverted(fileAffine(space, elementAt(matrices, i)));
      if (bind) bySkin.set(joint, undo ? multiplied(undo, bind) : bind);
    });
  }
  return joints.map((joint) => bySkin.get(joint) ?? relativeTo(root, joint, space));
}

/** A column-major matrix of glTF as an affine one of the file. */
export function fileAffine({ x, z }: Space, matrix: ArrayLike<number>): Affine {
  const d = [x, 1, z, 1];
  const out = new Float64Array(12);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) {
      out[4 * row + column] = (d[row] as number) * (d[column] as number) * (matrix[4 * column + row] ?? 0);
    }
  }
  return out;
}

/** Where a node stands below another, as its own transforms say. */
export function relativeTo(root: Node, node: Node, space: Space): Affine {
  let out = fileAffine(space, matrixOf(node));
  for (let over = node.parent; over && over !== root; over = over.parent) {
    out = multiplied(fileAffine(space, matrixOf(over)), out);
  }
  return out;
}

/** Somebody may have made metres of all numbers, which the export left to the scale at the top. */
function unitOf(binds: readonly Affine[], seen: readonly Affine[], scale: number): number {
  if (scale === 1 || !(scale > 0)) return 1;
  const reach = (all: readonly Affine[]) =>
    all.reduce((sum, m) => sum + Math.hypot(m[3] ?? 0, m[7] ?? 0, m[11] ?? 0), 0);
  const ratio = reach(seen) / reach(binds);
  if (!(ratio > 0 && Number.isFinite(ratio))) return 1;
  return Math.abs(Math.log(ratio)) <= Math.abs(Math.log(ratio / scale)) ? 1 : 1 / scale;
}

/** A place in the model, in the axes and units of the file. */
export function placeOf({ space, unit }: Rig, values: ArrayLike<number>): Vec3 {
  return [unit * space.x * (values[0] ?? 0), unit * (values[1] ?? 0), unit * space.z * (values[2] ?? 0)];
}

/** What stands on a joint, relative to it, as the file has it relative to the node. @param node −1: the root */
export function localOf(
  { space, unit, turns }: Rig,
  node: number,
  translation: ArrayLike<number>,
  rotation: ArrayLike<number>,
): { translation: Vec3; rotation: Quat } {
  const values = Float32Array.of(0, 0, 0, 0, 0, 0, 1);
  values.set(translation as ArrayLike<number>, 0);
  values.set(rotation as ArrayLike<number>, 3);
  convertVector(space, values, 0);
  convertQuaternion(space, values, 3);
  const [x = 0, y = 0, z = 0, qx = 0, qy = 0, qz = 0, qw = 1] = values;
  const turn = turns[node];
  const place: Vec3 = [unit * x, unit * y, unit * z];
  const quat: Quat = [qx, qy, qz, qw];
  return turn
    ? { translation: rotated(turn, place), rotation: turned(turn, quat) }
    : { translation: place, rotation: quat };
}
