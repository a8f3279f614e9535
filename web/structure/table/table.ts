/** The table panel: the elements of an array as rows, their fields as columns that sort. */

import { batch, untracked } from '@preact/signals-core';
import type { OpenFile } from '../../document/open-file.ts';
import { follow, type Reference, referenceOf } from '../../document/references.ts';
import {
  type NodeRange,
  type Selection,
  SelectionFollower,
  select,
  selectedChain,
} from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { addValueHost, editList } from '../../edit/value/commands.ts';
import { type ListEdit, listEditOf, whyFixed } from '../../edit/value/editable.ts';
import { editValue } from '../../edit/value/open-value.ts';
import { isNumeric } from '../../explain/values.ts';
import { withEditing } from '../../store/lazy-cores.ts';
import { announcement, spoken } from '../../store/notices.ts';
import { type Running, runInChunks } from '../../store/run-in-chunks.ts';
import { el, visible } from '../../ui/dom.ts';
import { keyName } from '../../ui/keyboard.ts';
import { isChosen } from '../../ui/layout.ts';
import { usePart } from '../../ui/parts.ts';
import { effect } from '../../ui/scope.ts';
import { arrayFor, choices, TableBar } from './bar.ts';
import { type Column, isList, tableLayout } from './columns.ts';
import { shownTable, showTable, tableRequests } from './commands.ts';
import {
  type Cell,
  cellAfter,
  type GridState,
  nextSorting,
  type Sorting,
  sortedOrder,
  TableGrid,
  UNSORTED,
} from './grid.ts';
import { TableRows } from './rows.ts';
import { cellsText } from './text.ts';
import './table.css';

export function mountTable(host: HTMLElement): void {
  host.classList.add('table-panel');
  new TablePanel(host);
}

/** A table of a file, as it was left. */
interface TableView extends GridState {
  readonly path: string;
}

function newView(path: string, rows: TableRows): TableView {
  return { path, rows, order: null, sorting: UNSORTED, cursor: { row: 0, column: -1 }, selected: -1 };
}

function sameColumns(before: TableRows, after: TableRows): boolean {
  const titles = ({ layout }: TableRows) => layout.columns.map(({ title }) => title).join('\n');
  return titles(before) === titles(after);
}

/** The same table after a change of the file. Rows stay where they are, whatever they are sorted by. */
function adopted(before: TableView, rows: TableRows): TableView {
  const { count } = rows.layout;
  const order = before.rows.layout.count === count ? before.order : null;
  const row = Math.min(before.cursor.row, count - 1);
  return {
    ...before,
    rows,
    order,
    cursor: { ...before.cursor, row },
    selected: Math.min(before.selected, count - 1),
  };
}

class TablePanel {
  readonly #grid = new TableGrid((rows, index, column) => this.#referenceOf(rows, index, column));
  readonly #bar = new TableBar();
  readonly #choice = el('div', { class: 'table-choice' });
  readonly #views = new WeakMap<OpenFile, TableView>();
  readonly #follower = new SelectionFollower('table');
  #file: OpenFile | null = null;
  #view: TableView | null = null;
  #sorting: Running | null = null;
  /** The element to which Escape returns the focus. */
  #origin: HTMLElement | null = null;

  constructor(private readonly host: HTMLElement) {
    const { element } = this.#grid;
    host.append(this.#bar.element, this.#choice, element);
    element.addEventListener('keydown', (event) => this.#key(event));
    element.addEventListener('mousedown', (event) => this.#press(event));
    element.addEventListener('dblclick', (event) => this.#pressTwice(event));
    element.addEventListener('copy', (event) => this.#copy(event));
    element.addEventListener('paste', (event) => this.#paste(event));
    addValueHost({ element, edit: () => this.#edit(this.#view?.cursor ?? null) });
    effect(() => {
      const file = activeFile.value;
      const selection = file?.selection.value ?? null;
      void file?.content.value;
      // A hidden table is made when it is shown.
      if (isChosen('table')) untracked(() => this.#follow(file, selection));
    });
    tableRequests.on((path) => this.#showRequested(path));
  }

  /** Shows a requested array and focuses it. */
  #showRequested(path: string): void {
    const file = activeFile.peek();
    if (!file) return;
    this.#comeFrom(document.activeElement);
    const known = this.#views.get(file);
    this.#open(file, path, known?.path === path && known.rows.parsed === file.parsed ? known : null);
    const selection = file.selection.peek();
    if (selection) this.#mark(selection);
    this.#grid.element.focus();
  }

  #follow(file: OpenFile | null, selection: Selection | null): void {
    const known = file ? (this.#views.get(file) ?? null) : null;
    const valid = known && known.rows.parsed === file?.parsed ? known : null;
    const news = file !== null && selection !== null && this.#follower.takes(file, selection);
    const chain = file && news ? selectedChain(file, selection) : [];
    const path = arrayFor(chain, valid?.path ?? known?.path ?? '');
    if (file !== this.#file || valid?.path !== path || !this.#view) this.#open(file, path, valid);
    if (news) this.#mark(selection);
  }

  /** Remembers the focus when a table is requested from outside the panel. */
  #comeFrom(element: Element | null): void {
    if (element instanceof HTMLElement && !this.host.contains(element)) this.#origin = element;
  }

  /** Shows an array, or the arrays to choose from. */
  #open(file: OpenFile | null, path: string, known: TableView | null): void {
    this.#sorting?.stop();
    const shown = this.#view;
    this.#file = file;
    const layout = file && path ? tableLayout(file.parsed, path) : null;
    this.#view = known?.path === path ? known : null;
    const before = file && this.#views.get(file);
    let isSame = false;
    if (file && layout && !this.#view) {
      const rows = new TableRows(file.parsed, layout);
      isSame = before?.path === path && shown !== null && sameColumns(before.rows, rows);
      this.#view = isSame && before ? adopted(before, rows) : newView(path, rows);
    }
    shownTable.value = this.#view;
    this.#grid.element.hidden = this.#view === null;
    this.#choice.hidden = this.#view !== null;
    this.#choice.replaceChildren(...(file && !this.#view ? choices(file) : []));
    this.#bar.element.hidden = this.#view === null;
    if (!file || !this.#view) return;
    this.#views.set(file, this.#view);
    this.#bar.show(file, path);
    this.#bar.describe(this.#view.rows.layout);
    this.#grid.begin(this.#view, `Elements of ${visible(path)}`, isSame);
    // After elements were added or removed, the table is sorted again.
    const { sorting } = this.#view;
    if (sorting.column >= 0 && !this.#view.order) this.#sortBy(sorting);
  }

  /** Marks the row and field selected in another panel, and scrolls to them. */
  #mark({ path }: Selection): void {
    const view = this.#view;
    if (!view) return;
    const inside = path.startsWith(`${view.path}[`) ? path.slice(view.path.length + 1) : '';
    const index = Number.parseInt(inside, 10);
    if (Number.isNaN(index)) {
      this.#set({ selected: -1 });
      return;
    }
    const field = inside.slice(inside.indexOf(']') + 1).replace(/^\./, '');
    const column = view.rows.layout.columns.findIndex(
      ({ title }) => field !== '' && (title.startsWith(field) || field.startsWith(`${title}[`)),
    );
    const row = view.order ? view.order.indexOf(index) : index;
    this.#set({ selected: row, cursor: { row, column } });
    this.#grid.reveal({ row, column });
  }

  #set(change: Partial<TableView>): void {
    if (!this.#view || !this.#file) return;
    this.#view = { ...this.#view, ...change };
    this.#views.set(this.#file, this.#view);
    shownTable.value = this.#view;
    this.#grid.show(this.#view);
  }

  /** Moves to a cell and selects its field; in the first column, its element. */
  #goTo({ row, column }: Cell): void {
    const { file, view } = { file: this.#file, view: this.#view };
    if (!file || !view) return;
    const { rows, order } = view;
    const { count, columns } = rows.layout;
    const cursor = {
      row: Math.min(Math.max(row, -1), count - 1),
      column: Math.min(Math.max(column, -1), columns.length - 1),
    };
    this.#set({ cursor });
    this.#grid.reveal(cursor);
    if (cursor.row < 0) return;
    const index = order?.[cursor.row] ?? cursor.row;
    const field = columns[cursor.column];
    const selection = field ? rows.field(index, field) : rows.element(index);
    this.#set({ selected: cursor.row });
    if (!selection) return;
    select(file, selection, 'table');
  }

  #press(event: MouseEvent): void {
    const cell = event.button === 0 ? this.#grid.cellAt(event) : null;
    if (!cell) return;
    if (cell.row < 0) this.#sort(cell.column);
    else this.#goTo(cell);
    if (cell.row >= 0 && this.#grid.isOnLink(event)) this.#enter(cell);
  }

  /** Edits a cell, or opens the list in it. */
  #pressTwice(event: MouseEvent): void {
    const cell = this.#grid.cellAt(event);
    if (!this.#grid.isOnLink(event) && this.#edit(cell)) return;
    this.#enter(cell);
  }

  /** The field of a cell; null for the head, the index of a row, a list, and an absent field. */
  #fieldOf({ row, column }: Cell): NodeRange | null {
    const view = this.#view;
    const field = view?.rows.layout.columns[column];
    if (!view || !field || row < 0 || field.type === 'count') return null;
    const index = view.order?.[row] ?? row;
    return view.rows.value(index, column) === null ? null : view.rows.field(index, field);
  }

  /** Edits a cell in place. @param text typed so far @returns false when it cannot be changed */
  #edit(cell: Cell | null, text?: string): boolean {
    const file = this.#file;
    const field = cell && this.#fieldOf(cell);
    if (!file?.parsed.isEditable || !field) return false;
    this.#goTo(cell);
    this.#grid.virtual.drawNow();
    editValue({
      file,
      path: field.path,
      ...(text === undefined ? {} : { text }),
      place: () => this.#grid.cellPlace(this.#view?.cursor ?? cell),
      back: () => this.#grid.element.focus({ preventScroll: true }),
      next: (step) => this.#editNext(step),
    });
    return true;
  }

  /** Edits the next or previous editable cell, in this row or beyond. */
  #editNext(step: 1 | -1): void {
    const view = this.#view;
    if (!view) return;
    const { count, columns } = view.rows.layout;
    let { row, column } = view.cursor;
    for (let left = columns.length * 2; left > 0; left--) {
      column += step;
      if (column < 0 || column >= columns.length) {
        row += step;
        column = step > 0 ? 0 : columns.length - 1;
      }
      if (row < 0 || row >= count) return;
      if (this.#edit({ row, column })) return;
    }
  }

  /** Copies the cell; in the first column the row, separated by tabs. */
  #copy(event: ClipboardEvent): void {
    const view = this.#view;
    if (!view || !event.clipboardData || view.cursor.row < 0) return;
    const { row, column } = view.cursor;
    const index = view.order?.[row] ?? row;
    event.clipboardData.setData('text/plain', cellsText(view.rows, index, column));
    event.preventDefault();
    spoken.value = column < 0 ? 'Copied the row.' : 'Copied the cell.';
  }

  /** Pastes rows and columns from a spreadsheet, from the cursor. */
  #paste(event: ClipboardEvent): void {
    const { file, view } = { file: this.#file, view: this.#view };
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!file || !view) return;
    event.preventDefault();
    const why = whyFixed(file);
    if (why) announcement.value = why;
    else
      void usePart(
        () => withEditing(() => import('./paste.ts')),
        ({ pasteInto }) => pasteInto(file, view, text),
      );
  }

  /** The target of a field. */
  #referenceOf(rows: TableRows, index: number, column: Column): Reference | null {
    const file = this.#file;
    const field = file && rows.field(index, column);
    const node = field && rows.parsed.resolve(field.path);
    return file && node ? referenceOf(file, node) : null;
  }

  /** Shows the list in a field, or goes to the target of its value. */
  #enter(cell: Cell | null): void {
    const { file, view } = { file: this.#file, view: this.#view };
    const column = view?.rows.layout.columns[cell?.column ?? -1];
    if (!file || !view || !cell || cell.row < 0 || !column) return;
    const index = view.order?.[cell.row] ?? cell.row;
    const reference = column.refers ? this.#referenceOf(view.rows, index, column) : null;
    if (reference) follow(reference, 'go-to');
    if (column.type !== 'count') return;
    const list = file.parsed.resolve(`${view.path}[${index}].${column.title}`);
    if (list && isList(list)) showTable(list.path);
  }

  #key(event: KeyboardEvent): void {
    const view = this.#view;
    if (!view) return;
    const { row, column } = view.cursor;
    const { count, columns } = view.rows.layout;
    const name = keyName(event);
    const size = { rows: count, columns: columns.length, page: this.#grid.virtual.page };
    const cell = cellAfter(name, view.cursor, size);
    const change = listEditOf(event);
    if (change) this.#changeList(view, change);
    else if (cell) this.#goTo(cell);
    else if (name === 'Enter' && row < 0) this.#sort(column);
    else if (name === 'Enter') this.#edit(view.cursor) || this.#enter(view.cursor);
    else if (name === 'F2') this.#edit(view.cursor) || this.#sayWhyNot();
    else if (this.#begins(view, event)) this.#edit(view.cursor, event.key);
    else if (name === 'Escape' && this.#origin?.isConnected) this.#origin.focus();
    else return;
    event.preventDefault();
  }

  /** Whether a key begins a value. In numbers letters do not, since they are keys of the page. */
  #begins({ rows, cursor }: TableView, event: KeyboardEvent): boolean {
    const { key, ctrlKey, metaKey, altKey } = event;
    const type = rows.layout.columns[cursor.column]?.type ?? 'count';
    if (ctrlKey || metaKey || altKey || key.length !== 1 || !rows.parsed.isEditable) return false;
    if (type === 'count' || !this.#fieldOf(cursor)) return false;
    return isNumeric(type) ? /[-+.\d(]/.test(key) : /[^\s?/]/.test(key);
  }

  #sayWhyNot(): void {
    const { file, view } = { file: this.#file, view: this.#view };
    if (!file || !view) return;
    announcement.value =
      whyFixed(file) || 'This cell cannot be changed: it is not a value of the element itself.';
  }

  /** Changes the list at the cursor's row. Removing needs the first column, since Delete on a cell could mean its value. */
  #changeList(view: TableView, change: ListEdit): void {
    const { row, column } = view.cursor;
    const element = view.rows.element(view.order?.[row] ?? row);
    if (!element || row < 0) return;
    if (change === 'remove' && column >= 0) {
      announcement.value = 'To delete the element, first select its index at the start of the row.';
    } else editList(element.path, change);
  }

  /** Steps through the sortings of a column. */
  #sort(column: number): void {
    const view = this.#view;
    if (!view) return;
    this.#sorting?.stop();
    const sorting = column < 0 ? UNSORTED : nextSorting(view.sorting, column);
    if (sorting.column < 0) this.#sorted(sorting, null);
    else this.#sortBy(sorting);
  }

  /** Computes the order of a sorting, in slices. */
  #sortBy(sorting: Sorting): void {
    const rows = this.#view?.rows;
    if (!rows) return;
    const { column } = sorting;
    this.#sorting = runInChunks(
      rows.readAll(),
      (part) => this.#bar.showStatus(`Sorting… ${Math.floor(part * 100)} %`),
      () => {
        const values = Array.from({ length: rows.layout.count }, (_, index) => rows.value(index, column));
        this.#sorted(sorting, sortedOrder(values, sorting.descending));
      },
    );
  }

  /** Applies an order; the selected element stays selected and in view. */
  #sorted(sorting: Sorting, order: Uint32Array | null): void {
    const view = this.#view;
    if (!view) return;
    this.#bar.describe(view.rows.layout);
    const rowOf = (row: number) => {
      if (row < 0) return -1;
      const index = view.order?.[row] ?? row;
      return order ? order.indexOf(index) : index;
    };
    const selected = rowOf(view.selected);
    const cursor = { row: rowOf(view.cursor.row), column: view.cursor.column };
    batch(() => this.#set({ sorting, order, selected, cursor }));
    if (selected >= 0) this.#grid.reveal({ row: selected, column: -1 });
  }
}
