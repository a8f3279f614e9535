/** Inputs of dialogs and popovers besides those of form.ts: lists, numbers, colours. Their effects belong to the current scope. */
import { el } from './dom.ts';
import type { Option } from './form.ts';
import { effect } from './scope.ts';

/** Values and labels. Reads signals. */
type Values<T> = () => readonly (readonly [T, string])[];

/**
 * A drop-down list.
 * @param present the effective value, where the option's own is not available; reads signals
 */
export function select<T extends string | number>(
  option: Option<T>,
  values: Values<T>,
  present = (): T => option.value,
  label?: string,
): HTMLSelectElement {
  const element = el('select', { 'aria-label': label });
  let offered: ReturnType<Values<T>> = [];
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

/** A whole number within limits. @param label accessible name, if no row gives one */
export function whole(option: Option<number>, min: number, max: number, label?: string): HTMLInputElement {
  const input = el('input', { type: 'number', min, max, step: 1, 'aria-label': label });
  // While typing, valid values apply at once; on change, others are clamped.
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

/** A number as it is typed: `1.` is 1 on the way to 1.5. */
export function typedNumber(
  option: Option<string>,
  label: string,
  limits: { readonly min?: number; readonly max?: number; readonly step?: number | 'any' } = {},
): HTMLInputElement {
  const { min = 0, max, step = 'any' } = limits;
  const inputmode = step === 'any' ? 'decimal' : 'numeric';
  const field = el('input', {
    type: 'number',
    class: 'dialog-number',
    min,
    max,
    step,
    inputmode,
    'aria-label': label,
  });
  field.addEventListener('input', () => {
    option.value = field.value;
  });
  effect(() => {
    const text = option.value;
    if (document.activeElement !== field) field.value = text;
  });
  return field;
}

/** A number along a scale. */
export function slider(
  option: Option<number>,
  { min, max, step = 1, label }: { min: number; max: number; step?: number; label?: string },
): HTMLInputElement {
  const input = el('input', { type: 'range', min, max, step, 'aria-label': label });
  input.addEventListener('input', () => {
    option.value = input.valueAsNumber;
  });
  effect(() => {
    input.value = String(option.value);
  });
  return input;
}

/** Width and height in one row. */
export function sides(
  width: Option<number>,
  height: Option<number>,
  { min, max }: { readonly min: number; readonly max: number },
): HTMLElement {
  return el(
    'span',
    { class: 'dialog-sides' },
    whole(width, min, max, 'Width'),
    '×',
    whole(height, min, max, 'Height'),
  );
}

/** A colour, `#rrggbb`. */
export function colour(option: Option<string>): HTMLInputElement {
  const input = el('input', { type: 'color' });
  input.addEventListener('input', () => {
    option.value = input.value;
  });
  effect(() => {
    input.value = option.value;
  });
  return input;
}
