/** Animations in words: names, times, lengths and keys; and the search by name. */
import type { AnimationInfo, Keyframes } from '@lithoscope/core';
import { type ClipGroup, clipInfo } from '../../document/animation-clips.ts';
import { BIND_POSE, type Clip, type OpenFile } from '../../document/open-file.ts';
import { formatTime } from '../../explain/describe.ts';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

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

/** `142 keys`. */
export function formatKeyCount({ keyframes }: AnimationInfo): string {
  return `${number.format(keyframes)} ${keyframes === 1 ? 'key' : 'keys'}`;
}

/** `Bind pose`; without bind matrices, as in v6, `Rest pose`, which is a key of an animation (abc.md §2). */
export function bindPoseName({ features }: OpenFile['info']): string {
  return features.bindPose ? 'Bind pose' : 'Rest pose';
}

/** Name of a clip: the animation's stored name, or the bind pose. Reads signals. */
export function clipName(file: OpenFile, clip: Clip): string {
  return clip.animation < 0 ? bindPoseName(file.info) : (clipInfo(file, clip)?.name ?? '') || '(no name)';
}

/** The clips of a group whose names contain a text in any case; the file's own begin with the bind pose. Reads signals. */
export function matchingClips({ info }: OpenFile, { child, file }: ClipGroup, text: string): Clip[] {
  const wanted = text.trim().toLowerCase();
  const found: Clip[] = [];
  if (child === 0 && bindPoseName(info).toLowerCase().includes(wanted)) found.push(BIND_POSE);
  file.info.animations.forEach(({ name }, animation) => {
    if (wanted === '' || name.toLowerCase().includes(wanted)) found.push({ child, animation });
  });
  return found;
}
