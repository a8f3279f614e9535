/** Time and key of what plays, as numbers to read and to type. */

import { currentKey, currentKeys } from '../../store/frame-events.ts';
import { currentLength, seek } from '../../store/playback.ts';
import { activeFile, type OpenFile } from '../../store/state.ts';
import { el } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import { keyCount, lengthOf } from './words.ts';

/** Time in ms and key number; instead of them what to do, in the bind pose. */
export function timeFields(): HTMLElement {
  const time = numberField('Time, ms', { step: 'any', min: 0 }, seek);
  const key = numberField('Key', { step: 1, min: 1 }, (file, number) => {
    const { times } = currentKeys.peek();
    const target = times[Math.min(Math.max(Math.round(number), 1), times.length) - 1];
    if (target !== undefined) seek(file, target);
  });
  const length = el('span', { class: 'field-rest' });
  const count = el('span', { class: 'field-rest' });
  const advice = el('span', { class: 'field-advice' });
  const timeBox = el('span', { class: 'field' }, time.element, length);
  const keyBox = el(
    'span',
    { class: 'field' },
    el('span', { class: 'field-rest' }, 'key'),
    key.element,
    count,
  );
  effect(() => {
    const file = activeFile.value;
    advice.textContent = file ? whatToDo(file) : '';
    length.textContent = file ? lengthOf(currentLength(file)) : '';
    count.textContent = keyCount(currentKeys.value.times.length);
  });
  effect(() => {
    const now = activeFile.value?.playback.timeMs.value ?? 0;
    // A tenth of a millisecond is nothing that one could see.
    time.show(Number(now.toFixed(1)));
  });
  effect(() => key.show(currentKey.value + 1));
  effect(() => {
    const able = currentKeys.value.times.length > 0;
    timeBox.hidden = !able;
    keyBox.hidden = !able;
    advice.hidden = able;
  });
  return el('div', { class: 'fields' }, advice, timeBox, keyBox);
}

/** A field that shows a number until the user types another. */
function numberField(
  label: string,
  limits: { step: number | 'any'; min: number },
  take: (file: OpenFile, value: number) => void,
): { element: HTMLInputElement; show(value: number): void } {
  const element = el('input', { type: 'number', class: 'field-number', 'aria-label': label, ...limits });
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

/** What stands where the time would, in the bind pose. */
function whatToDo({ info }: OpenFile): string {
  return info.animations.length > 0 ? 'Choose an animation to play it' : 'No animations in this file';
}
