/** Models drawn together with the active one: the file that it is compared with, or its other levels. */

import type { Features, Frame, Info } from '@lithoscope/core';
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { animationNamed } from '../explain/animations.ts';
import { clipGroups, clipInfo } from './animation-clips.ts';
import { attachedFile } from './attachments.ts';
import { BIND_POSE, type Clip, type DrawnFile, type OpenFile } from './open-file.ts';
import { activeFile, compared, files } from './state.ts';

/** Ways to compare two files: by bytes, or in the view, overlaid or side by side. */
export type ComparedAs = 'bytes' | 'overlay' | 'beside';

export const comparedAs: Signal<ComparedAs> = signal('bytes');

/** Opacity of the second model in the overlay, 0 … 1. */
export const overlayOpacity: Signal<number> = signal(0.5);

/** Two models in one view: the left one is the active file. Null without a comparison. */
export const together: ReadonlySignal<{ readonly left: OpenFile; readonly right: OpenFile } | null> =
  computed(() => {
    const ids = compared.value;
    const left = activeFile.value;
    if (!ids || comparedAs.value === 'bytes' || left?.id !== ids.left) return null;
    const right = files.value.find(({ id }) => id === ids.right);
    return left.model && right?.model && right !== left ? { left, right } : null;
  });

/** Poses of two models as drawn; a new object for each frame. */
export interface DrawnTogether {
  readonly left: Frame;
  readonly right: Frame;
  /** One of the two is mirrored against the other. */
  readonly isMirrored: boolean;
}

export const drawnTogether: Signal<DrawnTogether | null> = signal(null);

/** The matching clip of another file, and how it was found. */
export interface MatchedClip {
  readonly clip: Clip;
  /** `none`: nothing matches, so the bind pose is used. */
  readonly by: 'bind' | 'name' | 'index' | 'none';
}

/** The matching animation of another file: by name among all that it can play, otherwise by index. Reads signals. */
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

/** The matching level of another file; level 0 if one file counts levels and the other collapses. */
export function matchLevel(file: DrawnFile, lod: number, other: DrawnFile): number {
  const isSameKind = file.info.features.collapses === other.info.features.collapses;
  return isSameKind ? Math.min(lod, Math.max(0, other.info.lodCount - 1)) : 0;
}

/** Pieces of another file with the names of hidden pieces. */
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

/** Maximum number of levels side by side; more would be too small. */
const MAX_LEVELS = 6;

/** Proposed levels: the first ones; for collapses none, half and all. */
export function proposedLevels({ features, lodCount }: Leveled): number[] {
  const last = lodCount - 1;
  if (features.collapses) return [...new Set([0, Math.round(last / 2), last])];
  return Array.from({ length: Math.min(lodCount, MAX_LEVELS - 2) }, (_, level) => level);
}

/** Levels drawn side by side, including the chosen one. Reads signals. */
export function levelsTogether({ look, info }: DrawnFile): number[] {
  const beside = look.levelsBeside.value ?? [];
  const levels = new Set([look.lod.value, ...beside.filter((level) => level < info.lodCount)]);
  return [...levels].sort((a, b) => a - b);
}

/** Replaces one of the levels side by side. */
export function changeLevel(file: DrawnFile, from: number, to: number): void {
  const { lod, levelsBeside, lodByDistance } = file.look;
  const level = Math.min(Math.max(Math.round(to), 0), file.info.lodCount - 1);
  levelsBeside.value = (levelsBeside.value ?? []).map((other) => (other === from ? level : other));
  if (lod.value !== from) return;
  lodByDistance.value = false;
  lod.value = level;
}

/** Models in the view: the active file, models at its sockets, and the file that it is compared with. Reads signals. */
export function filesInView(): OpenFile[] {
  const file = activeFile.value;
  const attached = file?.attachments.value.map(attachedFile) ?? [];
  return [file, together.value?.right, ...attached].filter((shown) => shown != null);
}
