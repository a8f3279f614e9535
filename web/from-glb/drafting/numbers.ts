/** The numbers of accessors, whatever they are stored as. */
import type { Accessor } from '@gltf-transform/core';

/**
 * Elements of so many numbers, one after the other; null when there is no accessor, or one of another shape or without data.
 * Whole numbers that stand for 0 … 1 or −1 … 1 are those.
 */
export function numbersOf(accessor: Accessor | null, size: number): Float32Array | null {
  const array = accessor?.getArray();
  if (!accessor || !array || accessor.getElementSize() !== size) return null;
  if (array instanceof Float32Array) return array;
  if (!accessor.getNormalized()) return Float32Array.from(array);
  const count = accessor.getCount();
  const out = new Float32Array(size * count);
  const element: number[] = [];
  for (let i = 0; i < count; i++) out.set(accessor.getElement(i, element), size * i);
  return out;
}

/** As they are: of indices. */
export function indicesOf(accessor: Accessor | null): ArrayLike<number> | null {
  return accessor?.getElementSize() === 1 ? accessor.getArray() : null;
}
