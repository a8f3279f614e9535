/** The tab "Model": what an artist looks for, in sections that open. */
import { signal } from '@preact/signals-core';
import { formatCount } from '../../explain/describe.ts';
import { activeFile } from '../../store/state.ts';
import { recall, remember } from '../../store/storage.ts';
import { el } from '../../ui/dom.ts';
import { effect, once } from '../../ui/scope.ts';
import './outline.css';
import { type Section, sections } from './sections.ts';

/** Fills the tab. */
export function mountOutline(host: HTMLElement): void {
  host.classList.add('outline');
  const nothing = el('p', { class: 'outline-nothing' }, 'This file holds no model.');
  host.append(nothing, ...sections.map(sectionElement));
  effect(() => {
    nothing.hidden = activeFile.value === null || activeFile.value.model !== null;
  });
}

function sectionElement({ id, title, count, open = false, mount }: Section): HTMLElement {
  const number = el('span', { class: 'outline-count' });
  const content = el('div', { class: 'outline-content' });
  const stored = recall(`outline.${id}`);
  const element = el(
    'details',
    { class: 'outline-section', open: stored === null ? open : stored === 'true' },
    el('summary', {}, el('h3', {}, title), number),
    content,
  );
  const opened = signal(element.open);
  const shown = signal(false);
  element.addEventListener('toggle', () => {
    remember(`outline.${id}`, String(element.open));
    opened.value = element.open;
  });
  once(
    () => opened.value && shown.value,
    () => mount(content),
  );
  effect(() => {
    const file = activeFile.value;
    const value = file && count(file);
    element.hidden = value === null;
    number.textContent = typeof value === 'number' ? formatCount(value) : '';
    shown.value = value !== null;
  });
  return element;
}
