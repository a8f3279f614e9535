/** Controls of dialogs and popovers, bound to options in both directions. Their effects belong to the current scope. */
import type { Signal } from '@preact/signals-core';
import { el } from './dom.ts';
import { effect } from './scope.ts';
import './popover.css';
import './form.css';

/** A value that can be read, peeked and set: a signal, or a part of one. */
export interface Option<T> {
  value: T;
  peek(): T;
}

/** A property of an object signal: setting it replaces the object. */
export function partOf<Whole extends object, Key extends keyof Whole>(
  whole: Signal<Whole>,
  key: Key,
): Option<Whole[Key]> {
  return {
    get value() {
      return whole.value[key];
    },
    set value(next) {
      whole.value = { ...whole.peek(), [key]: next };
    },
    peek: () => whole.peek()[key],
  };
}

/** Membership in a set signal. */
export function memberOf<T>(set: Option<ReadonlySet<T>>, member: T): Option<boolean> {
  return {
    get value() {
      return set.value.has(member);
    },
    set value(isIn) {
      const next = new Set(set.peek());
      if (isIn) next.add(member);
      else next.delete(member);
      set.value = next;
    },
    peek: () => set.peek().has(member),
  };
}

/** Reads signals. */
type Words = () => string;
/** Values and labels. Reads signals. */
type Values<T> = () => readonly (readonly [T, string])[];

/** A group of options under a title. */
export function group(title: Node | string, ...content: Node[]): HTMLElement {
  return el('fieldset', {}, el('legend', {}, title), ...content);
}

let ids = 0;

/** A control with its label. @param shown reads signals: whether it applies now */
export function row(label: string, control: HTMLElement, shown: () => boolean = () => true): HTMLElement {
  const id = `field-${ids++}`;
  const field = control.matches('select, input') ? control : control.querySelector('select, input');
  if (field) field.id = id;
  return shownWhile(shown, el('div', { class: 'field-row' }, el('label', { for: id }, label), control));
}

/** A title above its controls. */
export function formRow(title: string, ...controls: Node[]): HTMLElement {
  const id = `field-${ids++}`;
  return el(
    'div',
    { class: 'dialog-row', role: 'group', 'aria-labelledby': id },
    el('span', { class: 'dialog-row-title', id }, title),
    el('div', { class: 'dialog-controls' }, ...controls),
  );
}

/** A line of explanation under controls. */
export function hint(words: string | Words, shown: () => boolean = () => true): HTMLElement {
  const element = el('p', { class: 'dialog-hint' });
  effect(() => {
    element.textContent = typeof words === 'string' ? words : words();
  });
  return shownWhile(shown, element);
}

/** @param shown reads signals */
export function shownWhile<Element extends HTMLElement>(shown: () => boolean, element: Element): Element {
  effect(() => {
    element.hidden = !shown();
  });
  return element;
}

export function checkbox(
  label: Node | string,
  option: Option<boolean>,
  attributes: { readonly class?: string; readonly title?: string } = { class: 'field-check' },
): HTMLElement {
  const input = el('input', { type: 'checkbox' });
  input.addEventListener('change', () => {
    option.value = input.checked;
  });
  effect(() => {
    input.checked = option.value;
  });
  return el('label', attributes, input, label);
}

/** One of a few. */
interface Segment<T> {
  readonly value: T;
  /** Reads signals; null hides a choice that is not available now. */
  label(): string | null;
  readonly title?: string;
}

/** Choices side by side. */
export function segments<T extends string | number>(
  option: Option<T>,
  all: readonly Segment<T>[],
  /** The effective value, where the option's own is not available; reads signals. */
  present = (): T => option.value,
): HTMLElement {
  const name = `field-${ids++}`;
  const labels = all.map(({ value, label, title }) => {
    const input = el('input', { type: 'radio', name, value });
    const words = el('span', {});
    const element = el('label', { title }, input, words);
    input.addEventListener('change', () => {
      option.value = value;
    });
    effect(() => {
      const text = label();
      element.hidden = text === null;
      words.textContent = text ?? '';
      input.checked = present() === value;
    });
    return element;
  });
  return el('div', { class: 'options-choice' }, ...labels);
}

/** Choices side by side, under a title. */
export function choice<T extends string | number>(
  title: Node | string,
  option: Option<T>,
  values: readonly (readonly [T, string])[],
): HTMLElement {
  return group(
    title,
    segments(
      option,
      values.map(([value, words]) => ({ value, label: () => words })),
    ),
  );
}

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
