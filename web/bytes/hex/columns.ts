/** The head over the rows of bytes: the last digits of the offsets below, the caret's column marked. */
import { el } from '../../ui/dom.ts';
import { columnText, type HexLayout, hexColumn, textColumn } from './row-text.ts';

/** For the eye: the caret's cell says its offset to assistive technology. */
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

  /** Goes with the rows as they are scrolled sideways, CSS pixels. */
  slide(left: number): void {
    this.#inner.style.transform = left > 0 ? `translateX(${-left}px)` : '';
  }

  #make(layout: HexLayout): void {
    const cells = Array.from({ length: layout.perRow }, (_, index) => {
      const cell = el('span', {}, columnText(layout, index));
      cell.style.left = `${hexColumn(layout, index)}ch`;
      return cell;
    });
    // Over the text column one mark that moves is enough: it has no room for digits.
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
