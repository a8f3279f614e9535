/** The scrubber: a line with the keys of the animation above it, and the playhead on it. */

import { computed } from '@preact/signals-core';
import { currentKeys, nearestKey } from '../../document/keyframes.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { currentLength, seek } from '../../document/playback.ts';
import { selectedElement } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { formatTime } from '../../explain/describe.ts';
import { el } from '../../ui/dom.ts';
import { effect, onResize } from '../../ui/scope.ts';
import { theme } from '../../ui/theme.ts';
import { flashing, isOwnClip, selectKey } from './playhead.ts';
import { ScrubberPainter } from './scrubber-painter.ts';
import { makeTimeSlider } from './time-slider.ts';
import { formatKey } from './words.ts';

/** A pointer within this distance of a key, CSS pixels, is on the key. */
const HIT_DISTANCE = 5;

/** Builds the bar that shows and sets the time of the active file. */
export function scrubber(): HTMLElement {
  const canvas = el('canvas', { class: 'key-marks' });
  const playhead = el('div', { class: 'playhead' });
  const elapsed = el('div', { class: 'elapsed' });
  const bar = el('div', { class: 'scrubber' }, elapsed, canvas, playhead);
  makeTimeSlider(bar, 'Time');
  const painter = new ScrubberPainter(canvas);

  const pointedTime = ({ clientX }: MouseEvent, file: OpenFile) =>
    painter.timeAt(clientX - canvas.getBoundingClientRect().left, currentLength(file));
  const reach = (file: OpenFile) => painter.duration(HIT_DISTANCE, currentLength(file));

  // Computed, since most selections are not keys and need no painting.
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
    const now = file?.playback.timeMs.value ?? 0;
    playhead.hidden = length === 0;
    playhead.style.transform = `translateX(${painter.x(now, length)}px)`;
    elapsed.style.transform = `scaleX(${length > 0 ? now / length : 0})`;
  };
  effect(paint);
  effect(movePlayhead);
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
    if (bar.hasPointerCapture(event.pointerId)) seek(file, pointedTime(event, file));
    else bar.title = hint(pointedTime(event, file), reach(file));
  });
  bar.addEventListener('dblclick', (event) => {
    const file = activeFile.peek();
    if (!file) return;
    selectKey(file, nearestKey(currentKeys.peek().times, pointedTime(event, file), reach(file)));
  });
  return bar;
}

/** Tooltip of the time or key under the pointer. */
function hint(time: number, reach: number): string {
  const keys = currentKeys.peek();
  const key = nearestKey(keys.times, time, reach);
  if (keys.times.length === 0) return '';
  return key < 0 ? formatTime(time) : `${formatTime(keys.times[key] ?? 0)}, ${formatKey(keys, key)}`;
}
