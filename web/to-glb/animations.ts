/** The animations: the keys of every joint, as a player of glTF shows them. */
import type { Accessor, Animation, Node } from '@gltf-transform/core';
import type { AbcFile, PoseRequest } from '@lithoscope/core';
import { counted } from '../explain/describe.ts';
import type { Building } from './building.ts';
import { type ExportedClip, secondsOf } from './clips.ts';
import { animationExtras } from './extras.ts';
import type { GlbClip } from './input.ts';
import { named } from './report.ts';
import { LOCAL_SIZE, type Skeleton } from './skeleton.ts';
import { convertQuaternion, convertVector } from './space.ts';

/** Radians by which glTF may turn a node differently from the engine: the farthest vertex is then 5e-5 of the model's size off. */
const TOLERANCE = 5e-5;
/** Tolerance for a quaternion of length 1: less does not matter for the interpolation between two keys. */
const UNIT = 1e-4;
/** Cosine of half an angle so near 180° that players may turn either way. */
const HALF_TURN = 1e-5;
/** How often the interval between two keys is halved at most. */
const MOST_HALVINGS = 5;
/** Keys between two checks for cancellation. */
const KEYS_A_STEP = 64;

/** A sampled animation. */
interface Samples {
  readonly clip: ExportedClip;
  /** Seconds, 32 bits, growing. */
  readonly times: Float32Array;
  /** By `times`: `LOCAL_SIZE` numbers a node, file space. */
  readonly poses: readonly Float32Array[];
}

/**
 * Samples the poses of an animation: at the keys of the file, and between them where a player of glTF would turn a node
 * differently from the engine. That happens where quaternions are not of length 1, which the engine's interpolation does not
 * normalise (abc.md §4.3), and where a node turns by 180°.
 */
class Sampler {
  readonly #building: Building;
  readonly #file: AbcFile;
  readonly #request: PoseRequest;
  readonly #clip: ExportedClip;

  constructor(building: Building, { interpretation }: Skeleton, clip: ExportedClip) {
    const { file } = building.input;
    this.#building = building;
    this.#file = file;
    this.#clip = clip;
    this.#request = {
      animation: clip.clip.animation,
      timeMs: 0,
      loop: false,
      lod: 0,
      interpretation,
      ...(clip.file !== file && { source: clip.file }),
      ...(clip.origin && { origin: clip.origin }),
    };
  }

  /** The poses at the keys of the file. @param done as `Building.step` */
  async keys(done: number): Promise<Samples> {
    const times: number[] = [];
    const poses: Float32Array[] = [];
    for (const [key, timeMs] of this.#clip.times.entries()) {
      if (key % KEYS_A_STEP === 0) await this.#building.pace.step(done);
      const pose = this.#pose(timeMs);
      if (!pose) continue;
      times.push(secondsOf(timeMs));
      poses.push(pose);
    }
    return { clip: this.#clip, times: Float32Array.from(times), poses };
  }

  /** Adds keys where glTF would interpolate differently, up to a limit. @param done as `Building.step` */
  async refined(samples: Samples, most: number, done: number): Promise<Samples> {
    const times: number[] = [];
    const poses: Float32Array[] = [];
    let left = most;
    for (const [key, pose] of samples.poses.entries()) {
      if (key % KEYS_A_STEP === 0) await this.#building.pace.step(done);
      const time = samples.times[key] as number;
      const before = samples.poses[key - 1];
      if (before && left > 0 && mayDiffer(before, pose)) {
        const between: Moment[] = [];
        this.#between(
          { time: samples.times[key - 1] as number, pose: before },
          { time, pose },
          MOST_HALVINGS,
          between,
        );
        for (const moment of between.slice(0, left)) {
          times.push(moment.time);
          poses.push(moment.pose);
          left--;
        }
      }
      times.push(time);
      poses.push(pose);
    }
    if (left === most) return samples;
    return { clip: samples.clip, times: Float32Array.from(times), poses };
  }

  /** Adds the moments that are missing between two keys, in order. */
  #between(from: Moment, to: Moment, halvings: number, out: Moment[]): void {
    const time = Math.fround((from.time + to.time) / 2);
    const pose = this.#pose(1000 * time);
    if (!pose || halvings === 0 || !(time > from.time && time < to.time)) return;
    const isFar =
      isAmbiguous(from.pose, to.pose) ||
      [0.25, 0.5, 0.75].some((share) => {
        const engine = this.#pose(1000 * (from.time + share * (to.time - from.time)));
        return engine !== null && turnsApart(from.pose, to.pose, share, engine);
      });
    if (!isFar) return;
    const middle = { time, pose };
    this.#between(from, middle, halvings - 1, out);
    out.push(middle);
    this.#between(middle, to, halvings - 1, out);
  }

  #pose(timeMs: number): Float32Array | null {
    this.#request.timeMs = timeMs;
    return this.#file.freeze(this.#request)?.locals ?? null;
  }
}

interface Moment {
  readonly time: number;
  readonly pose: Float32Array;
}

/** Dot product of two quaternions. */
function dot(a: Float32Array, from: number, b: Float32Array, at: number): number {
  let sum = 0;
  for (let i = 0; i < 4; i++) sum += (a[from + i] as number) * (b[at + i] as number);
  return sum;
}

function lengthOf(values: Float32Array, at: number): number {
  return Math.sqrt(dot(values, at, values, at));
}

/** Cosine of half the angle between the rotations of a node in two poses; NaN for a zero quaternion. */
function cosine(a: Float32Array, b: Float32Array, at: number): number {
  return Math.abs(dot(a, at, b, at)) / (lengthOf(a, at) * lengthOf(b, at));
}

/** Whether a node may turn differently in glTF: its quaternions are not of length 1, or 180° apart. */
function mayDiffer(a: Float32Array, b: Float32Array): boolean {
  for (let at = 3; at < a.length; at += LOCAL_SIZE) {
    const isUnit = Math.abs(lengthOf(a, at) - 1) < UNIT && Math.abs(lengthOf(b, at) - 1) < UNIT;
    const turn = cosine(a, b, at);
    if ((!isUnit && turn < 1 - TOLERANCE ** 2) || turn < HALF_TURN) return true;
  }
  return false;
}

/** Whether a node turns so far that rounding decides the shorter way. */
function isAmbiguous(a: Float32Array, b: Float32Array): boolean {
  for (let at = 3; at < a.length; at += LOCAL_SIZE) if (cosine(a, b, at) < HALF_TURN) return true;
  return false;
}

/** Whether glTF and the engine turn a node differently, part of the way from one key to the next. */
function turnsApart(a: Float32Array, b: Float32Array, share: number, engine: Float32Array): boolean {
  for (let at = 3; at < a.length; at += LOCAL_SIZE) {
    const angle = Math.acos(Math.min(1, cosine(a, b, at)));
    if (!(angle > TOLERANCE)) continue;
    const sign = dot(a, at, b, at) < 0 ? -1 : 1;
    const before = Math.sin((1 - share) * angle) / (Math.sin(angle) * lengthOf(a, at));
    const after = (sign * Math.sin(share * angle)) / (Math.sin(angle) * lengthOf(b, at));
    // The distance of unit quaternions is half the angle between them.
    const length = lengthOf(engine, at);
    const side = before * dot(a, at, engine, at) + after * dot(b, at, engine, at) < 0 ? -1 : 1;
    let square = 0;
    for (let i = at; i < at + 4; i++) {
      const glTF = before * (a[i] as number) + after * (b[i] as number);
      square += (glTF - (side * (engine[i] as number)) / length) ** 2;
    }
    if (2 * Math.sqrt(square) > TOLERANCE) return true;
  }
  return false;
}

/** Keys that are added at most, over all animations. */
const MOST_ADDED = 20_000;

export interface Animations {
  /** By clip; one without movement has no channels. */
  readonly made: readonly Animation[];
  /** By clip: moments that are keyed. */
  readonly keys: readonly number[];
}

export async function buildAnimations(
  building: Building,
  skeleton: Skeleton,
  clips: readonly ExportedClip[],
  progress: (part: number) => number,
): Promise<Animations> {
  const all: Samples[] = [];
  let lost = 0;
  let added = 0;
  for (const [i, clip] of clips.entries()) {
    const done = progress((0.8 * i) / clips.length);
    const sampler = new Sampler(building, skeleton, clip);
    const samples = await sampler.keys(done);
    const inFile = clip.file.info.animations[clip.clip.animation]?.keyframes ?? 0;
    lost += inFile - samples.times.length;
    const refined = await sampler.refined(samples, MOST_ADDED - added, done);
    added += refined.times.length - samples.times.length;
    all.push(refined);
  }
  const moving = movingNodes(skeleton, all);
  const made: Animation[] = [];
  for (const [i, samples] of all.entries()) {
    await building.pace.step(progress(0.8 + (0.2 * i) / clips.length));
    const writer = new AnimationWriter(building, samples);
    skeleton.joints.forEach((joint, node) => {
      if (moving.has(node)) lost += writer.translations(joint, node);
      lost += writer.rotations(joint, node);
    });
    made.push(writer.animation);
  }
  if (lost > 0) {
    building.notes.warn(
      'KEYS_LEFT_OUT',
      `Skipped ${counted(lost, 'key')}: not finite, or not later than the previous one.`,
    );
  }
  if (added > 0) {
    const said = `Added ${counted(added, 'key')} between those of the file, where glTF would rotate a node differently from the engine`;
    if (added < MOST_ADDED) building.notes.tell('KEYS_ADDED', `${said}.`);
    else building.notes.warn('KEYS_ADDED', `${said}. More are needed, but were omitted.`);
  }
  return { made, keys: all.map(({ times }) => times.length) };
}

/** Notes which animations are not in the GLB, and why. */
export function noteLeftOut({ input, notes }: Building, leftOut: readonly GlbClip[]): void {
  const broken: string[] = [];
  const strangers: string[] = [];
  for (const { source, animation } of leftOut) {
    const file = source < 0 ? input.file : input.sources[source]?.file;
    const info = file?.info.animations[animation];
    if (info?.complete) strangers.push(info.name);
    else broken.push(info?.name ?? `number ${animation}`);
  }
  if (broken.length > 0) {
    notes.warn(
      'ANIMATION_LEFT_OUT',
      `Skipped ${counted(broken.length, 'animation')}, incomplete in the file: ${named(broken)}.`,
    );
  }
  if (strangers.length > 0) {
    notes.warn(
      'SKELETON_MISMATCH',
      `Skipped ${counted(strangers.length, 'animation')} with a different skeleton: ${named(strangers)}.`,
    );
  }
}

/** Nodes that some animation moves away from their rest positions. Rotation-only nodes are not among them. */
function movingNodes({ rest, joints }: Skeleton, all: readonly Samples[]): Set<number> {
  const moving = new Set<number>();
  joints.forEach((_, node) => {
    const at = LOCAL_SIZE * node;
    const isMoved = all.some(({ poses }) =>
      poses.some((pose) => [at, at + 1, at + 2].some((i) => pose[i] !== rest[i])),
    );
    if (isMoved) moving.add(node);
  });
  return moving;
}

class AnimationWriter {
  readonly animation: Animation;
  readonly #building: Building;
  readonly #samples: Samples;
  /** Of the channels that have all keys. */
  #times: Accessor | null = null;

  constructor(building: Building, samples: Samples) {
    this.#building = building;
    this.#samples = samples;
    this.animation = building.document
      .createAnimation(samples.clip.name)
      .setExtras(animationExtras(samples.clip));
  }

  /** Returns how many keys were not finite. */
  translations(joint: Node, node: number): number {
    const { space } = this.#building;
    const from = LOCAL_SIZE * node;
    return this.#channel(joint, 'translation', 3, (pose, out, at) => {
      for (let i = 0; i < 3; i++) out[at + i] = pose[from + i] as number;
      convertVector(space, out, at);
      return isFinite3(out, at);
    });
  }

  /** Returns how many keys were not finite. */
  rotations(joint: Node, node: number): number {
    const { space } = this.#building;
    const from = LOCAL_SIZE * node + 3;
    return this.#channel(joint, 'rotation', 4, (pose, out, at) => {
      const length = lengthOf(pose, from);
      if (!Number.isFinite(length)) return false;
      // A zero quaternion turns nothing.
      if (length === 0) out.set([0, 0, 0, 1], at);
      else for (let i = 0; i < 4; i++) out[at + i] = (pose[from + i] as number) / length;
      convertQuaternion(space, out, at);
      // The same sign as in the key before: otherwise some players take the longer way.
      if (at > 0 && dot(out, at - 4, out, at) < 0)
        for (let i = at; i < at + 4; i++) out[i] = -(out[i] as number);
      return true;
    });
  }

  /** @param write writes the values of a key; false when they are not finite */
  #channel(
    joint: Node,
    path: 'translation' | 'rotation',
    size: 3 | 4,
    write: (pose: Float32Array, out: Float32Array, at: number) => boolean,
  ): number {
    const { document } = this.#building;
    const { times, poses } = this.#samples;
    const values = new Float32Array(size * times.length);
    const kept = new Float32Array(times.length);
    let count = 0;
    poses.forEach((pose, key) => {
      if (write(pose, values, size * count)) kept[count++] = times[key] as number;
    });
    if (count === 0) return times.length;
    if (count === times.length) this.#times ??= this.#building.accessor(times.slice(), 'SCALAR');
    const input =
      count === times.length ? this.#times : this.#building.accessor(kept.slice(0, count), 'SCALAR');
    const output = this.#building.accessor(values.slice(0, size * count), size === 3 ? 'VEC3' : 'VEC4');
    const sampler = document
      .createAnimationSampler()
      .setInput(input)
      .setOutput(output)
      .setInterpolation('LINEAR');
    const channel = document
      .createAnimationChannel()
      .setTargetNode(joint)
      .setTargetPath(path)
      .setSampler(sampler);
    this.animation.addSampler(sampler).addChannel(channel);
    return times.length - count;
  }
}

function isFinite3(values: Float32Array, at: number): boolean {
  return Number.isFinite((values[at] as number) - (values[at + 1] as number) - (values[at + 2] as number));
}
