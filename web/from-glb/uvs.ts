/** Texture coordinates for engines that do not repeat textures. */

/** Beyond it the fractions of a number in single precision say nothing. */
const FARTHEST = 1e4;

/**
 * Moves triangles that lie wholly on another copy of the texture by whole copies into 0 to 1, where they show the same.
 * @param uvs six numbers a triangle
 * @returns the new coordinates, the number of triangles that were moved, and of those that still reach out of 0 to 1
 */
export function clampedUvs(uvs: Float32Array): {
  readonly uvs: Float32Array;
  readonly moved: number;
  readonly outside: number;
} {
  const out = uvs.slice();
  let moved = 0;
  let outside = 0;
  for (let triangle = 0; triangle < uvs.length; triangle += 6) {
    const shifts = [0, 1].map((axis) => wholeShift(uvs, triangle + axis));
    if (shifts.includes(null)) outside++;
    else if (shifts.some((shift) => shift !== 0)) moved++;
    for (const [axis, shift] of shifts.entries()) {
      for (let i = triangle + axis; shift && i < triangle + 6; i += 2) out[i] = (uvs[i] as number) + shift;
    }
  }
  return { uvs: out, moved, outside };
}

/** What brings three numbers into 0 to 1; null when nothing does. */
function wholeShift(uvs: Float32Array, at: number): number | null {
  const values = [uvs[at] as number, uvs[at + 2] as number, uvs[at + 4] as number];
  const least = Math.min(...values);
  const most = Math.max(...values);
  if (!(least >= -FARTHEST && most <= FARTHEST)) return null;
  if (least >= 0 && most <= 1) return 0;
  const shift = -Math.floor(least) + 0;
  return most + shift <= 1 ? shift : null;
}
