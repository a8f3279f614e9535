/** Nodes as the tree that they must be, skins, scenes. */
import type { Quat, Vec3 } from '@lithoscope/core';
import { formatCount } from '../explain/describe.ts';
import type { Node, Skin } from './document.ts';
import {
  extrasAt,
  indexAt,
  indexOf,
  type Json,
  listAt,
  nameAt,
  numbersAt,
  objectsAt,
  wrong,
} from './json.ts';
import { decomposed, matrixOf } from './matrices.ts';
import type { ReadMesh } from './meshes.ts';
import { NotImported } from './not-imported.ts';
import type { Reading } from './reading.ts';

const MOST_NODES = 65_536;
const MOST_SKINS = 4096;
const MOST_SCENES = 4096;
const MOST_JOINTS = 65_536;
/** Nodes below each other. */
const DEEPEST = 1000;
/** Of the numbers of a matrix, when it is taken apart and put together. */
const NEAR = 1e-3;

/** Whose parts come one after the other. */
type ReadNode = { -readonly [Key in keyof Node]: Node[Key] } & { children: Node[] };

export interface ReadNodes {
  readonly defs: readonly Json[];
  readonly nodes: readonly ReadNode[];
  readonly parents: Int32Array;
}

export async function readNodes(reading: Reading): Promise<ReadNodes> {
  const { json, pace } = reading;
  const defs = objectsAt(json, 'nodes', '', MOST_NODES);
  const parents = parentsOf(defs);
  const nodes: ReadNode[] = [];
  for (const [i, def] of defs.entries()) {
    const place = `nodes[${i}]`;
    const matrix = numbersAt(def, 'matrix', place, 16);
    const apart = matrix && partsOf(reading, matrix, place);
    nodes.push({
      name: nameAt(def),
      extras: extrasAt(def),
      parent: null,
      children: [],
      translation: (numbersAt(def, 'translation', place, 3) as Vec3 | null) ??
        apart?.translation ?? [0, 0, 0],
      rotation: (numbersAt(def, 'rotation', place, 4) as Quat | null) ?? apart?.rotation ?? [0, 0, 0, 1],
      scale: (numbersAt(def, 'scale', place, 3) as Vec3 | null) ?? apart?.scale ?? [1, 1, 1],
      mesh: null,
      skin: null,
      weights: [],
    });
    if (i % 256 === 0) await pace.step(0.2);
  }
  for (const [i, parent] of parents.entries()) {
    if (parent < 0) continue;
    const [above, node] = [nodes[parent] as ReadNode, nodes[i] as ReadNode];
    above.children.push(node);
    node.parent = above;
  }
  return { defs, nodes, parents };
}

/** By node: the one that it is below, −1 for none. Each is below one, none below itself, none too deep. */
function parentsOf(defs: readonly Json[]): Int32Array {
  const parents = new Int32Array(defs.length).fill(-1);
  for (const [i, def] of defs.entries()) {
    for (const [j, value] of listAt(def, 'children', `nodes[${i}]`).entries()) {
      const path = `nodes[${i}].children[${j}]`;
      const child = indexOf(value, path, defs.length, 'nodes');
      const other = parents[child] as number;
      if (other >= 0) wrong(path, `is nodes[${child}], which is also below nodes[${other}]`);
      parents[child] = i;
    }
  }
  const depths = new Int32Array(defs.length).fill(-1);
  const way: number[] = [];
  for (let i = 0; i < defs.length; i++) {
    for (let node = i; node >= 0 && (depths[node] as number) < 0; node = parents[node] as number) {
      // With one parent each, a way up that does not end comes back to where it began.
      if (way.length > 0 && node === i) wrong(`nodes[${i}]`, 'is below itself');
      if (way.length > DEEPEST) {
        // Either too deep, or a ring further up.
        wrong(`nodes[${i}]`, `is more than ${formatCount(DEEPEST)} nodes deep, or in a cycle`);
      }
      way.push(node);
    }
    for (let node = way.pop(); node !== undefined; node = way.pop()) {
      const parent = parents[node] as number;
      const depth = parent < 0 ? 0 : (depths[parent] as number) + 1;
      if (depth > DEEPEST) wrong(`nodes[${node}]`, `is more than ${formatCount(DEEPEST)} nodes deep`);
      depths[node] = depth;
    }
  }
  return parents;
}

/** As place, rotation and scale, which is all that there is besides. */
function partsOf({ notes }: Reading, matrix: readonly number[], place: string) {
  const parts = decomposed(matrix);
  // Flat ones have no rotation that could be computed.
  if (!parts.rotation.every(Number.isFinite)) parts.rotation = [0, 0, 0, 1];
  const size = Math.max(...matrix.map(Math.abs));
  const again = matrixOf(parts);
  if (again.some((value, i) => !(Math.abs(value - (matrix[i] as number)) <= NEAR * size)))
    notes.add('SHEARED', place);
  return parts;
}

export async function readSkins(reading: Reading, { nodes }: ReadNodes): Promise<Skin[]> {
  const { json, accessors } = reading;
  const skins: Skin[] = [];
  let all = 0;
  for (const [i, def] of objectsAt(json, 'skins', '', MOST_SKINS).entries()) {
    const place = `skins[${i}]`;
    const seen = new Set<number>();
    for (const [j, value] of listAt(def, 'joints', place).entries()) {
      const path = `${place}.joints[${j}]`;
      const joint = indexOf(value, path, nodes.length, 'nodes');
      if (seen.has(joint)) wrong(path, `is nodes[${joint}], which occurs twice`);
      seen.add(joint);
    }
    all += seen.size;
    if (all > MOST_JOINTS)
      throw new NotImported(`The skins have more than ${formatCount(MOST_JOINTS)} joints.`);
    if (seen.size === 0) wrong(place, 'does not have joints');
    const bind = await accessors.at(def, 'inverseBindMatrices', place, { types: ['MAT4'] });
    if (bind && bind.count < seen.size) {
      wrong(`${place}.inverseBindMatrices`, `are ${bind.count} for ${seen.size} joints`);
    }
    indexAt(def, 'skeleton', place, nodes.length, 'nodes');
    const joints = Array.from(seen, (joint) => nodes[joint] as Node);
    skins.push({ name: nameAt(def), extras: extrasAt(def), joints, inverseBinds: bind });
  }
  return skins;
}

/** Puts meshes and skins to their nodes. */
export function attach(
  { buffers }: Reading,
  { defs, nodes }: ReadNodes,
  meshes: readonly ReadMesh[],
  skins: readonly Skin[],
): void {
  const used = new Set<number>();
  for (const [i, def] of defs.entries()) {
    const place = `nodes[${i}]`;
    const node = nodes[i] as ReadNode;
    const mesh = indexAt(def, 'mesh', place, meshes.length, 'meshes');
    const skin = indexAt(def, 'skin', place, skins.length, 'skins');
    const weights = numbersAt(def, 'weights', place);
    if (mesh === null) continue;
    const { targets, joints, bytes, mesh: shape } = meshes[mesh] as ReadMesh;
    // A model has the mesh as often as nodes have it.
    if (used.has(mesh)) buffers.take(bytes, place);
    used.add(mesh);
    node.mesh = shape;
    if (skin !== null) {
      const has = (skins[skin] as Skin).joints.length;
      if (joints > has)
        wrong(place, `has a mesh that is bound to joint ${joints - 1}, but a skin of ${has} joints`);
      node.skin = skins[skin] as Skin;
    }
    if (weights && weights.length > 0) {
      if (weights.length !== targets)
        wrong(`${place}.weights`, `has ${weights.length} of ${targets} weights`);
      node.weights = weights;
    }
  }
}

/** The nodes at the top of the scene that is shown; null without one. */
export function readScenes({ json }: Reading, { nodes, parents }: ReadNodes): Node[] | null {
  const scenes = objectsAt(json, 'scenes', '', MOST_SCENES).map((def, i) => {
    const place = `scenes[${i}]`;
    const seen = new Set<number>();
    for (const [j, value] of listAt(def, 'nodes', place).entries()) {
      const path = `${place}.nodes[${j}]`;
      const node = indexOf(value, path, nodes.length, 'nodes');
      const parent = parents[node] as number;
      if (parent >= 0) wrong(path, `is nodes[${node}], which is below nodes[${parent}]`);
      seen.add(node);
    }
    return Array.from(seen, (node) => nodes[node] as Node);
  });
  const main = indexAt(json, 'scene', '', scenes.length, 'scenes');
  return scenes[main ?? 0] ?? null;
}
