/** Fields and buttons of the tools in the picture. */

import type { Signal } from '@preact/signals-core';
import { shortestF32 } from '../../explain/values.ts';
import { button, el, setAttribute } from '../../ui/dom.ts';
import { effect, listen } from '../../ui/scope.ts';

export interface NumberField {
  /** What stands before it. */
  readonly label: string;
  /** Its name, for assistive technology. */
  readonly name: string;
  /** An f32. Reads signals. */
  readonly value: () => number;
  /** Of its arrow keys. Reads signals. */
  readonly step?: () => number;
  readonly min?: number;
  /** Digits behind the point that are shown; else as many as the number has. */
  readonly digits?: number;
  /** Writes a finite number; it is shown again as it is when that is refused. */
  readonly set: (value: number) => void;
}

/** How many times the focus has left a tool. */
let visits = 0;

/** What is done with an element after the focus left it is another gesture. */
export function endsGesture(element: HTMLElement): void {
  element.addEventListener('focusout', () => visits++);
}

/** A word for `Gesture.merge`: the same until the focus leaves the tool. @param what what is done, and with what */
export const gestureWord = (what: string): string => `${what}, ${visits}`;

/** Escape while something is dragged ends that, and nothing else. The listener belongs to the current scope. */
export function onEscape(isDragging: () => boolean, end: () => void): void {
  listen(
    window,
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !isDragging()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      end();
    },
    { capture: true },
  );
}

/** It follows its value, but for as long as another one is being written into it. */
export function numberField({ label, name, value, step, min, digits, set }: NumberField): HTMLElement {
  const input = el('input', { type: 'number', step: 'any', min, 'aria-label': name, title: name });
  const shown = () => {
    const number = value();
    if (!Number.isFinite(number)) return '';
    return String(digits === undefined ? shortestF32(number) : Number(number.toFixed(digits)));
  };
  const write = () => {
    const written = input.valueAsNumber;
    const isValid = Number.isFinite(Math.fround(written)) && (min === undefined || written >= min);
    if (isValid && input.value !== shown()) set(written);
    input.value = shown();
  };
  input.addEventListener('change', write);
  input.addEventListener('keydown', (event) => {
    const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (way !== 0 && step) {
      event.preventDefault();
      const next = Math.max(min ?? Number.NEGATIVE_INFINITY, (input.valueAsNumber || 0) + way * step());
      // The digits that float arithmetic adds are nobody's.
      set(Number(next.toPrecision(9)));
      input.value = shown();
    } else if (event.key === 'Escape' && input.value !== shown()) {
      event.preventDefault();
      event.stopPropagation();
      input.value = shown();
    }
  });
  effect(() => {
    const text = shown();
    if (document.activeElement !== input || input.value === '') input.value = text;
  });
  return el('label', { class: 'tool-number' }, label, input);
}

/** Buttons of which one is on. @param options value, label, title */
export function switchButtons<T extends string>(
  name: string,
  chosen: Signal<T>,
  options: readonly (readonly [T, string, string])[],
): HTMLElement {
  const buttons = options.map(([value, label, title]) => {
    const choose = () => {
      chosen.value = value;
    };
    const element = button(label, choose, { class: 'button-small', title });
    effect(() => setAttribute(element, 'aria-pressed', String(chosen.value === value)));
    return element;
  });
  return el('div', { class: 'tool-switch', role: 'group', 'aria-label': name }, ...buttons);
}
