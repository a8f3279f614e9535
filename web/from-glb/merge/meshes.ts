/** The primitives of a GLB as the core takes them. */

import type { MergePrimitive } from '@lithoscope/core';
import { numbersOf } from '../drafting/numbers.ts';
import { primitiveOf } from '../drafting/primitives.ts';
import type { Node, Primitive } from '../gltf.ts';
import type { PieceSource } from '../report.ts';
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
  const drawn = source && primitiveOf(source);
  if (!source) return null;
  if (!drawn) faults.lines++;
  if (!drawn?.positions.length) return null;
  // The marks are the second texture coordinates, or the next where somebody has added maps.
  const marks = ['TEXCOORD_1', 'TEXCOORD_2', 'TEXCOORD_3'].flatMap(
    (name) => numbersOf(source.attributes.get(name), 2) ?? [],
  );
  return {
    node,
    primitive: index,
    source,
    mesh: { ...drawn, node: rig.indexOf.get(node) as number, marks },
  };
}

/** Where triangles of the file come from. */
export function sourceOf(
  { indexOf, swaps }: Rig,
  { node, primitive }: Pick<MeshToMerge, 'node' | 'primitive'>,
  triangles: Int32Array,
): PieceSource {
  return { node: indexOf.get(node) ?? -1, primitive, triangles, corners: swaps ? [0, 2, 1] : [0, 1, 2] };
}

/** “Body.001” is Blender's copy of “Body”. */
export function isCopy(node: Node): boolean {
  return /\.\d{3}$/.test(node.name);
}
