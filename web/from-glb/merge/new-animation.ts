/** An animation that the file has not, as its bytes. */

import type { AbcFile, Vec3 } from '@lithoscope/core';
import { boxOf, halfOf, type Placed } from '../drafting/boxes.ts';
import { vectorIn } from '../drafting/extras.ts';
import type { Animation } from '../gltf.ts';
import { answered } from './answered.ts';
import type { MergeContext } from './context.ts';
import { mergedStrings } from './strings.ts';
import { latin1 } from './texts.ts';

/** Blending from the animation before, when nothing else is said, milliseconds. */
const INTERPOLATION = 200;

/** Milliseconds that a file can name. */
export const isBlending = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xffffffff;

export interface NewAnimationMade {
  readonly name: string;
  readonly keys: number;
  /** Of them, what curves and steps needed. */
  readonly refined: number;
  /** Half the size of its collision box. */
  readonly extents: Vec3;
  readonly bytes: Uint8Array;
}

/** The versions whose animations are known as they are written here. */
export const canAddAnimations = ({ info }: AbcFile): boolean => info.version >= 6 && info.version <= 12;

/**
 * The animation that the core plays.
 * @param times milliseconds of its keys, growing; at least one
 * @param meshes what the box around all that it does is around
 */
export function newAnimation(
  context: MergeContext,
  name: string,
  animation: Animation,
  times: Float64Array,
  meshes: () => readonly Placed[],
): NewAnimationMade {
  const { merging } = context;
  const extras = animation.extras;
  const first = times[0] ?? 0;
  // The first key is at 0, whatever it was in the program.
  const own = new Map<number, number>([[0, first]]);
  for (const time of answered(merging.moments())) {
    const rounded = Math.round(time - first);
    if (!own.has(rounded)) own.set(rounded, time);
  }
  const known = new Set(times);
  const refined = [...own.values()].filter((time) => !known.has(time)).length;
  const none = [...own.keys()].map(() => '');
  const said = mergedStrings([...own.keys()], none, [], extras, first);
  const strings = new Map(
    [...own.keys()].flatMap((time, key) => {
      const text = said.changed.get(key);
      return text === undefined ? [] : [[time, text] as const];
    }),
  );
  for (const [time, text] of said.added) {
    own.set(time, first + time);
    strings.set(time, text);
  }
  const rounded = [...own.keys()].sort((a, b) => a - b);
  const at = Float64Array.from(rounded, (time) => own.get(time) as number);
  const extents = dimsOf(extras, context, at, meshes);
  const given = extras.lta_interp_time;
  const bytes = answered(
    merging.newAnimation({
      name: latin1(name),
      extents,
      interpolationTime: isBlending(given) ? given : INTERPOLATION,
      times: Uint32Array.from(rounded),
      at,
      strings: rounded.map((time) => latin1(strings.get(time) ?? '')),
    }),
  );
  return { name, keys: rounded.length, refined, extents, bytes };
}

/** Half the size of the collision box: what the extras say, else that of the box around all that it does. */
function dimsOf(
  extras: Record<string, unknown>,
  { base, merging }: MergeContext,
  times: Float64Array,
  meshes: () => readonly Placed[],
): Vec3 {
  const given = vectorIn(extras, 'lta_dims');
  if (given) return given;
  const parents = base.info.nodes.map(({ parent }) => parent);
  const all = answered(merging.poses(times));
  const numbers = 7 * parents.length;
  const poses = Array.from(times, (_, key) => all.subarray(numbers * key, numbers * (key + 1)));
  const box = boxOf(
    [...meshes()].map((mesh) => ({ levels: [mesh] })),
    parents,
    poses,
  );
  return box ? halfOf(box) : [0, 0, 0];
}
