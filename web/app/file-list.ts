/** The panel *Files*: the open files, filtered and sorted, with their problems and the child models that they need. */

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { compareCommand } from '../compare/commands.ts';
import { isUnsaved } from '../document/edits.ts';
import type { OpenFile } from '../document/open-file.ts';
import { activeFile, activeId, files } from '../document/state.ts';
import { closeAllCommand, requestClose } from '../edit/commands.ts';
import { type ChildModel, childModelsOf } from '../explain/dependencies.ts';
import { formatCount } from '../explain/describe.ts';
import { filesNamed } from '../lib/file-names.ts';
import { reloadCommand, watchCommand } from '../opening/commands.ts';
import { openSources } from '../opening/open.ts';
import { openArrived } from '../opening/sources/arrive.ts';
import { watched } from '../opening/watch.ts';
import { command } from '../store/commands.ts';
import { commandButton } from '../ui/command-button.ts';
import { button, el, fileText, icon, setAttribute, visible } from '../ui/dom.ts';
import { checkbox, select } from '../ui/form.ts';
import { CROSS } from '../ui/icons.ts';
import { type StepKeys, stepTo } from '../ui/list-keys.ts';
import { effect, onResize } from '../ui/scope.ts';
import { type Slice, VirtualRows } from '../ui/virtual.ts';
import { countOf, cutName, fileFacts } from './file-label.ts';
import { closeByMiddleButton } from './file-tabs.ts';
import { recentList, sampleCards } from './start-lists.ts';

const CHILDREN_TITLE = 'file-children-title';

/** Number of files from which the filter and the order are offered. */
const MANY = 4;

/** Builds the panel in `host`. */
export function mountFileList(host: HTMLElement): void {
  const children = el('section', { class: 'file-children', 'aria-labelledby': CHILDREN_TITLE });
  const view = fileView();
  const rows = new FileRows(view);
  const action = (id: string, label: string) => commandButton(command(id), label, 'button-small');
  host.classList.add('file-list');
  host.append(
    el(
      'div',
      { class: 'file-actions', role: 'toolbar', 'aria-label': 'Files' },
      action('file.open', 'Open'),
      action('file.openFolder', 'Folder'),
      action('file.import', 'Import'),
      commandButton(reloadCommand, 'Reload', 'button-small'),
      commandButton(watchCommand, 'Watch', 'button-small'),
      commandButton(compareCommand, 'Compare', 'button-small'),
      commandButton(closeAllCommand, 'Close all', 'button-small'),
    ),
    viewControls(view),
    rows.element,
    children,
    recentList(openArrived),
    el('section', { class: 'file-samples' }, el('h2', {}, 'Samples'), sampleCards(openSources)),
  );
  effect(() => {
    const file = activeFile.value;
    const models = file ? childModelsOf(file.info, files.value) : [];
    children.hidden = models.length === 0;
    if (file) children.replaceChildren(...childModels(file, models));
  });
}

const ORDERS: readonly (readonly [FileOrder, string])[] = [
  ['opened', 'As opened'],
  ['name', 'By name'],
  ['verdict', 'Most errors first'],
  ['size', 'Largest first'],
];

function viewControls(view: FileView): HTMLElement {
  const { words, order, onlyWithErrors } = view;
  const filter = el('input', {
    type: 'search',
    class: 'file-filter',
    placeholder: 'Filter by name',
    'aria-label': 'Filter the open files by name',
  });
  filter.addEventListener('input', () => {
    words.value = filter.value;
  });
  const sort = select(order, () => ORDERS, undefined, 'Order of the open files');
  const said = el('span', { class: 'file-facts', role: 'status' });
  const box = el(
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
    box.hidden = all < MANY && listed === all;
    said.textContent = listed < all ? `${formatCount(listed)} of ${formatCount(all)}` : '';
  });
  return box;
}

/** Models that a file takes animations from: links to the open ones, names of the others. */
function childModels(file: OpenFile, models: readonly ChildModel<OpenFile>[]): HTMLElement[] {
  const items = models.map(({ name, file: open }) => {
    const choose = () => {
      if (open) activeId.value = open.id;
    };
    const text = fileText(name || '(no name)');
    return el(
      'li',
      {},
      open ? button(text, choose, { class: 'link' }) : text,
      ...(open
        ? [el('span', { class: 'file-facts' }, ' · open')]
        : [
            el('span', { class: 'file-facts' }, ' · missing: drop it here, or '),
            button('Choose…', command('file.open').run, { class: 'link' }),
          ]),
    );
  });
  return [el('h2', { id: CHILDREN_TITLE }, 'Child models of ', fileText(file.name)), el('ul', {}, ...items)];
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

/** Height of a row, CSS pixels, as in opening/files.css. */
const ROW_HEIGHT = 46;

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
  const choose = button(cutName(name, 'file-name'), () => (activeId.value = id), {
    class: 'file-choose',
    title: visible(name),
    tabindex,
    'aria-current': current && 'true',
  });
  const facts = el('span', { class: 'file-facts' }, ...fileFacts(file), ...mark);
  choose.append(facts);
  // A screen reader would read the two parts of the name as two words.
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
