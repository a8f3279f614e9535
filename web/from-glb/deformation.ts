/**
 * Vertices of v6 that their node does not move rigidly: those of several nodes, and those of morph targets. The file has
 * their places in the space of one node, at each key, in 8 bits an axis (abc.md §2).
 */
import type { NewDeformation, Vec3 } from '@lithoscope/core';
import type { Pace } from '../lib/pace.ts';
import type { Merged, MorphWeights } from './merged.ts';
import { globalsOf, type LocalPose, poseBetween } from './poses.ts';

/** An animation while it becomes one of v6. */
export interface Clip {
  readonly name: string;
  /** Milliseconds. */
  times: number[];
  /** By key: seven numbers a node, relative to the parent. */
  poses: LocalPose[];
  /** By key, then by piece. */
  weights: MorphWeights[];
  strings: string[];
  readonly extents: Vec3;
}

/** An interval between two keys is halved at most so many times. */
const DEEPEST = 3;
/** Where between two keys the movement is measured. */
const PROBES = [0.25, 0.5, 0.75] as const;

export interface Plan {
  /** By node: its deformed vertices, growing. */
  readonly byNode: readonly Uint32Array[];
  readonly count: number;
  /** Vertices that should be deformed and are not, and how far off they are at most, units. */
  readonly left: number;
  readonly leftDeviation: number;
  /** Keys that may be added to all animations together before the deformed places are too many. */
  readonly keys: number;
  /** Three numbers a vertex: in the space of its node when the rest pose plays. */
  readonly rest: Float32Array;
}

/** What is shown when nothing plays. */
export interface RestPose {
  readonly pose: LocalPose;
  readonly weights: MorphWeights;
}

export interface Skinned {
  readonly mesh: Merged;
  readonly parents: Int32Array;
  /** By vertex: the one node that it has in the file. */
  readonly nodeOf: Uint8Array;
}

/**
 * Which vertices must be deformed.
 * @param rest the pose at which the others are exact
 * @param tolerance units by which a vertex may be off without being deformed
 * @param bytes of deformed places at most
 */
export async function planDeformation(
  { mesh, parents, nodeOf }: Skinned,
  clips: readonly Clip[],
  rest: RestPose,
  tolerance: number,
  bytes: number,
  pace: Pace,
): Promise<Plan> {
  const all = Uint32Array.from({ length: mesh.count }, (_, v) => v);
  const globals = globalsOf(parents, rest.pose);
  const places = mesh.place(all, globals, rest.weights, nodeOf, new Float32Array(3 * mesh.count));
  const candidates = all.filter((v) => !mesh.isRigid(v, nodeOf[v] as number));
  const isCandidate = new Uint8Array(mesh.count);
  for (const v of candidates) isCandidate[v] = 1;
  // Exactly as it is stored, where one node alone moves it.
  for (const v of all) if (!isCandidate[v]) places.set(mesh.local(v), 3 * v);
  const moved = new Float64Array(mesh.count);
  const keys = clips.reduce((sum, { times }) => sum + times.length, 0);
  const posed = new Float64Array(3 * candidates.length);
  let key = 0;
  for (const { poses, weights } of clips) {
    for (const [k, pose] of poses.entries()) {
      mesh.place(candidates, globalsOf(parents, pose, globals), weights[k] as MorphWeights, nodeOf, posed);
      for (const [i, v] of candidates.entries()) {
        moved[v] = Math.max(moved[v] as number, distance(places, 3 * v, posed, 3 * i));
      }
      await pace.step((0.4 * ++key) / keys);
    }
  }
  const moving = [...candidates].filter((v) => (moved[v] as number) > tolerance);
  const most = Math.floor(bytes / (3 * Math.max(keys, 1)));
  // Those that are off the most first, where not all can be.
  const byNeed =
    moving.length > most ? moving.sort((a, b) => (moved[b] as number) - (moved[a] as number)) : moving;
  const deformed = byNeed.slice(0, most).sort((a, b) => a - b);
  const left = byNeed.slice(most);
  const byNode: number[][] = Array.from(parents, () => []);
  for (const v of deformed) byNode[nodeOf[v] as number]?.push(v);
  return {
    byNode: byNode.map((list) => Uint32Array.from(list)),
    count: deformed.length,
    left: left.length,
    leftDeviation: left.reduce((greatest, v) => Math.max(greatest, moved[v] as number), 0),
    keys: Math.max(Math.floor(bytes / (3 * Math.max(deformed.length, 1))) - keys, 0),
    rest: places,
  };
}

/**
 * Adds keys to an animation where its deformed vertices would leave the way of the source between two of them.
 * @param tolerance units
 * @param room keys that may still be added to the file; counted down
 * @returns how far off they still are between keys at most, units
 */
export async function addKeys(
  { mesh, parents, nodeOf }: Skinned,
  plan: Plan,
  clip: Clip,
  tolerance: number,
  room: { keys: number },
  pace: Pace,
  done: number,
): Promise<number> {
  const vertices = Uint32Array.from(plan.byNode.flatMap((list) => [...list]));
  if (vertices.length === 0 || clip.times.length < 2) return 0;
  const globals = new Float64Array(12 * parents.length);
  const placesAt = (at: LocalPose, weights: MorphWeights): Float64Array =>
    mesh.place(
      vertices,
      globalsOf(parents, at, globals),
      weights,
      nodeOf,
      new Float64Array(3 * vertices.length),
    );
  let greatest = 0;
  const made: Pick<Clip, 'times' | 'poses' | 'weights' | 'strings'> = {
    times: [],
    poses: [],
    weights: [],
    strings: [],
  };
  interface Key {
    readonly time: number;
    readonly pose: LocalPose;
    readonly weights: MorphWeights;
    readonly places: Float64Array;
  }
  const put = ({ time, pose, weights }: Key, text: string) => {
    made.times.push(time);
    made.poses.push(pose);
    made.weights.push(weights);
    made.strings.push(text);
  };
  const keyAt = (a: Key, b: Key, time: number): Key => {
    const fraction = (time - a.time) / (b.time - a.time);
    const at = poseBetween(a.pose, b.pose, fraction, new Float64Array(7 * parents.length));
    const weights = weightsBetween(a.weights, b.weights, fraction);
    return { time, pose: at, weights, places: placesAt(at, weights) };
  };
  const halve = (a: Key, b: Key, depth: number) => {
    const off = PROBES.map((fraction) => {
      const probe = keyAt(a, b, a.time + (b.time - a.time) * fraction);
      return furthest(a.places, b.places, fraction, probe.places);
    });
    const middle = Math.round((a.time + b.time) / 2);
    const canHalve = depth < DEEPEST && room.keys > 0 && middle > a.time && middle < b.time;
    if (Math.max(...off) <= tolerance || !canHalve) {
      greatest = Math.max(greatest, ...off);
      return;
    }
    room.keys--;
    const key = keyAt(a, b, middle);
    halve(a, key, depth + 1);
    put(key, '');
    halve(key, b, depth + 1);
  };
  const keyOf = (k: number): Key => {
    const own = clip.poses[k] as LocalPose;
    const weights = clip.weights[k] as MorphWeights;
    return { time: clip.times[k] as number, pose: own, weights, places: placesAt(own, weights) };
  };
  let before = keyOf(0);
  put(before, clip.strings[0] ?? '');
  for (let k = 1; k < clip.times.length; k++) {
    const after = keyOf(k);
    halve(before, after, 0);
    put(after, clip.strings[k] ?? '');
    before = after;
    await pace.step(done);
  }
  Object.assign(clip, made);
  return greatest;
}

/**
 * Packs the places of the deformed vertices of an animation.
 * @returns by node what the file has, and how far off the packed places are at most, units
 */
export async function packed(
  { mesh, parents, nodeOf }: Skinned,
  plan: Plan,
  clip: Clip,
  pace: Pace,
  done: number,
): Promise<{ readonly deformation: readonly NewDeformation[]; readonly deviation: number }> {
  const count = clip.times.length;
  const places = plan.byNode.map((list) => new Float32Array(3 * count * list.length));
  const globals = new Float64Array(12 * parents.length);
  for (let k = 0; plan.count > 0 && k < count; k++) {
    globalsOf(parents, clip.poses[k] as LocalPose, globals);
    for (const [node, list] of plan.byNode.entries()) {
      const at = 3 * k * list.length;
      const own = places[node]?.subarray(at, at + 3 * list.length) as Float32Array;
      mesh.place(list, globals, clip.weights[k] as MorphWeights, nodeOf, own);
    }
    await pace.step(done);
  }
  let deviation = 0;
  const deformation = places.map((values) => {
    const made = pack(values);
    deviation = Math.max(deviation, made.deviation);
    return made.deformation;
  });
  return { deformation, deviation };
}

/** Places in 8 bits an axis: byte × scale + transform, as the engine unpacks them in single precision. */
function pack(values: Float32Array): { deformation: NewDeformation; deviation: number } {
  const positions = new Uint8Array(values.length);
  const scale: Vec3 = [1, 1, 1];
  const transform: Vec3 = [0, 0, 0];
  const off = new Float64Array(values.length / 3);
  for (let axis = 0; values.length > 0 && axis < 3; axis++) {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let i = axis; i < values.length; i += 3) {
      least = Math.min(least, values[i] as number);
      most = Math.max(most, values[i] as number);
    }
    const step = Math.fround((most - least) / 255);
    scale[axis] = step;
    transform[axis] = least;
    for (let i = axis; i < values.length; i += 3) {
      const value = values[i] as number;
      const byte = step > 0 ? Math.min(Math.max(Math.round((value - least) / step), 0), 255) : 0;
      positions[i] = byte;
      const vertex = (i - axis) / 3;
      off[vertex] = (off[vertex] as number) + (byte * step + least - value) ** 2;
    }
  }
  return {
    deformation: { positions, scale, transform },
    deviation: Math.sqrt(off.reduce((greatest, value) => Math.max(greatest, value), 0)),
  };
}

function weightsBetween(a: MorphWeights, b: MorphWeights, fraction: number): MorphWeights {
  return a.map((weights, piece) => {
    const other = b[piece] ?? weights;
    return Float64Array.from(weights, (value, i) => value + ((other[i] ?? value) - value) * fraction);
  });
}

/** How far the line between two places is from a third at most. */
function furthest(a: Float64Array, b: Float64Array, fraction: number, places: Float64Array): number {
  let greatest = 0;
  for (let i = 0; i < places.length; i += 3) {
    let squared = 0;
    for (let axis = i; axis < i + 3; axis++) {
      const from = a[axis] as number;
      squared += (from + ((b[axis] as number) - from) * fraction - (places[axis] as number)) ** 2;
    }
    greatest = Math.max(greatest, squared);
  }
  return Math.sqrt(greatest);
}

function distance(a: Float32Array, atA: number, b: Float64Array, atB: number): number {
  let squared = 0;
  for (let i = 0; i < 3; i++) squared += ((a[atA + i] as number) - (b[atB + i] as number)) ** 2;
  return Math.sqrt(squared);
}
