/**
 * Where the vertices of a level lie when nothing moves them, and which joints move them.
 *
 * A weight of v9+ has a place of its own for the vertex, in the space of its node; glTF has one bind position a vertex.
 * Where the weights agree both are the same. Where they do not, the mean is taken, which is what the bind pose shows; in
 * other poses the vertex is off by the weighted mean of the distances at most, because nodes do not stretch.
 */
import type { Weights } from '@lithoscope/core';
import { counted } from '../explain/describe.ts';
import type { GlbDeviation, NoteList } from './report.ts';
import { MAX_JOINTS, type Skeleton } from './skeleton.ts';
import type { Affine } from './space.ts';

/** Of a vertex. In glTF all vertices of a mesh have as many as the one with the most: some must be enough. */
export const MOST_INFLUENCES = 32;

/** Of the greatest number that a place is made from: what is less apart is so by rounding to 32 bits. */
const ROUNDING = 1e-6;

/** The vertices of a level of a piece, file space, in the order of the file. */
export interface BindVertices {
  /** Three numbers a vertex; not finite where a vertex is nowhere. */
  readonly positions: Float32Array;
  /** By vertex: its influences are start[v] … start[v + 1], the strongest first. */
  readonly start: Uint32Array;
  readonly joints: Uint32Array;
  /** Above 0; those of a vertex sum to 1. */
  readonly shares: Float32Array;
  /** By vertex: it is never farther from its place than this, file units; 0 where the weights agree. */
  readonly bounds: Float64Array;
  /** Vertices with weights that glTF cannot have; `bounds` does not count those. */
  readonly unlike: number;
}

/** What of a skeleton places vertices. */
export type BoundBy = Pick<Skeleton, 'binds' | 'inverseBinds' | 'fixedJoint'>;

/**
 * v9+.
 * @param posed the vertices in the bind pose, as `evaluate` gives them: where those without weights are
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
    // What pushes away, and what a joint without a number or one too many does, no bound is known for.
    if (isUnlike || pulls.size > MOST_INFLUENCES) unlike++;
    else if (bound > ROUNDING * largest) bounds[v] = bound;
    if (!list.endVertex()) list.replace(skeleton.fixedJoint());
  }
  return { positions, ...list.done(), bounds, unlike };
}

/** v6: one node moves a vertex. @param rest as `FrozenPose.vertices` */
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

/** Whether glTF can have it: not what pushes away, nor a pull by a joint that has no number. */
function isInfluence(node: number, { bias }: Pull): boolean {
  return bias > 0 && node < MAX_JOINTS - 1;
}

/** What a node has of a vertex: the sum of its biases and of its premultiplied places. */
interface Pull {
  bias: number;
  x: number;
  y: number;
  z: number;
}

/** The pulls of a vertex by node; the sum of the biases is returned, as the evaluator counts them. */
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

/** Adds where a bind pose has a pull, by its share of the vertex. */
function addApplied(bind: Affine, { bias, x, y, z }: Pull, sum: number, place: number[]): void {
  for (let row = 0; row < 3; row++) {
    const [a, b, c, d] = bind.subarray(4 * row) as unknown as [number, number, number, number];
    place[row] = (place[row] as number) + (a * x + b * y + c * z + d * bias) / sum;
  }
}

/** The greatest of the numbers that a pull's place is made from. */
function magnitude(bind: Affine, { bias, x, y, z }: Pull): number {
  const reach = Math.hypot(bind[3] as number, bind[7] as number, bind[11] as number);
  return Math.max(Math.hypot(x, y, z), Math.abs(bias) * reach);
}

/** How far a pull's place is from the vertex's, seen from the node, by its share. */
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
    // A vertex without weights has one influence all the same.
    this.#joints = new Uint32Array(most + vertices);
    this.#shares = new Float32Array(most + vertices);
  }

  /** One of the vertex that is being listed. The strongest stay; those that are nothing in 32 bits are passed over. */
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
    // The strongest takes what the others leave, so that 32 bits sum to 1.
    let others = 0;
    for (let i = first + 1; i < this.#end; i++) others += this.#shares[i] as number;
    this.#shares[first] = 1 - others;
    return true;
  }

  /** Gives the vertex that was ended last one joint after all. */
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

/** Of the model's size: what rounding to 32 bits makes of weights that agree. */
const MODEL_ROUNDING = 1e-5;
/** Of the model's size: a deviation that is said as a warning. */
const NOTICEABLE = 1e-4;

/** What the deviation of a level follows from. */
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

  /** Makes the model as large as these positions. */
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

  /** The levels whose weights do not agree, which is said too. */
  report(notes: NoteList): GlbDeviation[] {
    const size = Math.hypot(...this.#high.map((high, axis) => high - (this.#low[axis] as number)));
    const deviations = this.#levels
      .map((level) => deviation(level, MODEL_ROUNDING * size))
      .filter(({ vertices }) => vertices > 0);
    if (deviations.length === 0) return [];
    const bound = Math.max(...deviations.map((one) => one.bound));
    const vertices = deviations.reduce((sum, one) => sum + one.vertices, 0);
    const share = size > 0 ? `, ${rounded((100 * bound) / size)} % of the model's size` : '';
    const message = `The weights of ${counted(vertices, 'vertex')} do not agree on one bind position: no vertex is more than ${rounded(bound)} units off in any pose${share}.`;
    if (bound > NOTICEABLE * size) notes.warn('BIND_POSITIONS', message);
    else notes.tell('BIND_POSITIONS', message);
    return deviations;
  }
}

/** Two digits are enough for a bound. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(2)));
}

/** Of the vertices that the triangles of a level use. @param tolerance bounds up to it are rounding */
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
