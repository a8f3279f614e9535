/** What the rows of the form are made of. */
import type { ReadonlySignal, Signal } from '@preact/signals-core';
import { el } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import type { GlbChoice } from './choice.ts';
import type { GlbSubject } from './subject.ts';
import '../../ui/options.css';

/** What the rows of the form read and change. */
export interface FormState {
  readonly choice: Signal<GlbChoice>;
  readonly subject: ReadonlySignal<GlbSubject | null>;
  /** Of v6: deformation frames of the animations that go out; null while that is not known. */
  readonly frames: ReadonlySignal<number | null>;
}

/** What the rows read and change that are the same for one model and for several. */
export type ChoiceState = Pick<FormState, 'choice'>;

/** Changes a part of the choice. */
export function change({ choice }: ChoiceState, part: Partial<GlbChoice>): void {
  choice.value = { ...choice.peek(), ...part };
}

let rows = 0;

/** A name and the controls that it is about, under each other. */
export function formRow(title: string, ...controls: HTMLElement[]): HTMLElement {
  const id = `glb-row-${rows++}`;
  return el(
    'div',
    { class: 'glb-row', role: 'group', 'aria-labelledby': id },
    el('span', { class: 'glb-row-title', id }, title),
    el('div', { class: 'glb-controls' }, ...controls),
  );
}

/** One of a few, side by side. Those that are hidden cannot be chosen. */
interface Segment<T extends string> {
  readonly value: T;
  /** Reads signals; null hides it. */
  label(): string | null;
  readonly title?: string;
}

/** @param name tells the groups of the form apart */
export function segments<T extends string>(
  name: string,
  present: () => T,
  all: readonly Segment<T>[],
  choose: (value: T) => void,
): HTMLElement {
  const labels = all.map(({ value, label, title }) => {
    const input = el('input', { type: 'radio', name: `glb-${name}`, value });
    const words = el('span', {});
    const element = el('label', { title }, input, words);
    input.addEventListener('change', () => choose(value));
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
