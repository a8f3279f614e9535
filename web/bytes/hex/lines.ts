/** The text of the visible rows, one text node each, and the cell of the caret for screen readers. */

import type { OpenFile } from '../../document/open-file.ts';
import { hexDigits } from '../../lib/hex.ts';

import { el, setAttribute } from '../../ui/dom.ts';
import { type Overwrite, overwritten } from '../overwrite/typed-run.ts';
import { changeWords } from './changes.ts';
import type { Frame } from './painting.ts';
import { hexColumn, offsetText, rowText } from './row-text.ts';

let views = 0;

export class HexLines {
  readonly element: HTMLElement = el('div', { class: 'hex-lines', role: 'rowgroup' });
  /** Lies over the caret's byte; the active descendant of the grid. */
  readonly #cell: HTMLElement = el('div', { class: 'hex-cell', role: 'gridcell', id: `hex-cell-${++views}` });

  constructor(private readonly grid: HTMLElement) {}

  /** Width of a character, CSS pixels. The element must be in the document. */
  measure(): number {
    const ruler = el('span', { class: 'hex-ruler', 'aria-hidden': 'true' }, '0'.repeat(100));
    this.element.append(ruler);
    const { width } = ruler.getBoundingClientRect();
    ruler.remove();
    return width / 100;
  }

  /** Writes the rows of a file. @param over bytes that are typed and not in the file yet */
  write(file: OpenFile, { layout, first, count, shift }: Frame, over: Overwrite | null): void {
    this.element.style.transform = `translateY(${shift}px)`;
    const lines = this.element.children;
    while (lines.length < count) {
      this.element.append(
        el('div', { class: 'hex-line', role: 'row' }, el('span', { role: 'gridcell' }, ' ')),
      );
    }
    const { perRow } = layout;
    const { parsed } = file;
    const top = first * perRow;
    const read = parsed.at(top, top + count * perRow);
    const bytes = read && overwritten(read, top, over);
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i] as HTMLElement;
      if (line.hidden !== i >= count) line.hidden = i >= count;
      const text = line.firstChild?.firstChild;
      if (i >= count || !text) continue;
      const start = (first + i) * perRow;
      const end = Math.min(start + perRow, parsed.size);
      const content = rowText(
        layout,
        bytes?.subarray(start - top, end - top) ?? parsed.at(start, end),
        start,
      );
      if (text.nodeValue !== content) text.nodeValue = content;
      setAttribute(line, 'aria-rowindex', first + i + 1);
    }
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
    const value = byte === undefined ? 'not read yet' : hexDigits(byte);
    const words = [`${value} at ${offsetText(layout, offset).trim()}`, changeWords(file, offset)];
    setAttribute(this.#cell, 'aria-label', words.filter(Boolean).join(', '));
    setAttribute(this.#cell, 'aria-colindex', index + 1);
    this.#cell.style.left = `${hexColumn(layout, index)}ch`;
    if (this.#cell.parentNode !== line) line.append(this.#cell);
    setAttribute(this.grid, 'aria-activedescendant', this.#cell.id);
  }

  clear(): void {
    this.#cell.remove();
    this.grid.removeAttribute('aria-activedescendant');
    this.element.replaceChildren();
  }
}
