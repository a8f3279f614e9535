/** The open files as rows of which only those in view exist, filtered and sorted. */

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { isUnsaved } from '../document/edits.ts';
import type { OpenFile } from '../document/open-file.ts';
import { activeId, files } from '../document/state.ts';
import { requestClose } from '../edit/close.ts';
import { filesNamed } from '../lib/file-names.ts';
import { watched } from '../opening/watch.ts';
import { button, el, icon, setAttribute, visible } from '../ui/dom.ts';
import { CROSS } from '../ui/icons.ts';
import { effect, onResize } from '../ui/scope.ts';
import { type StepKeys, stepTo } from '../ui/step-keys.ts';
import { type Slice, VirtualRows } from '../ui/virtual.ts';
import { countOf, fileFacts } from './file-facts.ts';
import { cutName } from './file-name.ts';
import { closeByMiddleButton } from './file-tabs.ts';

export type FileOrder = 'opened' | 'name' | 'verdict' | 'size';

/** Which files are listed, and in what order. */
export interface FileView {
  readonly words: Signal<string>;
  readonly order: Signal<FileOrder>;
  readonly onlyWithErrors: Signal<boolean>;
}

export function fileView(): FileView {
  return { words: signal(''), order: signal<FileOrder>('opened'), onlyWithErrors: signal(false) };
}

/** The files of a view, in its order. Reads signals. */
export function listedFiles({ words, order, onlyWithErrors }: FileView): OpenFile[] {
  const named = filesNamed(files.value, words.value);
  const listed = onlyWithErrors.value ? named.filter((file) => countOf(file, 'error') > 0) : named;
  return order.value === 'opened' ? listed : [...listed].sort(COMPARISONS[order.value]);
}

const byName = (a: OpenFile, b: OpenFile) => a.name.localeCompare(b.name, undefined, { numeric: true });

/** Worst and largest first. */
const COMPARISONS: Readonly<Record<Exclude<FileOrder, 'opened'>, (a: OpenFile, b: OpenFile) => number>> = {
  name: byName,
  size: (a, b) => b.info.size - a.info.size || byName(a, b),
  verdict: (a, b) =>
    countOf(b, 'error') - countOf(a, 'error') ||
    countOf(b, 'warning') - countOf(a, 'warning') ||
    byName(a, b),
};

/** Height of a row, CSS pixels; as file-list.css says. */
const ROW_HEIGHT = 46;

const KEYS: StepKeys = { next: 'ArrowDown', previous: 'ArrowUp' };

/**
 * Builds the rows. One is in the order of the Tab key; from there arrows, Home and End go to another file, Delete
 * closes it.
 */
export class FileRows {
  readonly element = el('div', { class: 'file-rows-box' });
  readonly #list = el('ul', { class: 'file-rows', 'aria-label': 'Open files' });
  readonly #virtual: VirtualRows;
  readonly #files: ReadonlySignal<readonly OpenFile[]>;

  constructor(view: FileView) {
    this.#files = computed(() => listedFiles(view));
    this.#virtual = new VirtualRows(this.element, ROW_HEIGHT, (slice) => this.#draw(slice));
    this.#virtual.view.append(this.#list);
    effect(() => {
      const { length } = this.#files.value;
      this.element.style.height = `${Math.max(1, length) * ROW_HEIGHT}px`;
      this.#virtual.setRows(length);
    });
    effect(() => {
      for (const { edits, content, place } of this.#files.value)
        void [edits.value, content.value, place.value];
      void [activeId.value, watched.value];
      this.#showActive();
      this.#virtual.drawNow();
    });
    onResize(this.element, () => this.#showActive());
    this.#list.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (this.#useKey(event.key)) event.preventDefault();
    });
  }

  #showActive(): void {
    const at = this.#files.peek().findIndex(({ id }) => id === activeId.peek());
    // Nothing is in view of a list that is not.
    if (at >= 0 && this.element.clientHeight > 0) this.#virtual.show(at);
  }

  #draw({ first, count, shift }: Slice): void {
    const hadFocus = this.#list.contains(document.activeElement);
    this.#list.style.transform = `translateY(${shift}px)`;
    const listed = this.#files.peek();
    const rows = listed.slice(first, first + count);
    // Of rows among which the active one is not, the first is in the order of the Tab key.
    const stop = rows.some(({ id }) => id === activeId.peek()) ? activeId.peek() : rows[0]?.id;
    this.#list.replaceChildren(
      ...rows.map((file, i) => {
        const row = rowOf(file, file.id === stop);
        setAttribute(row, 'aria-setsize', listed.length);
        setAttribute(row, 'aria-posinset', first + i + 1);
        return row;
      }),
    );
    if (hadFocus)
      this.#list.querySelector<HTMLElement>('.file-choose[tabindex="0"]')?.focus({ preventScroll: true });
  }

  /** False for a key that means nothing here. */
  #useKey(key: string): boolean {
    const listed = this.#files.peek();
    const at = listed.findIndex(({ id }) => id === activeId.peek());
    if (key === 'Delete') {
      const next = listed[at + 1] ?? listed[at - 1];
      const id = activeId.peek();
      void requestClose([id]).then((closed) => {
        if (closed && next) activeId.value = next.id;
      });
      return true;
    }
    const target = listed[stepTo(key, at, listed.length, KEYS)];
    if (target) activeId.value = target.id;
    return target !== undefined;
  }
}

function rowOf(file: OpenFile, isStop: boolean): HTMLElement {
  const { id, name, edits } = file;
  const current = id === activeId.peek();
  const tabindex = isStop ? 0 : -1;
  const isChanged = isUnsaved(edits.peek());
  const mark = [isChanged ? ' · changed' : '', watched.peek().has(file) ? ' · watched' : ''].filter(Boolean);
  const choose = button(cutName(name, 'file-name'), () => (activeId.value = id), {
    class: 'file-choose',
    title: visible(name),
    tabindex,
    'aria-current': current && 'true',
  });
  const facts = el('span', { class: 'file-facts' }, ...fileFacts(file), ...mark);
  choose.append(facts);
  // The two parts of the name would be read as two words.
  setAttribute(choose, 'aria-label', `${visible(name)}, ${facts.textContent}`);
  const close = button(icon(CROSS), () => void requestClose([id]), {
    class: 'file-close',
    'aria-label': `Close ${visible(name)}`,
    title: 'Close (Delete)',
    tabindex,
  });
  const row = el('li', { class: 'file-row' }, choose, close);
  row.classList.toggle('file-row-current', current);
  row.classList.toggle('file-row-changed', isChanged);
  closeByMiddleButton(row, id);
  return row;
}
