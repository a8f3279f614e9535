/** Rows of a hex view in the DOM: their text, one text node each, the caret's cell for screen readers, and the column head. */

import type { OpenFile } from '../../document/open-file.ts';
import { hexDigits, type Range } from '../../lib/hex.ts';
import { el, setAttribute } from '../../ui/dom.ts';
import { type Overwrite, overwritten } from '../overwrite/typed-run.ts';
import type { Frame } from './painting.ts';
import {
  columnText,
  digitIndex,
  type HexLayout,
  hexColumn,
  offsetText,
  type RowText,
  rowText,
  SPACE,
  textColumn,
} from './row-text.ts';
import { changeWords } from './stops.ts';

let views = 0;

/** The part of one view in a highlight of the CSS Custom Highlight API, which all views share by its name. */
class SharedHighlight {
  #marks: readonly StaticRange[] = [];

  constructor(private readonly name: string) {}

  /** Replaces the part of this view. @returns false where the browser has no such highlights */
  set(marks: readonly StaticRange[]): boolean {
    if (!globalThis.CSS?.highlights) return false;
    const shared = CSS.highlights.get(this.name) ?? new Highlight();
    for (const mark of this.#marks) shared.delete(mark);
    for (const mark of marks) shared.add(mark);
    this.#marks = marks;
    CSS.highlights.set(this.name, shared);
    return true;
  }
}

/** A row: offset, digits and text, a text node each. */
function makeLine(): HTMLElement {
  const parts = [el('span', {}, ' '), el('span', { class: 'hex-digits' }, ' '), el('span', {}, ' ')];
  return el('div', { class: 'hex-line', role: 'row' }, el('span', { role: 'gridcell' }, ...parts));
}

function writeLine(line: HTMLElement, { offset, digits, text }: RowText): void {
  const parts = line.firstElementChild?.children ?? [];
  [offset, digits, text].forEach((content, i) => {
    const node = parts[i]?.firstChild;
    if (node && node.nodeValue !== content) node.nodeValue = content;
  });
}

/** The text node with the digits of a row. */
const digitsOf = (line: Element | undefined) => line?.querySelector('.hex-digits')?.firstChild;

export class HexLines {
  readonly element: HTMLElement = el('div', { class: 'hex-lines', role: 'rowgroup' });
  /** Overlays the caret's byte; the active descendant of the grid. */
  readonly #cell: HTMLElement = el('div', { class: 'hex-cell', role: 'gridcell', id: `hex-cell-${++views}` });

  readonly #selected = new SharedHighlight('hex-selected');

  constructor(private readonly grid: HTMLElement) {}

  /** Width of a character, CSS pixels. The element must be in the document. */
  measure(): number {
    const ruler = el('span', { class: 'hex-ruler', 'aria-hidden': 'true' }, '0'.repeat(100));
    this.element.append(ruler);
    const { width } = ruler.getBoundingClientRect();
    ruler.remove();
    return width / 100;
  }

  /** Writes the rows of a file. @param over typed bytes that are not in the file yet */
  write(file: OpenFile, { layout, first, count, shift }: Frame, over: Overwrite | null): void {
    const { style } = this.element;
    style.transform = `translateY(${shift}px)`;
    style.setProperty('--hex-space', `${SPACE}`);
    // What is left out at the end of the file has only spaces: the text stays in its column.
    style.setProperty('--digits-width', `${textColumn(layout, 0) - layout.digits}ch`);
    const lines = this.element.children;
    while (lines.length < count) {
      this.element.append(makeLine());
    }
    const { perRow } = layout;
    const { parsed } = file;
    const top = first * perRow;
    const read = parsed.at(top, top + count * perRow);
    const bytes = read && overwritten(read, top, over);
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i] as HTMLElement;
      if (line.hidden !== i >= count) line.hidden = i >= count;
      if (i >= count) continue;
      const start = (first + i) * perRow;
      const end = Math.min(start + perRow, parsed.size);
      const content = rowText(
        layout,
        bytes?.subarray(start - top, end - top) ?? parsed.at(start, end),
        start,
      );
      writeLine(line, content);
      setAttribute(line, 'aria-rowindex', first + i + 1);
    }
  }

  /**
   * Gives the digits of a range in view the colour of text on a filled ground.
   * @returns false where the browser cannot
   */
  mark(range: Range | null, { layout: { perRow }, first, count }: Frame): boolean {
    const marks: StaticRange[] = [];
    for (let i = 0; range !== null && i < count; i++) {
      const text = digitsOf(this.element.children[i]);
      const row = (first + i) * perRow;
      const from = Math.max(range.start - row, 0);
      const to = Math.min(range.end - row, perRow);
      if (!text || from >= to) continue;
      const startOffset = digitIndex(from);
      const endOffset = Math.min(digitIndex(to - 1) + 2, text.nodeValue?.length ?? 0);
      marks.push(new StaticRange({ startContainer: text, startOffset, endContainer: text, endOffset }));
    }
    return this.#selected.set(marks);
  }

  /** Moves the caret's cell to a byte; removes it when the byte is out of view. */
  pointAt(file: OpenFile, offset: number, { layout, first, count }: Frame, over: Overwrite | null): void {
    const row = Math.floor(offset / layout.perRow) - first;
    const line = row >= 0 && row < count ? this.element.children[row] : null;
    if (!line) {
      this.#cell.remove();
      this.grid.removeAttribute('aria-activedescendant');
      return;
    }
    const index = offset % layout.perRow;
    const read = file.parsed.at(offset, offset + 1);
    const byte = read ? overwritten(read, offset, over)[0] : undefined;
    const value = byte === undefined ? 'not loaded yet' : hexDigits(byte);
    const words = [`${value} at ${offsetText(layout, offset).trim()}`, changeWords(file, offset)];
    setAttribute(this.#cell, 'aria-label', words.filter(Boolean).join(', '));
    setAttribute(this.#cell, 'aria-colindex', index + 1);
    this.#cell.style.left = `${hexColumn(layout, index)}ch`;
    if (this.#cell.parentNode !== line) line.append(this.#cell);
    setAttribute(this.grid, 'aria-activedescendant', this.#cell.id);
  }

  clear(): void {
    this.#selected.set([]);
    this.#cell.remove();
    this.grid.removeAttribute('aria-activedescendant');
    this.element.replaceChildren();
  }
}

/**
 * The head above the rows: the last digits of the offsets below, with the caret's column marked. Hidden from assistive
 * technology, which reads the offset in the caret's cell.
 */
export class HexColumns {
  readonly element = el('div', { class: 'hex-head', 'aria-hidden': 'true' });
  readonly #inner = el('div', { class: 'hex-head-inner' });
  #key = '';
  #current = -1;

  constructor() {
    this.element.append(this.#inner);
  }

  /** @param caret column of the caret, −1: none */
  show(layout: HexLayout, caret: number): void {
    const key = `${layout.perRow} ${layout.digits} ${layout.radix}`;
    if (key !== this.#key) this.#make(layout);
    this.#key = key;
    if (caret !== this.#current) {
      this.#cells(this.#current, (cell) => cell.classList.remove('hex-head-current'));
      this.#cells(caret, (cell) => cell.classList.add('hex-head-current'));
      this.#current = caret;
    }
  }

  /** Follows the horizontal scroll of the rows, CSS pixels. */
  slide(left: number): void {
    this.#inner.style.transform = left > 0 ? `translateX(${-left}px)` : '';
  }

  #make(layout: HexLayout): void {
    const cells = Array.from({ length: layout.perRow }, (_, index) => {
      const cell = el('span', {}, columnText(layout, index));
      cell.style.left = `${hexColumn(layout, index)}ch`;
      return cell;
    });
    // The text column has no room for digits: its cells only mark the caret's column.
    const marks = Array.from({ length: layout.perRow }, (_, index) => {
      const mark = el('span', { class: 'hex-head-text' });
      mark.style.left = `${textColumn(layout, index)}ch`;
      return mark;
    });
    this.#inner.replaceChildren(...cells, ...marks);
    this.#current = -1;
  }

  #cells(index: number, change: (cell: Element) => void): void {
    if (index < 0) return;
    const { children } = this.#inner;
    for (const cell of [children[index], children[index + children.length / 2]]) if (cell) change(cell);
  }
}
