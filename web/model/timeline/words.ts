/** Times and keys in words. */
import type { AnimationInfo, Keyframes } from '@lithoscope/core';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** `3,184 ms`. */
export function timeInWords(timeMs: number): string {
  return `${number.format(timeMs)} ms`;
}

/** `/ 9,466 ms`. */
export function lengthOf(length: number): string {
  return `/ ${timeInWords(length)}`;
}

/** `/ 142`. */
export function keyCount(count: number): string {
  return `/ ${number.format(count)}`;
}

/** `key 47 of 142, FOOTSTEP_KEY 1`. */
export function keyInWords({ times, strings }: Keyframes, key: number): string {
  const string = strings[key];
  return `key ${key + 1} of ${times.length}${string ? `, ${string}` : ''}`;
}

/** `9.47 s`; short ones to the millisecond; of an animation that cannot be played, that it is cut off. */
export function lengthInWords({ length, complete }: AnimationInfo): string {
  if (!complete) return 'cut off';
  return length < 1000 ? timeInWords(length) : `${(length / 1000).toFixed(2)} s`;
}

/** `142 keys`. */
export function keysInWords({ keyframes }: AnimationInfo): string {
  return `${number.format(keyframes)} ${keyframes === 1 ? 'key' : 'keys'}`;
}
