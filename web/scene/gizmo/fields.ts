/** Fields and buttons of the tools in the picture. */

import type { Signal } from '@preact/signals-core';
import { readReal } from '../../explain/value-text.ts';
import { shortestF32 } from '../../explain/values.ts';
import { announcement } from '../../store/notices.ts';
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

/**
 * It follows its value, except while another one is being typed. It takes what every number of the page takes: `-5+1/2`
 * and `0x10` too.
 */
export function numberField({ label, name, value, step, min, digits, set }: NumberField): HTMLElement {
  const input = el('input', {
    type: 'text',
    role: 'spinbutton',
    'aria-label': name,
    'aria-valuemin': min,
    title: name,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const shown = () => {
    const number = value();
    if (!Number.isFinite(number)) return '';
    return String(digits === undefined ? shortestF32(number) : Number(number.toFixed(digits)));
  };
  const show = () => {
    input.value = shown();
    setAttribute(input, 'aria-valuenow', input.value || undefined);
  };
  /** What is typed as a number; a sentence when it is none that fits. */
  const typed = (): number | string => {
    const read = readReal(input.value);
    if ('problem' in read) return read.problem;
    if (!Number.isFinite(Math.fround(read.value))) return `${input.value} is out of range.`;
    return min === undefined || read.value >= min ? read.value : `${input.value} is below ${min}.`;
  };
  const write = () => {
    const written = typed();
    if (input.value !== shown() && input.value.trim() !== '') {
      if (typeof written === 'number') set(written);
      else announcement.value = `Not changed: ${written}`;
    }
    show();
  };
  input.addEventListener('change', write);
  input.addEventListener('keydown', (event) => {
    const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (way !== 0 && step) {
      event.preventDefault();
      const now = typed();
      const next = Math.max(
        min ?? Number.NEGATIVE_INFINITY,
        (typeof now === 'number' ? now : value()) + way * step(),
      );
      // The digits that float arithmetic adds are nobody's.
      set(Number(next.toPrecision(9)));
      show();
    } else if (event.key === 'Escape' && input.value !== shown()) {
      event.preventDefault();
      event.stopPropagation();
      show();
    }
  });
  effect(() => {
    shown();
    if (document.activeElement !== input || input.value === '') show();
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
