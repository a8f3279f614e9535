/** One row of the list of differences; made once and shown for many. */

import type { Change } from '@lithoscope/core';
import type { OpenFile } from '../document/open-file.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { sectionHue } from '../explain/sections.ts';

import { el, fileText, icon, setAttribute, visible } from '../ui/dom.ts';
import type { ListRow } from './list-rows.ts';
import { formatValues } from './values.ts';

/** A sign for each kind, so that none is told by its colour alone. */
const SIGNS: Readonly<Record<Change, string>> = {
  added: '+',
  removed: '−',
  changed: '≠',
  moved: '↕',
};

/** No row has room for more characters of one text. */
const MAX_TEXT = 200;

export interface RowState {
  readonly id: string;
  readonly selected: boolean;
  readonly focused: boolean;
}

export class DifferenceRow {
  readonly element: HTMLElement;
  readonly #arrow = el('span', { class: 'compare-arrow', 'aria-hidden': 'true' }, icon('M9 6l6 6-6 6'));
  readonly #sign = el('span', { class: 'compare-sign', 'aria-hidden': 'true' });
  readonly #kind = el('span', { class: 'visually-hidden' });
  readonly #outer = fileText('', 'compare-outer');
  readonly #where = fileText('', 'compare-where');
  readonly #value = fileText('', 'compare-value mono');

  constructor() {
    const texts = el(
      'span',
      { class: 'compare-texts' },
      this.#kind,
      el('span', { class: 'compare-line' }, this.#outer, this.#where),
      this.#value,
    );
    this.element = el('div', { class: 'compare-row', role: 'treeitem' }, this.#arrow, this.#sign, texts);
  }

  show(left: OpenFile, right: OpenFile, row: ListRow, { id, selected, focused }: RowState): void {
    const { element } = this;
    element.id = id;
    element.className = `compare-row compare-row-${row.kind}`;
    element.classList.toggle('compare-row-focused', focused);
    element.style.setProperty('--hue', `var(${sectionHue(row.group.section)})`);
    setAttribute(element, 'aria-level', row.kind === 'section' ? 1 : 2);
    setAttribute(element, 'aria-selected', String(selected));
    setAttribute(element, 'aria-expanded', row.kind === 'section' && String(row.open));
    setAttribute(element, 'aria-posinset', row.kind !== 'section' && row.place);
    setAttribute(element, 'aria-setsize', row.kind === 'difference' && row.siblings);
    setAttribute(element, 'data-kind', row.kind === 'difference' && row.difference.kind);
    if (row.kind === 'section') this.#say('', row.group.section, counted(row.count, 'difference'));
    else if (row.kind === 'more')
      this.#say('', `and ${formatCount(row.group.more)} more`, 'They are marked in the bytes.');
    else {
      const { difference } = row;
      const values = formatValues(left.parsed, right.parsed, difference);
      this.#say(difference.kind, difference.where, values);
      element.classList.toggle('compare-row-derived', difference.derived);
    }
  }

  #say(kind: Change | '', where: string, value: string): void {
    this.#sign.textContent = kind && SIGNS[kind];
    this.#kind.textContent = kind && `${kind}: `;
    const [outer, inner] = parted(where);
    this.#outer.textContent = visible(outer, MAX_TEXT);
    this.#where.textContent = visible(inner, MAX_TEXT);
    this.#value.textContent = visible(value, MAX_TEXT);
    this.element.title = visible(`${where} · ${value}`, 2 * MAX_TEXT);
  }
}

/** `Body › LODs[0] › `, which may be cut, and `Vertices[12] › Location`, which tells rows apart. */
function parted(where: string): [string, string] {
  const parts = where.split(' › ');
  const inner = parts.length > 3 ? parts.slice(2) : parts.slice(-1);
  const outer = parts.slice(0, parts.length - inner.length);
  return [outer.length > 0 ? `${outer.join(' › ')} › ` : '', inner.join(' › ')];
}
