/** Fields of the timeline that show a number until the user types another: the time, and the key. */

import { currentKey, currentKeys } from '../../document/keyframes.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { currentLength, seek } from '../../document/playback.ts';
import { activeFile } from '../../document/state.ts';
import { el } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import { formatTotalKeys, formatTotalTime } from './words.ts';

/** Time in ms and the length. In the bind pose it keeps its place, so that choosing an animation moves nothing. */
export function timeField(): HTMLElement {
  const time = numberField('Time, ms', { step: 'any', min: 0 }, seek);
  const length = el('span', { class: 'time-total' });
  const box = el('span', { class: 'field time-field' }, time.element, length);
  effect(() => {
    const file = activeFile.value;
    const total = file ? currentLength(file) : 0;
    length.textContent = formatTotalTime(total);
    // As wide as the longest time of this animation, with its tenths: no digit moves the scrubber.
    box.style.setProperty('--digits', String(Math.max(String(Math.round(total)).length + 2, MIN_DIGITS)));
    box.classList.toggle('no-time', currentKeys.value.times.length === 0);
  });
  effect(() => {
    const file = activeFile.value;
    const now = file?.playback.timeMs.value ?? 0;
    // Tenths of a millisecond are exact enough; nobody reads them while they run.
    time.show(Number(now.toFixed(file?.playback.playing.value ? 0 : 1)));
  });
  return box;
}

const MIN_DIGITS = 5;

/** Number of the current key, and the count of keys. */
export function keyField(): HTMLElement {
  const key = numberField('Key', { step: 1, min: 1 }, (file, number) => {
    const { times } = currentKeys.peek();
    const target = times[Math.min(Math.max(Math.round(number), 1), times.length) - 1];
    if (target !== undefined) seek(file, target);
  });
  const count = el('span');
  effect(() => {
    count.textContent = formatTotalKeys(currentKeys.value.times.length);
  });
  effect(() => key.show(currentKey.value + 1));
  return el('span', { class: 'field' }, key.element, count);
}

/** A field that shows a number until the user types another. */
function numberField(
  label: string,
  limits: { step: number | 'any'; min: number },
  take: (file: OpenFile, value: number) => void,
): { element: HTMLInputElement; show(value: number): void } {
  const element = el('input', {
    type: 'number',
    class: 'small-input field-number',
    'aria-label': label,
    title: label,
    ...limits,
  });
  let shown = '';
  let typing = false;
  const finish = () => {
    typing = false;
    element.value = shown;
  };
  element.addEventListener('input', () => {
    typing = true;
  });
  element.addEventListener('change', () => {
    const file = activeFile.peek();
    const value = element.valueAsNumber;
    typing = false;
    if (file && Number.isFinite(value)) take(file, value);
    finish();
  });
  element.addEventListener('blur', finish);
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') finish();
  });
  return {
    element,
    show(value) {
      shown = String(value);
      if (!typing && element.value !== shown) element.value = shown;
    },
  };
}
