/** The primitives of a GLB as the core takes them. */
import type { Accessor, Node, Primitive } from '@gltf-transform/core';
import type { MergeMesh } from '@lithoscope/core';
import { type Affine, inverted, multiplied } from '../../to-glb/space.ts';
import { numbersOf } from '../drafting/numbers.ts';
import { trianglesOf } from '../drafting/triangles.ts';
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
  const source = node.getMesh()?.listPrimitives()[index];
  const places = source?.getAttribute('POSITION');
  if (!source) return null;
  const count = places?.getCount() ?? 0;
  const drawn = trianglesOf(source, count);
  if (!drawn) faults.lines++;
  if (!drawn || !places) return null;
  faults.lost += drawn.lost;
  const normals = source.getAttribute('NORMAL');
  const mesh: MergeMesh = {
    positions: filled(places, 3, count),
    normals: normals ? filled(normals, 3, count) : new Float32Array(0),
    uvs: filled(source.getAttribute('TEXCOORD_0'), 2, count),
    // The marks are the second texture coordinates, or the next where somebody has added maps.
    marks: ['TEXCOORD_1', 'TEXCOORD_2', 'TEXCOORD_3'].flatMap((semantic) => {
      const accessor = source.getAttribute(semantic);
      return accessor ? [filled(accessor, 2, count)] : [];
    }),
    corners: drawn.corners,
    indices: drawn.indices,
    ...influencesOf(rig, node, source, count),
    // What is on no skin stands where its nodes say.
    matrix: node.getSkin() ? rig.undo : belowRoot(rig, node),
  };
  return { node, primitive: index, source, mesh };
}

/** As many numbers as vertices need: zeros where there are none. */
function filled(accessor: Accessor | null, size: number, count: number): Float32Array {
  const numbers = numbersOf(accessor, size);
  if (numbers?.length === size * count) return numbers;
  const out = new Float32Array(size * count);
  out.set(numbers?.subarray(0, out.length) ?? []);
  return out;
}

/** Its morph targets: three numbers a vertex, none for one that moves nothing. */
export function targetsOf({ source, mesh }: MeshToMerge): Float32Array[] {
  return source.listTargets().map((target) => {
    const deltas = target.getAttribute('POSITION');
    return deltas ? filled(deltas, 3, mesh.positions.length / 3) : new Float32Array(0);
  });
}

/** “Body.001” is Blender's copy of “Body”. */
export function isCopy(node: Node): boolean {
  return /\.\d{3}$/.test(node.getName());
}

/** Where a node stands in the space of the model, wherever in the scene it hangs. */
function belowRoot({ root, space }: Rig, node: Node): Affine {
  for (let over = node.getParentNode(); over; over = over.getParentNode())
    if (over === root) return relativeTo(root, node, space);
  const top = inverted(fileAffine(space, root.getWorldMatrix()));
  const world = fileAffine(space, node.getWorldMatrix());
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
    const joints = primitive.getAttribute(`JOINTS_${set}`);
    const weights = primitive.getAttribute(`WEIGHTS_${set}`);
    if (!joints || !weights) break;
    sets.push({ joints, weights: filled(weights, 4, count) });
  }
  const nodeOf = (node.getSkin()?.listJoints() ?? []).map((joint) => indexOf(rig, joint));
  const each = 4 * sets.length;
  const nodes = new Int32Array(each * count).fill(-1);
  const shares = new Float32Array(each * count);
  sets.forEach(({ joints, weights }, set) => {
    const list = joints.getArray() ?? [];
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
  for (let over = node.getParentNode(); over && carrier < 0; over = over.getParentNode()) {
    carrier = indexOf(rig, over);
  }
  return { nodes, shares, carrier };
}
