/** Primitives as the core takes them. */
import type { DraftingPrimitive, GltfPrimitive } from '@lithoscope/core';
import type { Primitive } from '../gltf.ts';
import { numbersOf } from './numbers.ts';

const TRIANGLES = 4;
const STRIP = 5;
const FAN = 6;

const NONE = new Float32Array(0);

/** Triangles that a primitive draws; 0 for points and lines. */
export function triangleCount({ mode, indices, attributes }: Primitive): number {
  const corners = (indices ?? attributes.get('POSITION'))?.count ?? 0;
  if (mode === TRIANGLES) return Math.floor(corners / 3);
  return mode === STRIP || mode === FAN ? Math.max(0, corners - 2) : 0;
}

/** Null for points and lines. */
export function primitiveOf({ mode, indices, attributes }: Primitive): GltfPrimitive | null {
  if (mode !== TRIANGLES && mode !== STRIP && mode !== FAN) return null;
  const numbers = (name: string, size: number) => numbersOf(attributes.get(name), size) ?? NONE;
  const sets = (name: string) => {
    const out: Float32Array[] = [];
    for (let set = 0; attributes.has(`${name}_${set}`); set++) out.push(numbers(`${name}_${set}`, 4));
    return out;
  };
  return {
    mode,
    indices: indices && Uint32Array.from(indices.array),
    positions: numbers('POSITION', 3),
    normals: numbers('NORMAL', 3),
    uvs: numbers('TEXCOORD_0', 2),
    joints: sets('JOINTS'),
    weights: sets('WEIGHTS'),
  };
}

/** Its morph targets; empty lists move nothing. */
export function targetsOf({ targets }: Primitive): DraftingPrimitive['targets'] {
  return targets.map(({ attributes }) => ({
    positions: numbersOf(attributes.get('POSITION'), 3) ?? NONE,
    normals: numbersOf(attributes.get('NORMAL'), 3) ?? NONE,
  }));
}
