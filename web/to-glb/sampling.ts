/**
 * The poses of an animation at the moments that a GLB needs: the keys of the file, and moments between them where a player
 * of glTF would turn a node in another way than the engine. It does where quaternions are not of length 1, which the
 * engine's interpolation does not even out (abc.md §4.3), and where a node turns by 180°.
 */
import type { AbcFile, PoseRequest } from '@lithoscope/core';
import type { Building } from './building.ts';
import { type ExportedClip, secondsOf } from './clips.ts';
import { LOCAL_SIZE, type Skeleton } from './skeleton.ts';

/** Radians that glTF may turn a node otherwise than the engine: its farthest vertex is 5e-5 of the model's size off. */
const TOLERANCE = 5e-5;
/** A quaternion is of length 1 as far as it does not matter for the way between two keys. */
const UNIT = 1e-4;
/** Cosine of half an angle so near 180° that players may turn either way. */
const HALF_TURN = 1e-5;
/** Halvings of the way between two keys. */
const MOST_HALVINGS = 5;
/** Keys between two looks at whether the export was cancelled. */
const KEYS_A_STEP = 64;

/** An animation as it was sampled. */
export interface Samples {
  readonly clip: ExportedClip;
  /** Seconds, 32 bits, growing. */
  readonly times: Float32Array;
  /** By `times`: `LOCAL_SIZE` numbers a node, file space. */
  readonly poses: readonly Float32Array[];
}

/** Takes the poses of an animation. */
export class Sampler {
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

  /** The poses at the keys: exactly what a key of glTF must hold. @param done as `Building.step` */
  async keys(done: number): Promise<Samples> {
    const times: number[] = [];
    const poses: Float32Array[] = [];
    for (const [key, timeMs] of this.#clip.times.entries()) {
      if (key % KEYS_A_STEP === 0) await this.#building.step(done);
      const pose = this.#pose(timeMs);
      if (!pose) continue;
      times.push(secondsOf(timeMs));
      poses.push(pose);
    }
    return { clip: this.#clip, times: Float32Array.from(times), poses };
  }

  /** With keys between those that glTF would interpolate in another way, at most so many. @param done as `Building.step` */
  async refined(samples: Samples, most: number, done: number): Promise<Samples> {
    const times: number[] = [];
    const poses: Float32Array[] = [];
    let left = most;
    for (const [key, pose] of samples.poses.entries()) {
      if (key % KEYS_A_STEP === 0) await this.#building.step(done);
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

  /** Adds the moments that are missing between two, in their order. */
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

/** Of the quaternions at two places. */
export function dot(a: Float32Array, from: number, b: Float32Array, at: number): number {
  let sum = 0;
  for (let i = 0; i < 4; i++) sum += (a[from + i] as number) * (b[at + i] as number);
  return sum;
}

export function lengthOf(values: Float32Array, at: number): number {
  return Math.sqrt(dot(values, at, values, at));
}

/** Cosine of half the angle between the rotations of a node in two poses; NaN when one is none. */
function cosine(a: Float32Array, b: Float32Array, at: number): number {
  return Math.abs(dot(a, at, b, at)) / (lengthOf(a, at) * lengthOf(b, at));
}

/** Whether some node may turn in another way in glTF: its quaternions are not of length 1, or half a turn apart. */
function mayDiffer(a: Float32Array, b: Float32Array): boolean {
  for (let at = 3; at < a.length; at += LOCAL_SIZE) {
    const isUnit = Math.abs(lengthOf(a, at) - 1) < UNIT && Math.abs(lengthOf(b, at) - 1) < UNIT;
    const turn = cosine(a, b, at);
    if ((!isUnit && turn < 1 - TOLERANCE ** 2) || turn < HALF_TURN) return true;
  }
  return false;
}

/** Whether some node turns so far that rounding decides which way is the shorter one. */
function isAmbiguous(a: Float32Array, b: Float32Array): boolean {
  for (let at = 3; at < a.length; at += LOCAL_SIZE) if (cosine(a, b, at) < HALF_TURN) return true;
  return false;
}

/** Whether some node is turned in another way by glTF, part of the way from one key to the next, than by the engine. */
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
