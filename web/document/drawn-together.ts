/** What is seen together with the model in front: the file that it is compared with, or other levels of itself. */

import type { Features, Frame, Info } from '@lithoscope/core';
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { animationNamed } from '../explain/animations.ts';
import { clipGroups, clipInfo } from './animation-clips.ts';
import { attachedFile } from './attachments.ts';
import { BIND_POSE, type Clip, type DrawnFile, type OpenFile } from './open-file.ts';
import { activeFile, compared, files } from './state.ts';

/** How two files are compared: by what they say, or as pictures over or beside each other. */
export type ComparedAs = 'bytes' | 'overlay' | 'beside';

export const comparedAs: Signal<ComparedAs> = signal('bytes');

/** How much of the second model is seen in the overlay, 0 … 1. */
export const overlayOpacity: Signal<number> = signal(0.5);

/** Two models in one picture: the left one is the file in front. Null while there are not. */
export const together: ReadonlySignal<{ readonly left: OpenFile; readonly right: OpenFile } | null> =
  computed(() => {
    const ids = compared.value;
    const left = activeFile.value;
    if (!ids || comparedAs.value === 'bytes' || left?.id !== ids.left) return null;
    const right = files.value.find(({ id }) => id === ids.right);
    return left.model && right?.model && right !== left ? { left, right } : null;
  });

/** The poses of two models as they were drawn; another object for each picture. */
export interface DrawnTogether {
  readonly left: Frame;
  readonly right: Frame;
  /** One of the two is mirrored against the other. */
  readonly isMirrored: boolean;
}

export const drawnTogether: Signal<DrawnTogether | null> = signal(null);

/** The clip of one file that stands for a clip of another, and why. */
export interface MatchedClip {
  readonly clip: Clip;
  /** `none`: there is nothing that could stand for it, so the bind pose does. */
  readonly by: 'bind' | 'name' | 'index' | 'none';
}

/** The same animation in another file: by its name among all that it can play, else by its index. Reads signals. */
export function matchClip(file: DrawnFile, clip: Clip, other: DrawnFile): MatchedClip {
  const played = clipInfo(file, clip);
  if (!played) return { clip: BIND_POSE, by: clip.animation < 0 ? 'bind' : 'none' };
  for (const { child, file: source } of clipGroups(other)) {
    const names = source.info.animations.map(({ name }) => name);
    const animation = animationNamed(names, played.name);
    if (animation >= 0) return { clip: { child, animation }, by: 'name' };
  }
  const { animation } = clip;
  const isThere = clip.child === 0 && other.info.animations[animation]?.complete === true;
  return isThere ? { clip: { child: 0, animation }, by: 'index' } : { clip: BIND_POSE, by: 'none' };
}

/** The level of another file that stands beside a level. A number of collapses is no number of a level. */
export function matchLevel(file: DrawnFile, lod: number, other: DrawnFile): number {
  const isSameKind = file.info.features.collapses === other.info.features.collapses;
  return isSameKind ? Math.min(lod, Math.max(0, other.info.lodCount - 1)) : 0;
}

/** Pieces of another file with the names of those that are hidden. */
export function matchHidden(
  file: DrawnFile,
  hidden: ReadonlySet<number>,
  other: DrawnFile,
): ReadonlySet<number> {
  const names = new Set([...hidden].map((piece) => file.info.pieces[piece]?.name));
  return new Set(other.info.pieces.flatMap(({ name }, piece) => (names.has(name) ? [piece] : [])));
}

/** What its levels are. */
type Leveled = Pick<Info, 'lodCount'> & { readonly features: Pick<Features, 'collapses'> };

/** Levels beside each other at most: more would be too small to see. */
const MAX_LEVELS = 6;

/** The levels that are proposed: the first ones, and of collapses none, half and all of them. */
export function proposedLevels({ features, lodCount }: Leveled): number[] {
  const last = lodCount - 1;
  if (features.collapses) return [...new Set([0, Math.round(last / 2), last])];
  return Array.from({ length: Math.min(lodCount, MAX_LEVELS - 2) }, (_, level) => level);
}

/** The levels that are drawn beside each other, with the chosen one among them; one when there is only that. Reads signals. */
export function levelsTogether({ look, info }: DrawnFile): number[] {
  const beside = look.levelsBeside.value ?? [];
  const levels = new Set([look.lod.value, ...beside.filter((level) => level < info.lodCount)]);
  return [...levels].sort((a, b) => a - b);
}

/** Puts another level in the place of one of those beside each other. */
export function changeLevel(file: DrawnFile, from: number, to: number): void {
  const { lod, levelsBeside, lodByDistance } = file.look;
  const level = Math.min(Math.max(Math.round(to), 0), file.info.lodCount - 1);
  levelsBeside.value = (levelsBeside.value ?? []).map((other) => (other === from ? level : other));
  if (lod.value !== from) return;
  lodByDistance.value = false;
  lod.value = level;
}

/** The models that are in the picture: the file in front, what is at its sockets, and what it is compared with. Reads signals. */
export function filesInView(): OpenFile[] {
  const file = activeFile.value;
  const attached = file?.attachments.value.map(attachedFile) ?? [];
  return [file, together.value?.right, ...attached].filter((shown) => shown != null);
}
