/** The channels of an animation. */
import type { Animation } from '../gltf.ts';
import { type Hierarchy, LOCAL } from './hierarchy.ts';
import { numbersOf } from './numbers.ts';

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
  for (const channel of animation.channels) {
    const target = channel.node;
    const node = target ? hierarchy.indexOf.get(target) : undefined;
    const path = channel.path;
    const sampler = channel.sampler;
    const size = path === 'weights' ? morphs(node ?? -1) : SIZES[path as keyof typeof SIZES];
    if (node === undefined || !path || !sampler || !(size > 0)) {
      lost++;
      continue;
    }
    const interpolation = sampler.interpolation;
    const output = sampler.output;
    const read = readKeys(
      numbersOf(sampler.input, 1),
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

/** The milliseconds that a time of glTF becomes. */
export function msOf(seconds: number, start: number): number {
  return Math.round((seconds - start) * 1000);
}
