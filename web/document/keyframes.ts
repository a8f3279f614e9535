/**
 * Keyframes: finding keys by time, and the keys and frame strings of the chosen animation. Times are milliseconds. Keys
 * of a damaged file may be in any order, so all of them are searched: a few thousand comparisons cost nothing.
 */
import type { Keyframes } from '@lithoscope/core';
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { clipModel } from './animation-clips.ts';
import { activeFile } from './state.ts';

/** Tolerance of comparisons, ms: times of the scrub bar are rounded to pixels. */
const SLACK = 1e-6;

/** Index of the last key at or before a time; 0 without one. */
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

/** Time of the next key after a time; the time itself after the last key. */
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

const NO_KEYS: Keyframes = { times: new Float64Array(), strings: [] };

/** Times and strings of the chosen animation; none for the bind pose or without a file. */
export const currentKeys: ReadonlySignal<Keyframes> = computed(() => {
  const file = activeFile.value;
  const clip = file?.playback.clip.value;
  if (!file || !clip || clip.animation < 0) return NO_KEYS;
  return clipModel(file, clip)?.keyframes(clip.animation) ?? NO_KEYS;
});

/** Index of the last key at or before the current time. */
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
