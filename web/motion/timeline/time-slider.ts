/** What the scrubber and the ruler of the dope sheet have in common: a slider of the time, with the keys of the animation. */

import { currentKeys, keyAt, nextKeyTime, previousKeyTime } from '../../document/keyframes.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { currentLength, FRAME, seek, togglePlaying } from '../../document/playback.ts';
import { activeFile } from '../../document/state.ts';
import { isWhollyChangeable } from '../../edit/lists/row.ts';
import { formatTime } from '../../explain/describe.ts';
import { withEditing } from '../../store/lazy-cores.ts';
import { setAttribute } from '../../ui/dom.ts';
import { usePart } from '../../ui/parts.ts';
import { effect } from '../../ui/scope.ts';
import { selectKey } from './playhead.ts';
import { formatKey } from './words.ts';

/** The editor of keys, fetched with the first change. */
export const loadKeyEdit = () => withEditing(() => import('../sheet/key-edit.ts'));

/** Whether the keys of the current animation can be changed. Reads signals. */
export function canChangeKeys(): boolean {
  const file = activeFile.value;
  const clip = file?.playback.clip.value;
  return !!file && !!clip && clip.child === 0 && clip.animation >= 0 && isWhollyChangeable(file);
}

/** Makes an element a slider of the time. @param name accessible name */
export function makeTimeSlider(element: HTMLElement, name: string): void {
  setAttribute(element, 'role', 'slider');
  setAttribute(element, 'tabindex', 0);
  setAttribute(element, 'aria-label', name);
  effect(() => announce(element));
  element.addEventListener('keydown', (event) => {
    const file = activeFile.peek();
    if (!file || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!useKey(event, file) && !(canChangeKeys() && changeKey(event.key, element))) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** Changes the key at the playhead. @returns whether the keyboard key was used */
function changeKey(key: string, slider: HTMLElement): boolean {
  if (key !== 'Insert' && key !== 'Delete' && key !== 'F2') return false;
  void usePart(loadKeyEdit, (part) => {
    if (key === 'Insert') part.addKey();
    else if (key === 'Delete') part.deleteKeysAt();
    else part.editString(() => slider.getBoundingClientRect(), slider);
  });
  return true;
}

/** Sets the slider's value for assistive technology, except during playback. */
function announce(slider: HTMLElement): void {
  const file = activeFile.value;
  const length = file ? currentLength(file) : 0;
  setAttribute(slider, 'aria-disabled', length === 0 ? 'true' : undefined);
  if (file?.playback.playing.value) return;
  const time = file?.playback.timeMs.value ?? 0;
  const keys = currentKeys.value;
  setAttribute(slider, 'aria-valuemin', 0);
  setAttribute(slider, 'aria-valuemax', length);
  setAttribute(slider, 'aria-valuenow', Math.round(time));
  const text =
    keys.times.length === 0
      ? 'Bind pose'
      : `${formatTime(time)}, ${formatKey(keys, keyAt(keys.times, time))}`;
  setAttribute(slider, 'aria-valuetext', text);
}

/** Handles a key of the slider. @returns whether it was used */
function useKey({ key, shiftKey }: KeyboardEvent, file: OpenFile): boolean {
  const { times } = currentKeys.peek();
  const time = file.playback.timeMs.peek();
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      seek(file, shiftKey ? nextKeyTime(times, time) : time + FRAME);
      return true;
    case 'ArrowLeft':
    case 'ArrowDown':
      seek(file, shiftKey ? previousKeyTime(times, time) : time - FRAME);
      return true;
    case 'PageUp':
      seek(file, time + 10 * FRAME);
      return true;
    case 'PageDown':
      seek(file, time - 10 * FRAME);
      return true;
    case 'Home':
      seek(file, 0);
      return true;
    case 'End':
      seek(file, currentLength(file));
      return true;
    case 'Enter':
      selectKey(file, keyAt(times, time));
      return true;
    case ' ':
      togglePlaying(file);
      return true;
    default:
      return false;
  }
}
