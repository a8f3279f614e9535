/** The grid of a table: its head, visible rows and cursor; the sort order; and keyboard navigation. */

import type { Reference } from '../../document/references.ts';
import { isNumeric } from '../../explain/values.ts';
import type { CellValue } from '../../lib/csv.ts';
import { el, icon, setAttribute, visible } from '../../ui/dom.ts';
import { VirtualRows } from '../../ui/virtual.ts';
import type { Column } from './columns.ts';
import type { TableRows } from './rows.ts';
import { cellText, exactText, unitText } from './text.ts';

/** Characters of a cell to lay out. */
const MAX_CELL_TEXT = 80;
/** Rows sampled for the width of a column. */
const SAMPLES = 40;
const CHARACTER = 7.3;
const PADDING = 22;
const WIDTHS = { least: 56, most: 260 };

/** A cell: row in display order, −1: the head; column −1: the indices. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** Width of the link arrow at the right of a cell, CSS pixels (table.css). */
const ARROW_WIDTH = 22;

export interface GridState {
  readonly rows: TableRows;
  /** Elements in display order; null: in file order. */
  readonly order: Uint32Array | null;
  readonly sorting: Sorting;
  readonly cursor: Cell;
  /** Row of the selected element; −1 without one. */
  readonly selected: number;
}

export class TableGrid {
  readonly element: HTMLElement;
  readonly virtual: VirtualRows;
  readonly #head = el('div', { class: 'table-head', role: 'row', 'aria-rowindex': 1 });
  readonly #box = el('div', { class: 'table-box', role: 'rowgroup', tabindex: 0 });
  readonly #lines = el('div', { class: 'table-lines', role: 'presentation' });
  #state: GridState | null = null;
  #widths: readonly number[] = [];

  /** @param referenceOf the target of an element's field */
  constructor(
    private readonly referenceOf: (rows: TableRows, index: number, column: Column) => Reference | null,
  ) {
    const head = el('div', { class: 'table-head-box', role: 'rowgroup' }, this.#head);
    this.element = el('div', { class: 'table-grid', role: 'grid', tabindex: -1 });
    this.element.append(head, this.#box);
    this.virtual = new VirtualRows(this.#box, '--row', ({ first, count, shift }) => {
      this.#lines.style.transform = `translateY(${shift}px)`;
      this.#draw(first, count);
    });
    this.virtual.view.append(this.#lines);
    this.#box.addEventListener('scroll', () => this.#slide(), { passive: true });
    this.#makeSingleTabStop();
  }

  /** The place of a cell in the window; null out of view. */
  cellPlace({ row, column }: Cell): DOMRect | null {
    const line = this.#lines.querySelector(`.table-row:not([hidden])[data-row="${row}"]`);
    return line?.children[column + 1]?.getBoundingClientRect() ?? null;
  }

  /**
   * Shows another table.
   * @param isSame the same table with other values: keeps its scroll position
   */
  begin(state: GridState, label: string, isSame = false): void {
    this.#state = state;
    const { rows } = state;
    const { columns, count } = rows.layout;
    this.#widths = [indexWidth(count), ...columns.map((column, at) => columnWidth(rows, column, at))];
    const total = this.#widths.reduce((sum, width) => sum + width, 0);
    this.element.style.setProperty('--table-columns', this.#widths.map((width) => `${width}px`).join(' '));
    this.element.style.setProperty('--table-width', `${total}px`);
    setAttribute(this.element, 'aria-label', label);
    setAttribute(this.element, 'aria-readonly', String(!rows.parsed.isEditable));
    setAttribute(this.element, 'aria-rowcount', count + 1);
    setAttribute(this.element, 'aria-colcount', columns.length + 1);
    this.#head.replaceChildren(headCell(null, -1), ...columns.map(headCell));
    this.#lines.replaceChildren();
    if (!isSame) this.#box.scrollLeft = 0;
    this.virtual.setRows(count);
    this.show(state);
  }

  /** Shows the same table in another state. */
  show(state: GridState): void {
    this.#state = state;
    const { column, descending } = state.sorting;
    [...this.#head.children].forEach((cell, at) => {
      const sorted = at - 1 === column && column >= 0;
      setAttribute(cell, 'aria-sort', sorted && (descending ? 'descending' : 'ascending'));
    });
    this.virtual.invalidate();
  }

  /** The cell of an event; null outside the cells. */
  cellAt(event: Event): Cell | null {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-column]') : null;
    const row = cell?.parentElement?.dataset.row;
    if (!cell) return null;
    return { row: row === undefined ? -1 : Number(row), column: Number(cell.dataset.column) };
  }

  /** Whether a press is on the link arrow of a cell. */
  isOnLink({ target, clientX }: MouseEvent): boolean {
    const cell = target instanceof Element ? target.closest('.table-link') : null;
    return cell !== null && cell.getBoundingClientRect().right - clientX <= ARROW_WIDTH;
  }

  /** Scrolls a cell into view, if it is not. */
  reveal({ row, column }: Cell): void {
    if (row >= 0) this.virtual.reveal(row);
    if (column < 0) return;
    const fixed = this.#widths[0] ?? 0;
    const before = this.#widths.slice(0, column + 1).reduce((sum, width) => sum + width, 0);
    const end = before + (this.#widths[column + 1] ?? 0);
    const { scrollLeft, clientWidth } = this.#box;
    // The start of a wide field stays in view, right of the fixed column.
    if (end > scrollLeft + clientWidth) this.#box.scrollLeft = Math.min(before - fixed, end - clientWidth);
    else if (before - fixed < scrollLeft) this.#box.scrollLeft = before - fixed;
  }

  /** The scrolling box is the tab stop; it passes the focus on to the grid, which has the active cell. */
  #makeSingleTabStop(): void {
    this.#box.addEventListener('focus', () => this.element.focus({ preventScroll: true }));
    // Tab leaves the grid by the box, and must not come back from it.
    this.element.addEventListener('keydown', ({ key }) => {
      if (key === 'Tab') this.#box.tabIndex = -1;
    });
    this.element.addEventListener('blur', () => {
      this.#box.tabIndex = 0;
    });
  }

  #slide(): void {
    this.element.style.setProperty('--table-left', `${this.#box.scrollLeft}px`);
  }

  #draw(first: number, count: number): void {
    const state = this.#state;
    if (!state) return;
    const { columns } = state.rows.layout;
    while (this.#lines.children.length < count) this.#lines.append(line(columns));
    [...this.#lines.children].forEach((child, i) => {
      const element = child as HTMLElement;
      element.hidden = i >= count;
      if (i >= count) element.removeAttribute('aria-selected');
      if (i < count) this.#drawLine(state, element, first + i);
    });
    const { row, column } = state.cursor;
    for (const old of this.element.querySelectorAll('.table-cursor')) old.classList.remove('table-cursor');
    const shown = row < 0 ? this.#head : this.#lines.children[row - first];
    const cell = row < first + count ? shown?.children[column + 1] : undefined;
    cell?.classList.add('table-cursor');
    setAttribute(this.element, 'aria-activedescendant', cell?.id);
  }

  #drawLine({ rows, order, selected }: GridState, element: HTMLElement, row: number): void {
    const index = order?.[row] ?? row;
    element.dataset.row = String(row);
    setAttribute(element, 'aria-rowindex', row + 2);
    setAttribute(element, 'aria-selected', String(row === selected));
    const [first, ...cells] = element.children;
    if (first) setCell(first, String(index), '');
    cells.forEach((cell, at) => {
      const column = rows.layout.columns[at];
      const value = rows.value(index, at);
      if (!column) return;
      const reference = column.refers && value !== null ? this.referenceOf(rows, index, column) : null;
      const title = reference ? `→ ${visible(reference.text)}` : titleOf(value, column);
      setCell(cell, visible(cellText(value), MAX_CELL_TEXT), title);
      cell.classList.toggle('table-link', reference?.path != null);
      cell.classList.toggle('table-odd', typeof value === 'number' && !Number.isFinite(value));
    });
  }
}

/** All digits of a value, where the cell does not show them all. */
function titleOf(value: CellValue, column: Column): string {
  const exact = exactText(value, column);
  return exact.replaceAll('-', '−') === cellText(value) ? '' : visible(exact, 400);
}

function setCell(cell: Element, text: string, title: string): void {
  if (cell.textContent !== text) cell.textContent = text;
  setAttribute(cell, 'title', title || undefined);
}

let nextCell = 0;

function cellId(): string {
  return `table-cell-${nextCell++}`;
}

function headCell(column: Column | null, at: number): HTMLElement {
  const unit = column ? unitText(column) : '';
  const title = column
    ? [column.title, column.type, column.doc].filter(Boolean).join('\n')
    : 'Index in the file';
  const arrow = icon('M7 14l5-5 5 5');
  const name = el('span', { class: 'table-head-name' }, column?.title ?? '#');
  const parts = [name, ...(unit ? [el('span', { class: 'table-unit' }, unit)] : []), arrow];
  return el(
    'div',
    {
      class: cellClass(column),
      role: 'columnheader',
      'data-column': at,
      'aria-colindex': at + 2,
      'aria-label': column ? undefined : 'Index',
      title,
      id: cellId(),
    },
    ...parts,
  );
}

function line(columns: readonly Column[]): HTMLElement {
  const cell = (column: Column | null, at: number) =>
    el(column ? 'bdi' : 'div', {
      class: `mono ${cellClass(column)}`,
      role: column ? 'gridcell' : 'rowheader',
      'data-column': at,
      'aria-colindex': at + 2,
      id: cellId(),
    });
  return el('div', { class: 'table-row', role: 'row' }, cell(null, -1), ...columns.map(cell));
}

function cellClass(column: Column | null): string {
  if (!column) return 'table-index';
  return isNumeric(column.type) || column.type === 'count' ? 'table-cell table-number' : 'table-cell';
}

function indexWidth(count: number): number {
  return Math.max(WIDTHS.least, Math.ceil(String(count).length * CHARACTER) + PADDING);
}

function columnWidth(rows: TableRows, column: Column, at: number): number {
  const { count } = rows.layout;
  const unit = unitText(column);
  let characters = column.title.length + 2 + (unit ? unit.length + 1 : 0);
  const arrow = column.refers ? ARROW_WIDTH : 0;
  const samples = Math.min(count, SAMPLES);
  for (let sample = 0; sample < samples; sample++) {
    const index = Math.floor((sample * (count - 1)) / Math.max(samples - 1, 1));
    characters = Math.max(characters, cellText(rows.value(index, at)).length);
  }
  const width = Math.ceil(characters * CHARACTER) + PADDING + arrow;
  return Math.min(Math.max(width, WIDTHS.least), WIDTHS.most);
}

// Sorting

export interface Sorting {
  /** −1: in file order. */
  readonly column: number;
  readonly descending: boolean;
}

export const UNSORTED: Sorting = Object.freeze({ column: -1, descending: false });

/** The sorting after a press on a column's head: ascending, descending, file order. */
export function nextSorting({ column, descending }: Sorting, pressed: number): Sorting {
  if (column !== pressed) return { column: pressed, descending: false };
  return descending ? UNSORTED : { column, descending: true };
}

/**
 * Elements in the order of a column's values. Equal values stay in file order; NaN and then absent values come last in
 * both directions.
 */
export function sortedOrder(values: readonly CellValue[], descending: boolean): Uint32Array {
  const order = Uint32Array.from(values.keys());
  const sign = descending ? -1 : 1;
  return order.sort((a, b) => {
    const [left = null, right = null] = [values[a], values[b]];
    return rank(left) - rank(right) || sign * compare(left, right) || a - b;
  });
}

/** 0 for values, 1 for NaN, 2 for absent ones. */
function rank(value: CellValue): number {
  if (value === null) return 2;
  return Number.isNaN(value) ? 1 : 0;
}

function compare(a: CellValue, b: CellValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  const [left, right] = [String(a), String(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

// Keyboard, by the ARIA pattern for grids

interface TableSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows in view. */
  readonly page: number;
}

/** The cell that a key moves to, which may be outside the table; null for other keys. */
export function cellAfter(key: string, { row, column }: Cell, size: TableSize): Cell | null {
  const { rows, columns, page } = size;
  switch (key) {
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'PageDown':
      return { row: row + page, column };
    // Not into the head.
    case 'PageUp':
      return { row: Math.max(row - page, 0), column };
    case 'Home':
      return { row, column: -1 };
    case 'End':
      return { row, column: columns - 1 };
    case 'Ctrl+Home':
      return { row: 0, column };
    case 'Ctrl+End':
      return { row: rows - 1, column };
    default:
      return null;
  }
}
