/** One entry for each open file in some part of the page: the tabs of the header, the rows of the list. */

import type { OpenFile } from '../store/open-file.ts';
import { activeId, closeFile, files } from '../store/state.ts';
import { button, el, icon, visible } from '../ui/dom.ts';
import { CROSS } from '../ui/icons.ts';
import { effect } from '../ui/scope.ts';
import { type StepKeys, stepTo } from '../ui/step-keys.ts';

export interface FileEntries extends StepKeys {
  /** Element of an entry, and its class; that of the active file has `CLASS-current` too. */
  readonly tag: 'div' | 'li';
  readonly className: string;
  /** The button that makes the file the active one. */
  readonly chooser: (file: OpenFile, current: boolean) => HTMLButtonElement;
}

/**
 * Keeps the entries in `host` in step with the store. One entry is in the order of the Tab key; from there
 * the two keys, Home and End go to another file, Delete closes it. So does a press of the middle button.
 */
export function fileEntries(host: HTMLElement, options: FileEntries): void {
  const { className } = options;
  effect(() => {
    const hadFocus = host.contains(document.activeElement);
    host.replaceChildren(...files.value.map((file) => entry(file, options)));
    const current = host.querySelector(`.${className}-current`);
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (hadFocus) current?.querySelector('button')?.focus();
  });
  host.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (useKey(event.key, options)) event.preventDefault();
  });
}

function entry(file: OpenFile, { tag, className, chooser }: FileEntries): HTMLElement {
  const current = activeId.value === file.id;
  const order = current ? 0 : -1;
  const choose = chooser(file, current);
  choose.tabIndex = order;
  choose.addEventListener('click', () => {
    activeId.value = file.id;
  });
  const close = button(icon(CROSS), () => closeFile(file.id), {
    class: 'file-close',
    'aria-label': `Close ${visible(file.name)}`,
    title: 'Close (Delete)',
    tabindex: order,
  });
  const element: HTMLElement = el(tag, { class: className }, choose, close);
  element.classList.toggle(`${className}-current`, current);
  element.addEventListener('auxclick', (event) => {
    if (event.button === 1) closeFile(file.id);
  });
  // The middle button would begin to scroll.
  element.addEventListener('mousedown', (event) => {
    if (event.button === 1) event.preventDefault();
  });
  return element;
}

/** False for a key that means nothing here. */
function useKey(key: string, keys: StepKeys): boolean {
  const list = files.peek();
  const at = list.findIndex(({ id }) => id === activeId.peek());
  if (key === 'Delete') {
    closeFile(activeId.peek());
    return true;
  }
  const target = list[stepTo(key, at, list.length, keys)];
  if (target) activeId.value = target.id;
  return target !== undefined;
}
