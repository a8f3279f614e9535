/** The keys of what the active file is set to play. */
import type { Keyframes } from '@lithoscope/core';
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { clipModel } from './animation-clips.ts';
import { keyAt } from './keyframes.ts';
import { activeFile } from './state.ts';

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
