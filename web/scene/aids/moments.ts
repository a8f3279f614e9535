/** The moments of an animation at which trails have dots, and at which onion skins are. Times are milliseconds. */

import type { OnionStep } from '../../document/view.ts';

/** Why there are none. Both of them say it, and it is shown once. */
export const NEEDS_ANIMATION = 'Motion trails and onion skins need an animation.';

/** A frame of animation programs. */
const FRAME_MS = 1000 / 30;
/** Times nearer to each other than this are one. */
const SLACK = 0.5;

/** The moments of a trail, growing. */
export interface Moments {
  readonly times: Float64Array;
  /** Whether a key is at the moment. */
  readonly isKey: readonly boolean[];
  /** Frames from one dot to the next. */
  readonly step: number;
}

/** The keys that are in the animation, growing, each time once. */
function keysWithin(keys: Float64Array, length: number): number[] {
  const within = keys.filter((time) => time >= 0 && time <= length).sort();
  return [...within].filter((time, i) => i === 0 || time - (within[i - 1] ?? 0) > 0);
}

/**
 * All keys, and every frame between them or, of a long animation, every so many frames.
 * @param most moments; of more keys, only some are taken
 */
export function trailMoments(keys: Float64Array, length: number, most: number): Moments {
  const all = keysWithin(keys, length);
  const every = Math.ceil(all.length / Math.max(1, Math.floor(most / 2)));
  const kept = all.filter((_, i) => i % every === 0 || i === all.length - 1);
  const left = Math.max(1, most - kept.length);
  const step = Math.max(1, Math.ceil(length / FRAME_MS / left));
  const times: number[] = [];
  const isKey: boolean[] = [];
  let next = 0;
  const takeFrames = (until: number) => {
    for (; next * step * FRAME_MS < until - SLACK; next++) {
      const time = next * step * FRAME_MS;
      if (times.length > 0 && time - (times.at(-1) ?? 0) <= SLACK) continue;
      times.push(time);
      isKey.push(false);
    }
  };
  for (const key of kept) {
    takeFrames(key);
    times.push(key);
    isKey.push(true);
  }
  takeFrames(length);
  if (times.length === 0 || length - (times.at(-1) ?? 0) > SLACK) {
    times.push(length);
    isKey.push(false);
  }
  return { times: Float64Array.from(times), isKey, step };
}

export interface OnionMoment {
  readonly timeMs: number;
  /** Steps from the present: negative before it. */
  readonly steps: number;
}

/**
 * The moments of onion skins that are in the animation, the nearest first.
 * @param now the present
 */
export function onionMoments(
  { before, after, step }: { readonly before: number; readonly after: number; readonly step: OnionStep },
  keys: Float64Array,
  length: number,
  now: number,
): OnionMoment[] {
  const found: OnionMoment[] = [];
  if (step === 'keys') {
    const all = keysWithin(keys, length);
    const past = all.filter((time) => time < now - SLACK).slice(-before || all.length);
    const future = all.filter((time) => time > now + SLACK).slice(0, after);
    for (const [i, timeMs] of past.entries()) found.push({ timeMs, steps: i - past.length });
    for (const [i, timeMs] of future.entries()) found.push({ timeMs, steps: i + 1 });
  } else {
    for (let steps = -before; steps <= after; steps++) {
      const timeMs = now + steps * step * FRAME_MS;
      if (steps !== 0 && timeMs > -SLACK && timeMs < length + SLACK)
        found.push({ timeMs: Math.min(Math.max(timeMs, 0), length), steps });
    }
  }
  return found.sort((a, b) => Math.abs(a.steps) - Math.abs(b.steps) || a.steps - b.steps);
}
