/** Rows of texts and buttons that are one stop of the keyboard: arrows move between the buttons (ARIA grid). */
import { el, setAttribute } from './dom.ts';

/** More rows than this are not made: a damaged file may claim any number. */
const MAX_ROWS = 1000;

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

export class RowGrid {
  readonly element: HTMLElement;
  readonly #rest = el('p', { class: 'grid-rest' });
  readonly #grid: HTMLElement;
  #rows: HTMLElement[] = [];

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
  }

  /**
   * Takes the rows.
   * @param make gives the cells of row i; the first holds the button that stands for the row
   */
  fill(count: number, make: (row: number) => HTMLElement[]): void {
    this.#rows = Array.from({ length: Math.min(count, MAX_ROWS) }, (_, row) =>
      el(
        'div',
        { class: 'grid-row', role: 'row' },
        ...make(row).map((cell) => {
          setAttribute(cell, 'role', 'gridcell');
          return cell;
        }),
      ),
    );
    this.#grid.replaceChildren(...this.#rows);
    this.#rest.textContent = count > MAX_ROWS ? `${count - MAX_ROWS} more are not listed.` : '';
    for (const button of this.#grid.querySelectorAll('button')) button.tabIndex = -1;
    const first = this.#grid.querySelector('button');
    if (first) first.tabIndex = 0;
  }

  /** Marks the row of what is selected, −1 for none, and brings it into view. */
  mark(selected: number): void {
    this.#rows.forEach((row, i) => {
      setAttribute(row, 'aria-selected', String(i === selected));
    });
    this.#rows[selected]?.scrollIntoView({ block: 'nearest' });
  }

  #move({ key, target }: KeyboardEvent): boolean {
    const step = STEPS[key];
    const row = this.#rows.findIndex((element) => element.contains(target as Node));
    if (!step || row < 0) return false;
    const column = this.#buttons(row).indexOf(target as HTMLButtonElement);
    const [down, right] = step;
    const next = Math.min(Math.max(row + down, 0), this.#rows.length - 1);
    const buttons = this.#buttons(next);
    buttons[Math.min(Math.max(column + right, 0), buttons.length - 1)]?.focus();
    return true;
  }

  #buttons(row: number): HTMLButtonElement[] {
    return [...(this.#rows[row]?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
  }

  #makeStop(target: HTMLElement): void {
    for (const button of this.#grid.querySelectorAll<HTMLElement>('button[tabindex="0"]'))
      button.tabIndex = -1;
    target.tabIndex = 0;
  }
}
