/** The primitives of a GLB as the core takes them. */

import type { MergePrimitive } from '@lithoscope/core';
import { numbersOf } from '../drafting/numbers.ts';
import { trianglesOf } from '../drafting/triangles.ts';
import type { Accessor, Node, Primitive } from '../gltf.ts';
import type { Faults } from './faults.ts';
import type { Rig } from './rig.ts';

export interface MeshToMerge {
  readonly node: Node;
  /** Index of the primitive in its mesh. */
  readonly primitive: number;
  readonly source: Primitive;
  readonly mesh: MergePrimitive;
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
  const mesh: MergePrimitive = {
    ...shownOf(rig, node, source),
    normals: normals ? filled(normals, 3, count) : new Float32Array(0),
    uvs: filled(source.attributes.get('TEXCOORD_0'), 2, count),
    // The marks are the second texture coordinates, or the next where somebody has added maps.
    marks: ['TEXCOORD_1', 'TEXCOORD_2', 'TEXCOORD_3'].flatMap((semantic) => {
      const accessor = source.attributes.get(semantic);
      return accessor ? [filled(accessor, 2, count)] : [];
    }),
    corners: drawn.corners,
    indices: drawn.indices,
  };
  return { node, primitive: index, source, mesh };
}

/** Its vertices, and what moves them, alone. */
export function shownOf({ indexOf }: Rig, node: Node, source: Primitive): MergePrimitive {
  const positions = filled(source.attributes.get('POSITION'), 3);
  const joints: Uint32Array[] = [];
  const weights: Float32Array[] = [];
  for (let set = 0; ; set++) {
    const of = source.attributes.get(`JOINTS_${set}`);
    const by = source.attributes.get(`WEIGHTS_${set}`);
    if (!of || !by) break;
    joints.push(Uint32Array.from(of.array ?? []));
    weights.push(filled(by, 4, positions.length / 3));
  }
  return {
    node: indexOf.get(node) as number,
    positions,
    normals: new Float32Array(0),
    uvs: new Float32Array(0),
    marks: [],
    corners: new Uint32Array(0),
    indices: new Int32Array(0),
    joints,
    weights,
  };
}

/** As many numbers as vertices need: zeros where there are none. */
function filled(accessor: Accessor | undefined, size: number, count = accessor?.count ?? 0): Float32Array {
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
