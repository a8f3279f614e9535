/**
 * The keys of one animation and the poses at them: where channels have theirs, a millisecond before steps, and where the way
 * from key to key would not be that of glTF.
 */
import type { Vec3 } from '@lithoscope/core';
import { inverted, multiplied } from '../../to-glb/space.ts';
import type { DraftPiece } from '../draft.ts';
import type { ImportOptions } from '../options.ts';
import { globalsOf } from '../poses.ts';
import { type Channel, differs, localsAt, type Moment, msOf, sample } from './channels.ts';
import type { Contents } from './contents.ts';
import type { FileSpace } from './file-space.ts';
import { type Hierarchy, LOCAL, type Placement, placementOf } from './hierarchy.ts';
import { POSE, poseOf, type Skeleton, scaleOf } from './skeleton.ts';
import { quatAt, slerp } from './turns.ts';

/** Of the model's size: how far curves may be off between two keys. A third of it takes twice the keys, which nobody sees. */
const CURVE = 3e-4;
/** Of the model's size: how far off a key between two milliseconds may be, for which there is one in a model. */
const CORNER = 7e-4;
/** Milliseconds that a key can name. */
export const LATEST = 0xffffffff;

/** What moves, and what is moved by it. */
export interface Moved {
  readonly contents: Contents;
  readonly skeleton: Skeleton;
  readonly space: FileSpace;
  readonly pieces: readonly DraftPiece[];
  /** As `Pieces.reach`. */
  readonly reach: Float64Array;
  /** Units: the longest side of the model. */
  readonly size: number;
  readonly options: ImportOptions;
}

/** The keys that an animation gets. */
export interface Keys {
  readonly times: readonly number[];
  readonly poses: readonly Float32Array[];
  readonly morphWeights: readonly (readonly Float32Array[])[] | null;
  /** Keys that the source has none for. */
  readonly added: number;
}

/** What is the same for all animations of a model, and room for what is computed again and again. */
export class Ground {
  /** By node of the file: its scale at rest; null of one that was made. */
  readonly scales: readonly (Float64Array | null)[];
  /** A node above others has a scale that is not the same in all directions. */
  readonly isUneven: boolean;
  readonly locals: Float64Array;
  readonly placement: Placement;
  /** Of a pose between two, and of the one that it is held against. */
  readonly matrices: readonly [Float64Array, Float64Array];
  readonly between: Float32Array;

  constructor({ skeleton, contents: { hierarchy } }: Pick<Moved, 'skeleton' | 'contents'>) {
    const count = skeleton.sources.length;
    this.scales = skeleton.sources.map((node) => (node < 0 ? null : scaleOf(skeleton.rest, node)));
    this.isUneven = hasUnevenScale(hierarchy);
    this.locals = hierarchy.rest.slice();
    this.placement = placementOf(hierarchy.nodes.length);
    this.matrices = [new Float64Array(12 * count), new Float64Array(12 * count)];
    this.between = new Float32Array(POSE * count);
  }
}

interface Key {
  readonly ms: number;
  readonly pose: Float32Array;
}

export class Sampler {
  /** Seconds of glTF. */
  readonly start: number;
  /** Milliseconds. */
  readonly length: number;
  readonly #input: Moved;
  readonly #channels: readonly Channel[];
  readonly #hierarchy: Hierarchy;
  readonly #ground: Ground;
  /** By millisecond: the seconds of the key that is moved there. */
  readonly #seconds = new Map<number, number>();
  /** By node of the file: how far the scale moves what it carries from where it is held, units. */
  readonly off: Float64Array;
  readonly #morphReach = new Map<Float32Array, number>();
  /** By millisecond. */
  readonly #poses = new Map<number, Float32Array>();
  /** Moving and turning from key to key does not make the ways of the source. */
  readonly #isCurved: boolean;
  readonly #stretches: boolean;

  constructor(input: Moved, ground: Ground, channels: readonly Channel[]) {
    const { contents, skeleton, options } = input;
    this.#input = input;
    this.#ground = ground;
    this.#hierarchy = contents.hierarchy;
    // From version 9 on nothing moves but nodes.
    this.#channels = options.version === 6 ? channels : channels.filter(({ path }) => path !== 'weights');
    this.start = channels.reduce(
      (first, { times }) => Math.min(first, times[0] as number),
      Number.POSITIVE_INFINITY,
    );
    if (!Number.isFinite(this.start)) this.start = 0;
    const end = channels.reduce((last, { times }) => Math.max(last, times.at(-1) as number), this.start);
    this.length = msOf(end, this.start);
    this.off = new Float64Array(skeleton.sources.length);
    this.#stretches = ground.isUneven || channels.some(({ path, moves }) => path === 'scale' && moves);
    this.#isCurved =
      this.#stretches || this.#channels.some((one) => one.moves && one.interpolation === 'CUBICSPLINE');
  }

  /** Null when there are too many. @param also milliseconds that must be keys */
  async keys(
    also: readonly number[],
    most: number,
    step: (part: number) => Promise<void>,
  ): Promise<Keys | null> {
    const union = new Set<number>([0, this.length]);
    for (const channel of this.#channels) {
      if (!channel.moves && channel.path !== 'weights') continue;
      for (let key = 0; key < channel.times.length; key++) {
        const seconds = channel.times[key] as number;
        const ms = msOf(seconds, this.start);
        const known = this.#seconds.get(ms);
        // Two keys in one millisecond: the nearer one is it.
        if (known === undefined || Math.abs(seconds - this.#ideal(ms)) < Math.abs(known - this.#ideal(ms)))
          this.#seconds.set(ms, seconds);
        union.add(ms);
        const isStep = channel.interpolation === 'STEP' && key > 0 && differs(channel, key - 1);
        if (isStep && ms > 0) union.add(ms - 1);
      }
    }
    for (const ms of also) if (ms <= LATEST) union.add(ms);
    const asked = union.size;
    if (asked > most) return null;
    for (const ms of await this.#corners(
      [...union].sort((a, b) => a - b),
      step,
    ))
      union.add(ms);
    const times = [...union].sort((a, b) => a - b);
    if (times.length > most) return null;
    const moments: number[] = [];
    const poses: Float32Array[] = [];
    for (const [i, ms] of times.entries()) {
      if (i % 16 === 0) await step(i / times.length);
      const pose = this.#poseAt(ms);
      const before = poses.at(-1);
      if (this.#isCurved && before) {
        const part = () => step(i / times.length);
        await this.#between(
          { ms: moments.at(-1) as number, pose: before },
          { ms, pose },
          moments,
          poses,
          most,
          part,
        );
        if (moments.length > most) return null;
      }
      moments.push(ms);
      poses.push(pose);
    }
    keepSides(poses);
    const morphed = this.#channels.some(({ path }) => path === 'weights');
    return {
      times: moments,
      poses,
      morphWeights: morphed ? moments.map((ms) => this.#morphsAt(ms)) : null,
      added: moments.length - asked,
    };
  }

  /**
   * The milliseconds on the other side of keys that lie between two: where a node turns round sharply there, it would do so
   * up to half a millisecond late.
   */
  async #corners(times: readonly number[], step: (part: number) => Promise<void>): Promise<number[]> {
    const { skeleton, space, size } = this.#input;
    const added: number[] = [];
    for (const [i, ms] of times.entries()) {
      if (i % 16 === 0) await step(0);
      const seconds = this.#seconds.get(ms);
      const off = seconds === undefined ? 0 : 1000 * (seconds - this.#ideal(ms));
      const other = ms + Math.sign(off);
      const beside = times[i + Math.sign(off)];
      if (Math.abs(off) < 0.02 || beside === other) continue;
      const exact = poseOf(skeleton, space, this.#placementAt(ms + off));
      const pose = this.#poseAt(ms);
      // Behind the last key nothing moves any more.
      const shown = beside === undefined ? pose : this.#way(pose, this.#poseAt(beside), off / (beside - ms));
      if (this.#distance(shown, exact) > CORNER * size) added.push(other);
    }
    return added;
  }

  #ideal(ms: number): number {
    return this.start + ms / 1000;
  }

  /** Where a key of the source is within 32 bits of a whole millisecond, its own numbers count. */
  #moment(ms: number): Moment {
    const ideal = this.#ideal(ms);
    const key = this.#seconds.get(ms);
    const isThere = key !== undefined && Math.abs(key - ideal) < 2e-5;
    return { ms, start: this.start, seconds: isThere ? key : ideal };
  }

  /** Until the next is asked for. */
  #placementAt(ms: number): Placement {
    const { locals, placement } = this.#ground;
    localsAt(this.#channels, this.#hierarchy, this.#moment(ms), locals);
    return this.#hierarchy.placement(locals, this.#input.skeleton.moving, placement);
  }

  /** Of a whole millisecond; made once. */
  #poseAt(ms: number): Float32Array {
    const known = this.#poses.get(ms);
    if (known) return known;
    const { skeleton, space } = this.#input;
    const placement = this.#placementAt(ms);
    if (this.#stretches) this.#measure(placement);
    const pose = poseOf(skeleton, space, placement);
    this.#poses.set(ms, pose);
    return pose;
  }

  /** How far what a node carries is from where glTF has it, because its scale is that at rest. */
  #measure(placement: Placement): void {
    const { skeleton, reach } = this.#input;
    skeleton.sources.forEach((node, i) => {
      const rest = this.#ground.scales[i];
      if (node < 0 || !rest || !reach[i]) return;
      const back = inverted(rest);
      if (!back) return;
      const now = scaleOf(placement, node).map((value, at) => value - (rest[at] as number));
      this.off[i] = Math.max(this.off[i] as number, stretchOf(multiplied(now, back)) * (reach[i] as number));
    });
  }

  /** Adds the keys that are needed between two, and stops when there are too many. */
  async #between(
    first: Key,
    last: Key,
    times: number[],
    poses: Float32Array[],
    most: number,
    step: () => Promise<void>,
  ): Promise<void> {
    let from = first;
    // The ends of what is still to be looked at, the nearest behind: each is in the middle of the one before.
    const ends = [last];
    for (let i = 1; ends.length > 0 && times.length <= most; i++) {
      if (i % 16 === 0) await step();
      const to = ends.at(-1) as Key;
      if (this.#isFar(from, to)) {
        const ms = Math.floor((from.ms + to.ms) / 2);
        ends.push({ ms, pose: this.#poseAt(ms) });
        continue;
      }
      ends.pop();
      from = to;
      if (ends.length === 0) break;
      times.push(to.ms);
      poses.push(to.pose);
    }
  }

  /** Whether the way from key to key is another than that of the source. */
  #isFar(from: Key, to: Key): boolean {
    const { skeleton, space, size } = this.#input;
    if (to.ms - from.ms < 2) return false;
    return [0.25, 0.5, 0.75].some((share) => {
      const exact = poseOf(skeleton, space, this.#placementAt(from.ms + share * (to.ms - from.ms)));
      const distance = this.#distance(this.#way(from.pose, to.pose, share), exact);
      return distance + this.#morphDistance(from.ms, to.ms, share) > CURVE * size;
    });
  }

  /** As the engine goes from one pose to the next; until the next is asked for. */
  #way(a: Float32Array, b: Float32Array, share: number): Float32Array {
    const out = this.#ground.between;
    for (let at = 0; at < a.length; at += POSE) {
      for (let i = at; i < at + 3; i++)
        out[i] = (a[i] as number) + share * ((b[i] as number) - (a[i] as number));
      const turn = slerp(quatAt(a, at + 3), quatAt(b, at + 3), share);
      for (let i = 0; i < 4; i++) out[at + 3 + i] = turn[i] as number;
    }
    return out;
  }

  /** Of what the nodes carry, the most. */
  #distance(a: Float32Array, b: Float32Array): number {
    const { skeleton, reach } = this.#input;
    const [ones, others] = this.#ground.matrices;
    globalsOf(skeleton.parents, a, ones);
    globalsOf(skeleton.parents, b, others);
    let most = 0;
    for (let i = 0; i < reach.length; i++) {
      if (!((reach[i] as number) > 0 || i === 0)) continue;
      let turn = 0;
      let move = 0;
      for (let at = 0; at < 12; at++) {
        const square = ((ones[12 * i + at] as number) - (others[12 * i + at] as number)) ** 2;
        if (at % 4 === 3) move += square;
        else turn += square;
      }
      // A turn by an angle has √2 times that of differences.
      most = Math.max(most, Math.sqrt(move) + Math.sqrt(turn / 2) * (reach[i] as number));
    }
    return most;
  }

  /** How far the line between two moments is from where splines of morph weights put a vertex. */
  #morphDistance(from: number, to: number, share: number): number {
    if (
      !this.#channels.some(({ path, interpolation }) => path === 'weights' && interpolation === 'CUBICSPLINE')
    )
      return 0;
    const [before, exact, after] = [from, from + share * (to - from), to].map((ms) => this.#morphsAt(ms)) as [
      Float32Array[],
      Float32Array[],
      Float32Array[],
    ];
    let most = 0;
    this.#input.pieces.forEach(({ levels }, piece) => {
      let sum = 0;
      exact[piece]?.forEach((weight, i) => {
        const a = before[piece]?.[i] ?? 0;
        const off = Math.abs(a + share * ((after[piece]?.[i] ?? 0) - a) - weight);
        sum += off * this.#reachOf(levels[0]?.morphs[i]);
      });
      most = Math.max(most, sum);
    });
    return most;
  }

  /** How far a morph target moves a vertex at weight 1, the most. */
  #reachOf(morph: Float32Array | undefined): number {
    if (!morph) return 0;
    const known = this.#morphReach.get(morph);
    if (known !== undefined) return known;
    let square = 0;
    for (let i = 0; i < morph.length; i += 3)
      square = Math.max(
        square,
        (morph[i] as number) ** 2 + (morph[i + 1] as number) ** 2 + (morph[i + 2] as number) ** 2,
      );
    this.#morphReach.set(morph, Math.sqrt(square));
    return Math.sqrt(square);
  }

  /** Weights of the morph targets of each piece. */
  #morphsAt(ms: number): Float32Array[] {
    const moment = this.#moment(ms);
    return this.#input.pieces.map(({ levels, source }) => {
      const weights = (levels[0]?.morphWeights ?? new Float32Array(0)).slice();
      const channel = this.#channels.find(({ path, node }) => path === 'weights' && node === source?.node);
      if (!channel) return weights;
      const values = new Float64Array(channel.size);
      sample(channel, moment, values, 0);
      return weights.map((_, i) => values[i] ?? 0);
    });
  }
}

/** How much longer a matrix makes a vector at most, by the power method; places are passed over. */
function stretchOf(m: Float64Array): number {
  let vector: Vec3 = [0.6, 0.5, 0.7];
  let most = 0;
  for (let step = 0; step < 12; step++) {
    const [x, y, z] = vector;
    const row = (r: number) => (m[r] as number) * x + (m[r + 1] as number) * y + (m[r + 2] as number) * z;
    const out = [row(0), row(4), row(8)] as const;
    const back = (c: number) =>
      (m[c] as number) * out[0] + (m[4 + c] as number) * out[1] + (m[8 + c] as number) * out[2];
    const next: Vec3 = [back(0), back(1), back(2)];
    const length = Math.hypot(...next);
    most = Math.sqrt(length);
    if (!(length > 0)) return 0;
    vector = [next[0] / length, next[1] / length, next[2] / length];
  }
  return most;
}

/** A node above others whose scale is not the same in all directions. */
function hasUnevenScale({ rest, nodes }: Hierarchy): boolean {
  return nodes.some((node, i) => {
    const [x = 1, y = 1, z = 1] = rest.subarray(LOCAL * i + 7, LOCAL * i + 10);
    const isUneven = Math.abs(x - y) > 1e-6 * Math.abs(x) || Math.abs(x - z) > 1e-6 * Math.abs(x);
    return isUneven && node.listChildren().length > 0;
  });
}

/** Quaternions of one sign from key to key: some players take the longer way otherwise. */
function keepSides(poses: readonly Float32Array[]): void {
  poses.forEach((pose, key) => {
    const before = poses[key - 1];
    if (!before) return;
    for (let at = 3; at < pose.length; at += POSE) {
      let cosine = 0;
      for (let i = at; i < at + 4; i++) cosine += (pose[i] as number) * (before[i] as number);
      if (cosine < 0) for (let i = at; i < at + 4; i++) pose[i] = 0 - (pose[i] as number);
    }
  });
}
