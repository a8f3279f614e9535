/** The structure tree: sections, structs and fields of a file as rows that open; only the visible rows exist. */

import { untracked } from '@preact/signals-core';
import type { Content } from '../../document/content.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { follow, referenceOf } from '../../document/references.ts';
import { type Selection, SelectionFollower, select, selectionAt } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { addValueHost, editSelectedList } from '../../edit/value/commands.ts';
import { hasText, listEditOf, valueNode } from '../../edit/value/editable.ts';
import { editValue } from '../../edit/value/open-value.ts';
import { counted } from '../../explain/describe.ts';
import { announcement } from '../../store/notices.ts';
import { type Running, runInChunks } from '../../store/run-in-chunks.ts';
import { setAttribute, visible } from '../../ui/dom.ts';
import { FilterField } from '../../ui/filter-field.ts';
import { focusOn } from '../../ui/focus.ts';
import { keyName } from '../../ui/keyboard.ts';
import { addListFilter, placeNamed, TypedName } from '../../ui/list-keys.ts';
import { effect } from '../../ui/scope.ts';
import { showTable } from '../table/commands.ts';
import { FileView, rowKey } from './file-view.ts';
import { FILTER_HELP, TreeFilter } from './filter.ts';
import { TreeFoot } from './foot.ts';
import { TreeLines } from './lines.ts';
import { expandBelow, type TreeRows } from './rows.ts';
import './tree.css';

export function mountTree(host: HTMLElement): TreePanel {
  host.classList.add('tree');
  return new TreePanel(host);
}

/** Delay before a filter is applied, ms. */
const DEBOUNCE_MS = 150;

/** Maximum number of rows without a value that Tab skips. */
const MAX_SKIPPED = 200;

export class TreePanel {
  readonly #lines = new TreeLines(() => this.#file && this.#view && { file: this.#file, view: this.#view });
  readonly #views = new WeakMap<OpenFile, FileView>();
  readonly #follower = new SelectionFollower('tree');
  readonly #bar: FilterField;
  readonly #foot: TreeFoot;
  readonly #filter: TreeFilter;
  readonly #typedName = new TypedName();
  #file: OpenFile | null = null;
  /** The content that the rows show. */
  #content: Content | null = null;
  #view: FileView | null = null;
  #expanding: Running | null = null;

  constructor(host: HTMLElement) {
    const { box } = this.#lines;
    const leave = () => box.focus();
    this.#bar = new FilterField({
      label: 'Filter the structure',
      title: FILTER_HELP,
      clear: 'Show all of the structure',
      delay: DEBOUNCE_MS,
      change: (text) => this.#applyFilter(text),
      leave,
    });
    this.#filter = new TreeFilter((words) => this.#bar.showStatus(words));
    this.#foot = new TreeFoot({
      jump: (array, index) => this.#jump(`${array.path}[${index}]`),
      table: (array) => this.#file && showTable(array.path),
      leave,
    });
    host.append(this.#bar.element, box, this.#foot.element);
    box.addEventListener('keydown', (event) => this.#key(event));
    box.addEventListener('mousedown', (event) => this.#press(event));
    box.addEventListener('dblclick', (event) => this.#pressTwice(event));
    addListFilter(host, this.#bar.input);
    addValueHost({ element: box, edit: (back) => this.#editSelected(back) });
    effect(() => {
      const file = activeFile.value;
      setAttribute(this.#lines.box, 'aria-label', file ? `Structure of ${visible(file.name)}` : 'Structure');
      const content = file?.content.value ?? null;
      if (content !== this.#content) untracked(() => this.#open(file));
      this.#follow(file?.selection.value ?? null);
    });
  }

  #open(file: OpenFile | null): void {
    this.#stop();
    if (this.#view) this.#view.top = this.#lines.virtual.top;
    this.#file = file;
    this.#content = file?.content.peek() ?? null;
    this.#view = file ? this.#viewOf(file) : null;
    this.#bar.text = this.#view?.filter ?? '';
    this.#bar.showStatus('');
    if (this.#view?.filter) this.#applyFilter(this.#view.filter);
    this.#lines.virtual.setRows(this.#view?.rows.count ?? 0);
    this.#lines.virtual.scrollTo(this.#view?.top ?? 0);
    this.#foot.show(this.#view?.focusedArray() ?? null);
  }

  #viewOf(file: OpenFile): FileView {
    const known = this.#views.get(file);
    const content = file.content.peek();
    if (known && known.content !== content) known.reread(content);
    const view = known ?? new FileView(content);
    this.#views.set(file, view);
    return view;
  }

  /** Reveals the selection of another panel. */
  #follow(selection: Selection | null): void {
    const view = this.#view;
    if (view && !selection?.path) view.selected = '';
    if (this.#file && view && selection?.path && this.#follower.takes(this.#file, selection)) {
      const row = view.rows.reveal(selection.path, selection);
      const at = view.rows.at(row);
      view.focus = at ?? view.focus;
      view.selected = at ? rowKey(at) : selection.path;
      this.#lines.virtual.setRows(view.rows.count);
      this.#showFoot(view);
      if (row >= 0) this.#lines.virtual.reveal(row);
    }
    this.#lines.virtual.invalidate();
  }

  /** Shows the array at the focus in the foot, which takes room from the rows. */
  #showFoot(view: FileView): void {
    this.#foot.show(view.focusedArray());
    this.#lines.virtual.fit();
  }

  #press(event: MouseEvent): void {
    const at = event.button === 0 ? this.#lines.rowAt(event.target) : null;
    if (!at) return;
    if (at.arrow && event.shiftKey) this.#expandAll(at.row);
    else if (at.arrow) this.#toggle(at.row);
    else this.#goTo(at.row);
    if (at.link) this.#goToReference(at.row);
  }

  /** Goes to the target of a row's value. */
  #goToReference(row: number): void {
    const node = this.#view?.rows.at(row)?.node;
    const reference = this.#file && node && referenceOf(this.#file, node);
    if (reference) follow(reference, 'go-to');
  }

  /** Selects the row at a point of the window. */
  selectAt(x: number, y: number): void {
    const at = this.#lines.rowAt(document.elementFromPoint(x, y));
    if (at) this.#goTo(at.row);
  }

  /** Double click: edits a value, else opens or closes the row. */
  #pressTwice(event: MouseEvent): void {
    const at = this.#lines.rowAt(event.target);
    if (!at || at.arrow) return;
    if (!at.value || !this.#edit(at.row)) this.#toggle(at.row);
  }

  /** Edits the value of a row in place. @returns false without an editable value */
  #edit(row: number, back = () => this.#lines.box.focus({ preventScroll: true })): boolean {
    const { file, view } = { file: this.#file, view: this.#view };
    const node = view?.rows.at(row)?.page === false ? view.rows.at(row)?.node : undefined;
    const value = file && node && file.parsed.isEditable && valueNode(file.parsed, node);
    if (!file || !view || !value) return false;
    if (row !== view.focusRow) this.#goTo(row);
    this.#lines.virtual.show(row);
    this.#lines.virtual.drawNow();
    editValue({
      file,
      path: value.path,
      place: () => this.#lines.valuePlace(this.#view?.focusRow ?? -1),
      back,
      next: (step) => this.#editNext(step),
    });
    return true;
  }

  /** Edits the next row with a value of its own, which may be out of view. */
  #editNext(step: 1 | -1): void {
    const view = this.#view;
    if (!view) return;
    for (let row = view.focusRow + step, left = MAX_SKIPPED; left > 0; row += step, left--) {
      const at = view.rows.at(row);
      if (!at) return;
      // The numbers of an open vector are edited one by one.
      if (!at.expanded && hasText(view.parsed, at.node) && this.#edit(row)) return;
    }
  }

  #editSelected(back?: () => void): boolean {
    const { file, view } = { file: this.#file, view: this.#view };
    const path = file?.selection.peek()?.path ?? '';
    if (!view || path === '') return false;
    const row = view.rows.reveal(path);
    this.#lines.virtual.setRows(view.rows.count);
    return row >= 0 && this.#edit(row, back);
  }

  /** Focuses and selects a row. */
  #goTo(row: number): void {
    const { file, view } = { file: this.#file, view: this.#view };
    const at = view?.focusOn(row);
    if (!file || !view || !at) return;
    view.selected = rowKey(at);
    select(file, at.node, 'tree');
    this.#showFoot(view);
    this.#lines.virtual.show(view.focusRow);
  }

  /** Selects the node at a path; clears a filter that hides it. */
  #jump(path: string): void {
    const selection = this.#file && selectionAt(this.#file, path);
    if (!this.#file || !selection) return;
    if (this.#view && this.#view.rows.reveal(path) < 0) this.#bar.clear();
    select(this.#file, selection, 'go-to');
  }

  #toggle(row: number): void {
    const view = this.#view;
    if (!view || (view.rows.at(row)?.expanded ?? null) === null) return;
    this.#stop();
    view.toggle(row);
    this.#lines.virtual.setRows(view.rows.count);
  }

  /** Opens a row and everything below it. */
  #expandAll(row: number): void {
    const view = this.#view;
    const at = view?.rows.at(row);
    if (!view || !at) return;
    this.#stop();
    const focused = view.focus ?? at;
    const update = () => {
      view.keepFocus(focused, at);
      this.#lines.virtual.setRows(view.rows.count);
    };
    this.#expanding = runInChunks(
      expandBelow(view.rows, at),
      () => {
        update();
        this.#bar.showStatus(`Opening… ${counted(view.rows.count, 'row')}`);
      },
      (complete) => {
        update();
        this.#bar.showStatus(complete ? '' : 'Too many rows to expand at once: the rest stay collapsed.');
      },
    );
  }

  #collapseAll(): void {
    const view = this.#view;
    if (!view) return;
    this.#stop();
    view.collapseAll();
    this.#goTo(view.focusRow);
    this.#lines.virtual.setRows(view.rows.count);
  }

  #applyFilter(text: string): void {
    const view = this.#view;
    if (!view) return;
    this.#stop();
    view.filter = text;
    this.#filter.run(view, text, () => {
      if (view !== this.#view) return;
      this.#lines.virtual.setRows(view.rows.count);
      this.#lines.virtual.reveal(Math.max(view.focusRow, 0));
      this.#lines.virtual.invalidate();
      this.#foot.show(view.focusedArray());
    });
  }

  /** Stops long-running work. */
  #stop(): void {
    this.#expanding?.stop();
    this.#expanding = null;
    this.#filter.stop();
  }

  #key(event: KeyboardEvent): void {
    const view = this.#view;
    if (!view) return;
    const action = ACTIONS[keyName(event)];
    const change = listEditOf(event);
    if (change) editSelectedList(change);
    const done = change || (action ? this.#act(view, action) : this.#typed(view, event));
    if (done) event.preventDefault();
  }

  /** Performs the action of a key. @returns whether it was used */
  #act(view: FileView, action: TreeAction): boolean {
    const row = view.focusRow;
    const expanded = view.rows.at(row)?.expanded ?? null;
    switch (action) {
      case 'in':
        if (expanded === false) this.#toggle(row);
        else if (expanded) this.#goTo(row + 1);
        break;
      case 'out':
        if (expanded) this.#toggle(row);
        else if (view.rows.parentOf(row) >= 0) this.#goTo(view.rows.parentOf(row));
        break;
      case 'choose':
        this.#goTo(row);
        if (expanded === null) this.#edit(row);
        else this.#toggle(row);
        break;
      case 'open all below':
        this.#expandAll(row);
        break;
      case 'close all':
        this.#collapseAll();
        break;
      case 'table':
        return this.#tableOf(view);
      case 'stop':
        if (!this.#expanding && view.filter === '') return focusOn('view');
        this.#stop();
        this.#bar.showStatus('');
        if (view.filter !== '') this.#bar.clear();
        break;
      default:
        this.#goTo(rowAfter(action, row, view.rows.count, this.#lines.virtual.page));
    }
    return true;
  }

  /** Letters find a row by name; digits go to the field for an element's number, unless they continue a name. */
  #typed(view: FileView, event: KeyboardEvent): boolean {
    const { key, timeStamp } = event;
    if (/^\d$/.test(key) && !this.#typedName.isTyping(timeStamp)) {
      return !event.ctrlKey && !event.metaKey && !event.altKey && this.#foot.type(key);
    }
    const typed = this.#typedName.take(event);
    if (typed === null) return false;
    const row = rowNamed(typed, view.rows, Math.max(view.focusRow, 0));
    if (row >= 0) this.#goTo(row);
    return true;
  }

  #tableOf(view: FileView): boolean {
    const array = view.focusedArray();
    if (this.#file && array) showTable(array.path);
    else announcement.value = 'Only a list can be shown as a table. Select a list or one of its elements.';
    return true;
  }
}

// Keyboard, by the ARIA pattern for trees

type TreeMove = 'next' | 'previous' | 'next page' | 'previous page' | 'first' | 'last';

type TreeAction = TreeMove | 'in' | 'out' | 'choose' | 'open all below' | 'close all' | 'table' | 'stop';

const ACTIONS: Readonly<Record<string, TreeAction>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  PageDown: 'next page',
  PageUp: 'previous page',
  Home: 'first',
  End: 'last',
  ArrowRight: 'in',
  ArrowLeft: 'out',
  Enter: 'choose',
  '*': 'open all below',
  'Ctrl+ArrowRight': 'open all below',
  'Ctrl+ArrowLeft': 'close all',
  'Ctrl+Enter': 'table',
  Escape: 'stop',
};

/**
 * The target row of a move; may be before the first or after the last.
 * @param count of rows
 * @param page rows in view
 */
function rowAfter(move: TreeMove, row: number, count: number, page: number): number {
  switch (move) {
    case 'next':
      return row + 1;
    case 'previous':
      return row - 1;
    case 'next page':
      return row + page;
    case 'previous page':
      return row - page;
    case 'first':
      return 0;
    case 'last':
      return count - 1;
  }
}

/** Rows to search for a typed name. */
const MAX_ROWS = 5000;

/**
 * The next row whose name or label begins with the typed text; −1 without one.
 * @param row where to begin
 */
function rowNamed(typed: string, rows: TreeRows, row: number): number {
  const found = placeNamed(typed, (beginning, isNew) => {
    for (let step = isNew ? 1 : 0; step <= Math.min(rows.count, MAX_ROWS); step++) {
      const at = (row + step) % rows.count;
      const node = rows.at(at)?.node;
      if ([node?.name, node?.label].some((name) => name?.toLowerCase().startsWith(beginning))) return at;
    }
    return null;
  });
  return found ?? -1;
}
