/**
 * The animations with the keys that a model has: whole milliseconds, the same for all nodes. They are the keys of all
 * channels together; a step has one more a millisecond before it; splines, and what cannot be had by turning and moving from
 * key to key, have as many more as keep the vertices where glTF shows them.
 */
import type { Animation } from '@gltf-transform/core';
import type { Vec3 } from '@lithoscope/core';
import { counted } from '../../explain/describe.ts';
import type { DraftAnimation } from '../draft.ts';
import { type ImportNotes, named } from '../notes.ts';
import { type Box, boxOf, halfOf, unionOf } from './boxes.ts';
import type { Carried } from './carried.ts';
import { msOf } from './channels.ts';
import { DistinctNames } from './distinct-names.ts';
import { numberIn, vectorIn } from './extras.ts';
import { type Cue, cuesOf } from './frame-strings.ts';
import { morphed } from './morphed.ts';
import { Ground, type Keys, LATEST, type Moved, Sampler } from './sampler.ts';
import type { Stand } from './skeleton.ts';

/** Of the model's size: what is off by more is said. */
const TOLERANCE = 1e-4;
/** Transforms of all animations together: more are 200 MB. */
const MOST_TRANSFORMS = 8_000_000;
/** Keys of one animation, an hour at 30 frames a second: a spline can ask for one a millisecond. */
const MOST_KEYS = 110_000;
/** Vertices that morph targets move in all keys of an animation together: more keys are looked at less closely. */
const MOST_MORPHED = 1_000_000;
/** Of the version before there was one, and of ModelEdit. */
const INTERPOLATION_TIME = 200;

export interface AnimationInput extends Moved {
  readonly carried: Carried;
  /** As `Pieces.binds`. */
  readonly binds: readonly Stand[];
  readonly notes: ImportNotes;
  step(part: number): Promise<void>;
}

export async function animationsOf(
  input: AnimationInput,
  sources: readonly Animation[],
): Promise<DraftAnimation[]> {
  const { contents, options, carried, notes } = input;
  const wanted = sources.flatMap((animation, index) =>
    (options.animations?.includes(index) ?? true) && !carried.isLent(animation.getName())
      ? [{ animation, index }]
      : [],
  );
  const names = new DistinctNames();
  const made: DraftAnimation[] = [];
  const said = new Said();
  const ground = new Ground(input);
  let transforms = 0;
  for (const [i, { animation, index }] of wanted.entries()) {
    await input.step(i / wanted.length);
    const { channels, lost } = contents.animations[index] ?? { channels: [], lost: 0 };
    const label = animation.getName() || `Animation ${index + 1}`;
    if (lost > 0) said.lost.push(label);
    const sampler = new Sampler(input, ground, channels);
    if (sampler.length > LATEST) {
      said.long.push(label);
      continue;
    }
    const known = carried.animation(animation.getName());
    // Only what has no channels is as long as its frame strings say.
    const end = channels.length > 0 ? sampler.length : LATEST;
    const cues = cuesOf(animation.getExtras(), known.described, known.json).map((cue) => {
      const ms = Math.max(0, msOf(cue.seconds, sampler.start));
      if (ms > end) said.late.push(`${cue.text} in ${label}`);
      return { ...cue, ms: Math.min(ms, end) };
    });
    const most = Math.min(
      MOST_KEYS,
      Math.floor((MOST_TRANSFORMS - transforms) / Math.max(1, input.skeleton.moving.length)),
    );
    const keys = await sampler.keys(
      cues.map(({ ms }) => ms),
      most,
      (part) => input.step((i + part) / wanted.length),
    );
    if (!keys) {
      said.many.push(label);
      continue;
    }
    transforms += keys.times.length * Math.max(1, input.skeleton.moving.length);
    if (keys.added > 0) said.added += keys.added;
    said.scale(input, sampler);
    const origin = known.origin ?? [0, 0, 0];
    for (const pose of keys.poses)
      for (const axis of [0, 1, 2]) pose[axis] = (pose[axis] as number) - (origin[axis] as number);
    made.push({
      name: names.unique(known.name ?? label),
      source: index,
      start: 1000 * sampler.start,
      times: Uint32Array.from(keys.times),
      poses: keys.poses,
      ...(keys.morphWeights && { morphWeights: keys.morphWeights }),
      strings: stringsAt(keys.times, cues),
      extents:
        known.extents ?? (await dims(animation, input, keys, () => input.step((i + 1) / wanted.length))),
      interpolationTime: Math.round(
        Math.min(
          LATEST,
          Math.max(
            0,
            numberIn(animation.getExtras(), 'lta_interp_time') ??
              known.interpolationTime ??
              INTERPOLATION_TIME,
          ),
        ),
      ),
      origin: [...origin],
    });
  }
  said.note(notes, input.size);
  names.note(notes, 'animation');
  return made;
}

async function dims(
  animation: Animation,
  { pieces, skeleton, carried, binds }: AnimationInput,
  { poses, morphWeights }: Keys,
  step: () => Promise<void>,
): Promise<Vec3> {
  const said = vectorIn(animation.getExtras(), 'lta_dims');
  if (said) return carried.scaled(said);
  if (!morphWeights) {
    const box = boxOf(morphed(pieces, null, binds), skeleton.parents, poses);
    return box ? halfOf(box) : [0, 0, 0];
  }
  const vertices = pieces.reduce((sum, { levels }) => sum + (levels[0]?.start.length ?? 0), 0);
  const stride = Math.max(1, Math.ceil((vertices * poses.length) / MOST_MORPHED));
  let box: Box | null = null;
  for (let p = 0; p < poses.length - 1 + stride; p += stride) {
    await step();
    const key = Math.min(p, poses.length - 1);
    const shape = morphed(pieces, morphWeights[key] ?? null, binds);
    box = unionOf(box, boxOf(shape, skeleton.parents, [poses[key] as Float32Array]));
  }
  return box ? halfOf(box) : [0, 0, 0];
}

function stringsAt(times: readonly number[], cues: readonly (Cue & { ms: number })[]): string[] {
  const byTime = new Map<number, string[]>();
  for (const { ms, text } of cues) {
    const texts = byTime.get(ms);
    if (texts) texts.push(text);
    else byTime.set(ms, [text]);
  }
  // The commands of a frame string are separated so.
  return times.map((time) => (byTime.get(time) ?? []).join(';'));
}

/** What is to be said of all animations together. */
class Said {
  readonly lost: string[] = [];
  readonly long: string[] = [];
  readonly many: string[] = [];
  /** Frame strings behind the end. */
  readonly late: string[] = [];
  added = 0;
  /** By node of the file. */
  #off = new Map<string, number>();

  scale({ skeleton, contents }: AnimationInput, { off }: Sampler): void {
    off.forEach((distance, i) => {
      const name =
        contents.hierarchy.nodes[skeleton.sources[i] as number]?.getName() || 'a node without a name';
      if (distance > 0) this.#off.set(name, Math.max(this.#off.get(name) ?? 0, distance));
    });
  }

  note(notes: ImportNotes, size: number): void {
    const off = [...this.#off]
      .filter(([, distance]) => distance > TOLERANCE * size)
      .sort(([, a], [, b]) => b - a);
    const [worst] = off;
    if (worst)
      notes.warn(
        'SCALE_ANIMATED',
        `Models have no scale that changes: what ${named(off.map(([name]) => name))} ${off.length > 1 ? 'move' : 'moves'} is up to ${Number(worst[1].toPrecision(2))} units off.`,
        'Bake the scale into the vertices, or move bones instead.',
      );
    if (this.lost.length > 0)
      notes.warn(
        'CHANNELS_LEFT_OUT',
        `Channels of ${named(this.lost)} left out: they move nothing that is in a model, or have no keys that can be read.`,
      );
    if (this.long.length > 0)
      notes.warn(
        'ANIMATION_LEFT_OUT',
        `${named(this.long)} left out: longer than 49 days, which no key can name.`,
      );
    if (this.many.length > 0)
      notes.warn(
        'ANIMATION_LEFT_OUT',
        `${named(this.many)} left out: it has, or all animations together have, too many keys.`,
        'Import fewer animations, or with fewer keys.',
      );
    if (this.late.length > 0)
      notes.warn(
        'STRINGS_MOVED',
        `${counted(this.late.length, 'frame string')} after the end, now at the last key: ${named(this.late)}.`,
      );
    if (this.added > 0)
      notes.tell(
        'KEYS_ADDED',
        `${counted(this.added, 'key')} added: for splines, for sharp turns between two milliseconds, and for what moves under an uneven scale.`,
      );
  }
}
