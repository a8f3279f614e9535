/** The tabs of the open files in the header, and the button that lists all of them. */

import { isUnsaved } from '../document/edits.ts';
import type { OpenFile } from '../document/open-file.ts';
import { activeId, files, keepPreview, moveFile, previewId } from '../document/state.ts';
import { requestClose } from '../edit/commands.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { baseName } from '../lib/file-names.ts';
import { button, el, icon, setAttribute, visible } from '../ui/dom.ts';
import { CHEVRON, CROSS } from '../ui/icons.ts';
import { keyLabel, withKey } from '../ui/keyboard.ts';
import { type StepKeys, stepTo } from '../ui/list-keys.ts';
import { menuButton } from '../ui/menu.ts';
import { each, effect, onEnd, onResize } from '../ui/scope.ts';
import { cutName } from './file-label.ts';
import { openFilesMenu } from './menus.ts';
import { findFileCommand } from './search/commands.ts';

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
  const all = listButton();
  const nav = el('nav', { class: 'tabs-nav', 'aria-label': 'Open files' }, strip, all);
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
    () => {
      const list = shown();
      // A new name is followed too.
      for (const file of list) void file.name;
      return list;
    },
    // A file that was saved under another name gets a new tab.
    ({ id, name }) => `${id} ${name}`,
    (file) => tab(file, all, focusCurrent),
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
  fadeCutEdges(strip, tabs);
  return nav;
}

/** Marks the sides on which the strip continues: a tab there fades out instead of being cut through a letter. */
function fadeCutEdges(strip: HTMLElement, tabs: HTMLElement): void {
  const mark = () => {
    const { scrollLeft, clientWidth, scrollWidth } = strip;
    strip.classList.toggle('tabs-before', scrollLeft > 1);
    strip.classList.toggle('tabs-after', scrollLeft + clientWidth < scrollWidth - 1);
  };
  strip.addEventListener('scroll', mark, { passive: true });
  onResize(strip, mark);
  onResize(tabs, mark);
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

/** Lists the open files. Beside the one title of a narrow page it also closes a single one. */
function listButton(): HTMLElement {
  const count = el('span', { class: 'tabs-count' });
  const element = menuButton([count, icon(CHEVRON)], '', openFilesMenu, 'tabs-list');
  effect(() => {
    const { length } = files.value;
    element.classList.toggle('tabs-single', length < 2);
    count.textContent = length < 2 ? '' : formatCount(length);
    setAttribute(element, 'aria-label', counted(length, 'open file'));
    setAttribute(element, 'title', withKey(`${counted(length, 'open file')}: find one`, findFileCommand));
  });
  return element;
}

/** Where the other tabs have no room (header.css). */
const isOneTitle = () => window.matchMedia('(max-width: 1199px)').matches;

const PREVIEW = 'Preview: the next one replaces it. Double-click to keep it open.';

const UNSAVED = `Unsaved changes (${keyLabel('Ctrl+S')} to save).`;

/**
 * @param all the button that lists the open files: the one title of a narrow page presses it
 * @param focusCurrent gives the focus to the tab of the active file
 */
function tab(file: OpenFile, all: HTMLElement, focusCurrent: () => void): HTMLElement {
  const { id, name } = file;
  const chosen = () => {
    if (activeId.value === id && isOneTitle()) all.click();
    else activeId.value = id;
  };
  const choose = button(cutName(baseName(name)), chosen, {
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
