/** Key and selection: a selected key moves the time; the time moves the selection only when the user wants that. */

import { batch, type Signal, signal, untracked } from '@preact/signals-core';
import { childFile } from '../../document/animation-clips.ts';
import { currentKey, currentKeys } from '../../document/keyframes.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { chooseClip, seek } from '../../document/playback.ts';
import { select, selectedElement, selectionAt } from '../../document/selection.ts';
import { activeFile, activeId } from '../../document/state.ts';
import { announcement } from '../../store/notices.ts';
import { effect } from '../../ui/scope.ts';

/** While it is on, scrubbing selects the key that the time is at. */
export const follow: Signal<boolean> = signal(false);

/** Whether what plays is this animation of the file itself. Reads signals. */
export function isOwnClip({ playback }: OpenFile, animation: number | undefined): boolean {
  const clip = playback.clip.value;
  return clip.child === 0 && clip.animation === animation;
}

/** The file that holds the keys of what plays, when that is another than the one in front. Reads signals. */
export function animationSource(file: OpenFile): OpenFile | null {
  const { child } = file.playback.clip.value;
  return child === 0 ? null : childFile(file, child);
}

/** Selects a key of what plays. The bytes of an inherited one are in another file, which is said. */
export function selectKey(file: OpenFile, keyframe: number): void {
  const { child, animation } = file.playback.clip.peek();
  if (keyframe < 0) return;
  if (child === 0) select(file, selectionAt(file, file.parsed.pathOf({ animation, keyframe })), 'timeline');
  else
    announcement.value = `This key is in ${animationSource(file)?.name}: “Go to ${animationSource(file)?.name}” beside Play leads there.`;
}

/** Brings the file to the front that holds what plays, set to the same moment, its key selected. */
export function goToAnimationSource(file: OpenFile): void {
  const source = animationSource(file);
  if (!source) return;
  const { clip, timeMs } = file.playback;
  const { animation } = clip.peek();
  const key = currentKey.peek();
  batch(() => {
    chooseClip(source, { child: 0, animation });
    seek(source, timeMs.peek());
    activeId.value = source.id;
    selectKey(source, key);
  });
}

/** Keeps time and selected key together. */
export function watchKeys(): void {
  effect(() => {
    const file = activeFile.value;
    if (!file) return undefined;
    // A change of the file takes the selection with it, and is no choice of a key.
    void file.content.value;
    const { clip, playing } = file.playback;
    let seen = file.selection.peek();
    const stopSeeking = effect(() => {
      const { keyframe, animation } = selectedElement(file);
      if (file.selection.peek() === seen) return;
      seen = file.selection.peek();
      const time = currentKeys.peek().times[keyframe ?? -1];
      const own = untracked(() => isOwnClip(file, animation));
      if (time !== undefined && own && !playing.peek()) seek(file, time);
    });
    const stopSelecting = effect(() => {
      const key = currentKey.value;
      if (!follow.value || playing.value || clip.value.child !== 0 || clip.value.animation < 0) return;
      const { animation, keyframe } = untracked(() => selectedElement(file));
      if (animation === clip.value.animation && keyframe === key) return;
      selectKey(file, key);
      seen = file.selection.peek();
    });
    return () => {
      stopSeeking();
      stopSelecting();
    };
  });
}
