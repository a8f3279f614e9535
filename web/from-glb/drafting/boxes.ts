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
    for (const mesh of meshes) {
      for (const run of runsOf(mesh))
        if (!isWithin(run, globals, min, max)) growBy(mesh, run, globals, min, max);
    }
  }
  return min.every(Number.isFinite) && max.every(Number.isFinite) ? { min, max } : null;
}

/** Vertices of a mesh, one after the other: what they are moved by, and between which places seen from each node they are. */
interface Run {
  readonly first: number;
  readonly end: number;
  readonly nodes: Uint32Array;
  /** Six numbers a node: the least and the greatest of each axis. */
  readonly bounds: Float64Array;
  /** Shares are from 0 on and sum to 1: vertices are between the places that their nodes put them. Files may say anything. */
  readonly isBetween: boolean;
}

/** Vertices of a run: with more, few of the runs are wholly within a box that others have made. */
const RUN = 64;

const known = new WeakMap<Placed, readonly Run[]>();

/** Of a mesh; made once. */
function runsOf(mesh: Placed): readonly Run[] {
  const made = known.get(mesh) ?? madeRuns(mesh);
  known.set(mesh, made);
  return made;
}

function madeRuns({ start, node, share, local }: Placed): readonly Run[] {
  const runs: Run[] = [];
  const vertices = start.length - 1;
  for (let first = 0; first < vertices; first += RUN) {
    const end = Math.min(vertices, first + RUN);
    const places = new Map<number, number>();
    const bounds: number[] = [];
    for (let i = start[first] as number; i < (start[end] as number); i++) {
      const by = node[i] as number;
      let at = places.get(by);
      if (at === undefined) {
        at = bounds.length;
        places.set(by, at);
        for (let axis = 0; axis < 3; axis++) bounds.push(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);
      }
      for (let axis = 0; axis < 3; axis++) {
        const value = local[3 * i + axis] as number;
        if (value < (bounds[at + 2 * axis] as number)) bounds[at + 2 * axis] = value;
        if (value > (bounds[at + 2 * axis + 1] as number)) bounds[at + 2 * axis + 1] = value;
      }
    }
    let isBetween = true;
    for (let v = first; v < end && isBetween; v++) {
      let sum = 0;
      for (let i = start[v] as number; i < (start[v + 1] as number); i++) {
        sum += share[i] as number;
        if (!((share[i] as number) >= 0)) isBetween = false;
      }
      if (!(Math.abs(sum - 1) <= ROUNDED)) isBetween = false;
    }
    runs.push({
      first,
      end,
      nodes: Uint32Array.from(places.keys()),
      bounds: Float64Array.from(bounds),
      isBetween,
    });
  }
  return runs;
}

/** What shares of 32 bits may sum to beside 1. */
const ROUNDED = 1e-6;

/** Whether no vertex of a run can make a box larger: all are within the boxes that its nodes move. */
function isWithin({ nodes, bounds, isBetween }: Run, globals: Float64Array, min: Vec3, max: Vec3): boolean {
  if (!isBetween) return false;
  for (let i = 0; i < nodes.length; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const row = 12 * (nodes[i] as number) + 4 * axis;
      let low = at(globals, row + 3);
      let high = low;
      for (let column = 0; column < 3; column++) {
        const by = at(globals, row + column);
        const least = by * at(bounds, 6 * i + 2 * column);
        const most = by * at(bounds, 6 * i + 2 * column + 1);
        low += Math.min(least, most);
        high += Math.max(least, most);
      }
      const slack = ROUNDED * Math.max(Math.abs(low), Math.abs(high));
      if (!(low - slack >= (min[axis] as number) && high + slack <= (max[axis] as number))) return false;
    }
  }
  return true;
}

/** Makes a box larger by vertices of a mesh in a pose: millions, so that nothing is made on the way. */
function growBy(
  { start, node, share, local }: Placed,
  { first, end }: Run,
  globals: Float64Array,
  min: Vec3,
  max: Vec3,
): void {
  for (let v = first; v < end; v++) {
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

function halfOf({ min, max }: Box): Vec3 {
  return [(max[0] - min[0]) / 2, (max[1] - min[1]) / 2, (max[2] - min[2]) / 2];
}

/** The longest side. */
export function sizeOf(box: Box | null): number {
  return box ? 2 * Math.max(...halfOf(box)) : 0;
}
