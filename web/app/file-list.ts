/** The open files, filtered and sorted, with their problems: a group of the panel *Files*. */

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { isUnsaved } from '../document/edits.ts';
import type { OpenFile } from '../document/open-file.ts';
import { activeId, files } from '../document/state.ts';
import { requestClose } from '../edit/commands.ts';
import { formatCount } from '../explain/describe.ts';
import { baseName, filesNamed, folderName } from '../lib/file-names.ts';
import { watched } from '../opening/watch.ts';
import { button, el, fileText, icon, setAttribute, visible } from '../ui/dom.ts';
import { checkbox } from '../ui/form.ts';
import { CROSS, MORE } from '../ui/icons.ts';
import { select } from '../ui/inputs.ts';
import { addListFilter, type StepKeys, stepTo } from '../ui/list-keys.ts';
import { commandItem, menuButton, openMenu } from '../ui/menu.ts';
import { effect, onResize } from '../ui/scope.ts';
import { type Slice, VirtualRows } from '../ui/virtual.ts';
import { countOf, cutName, fileFacts } from './file-label.ts';
import { closeByMiddleButton } from './file-tabs.ts';

/** Number of files from which the filter and the order are offered. */
const MANY = 4;

/** Fills the group of the open files. */
export function mountFileList(host: HTMLElement): void {
  const view = fileView();
  const { element, filter } = viewControls(view);
  host.append(element, new FileRows(view).element);
  addListFilter(host, filter);
}

/** The menu of the group. */
export function fileListMenu(): HTMLElement {
  const open = (at: HTMLElement) => {
    openMenu(
      'Open files',
      [
        [
          commandItem('file.open', { label: 'Open files…' }),
          commandItem('file.openFolder', { label: 'Open a folder…' }),
          commandItem('file.import'),
        ],
        [
          commandItem('file.compare', { label: 'Compare with…' }),
          commandItem('file.reload'),
          commandItem('file.watch'),
          commandItem('file.closeAll'),
        ],
      ],
      at,
    );
  };
  const element = menuButton([icon(...MORE)], 'File actions', open, 'group-tool');
  element.title = 'Open, compare, reload and close files';
  return element;
}

const ORDERS: readonly (readonly [FileOrder, string])[] = [
  ['opened', 'As opened'],
  ['name', 'By name'],
  ['verdict', 'Most errors first'],
  ['size', 'Largest first'],
];

function viewControls(view: FileView): { element: HTMLElement; filter: HTMLInputElement } {
  const { words, order, onlyWithErrors } = view;
  const filter = el('input', {
    type: 'search',
    class: 'file-filter',
    placeholder: 'Filter by name',
    'aria-label': 'Filter open files by name',
  });
  filter.addEventListener('input', () => {
    words.value = filter.value;
  });
  const sort = select(order, () => ORDERS, undefined, 'Sort open files');
  const said = el('span', { class: 'file-facts', role: 'status' });
  const element = el(
    'div',
    { class: 'file-view' },
    filter,
    sort,
    checkbox(' Only with errors', onlyWithErrors, {}),
    said,
  );
  effect(() => {
    const all = files.value.length;
    const listed = listedFiles(view).length;
    // A filter that hides files stays visible.
    element.hidden = all < MANY && listed === all;
    said.textContent = listed < all ? `${formatCount(listed)} of ${formatCount(all)}` : '';
  });
  return { element, filter };
}

/** The open files as rows of which only those in view exist, filtered and sorted. */
type FileOrder = 'opened' | 'name' | 'verdict' | 'size';

/** Which files are listed, and in what order. */
interface FileView {
  readonly words: Signal<string>;
  readonly order: Signal<FileOrder>;
  readonly onlyWithErrors: Signal<boolean>;
}

function fileView(): FileView {
  return { words: signal(''), order: signal<FileOrder>('opened'), onlyWithErrors: signal(false) };
}

/** Files of a view, in its order. Reads signals. */
function listedFiles({ words, order, onlyWithErrors }: FileView): OpenFile[] {
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

const KEYS: StepKeys = { next: 'ArrowDown', previous: 'ArrowUp' };

/**
 * Rows of the open files; only those in view exist. One row is a tab stop; from there the arrow keys, Home and End go
 * to another file, Delete closes it.
 */
class FileRows {
  readonly element = el('div', { class: 'file-rows-box' });
  readonly #list = el('ul', { class: 'file-rows', 'aria-label': 'Open files' });
  readonly #virtual: VirtualRows;
  readonly #files: ReadonlySignal<readonly OpenFile[]>;

  constructor(view: FileView) {
    this.#files = computed(() => listedFiles(view));
    this.#virtual = new VirtualRows(this.element, '--row-double', (slice) => this.#draw(slice));
    this.#virtual.view.append(this.#list);
    effect(() => {
      const { length } = this.#files.value;
      this.element.style.height = `calc(${Math.max(1, length)} * var(--row-double))`;
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
    // A hidden list has no height.
    if (at >= 0 && this.element.clientHeight > 0) this.#virtual.show(at);
  }

  #draw({ first, count, shift }: Slice): void {
    const hadFocus = this.#list.contains(document.activeElement);
    this.#list.style.transform = `translateY(${shift}px)`;
    const listed = this.#files.peek();
    const rows = listed.slice(first, first + count);
    // The tab stop is the active row, or the first one while the active row is out of view.
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

  /** @returns false for keys without a meaning here */
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
  const choose = button(cutName(baseName(name), 'file-name'), () => (activeId.value = id), {
    class: 'file-choose',
    title: visible(name),
    tabindex,
    'aria-current': current && 'true',
  });
  const facts = el('span', { class: 'file-facts' }, ...fileFacts(file), ...mark);
  // A screen reader would read the two parts of the name as two words.
  setAttribute(choose, 'aria-label', `${visible(name)}, ${facts.textContent}`);
  const folder = folderName(name);
  if (folder) facts.append(' · ', fileText(folder));
  choose.append(facts);
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
