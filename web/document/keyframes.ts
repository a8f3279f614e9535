/**
 * Finding keys by time. Times are milliseconds, as stored. Keys of a damaged file may be in any order,
 * so everything here looks at all of them: a few thousand comparisons are nothing.
 */
import type { Keyframes } from '@lithoscope/core';
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { clipModel } from './animation-clips.ts';
import { activeFile } from './state.ts';

/** Times are compared with this much slack, ms: a scrub bar's numbers have passed through pixels. */
const SLACK = 1e-6;

/** Index of the last key at or before a time, 0 when none is. */
export function keyAt(times: Float64Array, timeMs: number): number {
  let best = 0;
  let bestTime = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < times.length; i++) {
    const time = times[i] ?? 0;
    if (time <= timeMs + SLACK && time >= bestTime) {
      best = i;
      bestTime = time;
    }
  }
  return best;
}

/** Time of the next key after a time; the time itself behind the last key. */
export function nextKeyTime(times: Float64Array, timeMs: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (const time of times) if (time > timeMs + SLACK && time < next) next = time;
  return next === Number.POSITIVE_INFINITY ? timeMs : next;
}

/** Time of the key before a time; 0 before the first key. */
export function previousKeyTime(times: Float64Array, timeMs: number): number {
  let previous = 0;
  for (const time of times) if (time < timeMs - SLACK && time > previous) previous = time;
  return previous;
}

/** Index of the key nearest to a time, or −1 when none is within `reach` ms. */
export function nearestKey(times: Float64Array, timeMs: number, reach: number): number {
  let best = -1;
  let bestDistance = reach;
  for (let i = 0; i < times.length; i++) {
    const distance = Math.abs((times[i] ?? 0) - timeMs);
    if (distance <= bestDistance) {
      best = i;
      bestDistance = distance;
    }
  }
  return best;
}

/** The keys of what the active file is set to play. */
const NO_KEYS: Keyframes = { times: new Float64Array(), strings: [] };

/** Times and strings of the chosen animation; none for the bind pose or without a file. */
export const currentKeys: ReadonlySignal<Keyframes> = computed(() => {
  const file = activeFile.value;
  const clip = file?.playback.clip.value;
  if (!file || !clip || clip.animation < 0) return NO_KEYS;
  return clipModel(file, clip)?.keyframes(clip.animation) ?? NO_KEYS;
});

/** The key that the time is at: the last one that was passed. */
export const currentKey: ReadonlySignal<number> = computed(() =>
  keyAt(currentKeys.value.times, activeFile.value?.playback.timeMs.value ?? 0),
);

/** A key that has a frame string. */
export interface FrameEvent {
  readonly key: number;
  readonly timeMs: number;
  readonly text: string;
}

/** The frame strings of the chosen animation, in the order of the keys. */
export const currentEvents: ReadonlySignal<readonly FrameEvent[]> = computed(() => {
  const { times, strings } = currentKeys.value;
  return strings.flatMap((text, key) => (text === '' ? [] : [{ key, timeMs: times[key] ?? 0, text }]));
});
