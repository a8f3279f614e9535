/** The primitives of a GLB as the core takes them. */

import type { MergeMesh } from '@lithoscope/core';
import { type Affine, inverted, multiplied } from '../../to-glb/space.ts';
import { numbersOf } from '../drafting/numbers.ts';
import { trianglesOf } from '../drafting/triangles.ts';
import type { Accessor, Node, Primitive } from '../gltf.ts';
import { worldMatrixOf } from '../matrices.ts';
import type { Faults } from './faults.ts';
import { fileAffine, indexOf, type Rig, relativeTo } from './rig.ts';

export interface MeshToMerge {
  readonly node: Node;
  /** Index of the primitive in its mesh. */
  readonly primitive: number;
  readonly source: Primitive;
  readonly mesh: MergeMesh;
}

/** Null for points and lines. */
export function meshOf(rig: Rig, node: Node, index: number, faults: Faults): MeshToMerge | null {
  const source = node.mesh?.primitives[index];
  const places = source?.attributes.get('POSITION');
  if (!source) return null;
  const count = places?.count ?? 0;
  const drawn = trianglesOf(source, count);
  if (!drawn) faults.lines++;
  if (!drawn || !places) return null;
  faults.lost += drawn.lost;
  const normals = source.attributes.get('NORMAL');
  const mesh: MergeMesh = {
    positions: filled(places, 3, count),
    normals: normals ? filled(normals, 3, count) : new Float32Array(0),
    uvs: filled(source.attributes.get('TEXCOORD_0'), 2, count),
    // The marks are the second texture coordinates, or the next where somebody has added maps.
    marks: ['TEXCOORD_1', 'TEXCOORD_2', 'TEXCOORD_3'].flatMap((semantic) => {
      const accessor = source.attributes.get(semantic);
      return accessor ? [filled(accessor, 2, count)] : [];
    }),
    corners: drawn.corners,
    indices: drawn.indices,
    ...influencesOf(rig, node, source, count),
    // What is on no skin stands where its nodes say.
    matrix: node.skin ? rig.undo : belowRoot(rig, node),
  };
  return { node, primitive: index, source, mesh };
}

/** As many numbers as vertices need: zeros where there are none. */
function filled(accessor: Accessor | undefined, size: number, count: number): Float32Array {
  const numbers = numbersOf(accessor, size);
  if (numbers?.length === size * count) return numbers;
  const out = new Float32Array(size * count);
  out.set(numbers?.subarray(0, out.length) ?? []);
  return out;
}

/** Its morph targets: three numbers a vertex, none for one that moves nothing. */
export function targetsOf({ source, mesh }: MeshToMerge): Float32Array[] {
  return source.targets.map((target) => {
    const deltas = target.attributes.get('POSITION');
    return deltas ? filled(deltas, 3, mesh.positions.length / 3) : new Float32Array(0);
  });
}

/** “Body.001” is Blender's copy of “Body”. */
export function isCopy(node: Node): boolean {
  return /\.\d{3}$/.test(node.name);
}

/** Where a node stands in the space of the model, wherever in the scene it hangs. */
function belowRoot({ root, space }: Rig, node: Node): Affine {
  for (let over = node.parent; over; over = over.parent)
    if (over === root) return relativeTo(root, node, space);
  const top = inverted(fileAffine(space, worldMatrixOf(root)));
  const world = fileAffine(space, worldMatrixOf(node));
  return top ? multiplied(top, world) : world;
}

function influencesOf(
  rig: Rig,
  node: Node,
  primitive: Primitive,
  count: number,
): Pick<MergeMesh, 'nodes' | 'shares' | 'carrier'> {
  const sets: { joints: Accessor; weights: Float32Array }[] = [];
  for (let set = 0; ; set++) {
    const joints = primitive.attributes.get(`JOINTS_${set}`);
    const weights = primitive.attributes.get(`WEIGHTS_${set}`);
    if (!joints || !weights) break;
    sets.push({ joints, weights: filled(weights, 4, count) });
  }
  const nodeOf = (node.skin?.joints ?? []).map((joint) => indexOf(rig, joint));
  const each = 4 * sets.length;
  const nodes = new Int32Array(each * count).fill(-1);
  const shares = new Float32Array(each * count);
  sets.forEach(({ joints, weights }, set) => {
    const list = joints.array ?? [];
    for (let v = 0; v < count; v++) {
      for (let i = 0; i < 4; i++) {
        const at = each * v + 4 * set + i;
        nodes[at] = nodeOf[list[4 * v + i] ?? -1] ?? -1;
        shares[at] = weights[4 * v + i] as number;
      }
    }
  });
  // A mesh that hangs on a joint moves with it.
  let carrier = -1;
  for (let over = node.parent; over && carrier < 0; over = over.parent) {
    carrier = indexOf(rig, over);
  }
  return { nodes, shares, carrier };
}
