/**
 * The animations with the keys that a model has: whole milliseconds, the same for all nodes. They are the keys of all
 * channels together; a step has one more a millisecond before it; splines, and what cannot be had by turning and moving from
 * key to key, have as many more as keep the vertices where glTF shows them.
 */

import type { Drafting, MadeAnimation, WantedAnimation } from '@lithoscope/core';
import { counted } from '../../explain/describe.ts';
import type { DraftAnimation } from '../draft.ts';
import { expectMade } from '../for-core.ts';
import type { Animation } from '../gltf.ts';
import { type ImportNotes, named } from '../notes.ts';
import type { ImportOptions } from '../options.ts';
import type { Carried } from './carried.ts';
import type { Contents } from './contents.ts';
import { DistinctNames } from './distinct-names.ts';
import { numberIn, vectorIn } from './extras.ts';
import { type Cue, cuesOf } from './frame-strings.ts';
import { tooFar } from './scene.ts';

/** Of the model's size: what is off by more is said. */
const TOLERANCE = 1e-4;
/** Transforms of all animations together: more are 200 MB. */
const MOST_TRANSFORMS = 8_000_000;
/** Keys of one animation, an hour at 30 frames a second: a spline can ask for one a millisecond. */
const MOST_KEYS = 110_000;
/** Milliseconds that a key can name. */
const LATEST = 0xffffffff;
/** Of the version before there was one, and of ModelEdit. */
const INTERPOLATION_TIME = 200;

export interface AnimationInput {
  /** Of the source. */
  readonly name: string;
  readonly contents: Contents;
  /** Its pieces are settled. */
  readonly drafting: Drafting;
  /** Units: the longest side of the model. */
  readonly size: number;
  /** Nodes that are computed at each key. */
  readonly moving: number;
  readonly options: ImportOptions;
  readonly carried: Carried;
  readonly notes: ImportNotes;
  step(part: number): Promise<void>;
}

export async function animationsOf(
  input: AnimationInput,
  sources: readonly Animation[],
): Promise<DraftAnimation[]> {
  const { drafting, options, carried, notes } = input;
  const { skeleton } = drafting;
  const wanted = sources.flatMap((animation, index) =>
    (options.animations?.includes(index) ?? true) && !carried.isLent(animation.name)
      ? [{ animation, index }]
      : [],
  );
  const names = new DistinctNames();
  const made: DraftAnimation[] = [];
  const said = new Said();
  const moving = Math.max(1, input.moving);
  let transforms = 0;
  for (const [i, { animation, index }] of wanted.entries()) {
    await input.step(i / wanted.length);
    const { channels, start, length } = skeleton.animations[index] ?? { channels: 0, start: 0, length: 0 };
    const label = animation.name || `Animation ${index + 1}`;
    if (channels < animation.channels.length) said.lost.push(label);
    if (length > LATEST) {
      said.long.push(label);
      continue;
    }
    const known = carried.animation(animation.name);
    // Only what has no channels is as long as its frame strings say.
    const end = channels > 0 ? length : LATEST;
    const cues = cuesOf(animation.extras, known.described, known.json).map((cue) => {
      const ms = Math.max(0, Math.round(1000 * (cue.seconds - start)));
      if (ms > end) said.late.push(`${cue.text} in ${label}`);
      return { ...cue, ms: Math.min(ms, end) };
    });
    const dims = vectorIn(animation.extras, 'lta_dims');
    const extents = known.extents ?? (dims && carried.scaled(dims));
    const origin = known.origin ?? [0, 0, 0];
    const keys = await keysOf(
      drafting,
      {
        animation: index,
        also: Uint32Array.from(cues, ({ ms }) => ms),
        most: Math.max(0, Math.min(MOST_KEYS, Math.floor((MOST_TRANSFORMS - transforms) / moving))),
        origin,
        hasBox: !extents,
      },
      (part) => input.step((i + part) / wanted.length),
    );
    if (!keys) {
      said.many.push(label);
      continue;
    }
    if (!keys.isFinite) throw tooFar(input.name);
    transforms += keys.times.length * moving;
    said.added += keys.added;
    said.scale(input, keys);
    made.push({
      name: names.unique(known.name ?? label),
      source: index,
      start: 1000 * start,
      times: keys.times,
      poses: keys.poses,
      ...(keys.morphWeights && { morphWeights: keys.morphWeights }),
      strings: stringsAt(keys.times, cues),
      extents: extents ?? keys.extents,
      interpolationTime: Math.round(
        Math.min(
          LATEST,
          Math.max(
            0,
            numberIn(animation.extras, 'lta_interp_time') ?? known.interpolationTime ?? INTERPOLATION_TIME,
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

/** Null when there are too many. */
async function keysOf(
  drafting: Drafting,
  wanted: WantedAnimation,
  step: (part: number) => Promise<void>,
): Promise<MadeAnimation | null> {
  const work = drafting.animation(wanted);
  for (let part = work.next(); ; part = work.next()) {
    if (part.done) return expectMade(part.value);
    await step(part.value);
  }
}

function stringsAt(times: Uint32Array, cues: readonly (Cue & { ms: number })[]): string[] {
  const byTime = new Map<number, string[]>();
  for (const { ms, text } of cues) {
    const texts = byTime.get(ms);
    if (texts) texts.push(text);
    else byTime.set(ms, [text]);
  }
  // The commands of a frame string are separated so.
  return Array.from(times, (time) => (byTime.get(time) ?? []).join(';'));
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

  scale({ drafting: { skeleton }, contents }: AnimationInput, { off }: MadeAnimation): void {
    off.forEach((distance, i) => {
      const name = contents.hierarchy.nodes[skeleton.sources[i] as number]?.name || 'an unnamed node';
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
        `Models cannot store animated scale: what ${named(off.map(([name]) => name))} ${off.length > 1 ? 'move' : 'moves'} is up to ${Number(worst[1].toPrecision(2))} units off.`,
        'Bake the scale into the vertices, or move bones instead.',
      );
    if (this.lost.length > 0)
      notes.warn(
        'CHANNELS_LEFT_OUT',
        `Skipped channels of ${named(this.lost)}: they do not move anything in the model, or do not have readable keys.`,
      );
    if (this.long.length > 0)
      notes.warn(
        'ANIMATION_LEFT_OUT',
        `Skipped ${named(this.long)}: longer than 49 days, the latest time that a key can have.`,
      );
    if (this.many.length > 0)
      notes.warn(
        'ANIMATION_LEFT_OUT',
        `Skipped ${named(this.many)}: too many keys, in the animation or in all animations together.`,
        'Import fewer animations, or animations with fewer keys.',
      );
    if (this.late.length > 0)
      notes.warn(
        'STRINGS_MOVED',
        `Moved ${counted(this.late.length, 'frame string')} from after the end to the last key: ${named(this.late)}.`,
      );
    if (this.added > 0)
      notes.tell(
        'KEYS_ADDED',
        `Added ${counted(this.added, 'key')}: for splines, for sharp turns between two milliseconds, and for movement under a non-uniform scale.`,
      );
  }
}
