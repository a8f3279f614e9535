/** The keys of what the active file is set to play. */
import type { Keyframes } from '@lithoscope/core';
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { activeFile, BIND_POSE } from '../state.ts';

const NO_KEYS: Keyframes = { times: new Float64Array(), strings: [] };

/** Times and strings of the chosen animation; none for the bind pose or without a file. */
export const currentKeys: ReadonlySignal<Keyframes> = computed(() => {
  const file = activeFile.value;
  const animation = file?.playback.animation.value ?? BIND_POSE;
  return file && animation !== BIND_POSE ? file.abc.keyframes(animation) : NO_KEYS;
});
