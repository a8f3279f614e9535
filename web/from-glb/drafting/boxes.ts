/** The box of a model in a pose, and over the poses of an animation. */
import type { Vec3 } from '@lithoscope/core';
import type { DraftMesh } from '../draft.ts';
import { globalsOf } from '../poses.ts';

export interface Box {
  readonly min: Vec3;
  readonly max: Vec3;
}

/** Influences that are placed in all poses of an animation together: more poses are looked at less closely. */
const MOST_PLACED = 1_000_000;

/** What moves the vertices of a mesh. */
export type Placed = Pick<DraftMesh, 'start' | 'node' | 'share' | 'local'>;

/** Around points, three numbers each; null without one. */
export function boundsOf(positions: ArrayLike<number>): Box | null {
  const min: Vec3 = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const max: Vec3 = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < positions.length; i++) {
    const axis = (i % 3) as 0 | 1 | 2;
    const value = positions[i] as number;
    if (value < min[axis]) min[axis] = value;
    if (value > max[axis]) max[axis] = value;
  }
  return min.every(Number.isFinite) && max.every(Number.isFinite) ? { min, max } : null;
}

/** Of all vertices at level 0 over poses; null without a vertex. */
export function boxOf(
  pieces: readonly { readonly levels: readonly Placed[] }[],
  parents: readonly number[],
  poses: readonly ArrayLike<number>[],
): Box | null {
  const meshes = pieces.flatMap(({ levels }) => levels[0] ?? []);
  const influences = meshes.reduce((sum, { node }) => sum + node.length, 0);
  const stride = Math.max(1, Math.ceil((influences * poses.length) / MOST_PLACED));
  const min: Vec3 = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const max: Vec3 = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const globals = new Float64Array(12 * parents.length);
  // The last, too.
  for (let p = 0; p < poses.length - 1 + stride; p += stride) {
    globalsOf(parents, poses[Math.min(p, poses.length - 1)] as ArrayLike<number>, globals);
    for (const mesh of meshes) growBy(mesh, globals, min, max);
  }
  return min.every(Number.isFinite) && max.every(Number.isFinite) ? { min, max } : null;
}

/** Makes a box larger by the vertices of a mesh in a pose: millions, so that nothing is made on the way. */
function growBy({ start, node, share, local }: Placed, globals: Float64Array, min: Vec3, max: Vec3): void {
  for (let v = 0; v + 1 < start.length; v++) {
    let x = 0;
    let y = 0;
    let z = 0;
    for (let i = start[v] as number; i < (start[v + 1] as number); i++) {
      const m = 12 * (node[i] as number);
      const weight = share[i] as number;
      const a = local[3 * i] as number;
      const b = local[3 * i + 1] as number;
      const c = local[3 * i + 2] as number;
      x +=
        weight * (at(globals, m) * a + at(globals, m + 1) * b + at(globals, m + 2) * c + at(globals, m + 3));
      y +=
        weight *
        (at(globals, m + 4) * a + at(globals, m + 5) * b + at(globals, m + 6) * c + at(globals, m + 7));
      z +=
        weight *
        (at(globals, m + 8) * a + at(globals, m + 9) * b + at(globals, m + 10) * c + at(globals, m + 11));
    }
    min[0] = Math.min(min[0], x);
    min[1] = Math.min(min[1], y);
    min[2] = Math.min(min[2], z);
    max[0] = Math.max(max[0], x);
    max[1] = Math.max(max[1], y);
    max[2] = Math.max(max[2], z);
  }
}

const at = (values: Float64Array, index: number) => values[index] as number;

/** Around both. */
export function unionOf(one: Box | null, other: Box | null): Box | null {
  if (!one || !other) return one ?? other;
  return {
    min: one.min.map((value, axis) => Math.min(value, other.min[axis] as number)) as Vec3,
    max: one.max.map((value, axis) => Math.max(value, other.max[axis] as number)) as Vec3,
  };
}

export function middleOf({ min, max }: Box): Vec3 {
  return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
}

export function halfOf({ min, max }: Box): Vec3 {
  return [(max[0] - min[0]) / 2, (max[1] - min[1]) / 2, (max[2] - min[2]) / 2];
}

/** The longest side. */
export function sizeOf(box: Box | null): number {
  return box ? 2 * Math.max(...halfOf(box)) : 0;
}

export function diagonalOf(box: Box | null): number {
  return box ? 2 * Math.hypot(...halfOf(box)) : 0;
}
