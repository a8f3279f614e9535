/**
 * Rows of texts and buttons with a single tab stop: arrow keys move between the buttons (ARIA grid). Since files may
 * have any number of rows, blocks of them are created near the visible part, and removed far from it.
 */
import { el, setAttribute } from './dom.ts';
import { onEnd, type Scope, scope } from './scope.ts';

/** Number of rows in a block, which takes a few milliseconds to create. */
const BLOCK_ROWS = 50;
/** Maximum number of rows, since each block needs an element. */
const MAX_ROWS = 100_000;
/** Distance from the visible part at which a block is created. */
const MARGIN = '400px 0px';

/** Where an arrow key leads: rows and buttons. */
const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [10, 0],
  PageUp: [-10, 0],
  Home: [Number.NEGATIVE_INFINITY, 0],
  End: [Number.POSITIVE_INFINITY, 0],
};

/** Consecutive rows. */
interface Block {
  readonly element: HTMLElement;
  readonly first: number;
  /** Empty while the block is far from the window. */
  rows: readonly HTMLElement[];
  /** Scope of the rows; null while there are none. */
  scope: Scope | null;
}

export class RowGrid {
  readonly element: HTMLElement;
  readonly #rest = el('p', { class: 'grid-rest' });
  readonly #grid: HTMLElement;
  readonly #observer: IntersectionObserver;
  #blocks: Block[] = [];
  #count = 0;
  #make: (row: number) => HTMLElement[] = () => [];
  #selected = -1;

  /** @param label what the rows are, for assistive technology */
  constructor(label: string) {
    this.#grid = el('div', { class: 'grid', role: 'grid', 'aria-label': label });
    this.element = el('div', {}, this.#grid, this.#rest);
    this.#grid.addEventListener('keydown', (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && this.#move(event)) event.preventDefault();
    });
    this.#grid.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement) this.#makeStop(target);
    });
    this.#observer = new IntersectionObserver((entries) => this.#follow(entries), { rootMargin: MARGIN });
    onEnd(() => this.#clear());
  }

  /**
   * Takes the rows.
   * @param make gives the cells of row i, whenever it comes near the window; the first holds the button that stands
   *   for the row. Effects that it makes end when the row goes.
   */
  fill(count: number, make: (row: number) => HTMLElement[]): void {
    const focused = this.#focusedRow();
    this.#clear();
    this.#count = Math.min(count, MAX_ROWS);
    this.#make = make;
    for (let first = 0; first < this.#count; first += BLOCK_ROWS) {
      const element = el('div', { class: 'grid-block', role: 'rowgroup' });
      element.style.minHeight = `calc(var(--row) * ${Math.min(BLOCK_ROWS, this.#count - first)})`;
      this.#blocks.push({ element, first, rows: [], scope: null });
    }
    this.#grid.replaceChildren(...this.#blocks.map(({ element }) => element));
    setAttribute(this.#grid, 'aria-rowcount', this.#count);
    this.#rest.textContent = count > MAX_ROWS ? `${count - MAX_ROWS} more are not listed.` : '';
    // A single block is always kept.
    const [first] = this.#blocks;
    if (first) this.#open(first);
    if (this.#blocks.length > 1) for (const { element } of this.#blocks) this.#observer.observe(element);
    const button = this.#grid.querySelector('button');
    if (button) button.tabIndex = 0;
    // The focused element has been replaced.
    if (focused >= 0) this.focus(Math.min(focused, this.#count - 1));
  }

  /** Focuses the main button of a row, if the row exists. */
  focus(row: number): void {
    this.#made(row)?.querySelector<HTMLElement>('button')?.focus();
  }

  /** Place of the main button of a row in the window; null if the row does not exist. */
  placeOf(row: number): DOMRect | null {
    return this.#made(row)?.querySelector('button')?.getBoundingClientRect() ?? null;
  }

  /** Marks the selected row, −1 for none, and scrolls it into view. */
  mark(selected: number): void {
    this.#row(this.#selected)?.setAttribute('aria-selected', 'false');
    this.#selected = selected;
    const block = this.#blockOf(selected);
    if (!block) return;
    this.#open(block);
    const row = this.#row(selected);
    row?.setAttribute('aria-selected', 'true');
    row?.scrollIntoView({ block: 'nearest' });
  }

  #follow(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const block = this.#blocks.find(({ element }) => element === target);
      if (!block) continue;
      if (isIntersecting) this.#open(block);
      else if (!target.contains(document.activeElement)) this.#close(block);
    }
  }

  #open(block: Block): void {
    if (block.scope) return;
    const { element, first } = block;
    block.scope = scope(() => {
      block.rows = Array.from({ length: Math.min(BLOCK_ROWS, this.#count - first) }, (_, i) => {
        const cells = this.#make(first + i);
        for (const cell of cells) setAttribute(cell, 'role', 'gridcell');
        return el('div', { class: 'grid-row', role: 'row', 'aria-rowindex': first + i + 1 }, ...cells);
      });
    });
    element.replaceChildren(...block.rows);
    for (const button of element.querySelectorAll('button')) button.tabIndex = -1;
    this.#row(this.#selected)?.setAttribute('aria-selected', 'true');
  }

  /** Removes the rows of a block, keeping its height so that nothing moves. */
  #close(block: Block): void {
    if (!block.scope) return;
    block.element.style.minHeight = `${block.element.offsetHeight}px`;
    block.element.replaceChildren();
    block.scope.end();
    block.scope = null;
    block.rows = [];
  }

  #clear(): void {
    this.#observer.disconnect();
    for (const block of this.#blocks) block.scope?.end();
    this.#blocks = [];
    this.#selected = -1;
  }

  #blockOf(row: number): Block | undefined {
    return this.#blocks[Math.floor(row / BLOCK_ROWS)];
  }

  /** A row, created if necessary. */
  #made(row: number): HTMLElement | undefined {
    const block = this.#blockOf(row);
    if (block) this.#open(block);
    return this.#row(row);
  }

  /** Index of the row with the focus; −1 for none. */
  #focusedRow(): number {
    const row = document.activeElement?.closest('[aria-rowindex]');
    return row && this.#grid.contains(row) ? Number(row.getAttribute('aria-rowindex')) - 1 : -1;
  }

  #row(row: number): HTMLElement | undefined {
    return this.#blockOf(row)?.rows[row % BLOCK_ROWS];
  }

  #move({ key, target }: KeyboardEvent): boolean {
    const step = STEPS[key];
    const block = this.#blocks.find(({ element }) => element.contains(target as Node));
    const within = block?.rows.findIndex((element) => element.contains(target as Node)) ?? -1;
    if (!step || !block || within < 0) return false;
    const row = block.first + within;
    const column = this.#buttons(row).indexOf(target as HTMLButtonElement);
    const [down, right] = step;
    const next = Math.min(Math.max(row + down, 0), this.#count - 1);
    const nextBlock = this.#blockOf(next);
    if (nextBlock) this.#open(nextBlock);
    const buttons = this.#buttons(next);
    buttons[Math.min(Math.max(column + right, 0), buttons.length - 1)]?.focus();
    return true;
  }

  #buttons(row: number): HTMLButtonElement[] {
    return [...(this.#row(row)?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
  }

  #makeStop(target: HTMLElement): void {
    for (const button of this.#grid.querySelectorAll<HTMLElement>('button[tabindex="0"]'))
      button.tabIndex = -1;
    target.tabIndex = 0;
  }
}
