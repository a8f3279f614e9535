/** The box of a model in a pose, and over the poses of an animation. */
import type { Vec3 } from '@lithoscope/core';
import { multiplied } from '../../glb/space.ts';
import type { DraftMesh, DraftPiece } from '../draft.ts';
import { POSE } from './skeleton.ts';
import { matrixOf, quatAt } from './turns.ts';

export interface Box {
  readonly min: Vec3;
  readonly max: Vec3;
}

/** Influences that are placed in all poses of an animation together: more poses are looked at less closely. */
const MOST_PLACED = 2_000_000;

/** The global matrices of a pose, 12 numbers a node. @param pose as `DraftAnimation.poses` */
export function matricesOf(parents: readonly number[], pose: ArrayLike<number>): Float64Array[] {
  const matrices: Float64Array[] = [];
  parents.forEach((parent, i) => {
    const at = POSE * i;
    const local = matrixOf(quatAt(pose, at + 3), [
      pose[at] as number,
      pose[at + 1] as number,
      pose[at + 2] as number,
    ]);
    matrices.push(parent < 0 ? local : multiplied(matrices[parent] as Float64Array, local));
  });
  return matrices;
}

/** Of all vertices at level 0 over poses; null without a vertex. */
export function boxOf(
  pieces: readonly DraftPiece[],
  parents: readonly number[],
  poses: readonly ArrayLike<number>[],
): Box | null {
  const meshes = pieces.flatMap(({ levels }) => levels[0] ?? []);
  const influences = meshes.reduce((sum, { node }) => sum + node.length, 0);
  const stride = Math.max(1, Math.ceil((influences * poses.length) / MOST_PLACED));
  const min: Vec3 = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const max: Vec3 = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let p = 0; p < poses.length; p += stride) {
    const matrices = matricesOf(parents, poses[p] as ArrayLike<number>);
    for (const mesh of meshes) {
      for (let v = 0; v + 1 < mesh.start.length; v++) {
        const place = placeOf(mesh, v, matrices);
        for (const axis of [0, 1, 2] as const) {
          min[axis] = Math.min(min[axis], place[axis]);
          max[axis] = Math.max(max[axis], place[axis]);
        }
      }
    }
  }
  return min.every(Number.isFinite) && max.every(Number.isFinite) ? { min, max } : null;
}

/** Where a vertex is. */
export function placeOf(
  { start, node, share, local }: DraftMesh,
  vertex: number,
  matrices: readonly Float64Array[],
): Vec3 {
  const place: Vec3 = [0, 0, 0];
  for (let i = start[vertex] as number; i < (start[vertex + 1] as number); i++) {
    const m = matrices[node[i] as number] as Float64Array;
    const [x, y, z] = [local[3 * i], local[3 * i + 1], local[3 * i + 2]] as [number, number, number];
    for (const axis of [0, 1, 2] as const) {
      place[axis] +=
        (share[i] as number) *
        ((m[4 * axis] as number) * x +
          (m[4 * axis + 1] as number) * y +
          (m[4 * axis + 2] as number) * z +
          (m[4 * axis + 3] as number));
    }
  }
  return place;
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
