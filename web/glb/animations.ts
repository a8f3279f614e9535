/** The animations: what every joint does, key by key, as a player of glTF shows it. */
import type { Accessor, Animation, Node } from '@gltf-transform/core';
import type { PoseRequest } from '@lithoscope/core';
import type { Building } from './building.ts';
import type { ExportedClip } from './clips.ts';
import { animationExtras } from './extras.ts';
import type { GlbClip } from './input.ts';
import { counted, named } from './notes.ts';
import { LOCAL_SIZE, type Skeleton } from './skeleton.ts';
import { convertQuaternion, convertVector } from './space.ts';

/** An animation as it was sampled. */
interface Samples {
  readonly clip: ExportedClip;
  /** Seconds, 32 bits, growing. */
  readonly times: Float32Array;
  /** `LOCAL_SIZE` numbers a node, moment after moment; file space. */
  readonly locals: Float32Array;
}

export interface Animations {
  /** By clip; null for one that was left out. */
  readonly made: readonly Animation[];
  readonly keys: number;
}

export async function buildAnimations(
  building: Building,
  skeleton: Skeleton,
  clips: readonly ExportedClip[],
  progress: (part: number) => number,
): Promise<Animations> {
  const all: Samples[] = [];
  let lost = 0;
  for (const [i, clip] of clips.entries()) {
    await building.step(progress((0.8 * i) / clips.length));
    const samples = await sample(building, skeleton, clip);
    lost += clip.times.length - samples.times.length;
    all.push(samples);
  }
  const moving = movingNodes(skeleton, all);
  const made: Animation[] = [];
  let keys = 0;
  for (const [i, samples] of all.entries()) {
    await building.step(progress(0.8 + (0.2 * i) / clips.length));
    const writer = new AnimationWriter(building, samples);
    skeleton.joints.forEach((joint, node) => {
      if (moving.has(node)) lost += writer.translations(joint, node);
      lost += writer.rotations(joint, node);
    });
    made.push(writer.animation);
    keys += samples.times.length;
  }
  if (lost > 0) {
    building.notes.warn(
      'KEYS_LEFT_OUT',
      `${counted(lost, 'key')} left out: not finite, or not later than the one before.`,
    );
  }
  return { made, keys };
}

/** Says which animations are not in the GLB, and why. */
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
      `${counted(broken.length, 'animation')} not whole in the file and left out: ${named(broken)}.`,
    );
  }
  if (strangers.length > 0) {
    notes.warn(
      'SKELETON_MISMATCH',
      `${counted(strangers.length, 'animation')} of another skeleton left out: ${named(strangers)}.`,
    );
  }
}

/** The pose at every key: exactly what a key of glTF must hold. */
async function sample(
  building: Building,
  { interpretation }: Skeleton,
  clip: ExportedClip,
): Promise<Samples> {
  const { file } = building.input;
  const size = LOCAL_SIZE * file.info.nodes.length;
  const times = new Float32Array(clip.times.length);
  const locals = new Float32Array(size * clip.times.length);
  const request: PoseRequest = {
    animation: clip.clip.animation,
    timeMs: 0,
    loop: false,
    lod: 0,
    interpretation,
    ...(clip.file !== file && { source: clip.file }),
    ...(clip.origin && { origin: clip.origin }),
  };
  let count = 0;
  for (const timeMs of clip.times) {
    request.timeMs = timeMs;
    const frozen = file.freeze(request);
    if (!frozen) continue;
    const time = Math.fround(timeMs / 1000);
    // Of keys at one time the last counts.
    if (count > 0 && time <= (times[count - 1] as number)) count--;
    times[count] = time;
    locals.set(frozen.locals, size * count);
    count++;
  }
  return { clip, times: times.subarray(0, count), locals: locals.subarray(0, size * count) };
}

/** Nodes that some animation moves from their rest: rotation-only nodes are not among them. */
function movingNodes({ rest, joints }: Skeleton, all: readonly Samples[]): Set<number> {
  const moving = new Set<number>();
  joints.forEach((_, node) => {
    const at = LOCAL_SIZE * node;
    const isMoved = all.some(({ locals }) => {
      for (let key = at; key < locals.length; key += rest.length) {
        for (let axis = 0; axis < 3; axis++) if (locals[key + axis] !== rest[at + axis]) return true;
      }
      return false;
    });
    if (isMoved) moving.add(node);
  });
  return moving;
}

class AnimationWriter {
  readonly animation: Animation;
  readonly #building: Building;
  readonly #samples: Samples;
  readonly #stride: number;
  /** Of the channels that have all keys. */
  #times: Accessor | null = null;

  constructor(building: Building, samples: Samples) {
    this.#building = building;
    this.#samples = samples;
    this.#stride = samples.times.length > 0 ? samples.locals.length / samples.times.length : 0;
    this.animation = building.document
      .createAnimation(samples.clip.name)
      .setExtras(animationExtras(samples.clip));
  }

  /** Returns how many keys were not finite. */
  translations(joint: Node, node: number): number {
    const { space } = this.#building;
    const { locals } = this.#samples;
    return this.#channel(joint, 'translation', 3, (key, out, at) => {
      const from = this.#stride * key + LOCAL_SIZE * node;
      out.set(locals.subarray(from, from + 3), at);
      convertVector(space, out, at);
      return isFinite3(out, at);
    });
  }

  /** Returns how many keys were not finite. */
  rotations(joint: Node, node: number): number {
    const { space } = this.#building;
    const { locals } = this.#samples;
    return this.#channel(joint, 'rotation', 4, (key, out, at) => {
      const from = this.#stride * key + LOCAL_SIZE * node + 3;
      const length = Math.hypot(
        locals[from] as number,
        locals[from + 1] as number,
        locals[from + 2] as number,
        locals[from + 3] as number,
      );
      if (!Number.isFinite(length)) return false;
      // One of no length turns nothing.
      if (length === 0) out.set([0, 0, 0, 1], at);
      else for (let i = 0; i < 4; i++) out[at + i] = (locals[from + i] as number) / length;
      convertQuaternion(space, out, at);
      // The same side as the key before: some players take the longer way otherwise.
      if (at > 0 && dot(out, at - 4, at) < 0) for (let i = at; i < at + 4; i++) out[i] = -(out[i] as number);
      return true;
    });
  }

  /** @param write puts the values of a key; false when they are not finite */
  #channel(
    joint: Node,
    path: 'translation' | 'rotation',
    size: 3 | 4,
    write: (key: number, out: Float32Array, at: number) => boolean,
  ): number {
    const { document } = this.#building;
    const { times } = this.#samples;
    const values = new Float32Array(size * times.length);
    const kept = new Float32Array(times.length);
    let count = 0;
    for (let key = 0; key < times.length; key++) {
      if (!write(key, values, size * count)) continue;
      kept[count++] = times[key] as number;
    }
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

function dot(values: Float32Array, a: number, b: number): number {
  let sum = 0;
  for (let i = 0; i < 4; i++) sum += (values[a + i] as number) * (values[b + i] as number);
  return sum;
}
