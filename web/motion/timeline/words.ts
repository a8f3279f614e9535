/** Times, lengths and keys as text. */
import type { AnimationInfo, Keyframes } from '@lithoscope/core';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** `3,184 ms`. */
export function formatTime(timeMs: number): string {
  return `${number.format(timeMs)} ms`;
}

/** `/ 9,466 ms`. */
export function formatTotalTime(length: number): string {
  return `/ ${formatTime(length)}`;
}

/** `/ 142`. */
export function formatTotalKeys(count: number): string {
  return `/ ${number.format(count)}`;
}

/** `key 47 of 142, FOOTSTEP_KEY 1`. */
export function formatKey({ times, strings }: Keyframes, key: number): string {
  const string = strings[key];
  return `key ${key + 1} of ${times.length}${string ? `, ${string}` : ''}`;
}

/** `9.47 s`, under a second `840 ms`; `cut off` when it cannot be played. */
export function formatLength({ length, complete }: AnimationInfo): string {
  if (!complete) return 'cut off';
  return length < 1000 ? formatTime(length) : `${(length / 1000).toFixed(2)} s`;
}

/** `142 keys`. */
export function formatKeyCount({ keyframes }: AnimationInfo): string {
  return `${number.format(keyframes)} ${keyframes === 1 ? 'key' : 'keys'}`;
}
