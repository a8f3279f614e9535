/** The playhead: the clock of playback, and the link between time and selected key. */

import { batch, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals-core';
import { childFile } from '../../document/animation-clips.ts';
import { currentEvents, currentKey, currentKeys, type FrameEvent } from '../../document/keyframes.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { chooseClip, seek, tick } from '../../document/playback.ts';
import { select, selectedElement, selectionAt } from '../../document/selection.ts';
import { activeFile, activeId } from '../../document/state.ts';
import { announcement } from '../../store/notices.ts';
import { effect, listen } from '../../ui/scope.ts';

// Selected key

/** Whether scrubbing selects the key at the playhead. */
export const followKeys: Signal<boolean> = signal(false);

/** Whether the current clip is this animation of the file itself. Reads signals. */
export function isOwnClip({ playback }: OpenFile, animation: number | undefined): boolean {
  const clip = playback.clip.value;
  return clip.child === 0 && clip.animation === animation;
}

/** The other file that holds the keys of the current clip; null for the file's own. Reads signals. */
export function animationSource(file: OpenFile): OpenFile | null {
  const { child } = file.playback.clip.value;
  return child === 0 ? null : childFile(file, child);
}

/** Selects a key of the current clip. For an inherited clip, announces the file that holds the bytes. */
export function selectKey(file: OpenFile, keyframe: number): void {
  const { child, animation } = file.playback.clip.peek();
  if (keyframe < 0) return;
  if (child === 0) select(file, selectionAt(file, file.parsed.pathOf({ animation, keyframe })), 'timeline');
  else
    announcement.value = `This key is in ${animationSource(file)?.name}: “Go to ${animationSource(file)?.name}” in the Playback menu opens it.`;
}

/** Activates the file that holds the current clip, at the same time and with its key selected. */
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

/** Moves the time to a selected key, and the selection with the time if the user wants it. */
export function watchKeys(): void {
  effect(() => {
    const file = activeFile.value;
    if (!file) return undefined;
    // Depends on the content: an edit moves the selection, which is no choice of a key.
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
      if (!followKeys.value || playing.value || clip.value.child !== 0 || clip.value.animation < 0) return;
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

// Clock

/** Longest time of one tick, ms: a longer pause is a stall of the browser, not playback. */
const MAX_TICK_MS = 1000;
/** Duration of the flash of a fired frame string, ms. */
const FLASH_MS = 400;

/** Frame strings that fired in the last tick with any. */
const fired = signal<readonly FrameEvent[]>([]);
const flashed = signal<readonly FrameEvent[]>([]);

/** Frame strings of the chosen animation that fired less than FLASH_MS ago. */
export const flashing: ReadonlySignal<readonly FrameEvent[]> = flashed;

/** Runs the clock, which requests animation frames only while the active file plays. */
export function runClock(): void {
  let last = 0;
  effect(() => {
    const file = activeFile.value;
    if (!file?.playback.playing.value) return undefined;
    last = 0;
    let request = requestAnimationFrame(function loop(now) {
      request = requestAnimationFrame(loop);
      const passed = last === 0 ? 0 : Math.min(now - last, MAX_TICK_MS);
      last = now;
      const events = tick(file, currentEvents.peek(), passed);
      if (events.length > 0) fired.value = events;
    });
    return () => cancelAnimationFrame(request);
  });
  // A hidden tab gets no animation frames: the clock restarts without a jump when it is shown again.
  listen(document, 'visibilitychange', () => {
    last = 0;
  });
  effect(() => {
    flashed.value = fired.value;
    const timer = setTimeout(() => {
      flashed.value = [];
    }, FLASH_MS);
    return () => clearTimeout(timer);
  });
  effect(() => {
    currentEvents.value;
    flashed.value = [];
  });
}
