/** The channels of an animation, and their values at a time as glTF says. */
import type { Animation } from '@gltf-transform/core';
import type { Quat } from '@lithoscope/core';
import { type Hierarchy, LOCAL } from './hierarchy.ts';
import { numbersOf } from './numbers.ts';
import { quatAt, slerp, unitTurn } from './turns.ts';

type Path = 'translation' | 'rotation' | 'scale' | 'weights';

/** Where a path stands in the numbers of a node relative to its parent. */
const PLACES = { translation: 0, rotation: 3, scale: 7 } as const;
const SIZES = { translation: 3, rotation: 4, scale: 3 } as const;

export interface Channel {
  readonly node: number;
  readonly path: Path;
  readonly interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
  /** Seconds, growing; at least one. */
  readonly times: Float64Array;
  /** `size` numbers a key; of splines three times as many: tangent, value, tangent. */
  readonly values: Float32Array;
  readonly size: number;
  /** Its values differ from each other, or from those at rest. */
  readonly moves: boolean;
}

export interface Channels {
  readonly channels: readonly Channel[];
  /** Channels that are left out: of what no node is moved by, or with numbers that are none. */
  readonly lost: number;
}

/** @param morphs number of weights of the mesh of a node */
export function channelsOf(
  animation: Animation,
  hierarchy: Hierarchy,
  morphs: (node: number) => number,
): Channels {
  const channels: Channel[] = [];
  let lost = 0;
  for (const channel of animation.listChannels()) {
    const target = channel.getTargetNode();
    const node = target ? hierarchy.indexOf.get(target) : undefined;
    const path = channel.getTargetPath();
    const sampler = channel.getSampler();
    const size = path === 'weights' ? morphs(node ?? -1) : SIZES[path as keyof typeof SIZES];
    if (node === undefined || !path || !sampler || !(size > 0)) {
      lost++;
      continue;
    }
    const interpolation = sampler.getInterpolation();
    const output = sampler.getOutput();
    const read = readKeys(
      numbersOf(sampler.getInput(), 1),
      numbersOf(output, path === 'weights' ? 1 : size),
      interpolation === 'CUBICSPLINE' ? 3 * size : size,
    );
    if (read.times.length === 0) {
      lost++;
      continue;
    }
    const made = { node, path, interpolation, size, ...read };
    channels.push({ ...made, moves: doesMove(made, hierarchy) });
  }
  return { channels, lost };
}

/** Keys that have finite numbers and are later than the one before. */
function readKeys(input: Float32Array | null, output: Float32Array | null, width: number) {
  const times: number[] = [];
  const kept: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  const count = Math.min(input?.length ?? 0, Math.floor((output?.length ?? 0) / width));
  for (let key = 0; input && output && key < count; key++) {
    const time = input[key] as number;
    if (!Number.isFinite(time) || time <= last) continue;
    let isWhole = true;
    for (let i = width * key; i < width * (key + 1); i++) isWhole &&= Number.isFinite(output[i]);
    if (!isWhole) continue;
    times.push(time);
    kept.push(key);
    last = time;
  }
  const values =
    kept.length === count && output
      ? output
      : Float32Array.from(
          kept.flatMap((key) => Array.from(output?.subarray(width * key, width * (key + 1)) ?? [])),
        );
  return { times: Float64Array.from(times), values };
}

/** What a value may be off from that at rest without meaning it. */
const SAME = 1e-6;

function doesMove(channel: Omit<Channel, 'moves'>, hierarchy: Hierarchy): boolean {
  const { node, path, size, values, times } = channel;
  if (path === 'weights') return true;
  const rest = hierarchy.rest.subarray(LOCAL * node + PLACES[path]);
  const isSpline = channel.interpolation === 'CUBICSPLINE';
  const width = isSpline ? 3 * size : size;
  for (let key = 0; key < times.length; key++) {
    const at = width * key + (isSpline ? size : 0);
    // Two quaternions of opposite signs are one rotation.
    let sign = 1;
    if (path === 'rotation') {
      let cosine = 0;
      for (let i = 0; i < 4; i++) cosine += (values[at + i] as number) * (rest[i] as number);
      sign = cosine < 0 ? -1 : 1;
    }
    for (let i = 0; i < size; i++) {
      const value = values[at + i] as number;
      const known = sign * (rest[i] as number);
      if (Math.abs(value - known) > SAME * Math.max(1, Math.abs(known))) return true;
      if (isSpline && times.length > 1) {
        if (Math.abs(values[at - size + i] as number) > SAME) return true;
        if (Math.abs(values[at + size + i] as number) > SAME) return true;
      }
    }
  }
  return false;
}

/** A moment of an animation of the file. */
export interface Moment {
  /** Milliseconds behind its first key. */
  readonly ms: number;
  /** Seconds of glTF at its first key. */
  readonly start: number;
  /** Seconds of glTF: exactly those of a key of the source where `ms` stands for one. */
  readonly seconds: number;
}

/** The milliseconds that a time of glTF becomes. */
export function msOf(seconds: number, start: number): number {
  return Math.round((seconds - start) * 1000);
}

/** The value at a moment, into `out`. */
export function sample(channel: Channel, moment: Moment, out: Float64Array, at: number): void {
  const { times, size, interpolation } = channel;
  const { seconds, start, ms } = moment;
  const last = times.length - 1;
  let key = keyBefore(times, seconds);
  if (interpolation === 'STEP') {
    // What counts is to which millisecond a step was moved.
    while (key < last && msOf(times[key + 1] as number, start) <= ms) key++;
    while (key > 0 && msOf(times[key] as number, start) > ms) key--;
    copy(channel, Math.max(0, key), out, at);
    return;
  }
  if (key < 0 || key >= last) {
    copy(channel, Math.max(0, key), out, at);
    return;
  }
  const from = times[key] as number;
  const span = (times[key + 1] as number) - from;
  const share = (seconds - from) / span;
  if (interpolation === 'CUBICSPLINE') {
    spline(channel, key, share, span, out, at);
    return;
  }
  const { values } = channel;
  const a = size * key;
  if (channel.path === 'rotation') {
    put(slerp(unitTurn(quatAt(values, a)), unitTurn(quatAt(values, a + 4)), share), out, at);
    return;
  }
  for (let i = 0; i < size; i++) {
    const value = values[a + i] as number;
    out[at + i] = value + share * ((values[a + size + i] as number) - value);
  }
}

function put(rotation: Quat, out: Float64Array, at: number): void {
  for (let i = 0; i < 4; i++) out[at + i] = rotation[i] as number;
}

function keyBefore(times: Float64Array, seconds: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function copy(channel: Channel, key: number, out: Float64Array, at: number): void {
  const { size, values, path } = channel;
  const from = channel.interpolation === 'CUBICSPLINE' ? 3 * size * key + size : size * key;
  for (let i = 0; i < size; i++) out[at + i] = values[from + i] as number;
  if (path === 'rotation') put(unitTurn(quatAt(out, at)), out, at);
}

/** Cubic Hermite, as the specification's appendix has it. */
function spline(channel: Channel, key: number, t: number, span: number, out: Float64Array, at: number): void {
  const { size, values, path } = channel;
  const a = 3 * size * key;
  const b = a + 3 * size;
  const t2 = t * t;
  const t3 = t2 * t;
  for (let i = 0; i < size; i++) {
    out[at + i] =
      (2 * t3 - 3 * t2 + 1) * (values[a + size + i] as number) +
      span * (t3 - 2 * t2 + t) * (values[a + 2 * size + i] as number) +
      (3 * t2 - 2 * t3) * (values[b + size + i] as number) +
      span * (t3 - t2) * (values[b + i] as number);
  }
  if (path === 'rotation') put(unitTurn(quatAt(out, at)), out, at);
}

/** The locals of all nodes at a moment, into `out`: those of `Hierarchy.rest` where no channel moves them. */
export function localsAt(
  channels: readonly Channel[],
  hierarchy: Hierarchy,
  moment: Moment,
  out: Float64Array,
): void {
  out.set(hierarchy.rest);
  for (const channel of channels) {
    if (channel.path !== 'weights') sample(channel, moment, out, LOCAL * channel.node + PLACES[channel.path]);
  }
}

/** Whether two keys have other values: whether there is a step between them. */
export function differs({ values, size }: Channel, key: number): boolean {
  for (let i = size * key; i < size * (key + 1); i++) if (values[i] !== values[i + size]) return true;
  return false;
}
