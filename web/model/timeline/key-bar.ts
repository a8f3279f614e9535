/** The scrub bar: key marks and frame strings on one canvas, and the playhead over it. */

import { computed } from '@preact/signals-core';
import { counted } from '../../explain/describe.ts';
import { clipGroups } from '../../store/clips.ts';
import { selectedElement } from '../../store/elements.ts';
import { currentKeys } from '../../store/frame-events.ts';
import { keyAt, nearestKey, nextKeyTime, previousKeyTime } from '../../store/keyframes.ts';
import type { OpenFile } from '../../store/open-file.ts';
import { currentLength, FRAME, seek, togglePlaying } from '../../store/playback.ts';
import { activeFile } from '../../store/state.ts';
import { el, setAttribute } from '../../ui/dom.ts';
import { effect, onResize } from '../../ui/scope.ts';
import { theme } from '../../ui/theme.ts';
import { flashing } from './clock.ts';
import { isOwnClip, selectKey } from './follow.ts';
import { KeyBarPainter } from './key-bar-painter.ts';
import { formatKey, formatTime } from './messages.ts';

/** A pointer within this distance of a key, CSS pixels, is on the key. */
const HIT_DISTANCE = 5;

/**
 * Builds a bar. It follows the active file and moves its time.
 * @param name for assistive technology
 * @param labels frame strings stand above their keys; else they are taller marks, and words only under the pointer
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
  /** Pointing at a frame string means its key, which may stand far from where its label ends. */
  const pointedTime = (event: MouseEvent, file: OpenFile) => {
    const { left, top } = canvas.getBoundingClientRect();
    const flag = painter.flagAt(event.clientX - left, event.clientY - top);
    return flag === null ? dragTime(event, file) : (currentKeys.peek().times[flag] ?? 0);
  };

  // Computed, because most selections are of no key and need no painting.
  const selectedKey = computed(() => {
    const file = activeFile.value;
    const element = file ? selectedElement(file) : {};
    return file && isOwnClip(file, element.animation) ? (element.keyframe ?? -1) : -1;
  });
  const paint = () => {
    const file = activeFile.value;
    theme.value;
    painter.paint({
      keys: currentKeys.value,
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
    seek(file, pointedTime(event, file));
  });
  bar.addEventListener('pointermove', (event) => {
    const file = activeFile.peek();
    if (!file) return;
    if (bar.hasPointerCapture(event.pointerId)) seek(file, dragTime(event, file));
    else bar.title = hint(pointedTime(event, file), painter.duration(HIT_DISTANCE, currentLength(file)));
  });
  bar.addEventListener('dblclick', (event) => {
    const file = activeFile.peek();
    if (!file) return;
    const reach = painter.duration(HIT_DISTANCE, currentLength(file));
    selectKey(file, nearestKey(currentKeys.peek().times, pointedTime(event, file), reach));
  });
  bar.addEventListener('keydown', (event) => {
    const file = activeFile.peek();
    if (file && !event.ctrlKey && !event.metaKey && !event.altKey && useKey(event, file))
      event.preventDefault();
  });
  return bar;
}

/** In place of the keys: how many animations there are to choose from. Reads signals. */
function nothingToShow(file: OpenFile): string {
  const count = clipGroups(file).reduce((sum, group) => sum + group.file.info.animations.length, 0);
  return count > 0 ? counted(count, 'animation') : 'No animations';
}

/** Tells assistive technology the time; not while it runs. */
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

/** What is under the pointer. */
function hint(time: number, reach: number): string {
  const keys = currentKeys.peek();
  const key = nearestKey(keys.times, time, reach);
  if (keys.times.length === 0) return '';
  return key < 0 ? formatTime(time) : `${formatTime(keys.times[key] ?? 0)}, ${formatKey(keys, key)}`;
}

/** The keyboard on the bar; false for a key that means nothing here. */
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
