/**
 * Bind positions and influences of the vertices of a level, and how far they deviate from the file.
 *
 * In v9+ every weight has its own position of the vertex, in the space of its node; glTF has one bind position for each vertex.
 * Where the weights agree, both are the same. Where they do not, the mean is taken, which the bind pose shows. In other poses
 * the vertex is off by the weighted mean of the distances at most, because nodes do not stretch.
 */
import type { Weights } from '@lithoscope/core';
import { counted } from '../explain/describe.ts';
import type { GlbDeviation, NoteList } from './report.ts';
import { MAX_JOINTS, type Skeleton } from './skeleton.ts';
import type { Affine } from './space.ts';

/** Influences of a vertex at most. In glTF, all vertices of a mesh have as many as the one with the most. */
export const MOST_INFLUENCES = 32;

/** Rounding to 32 bits, relative to the greatest number in a position: smaller distances do not count. */
const ROUNDING = 1e-6;

/** The vertices of a level of a piece, file space, in the order of the file. */
export interface BindVertices {
  /** Three numbers for each vertex; not finite for a vertex without a position. */
  readonly positions: Float32Array;
  /** By vertex: its influences are start[v] … start[v + 1], the strongest first. */
  readonly start: Uint32Array;
  readonly joints: Uint32Array;
  /** Weights above 0; those of a vertex sum to 1. */
  readonly shares: Float32Array;
  /** By vertex: the greatest distance from its position in the file, file units; 0 where the weights agree. */
  readonly bounds: Float64Array;
  /** Vertices with weights that glTF does not allow; `bounds` ignores those weights. */
  readonly unlike: number;
}

/** The parts of a skeleton that place vertices. */
export type BoundBy = Pick<Skeleton, 'binds' | 'inverseBinds' | 'fixedJoint'>;

/**
 * Vertices of v9+.
 * @param posed the vertices in the bind pose, from `evaluate`: positions of those without weights
 */
export function weightedVertices(weights: Weights, posed: Float32Array, skeleton: BoundBy): BindVertices {
  const count = weights.start.length - 1;
  const list = new InfluenceList(count, weights.node.length);
  const positions = new Float32Array(3 * count);
  const bounds = new Float64Array(count);
  const pulls = new Map<number, Pull>();
  let unlike = 0;
  for (let v = 0; v < count; v++) {
    const sum = gather(weights, v, pulls);
    if (!(sum > 0)) {
      positions.set(posed.subarray(3 * v, 3 * v + 3), 3 * v);
      list.add(skeleton.fixedJoint(), 1);
      list.endVertex();
      continue;
    }
    const place = [0, 0, 0];
    let kept = 0;
    for (const [node, pull] of pulls) {
      addApplied(skeleton.binds[node] as Affine, pull, sum, place);
      if (isInfluence(node, pull)) kept += pull.bias;
    }
    positions.set(place, 3 * v);
    let bound = 0;
    let largest = 0;
    let isUnlike = false;
    for (const [node, pull] of pulls) {
      if (isInfluence(node, pull)) list.add(node, pull.bias / kept);
      else if (pull.bias !== 0) isUnlike = true;
      bound += miss(skeleton.inverseBinds[node] as Affine, pull, sum, place);
      largest = Math.max(largest, magnitude(skeleton.binds[node] as Affine, pull) / sum);
    }
    // Negative weights, joints out of range and surplus influences have no known bound.
    if (isUnlike || pulls.size > MOST_INFLUENCES) unlike++;
    else if (bound > ROUNDING * largest) bounds[v] = bound;
    if (!list.endVertex()) list.replace(skeleton.fixedJoint());
  }
  return { positions, ...list.done(), bounds, unlike };
}

/** Vertices of v6, each moved by one node. @param rest as `FrozenPose.vertices` */
export function rigidVertices(weights: Weights, rest: Float32Array, skeleton: BoundBy): BindVertices {
  const count = weights.start.length - 1;
  const list = new InfluenceList(count, count);
  const positions = new Float32Array(3 * count);
  for (let v = 0; v < count; v++) {
    const node = weights.node[v] as number;
    const bind = skeleton.binds[node];
    const at = rest.subarray(3 * v, 3 * v + 3);
    const place = [0, 0, 0];
    if (bind)
      addApplied(bind, { bias: 1, x: at[0] as number, y: at[1] as number, z: at[2] as number }, 1, place);
    positions.set(bind ? place : at, 3 * v);
    list.add(bind && node < MAX_JOINTS - 1 ? node : skeleton.fixedJoint(), 1);
    list.endVertex();
  }
  return { positions, ...list.done(), bounds: new Float64Array(count), unlike: 0 };
}

/** Whether glTF allows an influence: not a negative weight, nor a joint out of range. */
function isInfluence(node: number, { bias }: Pull): boolean {
  return bias > 0 && node < MAX_JOINTS - 1;
}

/** The pull of a node on a vertex: the sums of its biases and of its premultiplied positions. */
interface Pull {
  bias: number;
  x: number;
  y: number;
  z: number;
}

/** Collects the pulls of a vertex by node. @returns the sum of the biases, as the evaluator counts them */
function gather({ start, node, bias, location }: Weights, v: number, pulls: Map<number, Pull>): number {
  pulls.clear();
  let sum = 0;
  for (let w = start[v] as number; w < (start[v + 1] as number); w++) {
    const index = node[w] as number;
    if (index < 0) continue;
    const pull = pulls.get(index) ?? { bias: 0, x: 0, y: 0, z: 0 };
    pulls.set(index, pull);
    sum += bias[w] as number;
    pull.bias += bias[w] as number;
    pull.x += location[3 * w] as number;
    pull.y += location[3 * w + 1] as number;
    pull.z += location[3 * w + 2] as number;
  }
  return sum;
}

/** Adds the position of a pull in the bind pose, by its share of the vertex. */
function addApplied(bind: Affine, { bias, x, y, z }: Pull, sum: number, place: number[]): void {
  for (let row = 0; row < 3; row++) {
    const [a, b, c, d] = bind.subarray(4 * row) as unknown as [number, number, number, number];
    place[row] = (place[row] as number) + (a * x + b * y + c * z + d * bias) / sum;
  }
}

/** The greatest number in the position of a pull. */
function magnitude(bind: Affine, { bias, x, y, z }: Pull): number {
  const reach = Math.hypot(bind[3] as number, bind[7] as number, bind[11] as number);
  return Math.max(Math.hypot(x, y, z), Math.abs(bias) * reach);
}

/** The distance of a pull's position from the vertex, in the space of the node, by its share. */
function miss(inverse: Affine, { bias, x, y, z }: Pull, sum: number, place: number[]): number {
  const off = (row: number, own: number) => {
    const [a, b, c, d] = inverse.subarray(4 * row) as unknown as [number, number, number, number];
    const [px, py, pz] = place as [number, number, number];
    return (own - bias * (a * px + b * py + c * pz + d)) / sum;
  };
  return Math.hypot(off(0, x), off(1, y), off(2, z));
}

/** The influences of vertices, one vertex after the other. */
class InfluenceList {
  readonly #start: Uint32Array;
  readonly #joints: Uint32Array;
  readonly #shares: Float32Array;
  #vertex = 0;
  #end = 0;

  constructor(vertices: number, most: number) {
    this.#start = new Uint32Array(vertices + 1);
    // A vertex without weights has one influence too.
    this.#joints = new Uint32Array(most + vertices);
    this.#shares = new Float32Array(most + vertices);
  }

  /** Adds an influence of the current vertex. The strongest ones stay; those that are 0 in 32 bits are skipped. */
  add(joint: number, share: number): void {
    if (!(Math.fround(share) > 0)) return;
    const first = this.#start[this.#vertex] as number;
    let at = this.#end;
    if (at - first < MOST_INFLUENCES) this.#end++;
    else if (!(share > (this.#shares[--at] as number))) return;
    for (; at > first; at--) {
      if ((this.#shares[at - 1] as number) >= share) break;
      this.#shares[at] = this.#shares[at - 1] as number;
      this.#joints[at] = this.#joints[at - 1] as number;
    }
    this.#shares[at] = share;
    this.#joints[at] = joint;
  }

  /** Ends the list of a vertex; false when it is empty. */
  endVertex(): boolean {
    const first = this.#start[this.#vertex] as number;
    this.#vertex++;
    this.#start[this.#vertex] = this.#end;
    if (first === this.#end) return false;
    // The strongest takes the rest, so that the sum is 1 in 32 bits.
    let others = 0;
    for (let i = first + 1; i < this.#end; i++) others += this.#shares[i] as number;
    this.#shares[first] = 1 - others;
    return true;
  }

  /** Gives the last vertex one joint. */
  replace(joint: number): void {
    this.#vertex--;
    this.add(joint, 1);
    this.endVertex();
  }

  done(): { start: Uint32Array; joints: Uint32Array; shares: Float32Array } {
    return {
      start: this.#start,
      joints: this.#joints.slice(0, this.#end),
      shares: this.#shares.slice(0, this.#end),
    };
  }
}

/** Deviation by rounding to 32 bits where weights agree, relative to the model's size. */
const MODEL_ROUNDING = 1e-5;
/** Deviation that is a warning, relative to the model's size. */
const NOTICEABLE = 1e-4;

/** The data that a level's deviation follows from. */
interface Measured {
  readonly piece: number;
  readonly lod: number;
  /** As `BindVertices.bounds`. */
  readonly bounds: Float64Array;
  readonly sources: readonly number[];
  readonly indices: Uint32Array;
}

export class Deviations {
  readonly #levels: Measured[] = [];
  readonly #low = [Infinity, Infinity, Infinity];
  readonly #high = [-Infinity, -Infinity, -Infinity];

  /** Extends the model's bounds by these positions. */
  measure(positions: Float32Array): void {
    for (let i = 0; i < positions.length; i++) {
      const axis = i % 3;
      this.#low[axis] = Math.min(this.#low[axis] as number, positions[i] as number);
      this.#high[axis] = Math.max(this.#high[axis] as number, positions[i] as number);
    }
  }

  add(level: Measured): void {
    if (level.bounds.some((bound) => bound > 0)) this.#levels.push(level);
  }

  /** The levels whose weights do not agree; adds a note about them. */
  report(notes: NoteList): GlbDeviation[] {
    const size = Math.hypot(...this.#high.map((high, axis) => high - (this.#low[axis] as number)));
    const deviations = this.#levels
      .map((level) => deviation(level, MODEL_ROUNDING * size))
      .filter(({ vertices }) => vertices > 0);
    if (deviations.length === 0) return [];
    const bound = Math.max(...deviations.map((one) => one.bound));
    const vertices = deviations.reduce((sum, one) => sum + one.vertices, 0);
    const share = size > 0 ? `, ${rounded((100 * bound) / size)} % of the model’s size` : '';
    const message = `The weights of ${counted(vertices, 'vertex')} imply different bind positions: no vertex is more than ${rounded(bound)} units off in any pose${share}.`;
    if (bound > NOTICEABLE * size) notes.warn('BIND_POSITIONS', message);
    else notes.tell('BIND_POSITIONS', message);
    return deviations;
  }
}

/** Two digits are enough for a bound. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(2)));
}

/** The deviation of the vertices that a level's triangles use. @param tolerance bounds up to it are rounding */
function deviation({ piece, lod, bounds, sources, indices }: Measured, tolerance: number): GlbDeviation {
  const off = new Set<number>();
  let bound = 0;
  for (const index of indices) {
    const vertex = sources[index] as number;
    const own = bounds[vertex] as number;
    if (own > tolerance) off.add(vertex);
    if (own > bound) bound = own;
  }
  return { piece, lod, vertices: off.size, bound };
}
