/** Which animations a list offers, and what its keys mean. */

import type { AnimationInfo } from '@lithoscope/core';
import { type ClipGroup, clipInfo, sameClip } from '../../document/animation-clips.ts';
import { BIND_POSE, type Clip, type OpenFile } from '../../document/open-file.ts';
import { placeNamed, TypedName } from '../../ui/list-keys.ts';

/** Without bind matrices, as in v6, the rest pose is a key of an animation (abc.md §2). */
export function bindPoseName({ features }: OpenFile['info']): string {
  return features.bindPose ? 'Bind pose' : 'Rest pose';
}

/** What a clip is called: the animation's name as it is stored, or the bind pose. Reads signals. */
export function clipName(file: OpenFile, clip: Clip): string {
  return clip.animation < 0 ? bindPoseName(file.info) : (clipInfo(file, clip)?.name ?? '') || '(no name)';
}

/** The clips of a group whose names contain a text, in any case; before the file's own the bind pose. Reads signals. */
export function matchingClips({ info }: OpenFile, { child, file }: ClipGroup, text: string): Clip[] {
  const wanted = text.trim().toLowerCase();
  const found: Clip[] = [];
  if (child === 0 && bindPoseName(info).toLowerCase().includes(wanted)) found.push(BIND_POSE);
  file.info.animations.forEach(({ name }, animation) => {
    if (wanted === '' || name.toLowerCase().includes(wanted)) found.push({ child, animation });
  });
  return found;
}

const PAGE_STEPS: Readonly<Record<string, 1 | -1>> = { PageDown: 1, PageUp: -1 };
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** What a key in the list means: a clip to choose, to play, nothing but that it is the list's own key. */
type Use = Clip | 'play' | 'nothing' | null;

/** The keyboard of a list of clips: steps, pages, and names by their first letters. */
export class ListKeys {
  readonly #typedName = new TypedName();

  /**
   * What a key means. Small letters are the list's own: they begin a name.
   * @param page rows that Page Up and Page Down move by
   */
  use(event: KeyboardEvent, clips: readonly Clip[], file: OpenFile, page: number): Use {
    const { key } = event;
    if (key === 'Enter' || (key === ' ' && !this.#typedName.isTyping(event.timeStamp))) return 'play';
    const chosen = file.playback.clip.peek();
    const at = clips.findIndex((clip) => sameClip(clip, chosen));
    const step = STEPS[key] ?? (PAGE_STEPS[key] ?? 0) * page;
    if (step !== 0) return playable(file, clips, at + step, step) ?? 'nothing';
    const typed = this.#typedName.take(event);
    if (typed === null) return null;
    return placeNamed(typed, (beginning, isNew) => named(file, clips, at, beginning, isNew)) ?? 'nothing';
  }
}

/** The next clip whose name begins so, from a place on; a new name is looked for after it. */
function named(
  file: OpenFile,
  clips: readonly Clip[],
  at: number,
  beginning: string,
  isNew: boolean,
): Clip | null {
  const first = isNew ? at + 1 : Math.max(at, 0);
  for (let i = 0; i < clips.length; i++) {
    const clip = clips[(first + i) % clips.length];
    if (clip && clipName(file, clip).toLowerCase().startsWith(beginning) && isPlayable(file, clip))
      return clip;
  }
  return null;
}

/** The clip at a place, or the next one in the direction of the step that is not cut off; null when none is. */
function playable(file: OpenFile, clips: readonly Clip[], place: number, step: number): Clip | null {
  const last = clips.length - 1;
  const start = Math.min(Math.max(place, 0), last);
  // An end is reached from inside.
  const way = (place > last ? -1 : place < 0 ? 1 : Math.sign(step)) || 1;
  for (let i = start; i >= 0 && i <= last; i += way) {
    const clip = clips[i];
    if (clip && isPlayable(file, clip)) return clip;
  }
  return null;
}

function isPlayable(file: OpenFile, clip: Clip): boolean {
  const info: AnimationInfo | null = clipInfo(file, clip);
  return info === null || info.complete;
}
