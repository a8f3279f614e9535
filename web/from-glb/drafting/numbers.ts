/** The numbers of accessors, whatever they are stored as. */
import type { Accessor } from '../gltf.ts';

/** Elements of so many numbers, one after the other; null when there is no accessor, or one of another shape. */
export function numbersOf(accessor: Accessor | null | undefined, size: number): Float32Array | null {
  if (accessor?.size !== size) return null;
  const { array } = accessor;
  return array instanceof Float32Array ? array : Float32Array.from(array);
}
