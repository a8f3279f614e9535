/** What an animation of a GLB does with the joints, in the space of the file. */

import type { Animation, Node } from '@gltf-transform/core';
import type { Quat, Vec3 } from '@lithoscope/core';
import { type Affine, multiplied } from '../../to-glb/space.ts';
import { unitTurn } from '../drafting/turns.ts';
import { jointLocal, type Rig } from './rig.ts';
import { angleBetween, between } from './rotations.ts';

/** Where a node is, relative to its parent. */
export interface Local {
  readonly translation: Vec3;
  readonly rotation: Quat;
}

interface Curve {
  /** Seconds, growing. */
  readonly times: Float64Array;
  /** `size` numbers a key; of splines three times as many. */
  readonly values: Float64Array;
  readonly size: number;
  readonly interpolation: string;
}

/** Times nearer than this are one, milliseconds. */
export const SAME_TIME = 0.5;

/** Keys that curves of one animation may ask for. */
const MOST_ADDED = 20_000;

export class Player {
  /** Milliseconds of all keys of joints behind `start`, growing, each once. */
  readonly times: readonly number[];
  /** Milliseconds of the GLB at which time 0 is. */
  readonly start: number;
  readonly #rig: Rig;
  readonly #translations = new Map<number, Curve>();
  readonly #rotations = new Map<number, Curve>();

  /** @param animations those of one name: Blender may make two of one */
  constructor(rig: Rig, animations: readonly Animation[], start = 0) {
    this.#rig = rig;
    this.start = start;
    const times = new Set<number>();
    for (const channel of animations.flatMap((animation) => animation.listChannels())) {
      const node = rig.nodeOf.get(channel.getTargetNode() as Node) ?? -1;
      const curve = node >= 0 ? curveOf(channel) : null;
      if (!curve) continue;
      const path = channel.getTargetPath();
      if (path === 'translation') this.#translations.set(node, curve);
      else if (path === 'rotation') this.#rotations.set(node, curve);
      else continue;
      for (const time of curve.times) times.add(1000 * time - start);
    }
    this.times = distinct([...times]);
  }

  /** `times`, and those that steps and splines need, which are straight lines from key to key else. @param parents by node */
  moments(parents: readonly number[]): readonly number[] {
    const added = new Set<number>();
    for (const { times, values, size, interpolation } of [
      ...this.#translations.values(),
      ...this.#rotations.values(),
    ]) {
      if (interpolation !== 'STEP') continue;
      for (let key = 1; key < times.length; key++) {
        const [before, now] = [key - 1, key].map((k) => values.subarray(size * k, size * (k + 1)));
        const ms = 1000 * (times[key] as number) - this.start - 1;
        if (
          now?.some((value, i) => value !== before?.[i]) &&
          ms > 1000 * (times[key - 1] as number) - this.start
        )
          added.add(ms);
      }
    }
    const curved = parents.flatMap((parent, node) =>
      [this.#translations.get(node), this.#rotations.get(node)].some(
        (curve) => curve?.interpolation === 'CUBICSPLINE',
      )
        ? [{ node, parent }]
        : [],
    );
    if (curved.length > 0) {
      const poses = new Map<number, Local[]>();
      const pose = (ms: number) => {
        const known = poses.get(ms);
        if (known) return known;
        const made = curved.map(({ node, parent }) => this.at(node, parent, ms));
        poses.set(ms, made);
        return made;
      };
      const isStraight = (from: number, to: number) =>
        [0.25, 0.5, 0.75].every((share) => {
          const exact = curved.map(({ node, parent }) => this.at(node, parent, from + share * (to - from)));
          const [a, b] = [pose(from), pose(to)];
          return exact.every((local, i) => isOnLine(a[i] as Local, b[i] as Local, share, local));
        });
      this.times.forEach((to, i) => {
        if (i === 0) return;
        let from = this.times[i - 1] as number;
        const ends = [to];
        while (ends.length > 0 && added.size < MOST_ADDED) {
          const end = ends.at(-1) as number;
          if (end - from >= 2 && !isStraight(from, end)) ends.push(Math.floor((from + end) / 2));
          else {
            from = end;
            ends.pop();
            if (ends.length > 0) added.add(end);
          }
        }
        poses.clear();
      });
    }
    return added.size > 0 ? distinct([...this.times, ...added]) : this.times;
  }

  /** What no key turns or moves stays as it is in the rest pose. */
  at(node: number, parent: number, ms: number): Local {
    const rig = this.#rig;
    const seconds = (this.start + ms) / 1000;
    const rest = rig.rest;
    const translation = this.#translations.get(node);
    const rotation = this.#rotations.get(node);
    const local = jointLocal(
      rig,
      node,
      parent,
      translation ? valueAt(translation, seconds) : [0, 0, 0],
      rotation ? unitTurn(valueAt(rotation, seconds) as Quat) : [0, 0, 0, 1],
    );
    const from = 7 * node;
    return {
      translation: translation ? local.translation : restPlace(rig, node, parent),
      rotation: rotation ? local.rotation : ([...rest.subarray(from + 3, from + 7)] as Quat),
    };
  }
}

/** Of a bone that was moved in the bind pose: it is elsewhere in the rest pose by as much. */
function restPlace(rig: Rig, node: number, parent: number): Vec3 {
  const stored = [...rig.rest.subarray(7 * node, 7 * node + 3)] as Vec3;
  if (!rig.moved.includes(node) && !rig.moved.includes(parent)) return stored;
  const [before, now] = [
    localOfBind(rig.inverseBinds[parent], rig.binds[node] as Affine),
    localOfBind(rig.inverseNow[parent], rig.bindsNow[node] as Affine),
  ];
  return stored.map((value, i) => value + (now[4 * i + 3] as number) - (before[4 * i + 3] as number)) as Vec3;
}

const localOfBind = (inverse: Affine | undefined, bind: Affine): Affine =>
  inverse ? multiplied(inverse, bind) : bind;

/** Whether the straight way between two leads there: radians, and units of a model of about a hundred. */
function isOnLine(a: Local, b: Local, share: number, there: Local): boolean {
  const isPlace = there.translation.every((value, i) => {
    const from = a.translation[i] as number;
    return Math.abs(value - from - share * ((b.translation[i] as number) - from)) <= 0.02;
  });
  return isPlace && angleBetween(between(a.rotation, b.rotation, share), there.rotation) <= 3e-3;
}

/**
 * The animation with the times that its keys had, as far as it was only moved as a whole: a program may have it anywhere on its
 * timeline.
 * @param known milliseconds of the keys of the file, growing
 */
export function playerFrom(rig: Rig, animations: readonly Animation[], known: readonly number[]): Player {
  const player = new Player(rig, animations);
  const { times } = player;
  const by = (times[0] ?? 0) - (known[0] ?? 0);
  if (times.length === 0 || known.length === 0 || by <= SAME_TIME) return player;
  const all = new Set(known);
  const matches = (start: number) => times.filter((time) => all.has(Math.round(time - start))).length;
  const length = (list: readonly number[]) => (list.at(-1) as number) - (list[0] as number);
  // One that was sampled has keys at none of the times; its last one is less than a step from the end.
  const step = length(times) / Math.max(1, times.length - 1);
  const isLength = isEven(times) && Math.abs(length(times) - length(known)) < step + SAME_TIME;
  const [moved, there] = [matches(by), matches(0)];
  return moved > there || (isLength && moved === there) ? new Player(rig, animations, by) : player;
}

/** Whether keys are at equal distances. */
export function isEven(times: readonly number[]): boolean {
  if (times.length < 4) return false;
  const step = ((times.at(-1) as number) - (times[0] as number)) / (times.length - 1);
  return times.every((time, i) => Math.abs(time - (times[0] as number) - step * i) < 0.02 * step + 0.1);
}

function curveOf(channel: ReturnType<Animation['listChannels']>[number]): Curve | null {
  const sampler = channel.getSampler();
  const times = sampler?.getInput();
  const values = sampler?.getOutput();
  if (!times || !values || times.getCount() === 0) return null;
  const size = values.getElementSize();
  const element: number[] = [];
  const numbers = new Float64Array(size * values.getCount());
  for (let i = 0; i < values.getCount(); i++)
    numbers.set(values.getElement(i, element).slice(0, size), size * i);
  const curve: Curve = {
    times: Float64Array.from({ length: times.getCount() }, (_, i) => times.getScalar(i)),
    values: numbers,
    size,
    interpolation: sampler?.getInterpolation() ?? 'LINEAR',
  };
  const wanted = curve.times.length * size * (curve.interpolation === 'CUBICSPLINE' ? 3 : 1);
  return numbers.length >= wanted ? curve : null;
}

/** As glTF says: before the first key and behind the last one it stays. */
function valueAt(curve: Curve, seconds: number): number[] {
  const { times, values, size, interpolation } = curve;
  const isSpline = interpolation === 'CUBICSPLINE';
  const step = isSpline ? 3 * size : size;
  const key = (i: number, part = isSpline ? 1 : 0) => [
    ...values.subarray(step * i + size * part, step * i + size * (part + 1)),
  ];
  const after = firstAfter(times, seconds);
  if (after === 0) return key(0);
  if (after === times.length) return key(after - 1);
  const from = times[after - 1] as number;
  const span = (times[after] as number) - from;
  const share = span > 0 ? (seconds - from) / span : 0;
  if (interpolation === 'STEP') return key(after - 1);
  // A key of the file and its time in 32 bits.
  if (seconds - from < 1e-6) return key(after - 1);
  if ((times[after] as number) - seconds < 1e-6) return key(after);
  if (isSpline) {
    const [a, b, out, into] = [key(after - 1), key(after), key(after - 1, 2), key(after, 0)];
    const [s, s2, s3] = [share, share ** 2, share ** 3];
    return a.map(
      (value, i) =>
        (2 * s3 - 3 * s2 + 1) * value +
        span * (s3 - 2 * s2 + s) * (out[i] as number) +
        (3 * s2 - 2 * s3) * (b[i] as number) +
        span * (s3 - s2) * (into[i] as number),
    );
  }
  const [a, b] = [key(after - 1), key(after)];
  if (size === 4) return between(unitTurn(a as unknown as Quat), unitTurn(b as unknown as Quat), share);
  return a.map((value, i) => value + share * ((b[i] as number) - value));
}

/** The index of the first time that is later. */
export function firstAfter(times: Float64Array, seconds: number): number {
  let [from, to] = [0, times.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((times[middle] as number) <= seconds) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Growing, without those that are as near as one. */
function distinct(times: number[]): number[] {
  const out: number[] = [];
  for (const time of times.sort((a, b) => a - b)) {
    if (out.length === 0 || time - (out.at(-1) as number) > SAME_TIME / 5) out.push(time);
  }
  return out;
}
