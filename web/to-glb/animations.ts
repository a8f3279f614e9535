/** The animations: the keys of every joint, as a player of glTF shows them. */
import type { Accessor, Animation, Node } from '@gltf-transform/core';
import type { ExportedAnimation, ExportedCurves, WantedClip } from '@lithoscope/core';
import { counted } from '../explain/describe.ts';
import { type Building, made } from './building.ts';
import type { ExportedClip } from './clips.ts';
import { animationExtras } from './extras.ts';
import type { GlbClip } from './input.ts';
import { named } from './report.ts';
import type { Skeleton } from './skeleton.ts';

/** Keys that are added at most, over all animations. */
const MOST_ADDED = 20_000;

export interface Animations {
  /** By clip; one without movement has no channels. */
  readonly made: readonly Animation[];
  /** By clip: moments that are keyed. */
  readonly keys: readonly number[];
}

/** The clips as the core takes them: the files that have them become sources of the export. */
export function wantedClips({ input, exporting }: Building, clips: readonly ExportedClip[]): WantedClip[] {
  const sources = new Map([[input.file, -1]]);
  return clips.map(({ clip, file, origin, times }) => {
    let source = sources.get(file);
    if (source === undefined) {
      source = sources.size - 1;
      sources.set(file, source);
      made(exporting.addSource(file.bytes));
    }
    return { source, animation: clip.animation, origin: origin ?? null, times: Float64Array.from(times) };
  });
}

/** @param wanted by clip */
export async function buildAnimations(
  building: Building,
  { joints }: Skeleton,
  clips: readonly ExportedClip[],
  wanted: readonly WantedClip[],
  progress: (part: number) => number,
): Promise<Animations> {
  const all: ExportedAnimation[] = [];
  let lost = 0;
  let added = 0;
  for (const [i, clip] of clips.entries()) {
    const done = progress((0.8 * i) / clips.length);
    await building.pace.step(done);
    const work = building.exporting.animation(wanted[i] as WantedClip, MOST_ADDED - added);
    let part = work.next();
    for (; !part.done; part = work.next()) await building.pace.step(done);
    const animation = made(part.value);
    const inFile = clip.file.info.animations[clip.clip.animation]?.keyframes ?? 0;
    lost += inFile - (animation.times.length - animation.added);
    added += animation.added;
    all.push(animation);
  }
  const moves = joints.map((_, node) => all.some(({ moved }) => moved[node] === 1));
  const animations: Animation[] = [];
  for (const [i, animation] of all.entries()) {
    await building.pace.step(progress(0.8 + (0.2 * i) / clips.length));
    const writer = new AnimationWriter(building, clips[i] as ExportedClip, animation);
    lost += writer.write(joints, moves);
    animations.push(writer.animation);
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
  return { made: animations, keys: all.map(({ times }) => times.length) };
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

const SIZES = { translation: 3, rotation: 4 } as const;

class AnimationWriter {
  readonly animation: Animation;
  readonly #building: Building;
  readonly #keys: ExportedAnimation;
  /** Of the channels that have all keys. */
  #times: Accessor | null = null;

  constructor(building: Building, clip: ExportedClip, keys: ExportedAnimation) {
    this.#building = building;
    this.#keys = keys;
    this.animation = building.document.createAnimation(clip.name).setExtras(animationExtras(clip));
  }

  /** @param moves by joint: whether some animation moves it @returns how many keys were not finite */
  write(joints: readonly Node[], moves: readonly boolean[]): number {
    const translations = this.#partsOf(this.#keys.translations, 'translation');
    const rotations = this.#partsOf(this.#keys.rotations, 'rotation');
    let lost = 0;
    joints.forEach((joint, node) => {
      const place = translations.next().value as Part;
      const turn = rotations.next().value as Part;
      if (moves[node]) lost += this.#channel(joint, 'translation', place);
      lost += this.#channel(joint, 'rotation', turn);
    });
    return lost;
  }

  /** The channels of the joints, one after the other. */
  *#partsOf({ counts, values, times }: ExportedCurves, path: keyof typeof SIZES): Generator<Part> {
    let from = 0;
    let next = 0;
    for (const count of counts) {
      const isAll = count === this.#keys.times.length;
      const end = from + SIZES[path] * count;
      const last = isAll ? next : next + count;
      yield { values: values.slice(from, end), times: isAll ? null : times.slice(next, last) };
      [from, next] = [end, last];
    }
  }

  #channel(joint: Node, path: keyof typeof SIZES, { values, times }: Part): number {
    const { document } = this.#building;
    const all = this.#keys.times;
    if (values.length === 0) return all.length;
    if (!times) this.#times ??= this.#building.accessor(all, 'SCALAR');
    const input = times ? this.#building.accessor(times, 'SCALAR') : this.#times;
    const output = this.#building.accessor(values, path === 'translation' ? 'VEC3' : 'VEC4');
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
    return times ? all.length - times.length : 0;
  }
}

/** A channel. */
interface Part {
  readonly values: Float32Array;
  /** Seconds; null: those of all keys. */
  readonly times: Float32Array | null;
}
