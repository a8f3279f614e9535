/** The field card under the bytes: what is selected, in words. Also says it to screen readers. */
import { effect } from '@preact/signals-core';
import { el } from '../dom.ts';
import { activeFile } from '../state.ts';
import { selectionCard, spoken } from './card.ts';
import { describeSelection } from './field.ts';
import './inspector.css';

/** Quiet time before a change of the selection is spoken, ms: keys held down must not queue sentences. */
const SETTLE = 250;

export function mountInspector(host: HTMLElement): void {
  const card = el('div', { class: 'inspector-card' });
  const live = el('div', { class: 'visually-hidden', 'aria-live': 'polite' });
  host.classList.add('inspector');
  host.append(card, live);

  let timer = 0;
  effect(() => {
    const file = activeFile.value;
    const selection = file?.selection.value;
    window.clearTimeout(timer);
    if (!file || !selection) {
      const hint = 'Select a byte or a row of the structure: what it means stands here.';
      card.replaceChildren(el('p', { class: 'inspector-hint' }, hint));
      live.textContent = '';
      return;
    }
    const facts = describeSelection(file, selection);
    card.replaceChildren(...selectionCard(file, facts));
    timer = window.setTimeout(() => {
      live.textContent = spoken(facts);
    }, SETTLE);
  });
}
