/** Which animation a clip means, among the open files. */
import type { AbcFile, AnimationInfo } from '@lithoscope/core';
import { findByName } from '../files/set.ts';
import { type Clip, files, type OpenFile } from '../state.ts';

/**
 * The open file that a child model of another file means: the one that the user named, else the one of that name.
 * Null when it is not open or is no model. Reads signals.
 * @param child index into `info.childModels`; 0 is the file itself
 */
export function childFile(file: OpenFile, child: number): OpenFile | null {
  if (child === 0) return file;
  const entry = file.info.childModels[child];
  const chosen = file.bases.value.get(child);
  const others = files.value.filter(({ id, model }) => id !== file.id && model !== null);
  return others.find(({ id }) => id === chosen) ?? (entry ? findByName(others, entry.name) : null);
}

/** The model that holds a clip; null when it is not open. Reads signals. */
export function clipModel(file: OpenFile, { child }: Clip): AbcFile | null {
  return childFile(file, child)?.model ?? null;
}

/** What there is to know of a clip; null for the bind pose and for what is not open. Reads signals. */
export function clipInfo(file: OpenFile, clip: Clip): AnimationInfo | null {
  return childFile(file, clip.child)?.info.animations[clip.animation] ?? null;
}

/** Whether two clips are the same one. */
export function sameClip(a: Clip, b: Clip): boolean {
  return a.child === b.child && a.animation === b.animation;
}

/** `3`, of a child model `1:3`: a short name for a clip within its file. */
export function clipKey({ child, animation }: Clip): string {
  return child === 0 ? String(animation) : `${child}:${animation}`;
}
