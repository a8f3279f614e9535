/** What popovers of options are made of. Loaded with the first of them. */
import type { Signal } from '@preact/signals-core';
import { el } from './dom.ts';
import { effect } from './scope.ts';
import './popover.css';
import './options.css';

/** Options that belong together, under a title. */
export function group(title: string, ...content: HTMLElement[]): HTMLElement {
  return el('fieldset', {}, el('legend', {}, title), ...content);
}

/**
 * One of a few: radio buttons, drawn side by side.
 * @param owner tells the titles of different popovers apart
 */
export function choice<T extends string | number>(
  owner: string,
  title: string,
  option: Signal<T>,
  values: readonly (readonly [T, string])[],
): HTMLElement {
  const inputs = values.map(([value, label]) => {
    const input = el('input', { type: 'radio', name: `${owner}-${title.toLowerCase()}`, value });
    input.addEventListener('change', () => {
      option.value = value;
    });
    effect(() => {
      input.checked = option.value === value;
    });
    return el('label', {}, input, el('span', {}, label));
  });
  return group(title, el('div', { class: 'options-choice' }, ...inputs));
}
