/** Groups of a panel that fold: a head with a name, a number and tools over the content, which is made when it is first seen. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { button, el, icon, setAttribute } from './dom.ts';
import { effect, once } from './scope.ts';
import './groups.css';

export interface Group {
  readonly title: string;
  /** Whether it is unfolded; the head changes it. */
  readonly unfolded: Signal<boolean>;
  /** Unfolds it as long as it is true, such as while a filter finds something in it. */
  readonly forced?: ReadonlySignal<boolean>;
  /** Text at the end of the head; null hides the group. Reads signals. */
  readonly count?: () => string | null;
  /** Custom property with the colour of a mark before the title. */
  readonly hue?: string;
  /** Controls at the end of the head. */
  readonly tools?: readonly HTMLElement[];
  /** Fills it, when it is first seen. */
  readonly mount: (content: HTMLElement) => void;
}

const CHEVRON = 'M9 6l6 6-6 6';

export function foldingGroup({ title, unfolded, forced, count, hue, tools, mount }: Group): HTMLElement {
  const number = el('span', { class: 'group-count' });
  const mark = el('span', { class: 'group-mark', 'aria-hidden': 'true' });
  if (hue) mark.style.setProperty('--hue', `var(${hue})`);
  const isOpen = () => unfolded.value || (forced?.value ?? false);
  const head = button(icon(CHEVRON), () => (unfolded.value = !isOpen()), { class: 'group-title' });
  head.append(...(hue ? [mark] : []), title);
  const content = el('div', { class: 'group-content' });
  const heading = el('h3', { class: 'group-head' }, head);
  const top = el('div', { class: 'group-top' }, heading, number, ...(tools ?? []));
  const element = el('section', { class: 'group', 'aria-label': title }, top, content);
  const listed = signal(count === undefined);
  if (count) {
    effect(() => {
      const text = count();
      element.hidden = text === null;
      number.textContent = text ?? '';
      listed.value = text !== null;
    });
  }
  once(
    () => listed.value && isOpen(),
    () => mount(content),
  );
  effect(() => {
    const open = isOpen();
    setAttribute(head, 'aria-expanded', String(open));
    element.classList.toggle('group-open', open);
    content.hidden = !open;
  });
  return element;
}
