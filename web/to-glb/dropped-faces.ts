/** Faces that programs drop when they read a mesh, because they draw nothing of their own. */

/**
 * Those that name a vertex twice, and those of the same three vertices as one before.
 * @param corners three vertices a face
 * @returns indices of faces
 */
export function droppedFaces(corners: ArrayLike<number>): Set<number> {
  const out = new Set<number>();
  const seen = new Set<string>();
  for (let face = 0; 3 * face + 2 < corners.length; face++) {
    const three = [corners[3 * face], corners[3 * face + 1], corners[3 * face + 2]] as number[];
    const key = three.toSorted((a, b) => a - b).join();
    if (new Set(three).size < 3 || seen.has(key)) out.add(face);
    seen.add(key);
  }
  return out;
}
