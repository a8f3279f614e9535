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
