/** Virtual list of any length, an ARIA listbox: hits, strings, references, bookmarks. Only the visible rows exist. */

import { el, fileText, setAttribute, visible } from '../../ui/dom.ts';
import { keyName } from '../../ui/keyboard.ts';
import { focusBytes } from '../../ui/layout.ts';
import { type Slice, VirtualRows } from '../../ui/virtual.ts';

/** Characters of a text to lay out. */
const MAX_TEXT = 160;

/** The content of a row. Texts may come from a file. */
export interface ListedRow {
  readonly offset: string;
  readonly text: string;
  /** At the end of the row; of three parts, the middle one is marked. */
  readonly aside: string | readonly [before: string, marked: string, after: string];
  /** A heading above its rows. */
  readonly isHeading?: boolean;
  /** Colour token of a mark before the text. */
  readonly mark?: string;
}

interface ResultListOptions {
  readonly label: string;
  row(index: number): ListedRow | null;
  /** A row was clicked, or reached by a key. */
  choose(index: number): void;
  key?(name: string, index: number): boolean;
}

let lists = 0;

export class ResultList {
  /** Focusable; scrolls. */
  readonly element: HTMLElement;
  readonly #rows: VirtualRows;
  readonly #lines = el('div', { class: 'result-lines', role: 'presentation' });
  readonly #id = `results-${++lists}`;
  #count = 0;
  #current = -1;
  #first = 0;

  constructor(private readonly options: ResultListOptions) {
    this.element = el('div', {
      class: 'result-list',
      role: 'listbox',
      tabindex: 0,
      'aria-label': options.label,
    });
    this.#rows = new VirtualRows(this.element, '--row', (slice) => this.#draw(slice));
    this.#rows.view.append(this.#lines);
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.element.addEventListener('click', (event) => {
      const row = event.target instanceof Element ? event.target.closest('.result-row') : null;
      const at = row ? [...this.#lines.children].indexOf(row) : -1;
      if (at >= 0) this.#choose(this.#first + at);
    });
  }

  /** Sets the number of rows; keeps the current one if it still exists. */
  setCount(count: number): void {
    this.#count = count;
    this.element.hidden = count === 0;
    if (this.#current >= count) this.#current = -1;
    this.#rows.setRows(count);
    this.#rows.invalidate();
  }

  /** Marks a row and brings it into view; −1: none. */
  mark(index: number): void {
    if (this.#current !== index && index >= 0) this.#rows.show(index);
    this.#current = index;
    this.#rows.invalidate();
  }

  redraw(): void {
    this.#rows.invalidate();
  }

  /** Chooses the next or previous row, wrapping at the ends. */
  step(direction: 1 | -1): void {
    const at = this.#current < 0 && direction < 0 ? 0 : this.#current;
    if (this.#count > 0) this.#choose((at + direction + this.#count) % this.#count);
  }

  #choose(index: number): void {
    if (index < 0 || index >= this.#count) return;
    this.mark(index);
    this.options.choose(index);
  }

  #draw({ first, count, shift }: Slice): void {
    this.#first = first;
    this.#lines.style.transform = `translateY(${shift}px)`;
    while (this.#lines.children.length < count) this.#lines.append(newRow());
    [...this.#lines.children].forEach((element, i) => {
      const row = i < count ? this.options.row(first + i) : null;
      (element as HTMLElement).hidden = row === null;
      setAttribute(element, 'id', row ? `${this.#id}-${first + i}` : undefined);
      if (row) this.#write(element as HTMLElement, row, first + i);
    });
    const shown = this.#current >= first && this.#current < first + count;
    setAttribute(this.element, 'aria-activedescendant', shown && `${this.#id}-${this.#current}`);
  }

  #write(
    element: HTMLElement,
    { offset, text, aside, isHeading = false, mark }: ListedRow,
    index: number,
  ): void {
    const [dot, place, main, after] = element.children as unknown as HTMLElement[];
    if (!dot || !place || !main || !after) return;
    dot.hidden = mark === undefined;
    if (mark !== undefined) dot.style.setProperty('--hue', `var(${mark})`);
    for (const [part, content] of [
      [place, offset],
      [main, visible(text, MAX_TEXT)],
    ] as const) {
      if (part.textContent !== content) part.textContent = content;
    }
    const [before = '', marked = '', rest = ''] = typeof aside === 'string' ? [aside] : aside;
    after.replaceChildren(visible(before, MAX_TEXT));
    if (marked !== '') after.append(el('mark', {}, visible(marked, MAX_TEXT)), visible(rest, MAX_TEXT));
    after.classList.toggle('mono', marked !== '');
    element.classList.toggle('result-heading', isHeading);
    setAttribute(element, 'aria-selected', String(index === this.#current));
    setAttribute(element, 'aria-posinset', index + 1);
    setAttribute(element, 'aria-setsize', this.#count);
  }

  #key(event: KeyboardEvent): void {
    const to = this.#target(keyName(event));
    if (to !== null) this.#choose(Math.min(Math.max(to, 0), this.#count - 1));
    else if (keyName(event) === 'Enter') {
      if (this.#current < 0) this.#choose(0);
      focusBytes();
    } else if (!this.options.key?.(keyName(event), this.#current)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The row that a key moves to; null for other keys. */
  #target(key: string): number | null {
    const at = this.#current;
    switch (key) {
      case 'ArrowDown':
        return at + 1;
      case 'ArrowUp':
        return at - 1;
      case 'PageDown':
        return at + this.#rows.page;
      case 'PageUp':
        return at - this.#rows.page;
      case 'Home':
        return 0;
      case 'End':
        return this.#count - 1;
      default:
        return null;
    }
  }
}

function newRow(): HTMLElement {
  return el(
    'div',
    { class: 'result-row', role: 'option' },
    el('span', { class: 'result-mark', 'aria-hidden': 'true', hidden: true }),
    el('span', { class: 'result-offset mono' }),
    fileText('', 'result-text'),
    fileText('', 'result-aside'),
  );
}
