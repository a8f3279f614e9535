/** Fields and buttons of the picture tools. */

import type { Signal } from '@preact/signals-core';
import { readReal } from '../../explain/value-text.ts';
import { shortestF32 } from '../../explain/values.ts';
import { announcement } from '../../store/notices.ts';
import { button, el, setAttribute } from '../../ui/dom.ts';
import { effect, listen } from '../../ui/scope.ts';

export interface NumberField {
  /** The text before it. */
  readonly label: string;
  /** Accessible name. */
  readonly name: string;
  /** Its value, an f32. Reads signals. */
  readonly value: () => number;
  /** Step of its arrow keys. Reads signals. */
  readonly step?: () => number;
  readonly min?: number;
  /** Decimal places that are shown; by default as many as the number has. */
  readonly digits?: number;
  /** Sets a finite number; if that is refused, the field shows the old value. */
  readonly set: (value: number) => void;
}

/** Number of times the focus has left a tool. */
let visits = 0;

/** Starts a new gesture whenever the focus leaves an element. */
export function endsGesture(element: HTMLElement): void {
  element.addEventListener('focusout', () => visits++);
}

/** A key for `Gesture.merge`, the same until the focus leaves the tool. @param what the action and its object */
export const mergeKey = (what: string): string => `${what}, ${visits}`;

/** Makes Escape end a drag, and nothing else meanwhile. The listener belongs to the current scope. */
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
 * A number field that follows its value, except while the user types. It accepts expressions, as all number fields of
 * the page do: `-5+1/2`, `0x10`.
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
  /** The typed number, or a sentence if it is invalid. */
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
      // Drop the digits that float arithmetic adds.
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

/** A group of toggle buttons, one of which is pressed. @param options value, label, title */
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
