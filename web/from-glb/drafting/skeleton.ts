/**
 * The skeleton of the file: which nodes of glTF are kept, in which order, and where they are in a pose. Nodes of the file
 * have a rotation and a place. The scale of glTF is taken out: what a node is scaled by belongs to what it carries, as long
 * as it stays the same.
 */
import type { Node, Skin } from '@gltf-transform/core';
import type { Quat, Vec3 } from '@lithoscope/core';
import { inverted, multiplied } from '../../to-glb/space.ts';
import type { Contents } from './contents.ts';
import type { FileSpace } from './file-space.ts';
import { type Hierarchy, matrixAt, type Placement } from './hierarchy.ts';
import { inverseTurn, matrixOf, nearestTurn, quatAt, turned, turnOf, turnVector } from './turns.ts';

/** Numbers of a node in a pose relative to its parent: translation, rotation. */
export const POSE = 7;

export interface Skeleton {
  /** By node of the file: its index in glTF; −1: one that was made. Parents first, depth first. */
  readonly sources: readonly number[];
  readonly parents: readonly number[];
  /** By node of glTF: the node of the file that moves it, its own or the nearest above. */
  readonly holders: Int32Array;
  /** The first is one that was made: there were this many tops; 0 when it is one of glTF. */
  readonly tops: number;
  /** The nodes of glTF that are in the file, and those above them, parents first. */
  readonly moving: Int32Array;
  readonly rest: Placement;
}

/** @throws nothing: without anything there is one node */
export function skeletonOf(contents: Contents): Skeleton {
  const { hierarchy, meshes, moves } = contents;
  const kept = keptNodes(contents);
  const above = new Int32Array(hierarchy.nodes.length).fill(-1);
  for (const node of hierarchy.order) {
    const parent = hierarchy.parent[node] as number;
    above[node] = kept.has(node) ? node : parent < 0 ? -1 : (above[parent] as number);
  }
  const children = new Map<number, number[]>();
  for (const node of hierarchy.order) {
    if (!kept.has(node)) continue;
    const parent = hierarchy.parent[node] as number;
    const key = parent < 0 ? -1 : (above[parent] as number);
    const siblings = children.get(key);
    if (siblings) siblings.push(node);
    else children.set(key, [node]);
  }
  const tops = children.get(-1) ?? [];
  // What stands beside the only top is moved by it when it never moves itself.
  const isBeside = meshes.some(({ node, skin }) => !skin && above[node] === -1);
  const isMade = tops.length !== 1 || (isBeside && moves[tops[0] as number] === 1);
  const sources: number[] = isMade ? [-1] : [];
  const parents: number[] = isMade ? [-1] : [];
  const waiting = inOrder(tops, hierarchy)
    .map((node) => ({ node, parent: isMade ? 0 : -1 }))
    .reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const index = sources.push(next.node) - 1;
    parents.push(next.parent);
    const below = inOrder(children.get(next.node) ?? [], hierarchy);
    for (let i = below.length - 1; i >= 0; i--) waiting.push({ node: below[i] as number, parent: index });
  }
  const indexOf = new Map(sources.map((node, i) => [node, i]));
  return {
    sources,
    parents,
    holders: above.map((node) => indexOf.get(node) ?? 0),
    tops: isMade ? tops.length : 0,
    moving: withAbove(sources, hierarchy),
    rest: hierarchy.placement(hierarchy.rest),
  };
}

function withAbove(nodes: readonly number[], { parent, order }: Hierarchy): Int32Array {
  const is = new Uint8Array(parent.length);
  for (const node of nodes) {
    for (let at = node; at >= 0 && !is[at]; at = parent[at] as number) is[at] = 1;
  }
  return order.filter((node) => is[node] === 1);
}

/** Joints, what animations move them and the meshes by, and without a skin what carries the meshes. */
function keptNodes({ hierarchy, meshes, skins, sockets, moves }: Contents): Set<number> {
  const joints = skins.flatMap((skin) =>
    skin.listJoints().map((joint) => hierarchy.indexOf.get(joint) as number),
  );
  const rigid = meshes.flatMap(({ node, skin }) => (skin ? [] : [node]));
  const kept = new Set(joints);
  if (kept.size === 0) for (const node of rigid) kept.add(node);
  const seen = new Set<number>();
  for (const end of [...joints, ...rigid, ...sockets]) {
    for (let node = end; node >= 0 && !seen.has(node); node = hierarchy.parent[node] as number) {
      seen.add(node);
      if (moves[node]) kept.add(node);
    }
  }
  return kept;
}

/** Siblings in the order of the file that they came from, as far as they did; new ones behind them. */
function inOrder(siblings: readonly number[], { nodes }: Hierarchy): number[] {
  const place = (node: number) => {
    const { lt_index } = (nodes[node] as Node).getExtras();
    return typeof lt_index === 'number' && lt_index >= 0 ? lt_index : Number.MAX_VALUE;
  };
  return siblings
    .map((node) => ({ node, place: place(node) }))
    .sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0))
    .map(({ node }) => node);
}

/** A rotation and a place. */
export interface Stand {
  readonly rotation: Quat;
  readonly place: Vec3;
}

/** Where a node of glTF stands in the space of the file. */
export function standOf(space: FileSpace, { matrices: m, rotations }: Placement, node: number): Stand {
  const at = 12 * node;
  return {
    rotation: space.rotation(quatAt(rotations, 4 * node)),
    place: space.place([m[at + 3] as number, m[at + 7] as number, m[at + 11] as number]),
  };
}

/** At the origin of the file, not turned: where a root is that was made. */
export const ORIGIN: Stand = { rotation: [0, 0, 0, 1], place: [0, 0, 0] };

/** The pose of the nodes of the file, `POSE` numbers each. */
export function poseOf(skeleton: Skeleton, space: FileSpace, placement: Placement): Float32Array {
  const stands = skeleton.sources.map((node) => (node < 0 ? ORIGIN : standOf(space, placement, node)));
  const pose = new Float32Array(POSE * stands.length);
  stands.forEach((stand, i) => {
    const parent = skeleton.parents[i] as number;
    const { rotation, place } = parent < 0 ? stand : relative(stands[parent] as Stand, stand);
    const at = POSE * i;
    // One by one: `set` of a list this short costs more than all before it.
    for (let axis = 0; axis < 3; axis++) pose[at + axis] = place[axis] as number;
    for (let part = 0; part < 4; part++) pose[at + 3 + part] = rotation[part] as number;
  });
  return pose;
}

/** One stand seen from another. */
export function relative(from: Stand, to: Stand): Stand {
  const back = inverseTurn(from.rotation);
  const [x, y, z] = from.place;
  return {
    rotation: turned(back, to.rotation),
    place: turnVector(back, [to.place[0] - x, to.place[1] - y, to.place[2] - z]),
  };
}

/** One behind the other. */
function combined(first: Stand, then: Stand): Stand {
  const [x, y, z] = turnVector(first.rotation, then.place);
  return {
    rotation: turned(first.rotation, then.rotation),
    place: [first.place[0] + x, first.place[1] + y, first.place[2] + z],
  };
}

/**
 * What a node of glTF is scaled by in a pose: its matrix without rotation and place, row-major. It turns nothing where all
 * scales above are even, and stays the same in all poses then.
 */
export function scaleOf(placement: Placement, node: number): Float64Array {
  const back = inverseTurn(quatAt(placement.rotations, 4 * node));
  const m = matrixAt(placement, node);
  const scale = m.slice();
  for (const column of [0, 1, 2]) {
    const turnedBack = turnVector(back, [
      m[column] as number,
      m[4 + column] as number,
      m[8 + column] as number,
    ]);
    for (const row of [0, 1, 2]) scale[4 * row + column] = turnedBack[row] as number;
  }
  for (const row of [3, 7, 11]) scale[row] = 0;
  return scale;
}

/** A matrix of the space of a node of glTF into that of the node of the file: mirrored, and as long as the file has it. */
export function intoNode(space: FileSpace, matrix: Float64Array): Float64Array {
  return matrix.map((value, i) => (i < 4 ? 0 - value : value) * space.scale);
}

/** The bind matrices of a skin: by joint, 12 numbers; null without a place that can be turned around. */
export function inverseBindsOf(skin: Skin): (Float64Array | null)[] {
  const accessor = skin.getInverseBindMatrices();
  const array = accessor?.getElementSize() === 16 ? accessor.getArray() : null;
  return skin.listJoints().map((_, i) => {
    const m = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
    if (array) for (let at = 0; at < 12; at++) m[at] = array[16 * i + 4 * (at % 4) + (at >> 2)] ?? Number.NaN;
    return m.every(Number.isFinite) ? m : null;
  });
}

/**
 * The bind pose: where the nodes of the file are when the vertices are as they were modelled, from the inverse bind matrices;
 * of nodes that no skin binds, as they stand to the node above when nothing plays.
 */
export function bindOf(
  { hierarchy, meshes, skins }: Contents,
  skeleton: Skeleton,
  space: FileSpace,
): Stand[] {
  const { rest } = skeleton;
  const bound = new Map<number, Stand>();
  /** By node of glTF: its bind matrix with all scales, in the scene. */
  const scenes = new Map<number, Float64Array>();
  for (const skin of skins) {
    const joints = skin.listJoints().map((joint) => hierarchy.indexOf.get(joint) as number);
    const inverse = inverseBindsOf(skin);
    const meshNode = meshes.find((mesh) => mesh.skin === skin)?.node ?? -1;
    const toScene = sceneOfSkin(joints, inverse, rest, scenes, hierarchy, meshNode);
    joints.forEach((node, i) => {
      const back = inverse[i] && inverted(inverse[i] as Float64Array);
      if (!back || !toScene || scenes.has(node)) return;
      const scene = multiplied(toScene, back);
      scenes.set(node, scene);
      const unscale = inverted(scaleOf(rest, node));
      const rotation = unscale && nearestTurn(multiplied(scene, unscale));
      if (!rotation) return;
      bound.set(node, {
        rotation: space.rotation(rotation),
        place: space.place([scene[3] as number, scene[7] as number, scene[11] as number]),
      });
    });
  }
  const binds: Stand[] = [];
  skeleton.sources.forEach((node, i) => {
    const own = bound.get(node);
    if (own || node < 0) {
      binds.push(own ?? ORIGIN);
      return;
    }
    const parent = skeleton.parents[i] as number;
    const above = skeleton.sources[parent] ?? -1;
    const stand = standOf(space, rest, node);
    binds.push(
      above < 0 ? stand : combined(binds[parent] as Stand, relative(standOf(space, rest, above), stand)),
    );
  });
  return binds;
}

/** Joints of a skin that are looked at for where it lies in the scene. */
const MOST_LOOKED_AT = 64;

/**
 * From the space in which the vertices of a skin were modelled to the scene. Rest and bind pose may differ, so there are
 * several answers: that in which the fewest joints are elsewhere than at rest. With a joint that is bound already, what fits it.
 */
function sceneOfSkin(
  joints: readonly number[],
  inverse: readonly (Float64Array | null)[],
  rest: Placement,
  known: ReadonlyMap<number, Float64Array>,
  hierarchy: Hierarchy,
  meshNode: number,
): Float64Array | null {
  const shared = joints.findIndex((node, i) => known.has(node) && inverse[i]);
  if (shared >= 0)
    return multiplied(known.get(joints[shared] as number) as Float64Array, inverse[shared] as Float64Array);
  const usable = joints.flatMap((node, i) =>
    inverse[i] ? [{ node, inverse: inverse[i] as Float64Array }] : [],
  );
  const looked = usable.slice(0, MOST_LOOKED_AT);
  const [first] = usable;
  if (!first) return null;
  const top = hierarchy.parent[first.node] as number;
  const candidates = [
    multiplied(matrixAt(rest, first.node), first.inverse),
    ...(meshNode >= 0 ? [matrixAt(rest, meshNode)] : []),
    ...(top >= 0 ? [matrixAt(rest, top)] : []),
  ];
  const isElsewhere = (candidate: Float64Array) =>
    looked.filter(({ node, inverse: one }) => {
      const at = matrixAt(rest, node);
      const back = inverted(one);
      if (!back) return true;
      const bind = multiplied(candidate, back);
      const reach = Math.hypot(at[3] as number, at[7] as number, at[11] as number);
      return [3, 7, 11].some(
        (i) => Math.abs((bind[i] as number) - (at[i] as number)) > 1e-3 * Math.max(1e-3, reach),
      );
    }).length;
  let best = candidates[0] as Float64Array;
  let least = isElsewhere(best);
  for (const candidate of candidates.slice(1)) {
    const count = isElsewhere(candidate);
    if (count < least && inverted(candidate)) {
      best = candidate;
      least = count;
    }
  }
  return inverted(best) ? best : null;
}

/** 12 numbers, row-major. */
export function matrixOfStand({ rotation, place }: Stand): Float64Array {
  return matrixOf(rotation, place);
}

/** Of a matrix that only turns and moves. */
export function standOfMatrix(matrix: Float64Array): Stand {
  return {
    rotation: turnOf(matrix),
    place: [matrix[3] as number, matrix[7] as number, matrix[11] as number],
  };
}
