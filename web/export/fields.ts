/** Controls of the dialogs for pictures and films. Made within the scope of a dialog, which ends them. */

import type { Signal } from '@preact/signals-core';
import { el } from '../ui/dom.ts';
import { effect } from '../ui/scope.ts';

/** Rows so far: each has an id of its own. */
let rows = 0;

/** A control beside its name. @param shown reads signals: whether it means anything now */
export function row(label: string, control: HTMLElement, shown: () => boolean = () => true): HTMLElement {
  const id = `field-${rows++}`;
  const field = control.matches('select, input') ? control : control.querySelector('select, input');
  if (field) field.id = id;
  const element = el('div', { class: 'field-row' }, el('label', { for: id }, label), control);
  effect(() => {
    element.hidden = !shown();
  });
  return element;
}

/**
 * A list that one is chosen from.
 * @param values value and words for each; reads signals
 * @param present the one that counts, where the option's is not offered now; reads signals
 */
export function select<T extends string | number>(
  option: Signal<T>,
  values: () => readonly (readonly [T, string])[],
  present = (): T => option.value,
): HTMLSelectElement {
  const element = el('select');
  let offered: readonly (readonly [T, string])[] = [];
  element.addEventListener('change', () => {
    const chosen = offered[element.selectedIndex];
    if (chosen) option.value = chosen[0];
  });
  effect(() => {
    offered = values();
    element.replaceChildren(...offered.map(([value, words]) => el('option', { value }, words)));
    element.selectedIndex = offered.findIndex(([value]) => value === present());
  });
  return element;
}

/** A whole number within limits. @param label its name, where no row gives it one */
export function number(option: Signal<number>, min: number, max: number, label?: string): HTMLInputElement {
  const input = el('input', { type: 'number', min, max, step: 1, 'aria-label': label });
  // While it is typed, what fits counts at once; at its end all else is brought within the limits.
  input.addEventListener('input', () => {
    const { valueAsNumber: typed } = input;
    if (Number.isInteger(typed) && typed >= min && typed <= max) option.value = typed;
  });
  input.addEventListener('change', () => {
    const wanted = Math.round(input.valueAsNumber);
    if (Number.isFinite(wanted)) option.value = Math.min(Math.max(wanted, min), max);
    input.value = String(option.peek());
  });
  effect(() => {
    if (input.valueAsNumber !== option.value) input.value = String(option.value);
  });
  return input;
}

/** Width and height in one row. */
export function sides(
  width: Signal<number>,
  height: Signal<number>,
  { min, max }: { readonly min: number; readonly max: number },
): HTMLElement {
  return el(
    'span',
    { class: 'studio-sides' },
    number(width, min, max, 'Width'),
    '×',
    number(height, min, max, 'Height'),
  );
}

export function checkbox(label: string, option: Signal<boolean>): HTMLElement {
  const input = el('input', { type: 'checkbox' });
  input.addEventListener('change', () => {
    option.value = input.checked;
  });
  effect(() => {
    input.checked = option.value;
  });
  return el('label', { class: 'field-check' }, input, label);
}
