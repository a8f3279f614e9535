/** The rows of the dope sheet for pointer and assistive technology: names, and the current key as a cell. */

import { activeFile } from '../../document/state.ts';
import { button, el, icon, setAttribute, visible } from '../../ui/dom.ts';
import { CHEVRON } from '../../ui/icons.ts';
import type { Slice } from '../../ui/virtual.ts';
import { flashing } from '../timeline/playhead.ts';
import { EVENTS, type SheetRow } from './rows.ts';
import type { SheetState } from './state.ts';

/** Steps of the tree that are drawn; deeper rows stand below each other. */
const MAX_DEPTH = 8;

interface NameRow {
  readonly element: HTMLElement;
  readonly head: HTMLElement;
  readonly fold: HTMLButtonElement;
  readonly name: HTMLElement;
  readonly cell: HTMLElement;
  shown: SheetRow | null;
}

export class SheetNames {
  readonly element = el('div', { class: 'sheet-names', role: 'rowgroup' });
  readonly #rows: NameRow[] = [];
  #first = 0;

  constructor(readonly state: SheetState) {}

  /** @param key words of the current key, and whether it is selected */
  draw({ first, count, shift }: Slice, key: { readonly words: string; readonly isSelected: boolean }): void {
    const rows = this.state.rows.peek();
    const current = this.state.current.peek();
    while (this.#rows.length < count) this.#rows.push(this.#make(this.#rows.length));
    this.#rows.length = count;
    this.#first = first;
    this.element.style.transform = `translateY(${shift}px)`;
    this.#rows.forEach((part, i) => {
      const row = rows[first + i];
      if (row) this.#show(part, row, first + i, row.node === current, key);
    });
    while (this.element.children.length > count) this.element.lastElementChild?.remove();
    for (const { element } of this.#rows.slice(this.element.children.length)) this.element.append(element);
  }

  /** Id of the element of the current row, for `aria-activedescendant`. */
  idOf(index: number, isOnName: boolean): string | undefined {
    const part = this.#rows[index - this.#first];
    return (isOnName ? part?.element : part?.cell)?.id;
  }

  /** Place of the current key in the window, where an editor or menu opens. */
  placeOf(index: number): DOMRect | null {
    return this.#rows[index - this.#first]?.element.getBoundingClientRect() ?? null;
  }

  #make(index: number): NameRow {
    const part: NameRow = {
      fold: button(icon(CHEVRON), () => this.#fold(part), {
        class: 'sheet-fold',
        tabindex: -1,
        'aria-hidden': 'true',
      }),
      name: el('bdi', { class: 'sheet-name' }),
      head: el('span', { class: 'sheet-row-head', role: 'rowheader' }),
      cell: el('span', { class: 'visually-hidden', role: 'gridcell', id: `sheet-cell-${index}` }),
      element: el('div', { class: 'sheet-row', role: 'row', id: `sheet-row-${index}` }),
      shown: null,
    };
    part.head.append(part.fold, el('i', { class: 'sheet-hue' }), part.name);
    part.element.append(part.head, part.cell);
    part.head.addEventListener('click', ({ target }) => {
      if (part.shown && !(target instanceof Element && part.fold.contains(target)))
        this.state.choose(part.shown.node);
    });
    part.head.addEventListener('dblclick', () => this.#fold(part));
    return part;
  }

  #fold({ shown }: NameRow): void {
    if (shown && shown.folded !== null) this.state.fold(shown.node, !shown.folded);
  }

  #show(
    part: NameRow,
    row: SheetRow,
    index: number,
    isCurrent: boolean,
    key: { readonly words: string; readonly isSelected: boolean },
  ): void {
    const { element, fold, head, name, cell } = part;
    setAttribute(element, 'aria-rowindex', index + 1);
    setAttribute(element, 'aria-selected', String(isCurrent));
    setAttribute(cell, 'aria-selected', String(isCurrent && key.isSelected));
    cell.textContent = isCurrent ? key.words : '';
    element.classList.toggle('flashing', row.node === EVENTS && flashing.peek().length > 0);
    const words = row.node === EVENTS ? 'Frame strings' : nameOf(row.node);
    if (name.textContent !== words) {
      name.textContent = words;
      head.title = words;
    }
    if (part.shown === row) return;
    part.shown = row;
    setAttribute(element, 'aria-level', row.depth + 1);
    setAttribute(element, 'aria-expanded', row.folded === null ? undefined : String(!row.folded));
    element.classList.toggle('sheet-events', row.node === EVENTS);
    element.style.setProperty('--depth', String(Math.min(row.depth, MAX_DEPTH)));
    fold.style.visibility = row.folded === null ? 'hidden' : '';
  }
}

const nameOf = (node: number) => visible(activeFile.peek()?.info.nodes[node]?.name ?? '', 200) || '(no name)';
