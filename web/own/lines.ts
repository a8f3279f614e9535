/** The visible rows of the fields that a pattern has found. */

import { formatOffset } from '../lib/hex.ts';
import { declaredAt } from '../patterns/table.ts';
import { el, fileText, icon, setAttribute, visible } from '../ui/dom.ts';
import { type Slice, VirtualRows } from '../ui/virtual.ts';
import type { OwnRows, Row } from './rows.ts';
import type { Found } from './state.ts';
import { nameOf, rangeOf, typeText, valueText } from './values.ts';

/** What is drawn. */
export interface DrawnRows {
  readonly found: Found;
  readonly rows: OwnRows;
  /** The row that keys act on. */
  readonly focus: number;
  /** Digits of offsets. */
  readonly digits: number;
}

/** Characters of a text that fit a row at most. */
const MAX_TEXT = 120;

export class OwnLines {
  /** Focusable; scrolls. */
  readonly box = el('div', {
    class: 'tree-box own-box',
    role: 'tree',
    tabindex: 0,
    'aria-label': 'Own structures',
  });
  readonly virtual: VirtualRows;
  readonly #lines = el('div', { class: 'tree-lines', role: 'presentation' });
  readonly #drawn: OwnRow[] = [];

  constructor(private readonly shown: () => DrawnRows | null) {
    this.virtual = new VirtualRows(this.box, '--row', (slice) => this.#draw(slice));
    this.virtual.view.append(this.#lines);
  }

  /** The row at an element, and whether that is its arrow. */
  rowAt(target: EventTarget | null): { readonly row: number; readonly arrow: boolean } | null {
    if (!(target instanceof Element)) return null;
    const element = target.closest('.own-row');
    const at = this.#drawn.findIndex((drawn) => drawn.element === element);
    if (at < 0) return null;
    const row = Math.floor(this.virtual.top / this.virtual.rowHeight) + at;
    return { row, arrow: target.closest('.tree-arrow') !== null };
  }

  #draw({ first, count, shift }: Slice): void {
    this.#lines.style.transform = `translateY(${shift}px)`;
    while (this.#drawn.length < count) {
      const row = new OwnRow();
      this.#drawn.push(row);
      this.#lines.append(row.element);
    }
    const shown = this.shown();
    for (const [i, drawn] of this.#drawn.entries()) {
      const row = i < count ? (shown?.rows.at(first + i) ?? null) : null;
      drawn.element.hidden = row === null;
      if (shown && row) drawn.show(shown, row, first + i);
    }
    const focus = shown?.focus ?? -1;
    const isVisible = focus >= first && focus < first + count;
    setAttribute(this.box, 'aria-activedescendant', isVisible && rowId(focus));
  }
}

const rowId = (row: number): string => `own-row-${row}`;

class OwnRow {
  readonly element: HTMLElement;
  readonly #arrow = el('span', { class: 'tree-arrow', 'aria-hidden': 'true' }, icon('M9 6l6 6-6 6'));
  readonly #dot = el('span', { class: 'tree-dot', 'aria-hidden': 'true' });
  readonly #name = fileText('', 'tree-name');
  readonly #value = fileText('', 'tree-value mono');
  readonly #type = el('span', { class: 'tree-type' });
  readonly #size = el('span', { class: 'tree-type own-size' });
  readonly #offset = el('span', { class: 'tree-offset mono' });

  constructor() {
    const main = el('span', { class: 'tree-main' }, this.#name, this.#value);
    const texts = el('span', { class: 'tree-texts' }, main, this.#type, this.#size, this.#offset);
    this.element = el('div', { class: 'tree-row own-row', role: 'treeitem' }, this.#arrow, this.#dot, texts);
  }

  show({ found, focus, digits }: DrawnRows, row: Row, at: number): void {
    const { element } = this;
    const { fields } = found;
    const { start, end } = rangeOf(found, row);
    const { comment } = declaredAt(fields, row.field);
    element.id = rowId(at);
    element.title = [comment, `${formatOffset(start, digits)}, ${end - start} bytes`]
      .filter(Boolean)
      .join('\n');
    this.#dot.style.setProperty('--hue', hueOf(found, row.field));
    this.#name.textContent = visible(nameOf(fields, row), MAX_TEXT);
    this.#value.textContent = visible(valueText(found, row), MAX_TEXT);
    this.#type.textContent = visible(typeText(fields, row), MAX_TEXT);
    this.#size.textContent = `${end - start} B`;
    this.#offset.textContent = formatOffset(start, digits);
    element.classList.toggle('tree-row-focused', at === focus);
    element.style.setProperty('--level', String(row.level));
    setAttribute(element, 'aria-level', row.level);
    setAttribute(element, 'aria-selected', String(at === focus));
    setAttribute(element, 'aria-expanded', row.isOpen === null ? undefined : String(row.isOpen));
  }
}

/** The colour that the pattern gives a field, or what is around it. */
function hueOf({ fields }: Found, field: number): string {
  for (let at = field; at >= 0; at = fields.parent[at] ?? -1) {
    const { color } = declaredAt(fields, at);
    if (color !== '') return `#${color}`;
  }
  return 'var(--hue-none)';
}
