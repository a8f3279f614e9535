/** The scrub bar: key marks and frame strings on one canvas, and the playhead over it. */

import type { Keyframes } from '@lithoscope/core';
import { computed, signal } from '@preact/signals-core';
import { clipCountWords } from '../../document/animation-clips.ts';
import { currentKeys, keyAt, nearestKey, nextKeyTime, previousKeyTime } from '../../document/keyframes.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { currentLength, FRAME, seek, togglePlaying } from '../../document/playback.ts';
import { selectedElement } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { isChangeable } from '../../edit/lists/row.ts';
import { withEditing } from '../../store/lazy-cores.ts';
import { el, setAttribute } from '../../ui/dom.ts';
import { usePart } from '../../ui/parts.ts';
import { effect, onResize } from '../../ui/scope.ts';
import { theme } from '../../ui/theme.ts';
import { KeyBarPainter } from './key-bar-painter.ts';
import { flashing, isOwnClip, selectKey } from './playhead.ts';
import { formatKey, formatTime } from './words.ts';

/** A pointer within this distance of a key, CSS pixels, is on the key. */
const HIT_DISTANCE = 5;

/** The editor of keys, fetched with the drawer. */
export const loadKeyEdit = () => withEditing(() => import('./key-edit.ts'));

/** Whether the keys of the current animation can be changed. Reads signals. */
export function canChangeKeys(): boolean {
  const file = activeFile.value;
  const clip = file?.playback.clip.value;
  return !!file && !!clip && clip.child === 0 && clip.animation >= 0 && isChangeable(file);
}

/** A key that is dragged to another time. */
interface KeyDrag {
  readonly file: OpenFile;
  readonly key: number;
  readonly time: number;
}

/**
 * Builds a bar that shows and sets the time of the active file.
 * @param name accessible name
 * @param labels frame strings are written above their keys; else they are taller marks with a tooltip
 */
export function keyBar(name: string, labels: boolean): HTMLElement {
  const canvas = el('canvas', { class: 'key-marks' });
  const playhead = el('div', { class: 'playhead' });
  const none = el('span', { class: 'no-keys', 'aria-hidden': 'true' });
  const bar = el(
    'div',
    {
      class: labels ? 'key-bar key-bar-labels' : 'key-bar',
      role: 'slider',
      tabindex: 0,
      'aria-label': name,
    },
    canvas,
    playhead,
    none,
  );
  const painter = new KeyBarPainter(canvas, labels);

  const dragTime = ({ clientX }: MouseEvent, file: OpenFile) =>
    painter.timeAt(clientX - canvas.getBoundingClientRect().left, currentLength(file));
  /** A label stands for its key, which may be far from the pointer. */
  const pointedTime = (event: MouseEvent, file: OpenFile) => {
    const { left, top } = canvas.getBoundingClientRect();
    const flag = painter.flagAt(event.clientX - left, event.clientY - top);
    return flag === null ? dragTime(event, file) : (currentKeys.peek().times[flag] ?? 0);
  };

  // Computed, since most selections are not keys and need no painting.
  const selectedKey = computed(() => {
    const file = activeFile.value;
    const element = file ? selectedElement(file) : {};
    return file && isOwnClip(file, element.animation) ? (element.keyframe ?? -1) : -1;
  });
  const drag = signal<KeyDrag | null>(null);
  const paint = () => {
    const file = activeFile.value;
    theme.value;
    painter.paint({
      keys: dragged(drag.value, file),
      length: file ? currentLength(file) : 0,
      selectedKey: selectedKey.value,
      flashingKeys: new Set(flashing.value.map(({ key }) => key)),
    });
  };
  const movePlayhead = () => {
    const file = activeFile.value;
    const length = file ? currentLength(file) : 0;
    playhead.hidden = length === 0;
    none.hidden = currentKeys.value.times.length > 0;
    none.textContent = file ? nothingToShow(file) : '';
    if (file) playhead.style.transform = `translateX(${painter.x(file.playback.timeMs.value, length)}px)`;
  };
  effect(paint);
  effect(movePlayhead);
  effect(() => announce(bar));
  onResize(bar, () => {
    painter.resize();
    paint();
    movePlayhead();
  });

  bar.addEventListener('pointerdown', (event) => {
    const file = activeFile.peek();
    if (!file || event.button !== 0) return;
    bar.setPointerCapture(event.pointerId);
    // A press on the selected key drags it; any other press moves the time.
    const key = selectedKey.peek();
    const time = currentKeys.peek().times[key];
    const reach = painter.duration(HIT_DISTANCE, currentLength(file));
    const isOnKey = labels && time !== undefined && Math.abs(dragTime(event, file) - time) <= reach;
    if (isOnKey && canChangeKeys() && event.offsetY > canvas.clientHeight / 2) {
      event.preventDefault();
      bar.focus();
      drag.value = { file, key, time };
    } else seek(file, pointedTime(event, file));
  });
  bar.addEventListener('pointermove', (event) => {
    const file = activeFile.peek();
    if (!file) return;
    const held = drag.peek();
    if (held) drag.value = { ...held, time: Math.round(between(held.key, dragTime(event, file))) };
    else if (bar.hasPointerCapture(event.pointerId)) seek(file, dragTime(event, file));
    else bar.title = hint(pointedTime(event, file), painter.duration(HIT_DISTANCE, currentLength(file)));
  });
  bar.addEventListener('pointerup', () => {
    const held = drag.peek();
    drag.value = null;
    if (!held) return;
    const { animation } = held.file.playback.clip.peek();
    void usePart(loadKeyEdit, (part) => part.moveKeyTo(held.file, animation, held.key, held.time));
  });
  bar.addEventListener('pointercancel', () => {
    drag.value = null;
  });
  bar.addEventListener('dblclick', (event) => {
    const file = activeFile.peek();
    if (!file) return;
    const reach = painter.duration(HIT_DISTANCE, currentLength(file));
    selectKey(file, nearestKey(currentKeys.peek().times, pointedTime(event, file), reach));
  });
  bar.addEventListener('keydown', (event) => {
    const file = activeFile.peek();
    if (!file || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && drag.peek()) drag.value = null;
    else if (!useKey(event, file) && !(canChangeKeys() && changeKey(event.key, bar))) return;
    event.preventDefault();
    event.stopPropagation();
  });
  return bar;
}

/** The time of a drag, limited to the neighbouring keys, so that their order stays. */
function between(key: number, time: number): number {
  const { times } = currentKeys.peek();
  const least = key > 0 ? (times[key - 1] ?? 0) + 1 : 0;
  const most = key + 1 < times.length ? (times[key + 1] ?? time) - 1 : time;
  return Math.max(least, Math.min(time, most));
}

/** The keys with the dragged one at its new time. */
function dragged(drag: KeyDrag | null, file: OpenFile | null): Keyframes {
  const keys = currentKeys.value;
  if (!drag || drag.file.id !== file?.id) return keys;
  const times = keys.times.slice();
  times[drag.key] = drag.time;
  return { ...keys, times };
}

/** Changes the key at the playhead. @returns whether the keyboard key was used */
function changeKey(key: string, bar: HTMLElement): boolean {
  if (key !== 'Insert' && key !== 'Delete' && key !== 'F2') return false;
  void usePart(loadKeyEdit, (part) => {
    if (key === 'Insert') part.addKey();
    else if (key === 'Delete') part.deleteKey();
    else part.editString(bar);
  });
  return true;
}

/** Text shown instead of keys: the number of animations to choose from. Reads signals. */
function nothingToShow(file: OpenFile): string {
  return clipCountWords(file) || 'No animations';
}

/** Sets the slider's value for assistive technology, except during playback. */
function announce(bar: HTMLElement): void {
  const file = activeFile.value;
  const length = file ? currentLength(file) : 0;
  setAttribute(bar, 'aria-disabled', length === 0 ? 'true' : undefined);
  if (file?.playback.playing.value) return;
  const time = file?.playback.timeMs.value ?? 0;
  const keys = currentKeys.value;
  setAttribute(bar, 'aria-valuemin', 0);
  setAttribute(bar, 'aria-valuemax', length);
  setAttribute(bar, 'aria-valuenow', Math.round(time));
  const text =
    keys.times.length === 0
      ? 'Bind pose'
      : `${formatTime(time)}, ${formatKey(keys, keyAt(keys.times, time))}`;
  setAttribute(bar, 'aria-valuetext', text);
}

/** Tooltip of the time or key under the pointer. */
function hint(time: number, reach: number): string {
  const keys = currentKeys.peek();
  const key = nearestKey(keys.times, time, reach);
  if (keys.times.length === 0) return '';
  return key < 0 ? formatTime(time) : `${formatTime(keys.times[key] ?? 0)}, ${formatKey(keys, key)}`;
}

/** Handles a key of the bar. @returns whether it was used */
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
