/** The tabs of the open files in the header, and the button that lists all of them. */

import { isUnsaved } from '../document/edits.ts';
import type { OpenFile } from '../document/open-file.ts';
import { activeId, files, keepPreview, moveFile, previewId } from '../document/state.ts';
import { requestClose } from '../edit/commands.ts';
import { formatCount } from '../explain/describe.ts';
import { baseName } from '../lib/file-names.ts';
import { button, el, icon, setAttribute, visible } from '../ui/dom.ts';
import { CROSS } from '../ui/icons.ts';
import { keyLabel } from '../ui/keyboard.ts';
import { type StepKeys, stepTo } from '../ui/list-keys.ts';
import { each, effect, onEnd } from '../ui/scope.ts';
import { findFileCommand } from './commands.ts';
import { cutName } from './file-label.ts';

/** Maximum number of tabs; the list has the other files. */
const MAX_TABS = 60;
/** Number of tabs from which they are narrow. */
const MANY = 8;

const KEYS: StepKeys = { next: 'ArrowRight', previous: 'ArrowLeft' };

/** Data type of a tab that is dragged. */
const TAB_TYPE = 'application/x-lithoscope-tab';

/**
 * Builds the tabs. One is a tab stop; from there the arrow keys, Home and End go to another file. Delete and the middle
 * mouse button close a file; dragging moves its tab.
 */
export function fileTabs(): HTMLElement {
  const tabs = el('div', { class: 'tabs' });
  // A tablist may contain only tabs, but each tab has a close button beside it: hence `aria-owns`.
  const list = el('div', { role: 'tablist', 'aria-label': 'Open files' });
  const strip = el('div', { class: 'tabs-strip' }, list, tabs);
  const nav = el('nav', { class: 'tabs-nav', 'aria-label': 'Open files' }, strip, listButton());
  let first = 0;
  /** The files that have tabs; the active one is among them. */
  const shown = (): readonly OpenFile[] => {
    const open = files.value;
    const at = open.findIndex(({ id }) => id === activeId.value);
    if (at < first || at >= first + MAX_TABS) first = at - Math.floor(MAX_TABS / 2);
    first = Math.max(0, Math.min(first, open.length - MAX_TABS));
    return open.slice(first, first + MAX_TABS);
  };
  // In the next frame: here it would force a layout of the whole page in the middle of its update.
  let asked = 0;
  const showCurrent = () => {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(() =>
      tabs.querySelector('.tab-current')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
  };
  const focusCurrent = () => tabs.querySelector<HTMLElement>('.tab-current .tab-name')?.focus();
  each(
    tabs,
    shown,
    // A file that was saved under another name gets a new tab.
    ({ id, name }) => `${id} ${name}`,
    (file) => tab(file, focusCurrent),
  );
  effect(() => {
    const { length } = files.value;
    nav.hidden = length === 0;
    tabs.classList.toggle('tabs-many', length > MANY);
    setAttribute(list, 'aria-owns', shown().map(tabId).join(' '));
    showCurrent();
  });
  tabs.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (!useKey(event.key)) return;
    event.preventDefault();
    focusCurrent();
  });
  strip.addEventListener('wheel', ({ deltaX, deltaY }) => strip.scrollBy(deltaX === 0 ? deltaY : 0, 0), {
    passive: true,
  });
  takeDrags(tabs);
  return nav;
}

/** @returns false for keys without a meaning here */
function useKey(key: string): boolean {
  const open = files.peek();
  if (key === 'Delete') {
    void requestClose([activeId.peek()]);
    return true;
  }
  const at = open.findIndex(({ id }) => id === activeId.peek());
  const target = open[stepTo(key, at, open.length, KEYS)];
  if (target) activeId.value = target.id;
  return target !== undefined;
}

function listButton(): HTMLElement {
  const element = button('', findFileCommand.run, { class: 'tabs-list', 'aria-haspopup': 'dialog' });
  effect(() => {
    const { length } = files.value;
    element.hidden = length < 2;
    element.replaceChildren('▾', el('span', {}, ` ${formatCount(length)}`));
    setAttribute(element, 'aria-label', `${formatCount(length)} open files: find one`);
    setAttribute(
      element,
      'title',
      `All ${formatCount(length)} open files, and a search (${findFileCommand.key})`,
    );
  });
  return element;
}

const PREVIEW = 'Preview: the next one replaces it. A double click keeps it open.';

const UNSAVED = `It has changes that are not saved (${keyLabel('Ctrl+S')}).`;

/** @param focusCurrent gives the focus to the tab of the active file */
function tab(file: OpenFile, focusCurrent: () => void): HTMLElement {
  const { id, name } = file;
  const choose = button(cutName(baseName(name)), () => (activeId.value = id), {
    role: 'tab',
    id: tabId(file),
    class: 'tab-name',
  });
  const close = button(icon(CROSS), () => requestClose([id]), {
    class: 'file-close',
    'aria-label': `Close ${visible(name)}`,
    title: 'Close (Delete)',
  });
  const element = el('div', { class: 'tab', draggable: 'true' }, choose, close);
  effect(() => {
    const current = activeId.value === id;
    element.classList.toggle('tab-current', current);
    setAttribute(choose, 'aria-selected', String(current));
    for (const part of [choose, close]) part.tabIndex = current ? 0 : -1;
  });
  effect(() => {
    const isPreview = previewId.value === id;
    const isChanged = isUnsaved(file.edits.value);
    element.classList.toggle('tab-preview', isPreview);
    element.classList.toggle('tab-changed', isChanged);
    const state = isChanged ? ', changed' : isPreview ? ', preview' : '';
    setAttribute(choose, 'aria-label', `${visible(baseName(name))}${state}`);
    const note = isChanged ? `\n${UNSAVED}` : isPreview ? `\n${PREVIEW}` : '';
    setAttribute(choose, 'title', `${visible(name)}${note}`);
  });
  choose.addEventListener('dblclick', () => keepPreview(id));
  closeByMiddleButton(element, id);
  element.addEventListener('dragstart', ({ dataTransfer }) => {
    dataTransfer?.setData(TAB_TYPE, String(id));
    if (dataTransfer) dataTransfer.effectAllowed = 'move';
  });
  onEnd(() => {
    // The focus moves to the tab of the file that is active now, if any.
    if (element.contains(document.activeElement)) queueMicrotask(focusCurrent);
  });
  return element;
}

/** Makes the middle mouse button close a file. */
export function closeByMiddleButton(element: HTMLElement, id: number): void {
  element.addEventListener('auxclick', (event) => {
    if (event.button === 1) void requestClose([id]);
  });
  // The browser would start autoscrolling.
  element.addEventListener('mousedown', (event) => {
    if (event.button === 1) event.preventDefault();
  });
}

/** Moves a tab that is dropped between others. */
function takeDrags(tabs: HTMLElement): void {
  /** Number of tabs before a point. */
  const placeAt = (x: number) =>
    [...tabs.children].filter((element) => {
      const { left, width } = element.getBoundingClientRect();
      return left + width / 2 < x;
    }).length;
  const mark = (place: number) => {
    [...tabs.children].forEach((element, i) => {
      element.classList.toggle('tab-drop-before', i === place);
      element.classList.toggle('tab-drop-after', i === place - 1 && place === tabs.children.length);
    });
  };
  tabs.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes(TAB_TYPE)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    mark(placeAt(event.clientX));
  });
  tabs.addEventListener('dragleave', () => mark(-1));
  tabs.addEventListener('dragend', () => mark(-1));
  tabs.addEventListener('drop', (event) => {
    const id = Number(event.dataTransfer?.getData(TAB_TYPE));
    if (!id) return;
    event.preventDefault();
    keepPreview(id);
    mark(-1);
    const open = files.peek();
    const from = open.findIndex((file) => file.id === id);
    // The strip may show only part of the files.
    const firstShown = open.findIndex((file) => tabId(file) === tabs.querySelector('.tab-name')?.id);
    const place = firstShown + placeAt(event.clientX);
    moveFile(id, place > from ? place - 1 : place);
  });
}

function tabId({ id }: OpenFile): string {
  return `file-tab-${id}`;
}
