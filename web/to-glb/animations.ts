/** The animations: what every joint does, key by key, as a player of glTF shows it. */
import type { Accessor, Animation, Node } from '@gltf-transform/core';
import { counted } from '../explain/describe.ts';
import type { Building } from './building.ts';
import type { ExportedClip } from './clips.ts';
import { animationExtras } from './extras.ts';
import type { GlbClip } from './input.ts';
import { named } from './notes.ts';
import { dot, lengthOf, Sampler, type Samples } from './sampling.ts';
import { LOCAL_SIZE, type Skeleton } from './skeleton.ts';
import { convertQuaternion, convertVector } from './space.ts';

/** Keys that are added in all. */
const MOST_ADDED = 20_000;

export interface Animations {
  /** By clip; one of nothing that moves has no channels. */
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
    await building.step(progress(0.8 + (0.2 * i) / clips.length));
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
      `${counted(lost, 'key')} left out: not finite, or not later than the one before.`,
    );
  }
  if (added > 0) {
    const said = `${counted(added, 'key')} added between those of the file, where glTF would turn a node in another way than the engine`;
    if (added < MOST_ADDED) building.notes.tell('KEYS_ADDED', `${said}.`);
    else building.notes.warn('KEYS_ADDED', `${said}. More are needed, and left out.`);
  }
  return { made, keys: all.map(({ times }) => times.length) };
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

/** Nodes that some animation moves from their rest: rotation-only nodes are not among them. */
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
      // One of no length turns nothing.
      if (length === 0) out.set([0, 0, 0, 1], at);
      else for (let i = 0; i < 4; i++) out[at + i] = (pose[from + i] as number) / length;
      convertQuaternion(space, out, at);
      // The same side as the key before: some players take the longer way otherwise.
      if (at > 0 && dot(out, at - 4, out, at) < 0)
        for (let i = at; i < at + 4; i++) out[i] = -(out[i] as number);
      return true;
    });
  }

  /** @param write puts the values of a key; false when they are not finite */
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
