/** List of differences: a tree of sections, of which only the visible rows exist. */
import type {
  ByteRange,
  Change,
  ComparedDifference,
  ComparedGroup,
  ParsedFile,
  StructureNode,
} from '@lithoscope/core';
import type { OpenFile } from '../document/open-file.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { sectionHue } from '../explain/sections.ts';
import { preview } from '../explain/values.ts';
import { el, fileText, icon, setAttribute, visible } from '../ui/dom.ts';
import { type Slice, VirtualRows } from '../ui/virtual.ts';

export type ListRow =
  | {
      readonly kind: 'section';
      readonly group: ComparedGroup;
      readonly open: boolean;
      readonly count: number;
    }
  | {
      readonly kind: 'difference';
      readonly difference: ComparedDifference;
      readonly group: ComparedGroup;
      /** Position from 1 in its section, and number of rows there. */
      readonly place: number;
      readonly siblings: number;
    }
  | { readonly kind: 'more'; readonly group: ComparedGroup; readonly place: number };

export interface ListOptions {
  /** Names of collapsed sections. */
  readonly folded: ReadonlySet<string>;
  /** Includes derived differences: counts and offsets. */
  readonly derived: boolean;
}

export function listRows(groups: readonly ComparedGroup[], { folded, derived }: ListOptions): ListRow[] {
  const rows: ListRow[] = [];
  for (const group of groups) {
    const shown = group.differences.filter((difference) => derived || !difference.derived);
    if (shown.length === 0 && group.more === 0) continue;
    const open = !folded.has(group.section);
    rows.push({ kind: 'section', group, open, count: shown.length + group.more });
    if (!open) continue;
    const siblings = shown.length + (group.more > 0 ? 1 : 0);
    for (const [i, difference] of shown.entries()) {
      rows.push({ kind: 'difference', difference, group, place: i + 1, siblings });
    }
    if (group.more > 0) rows.push({ kind: 'more', group, place: siblings });
  }
  return rows;
}

/** Row of the next difference after a row, in either direction; −1 for none. */
export function nextDifference(rows: readonly ListRow[], from: number, step: 1 | -1): number {
  for (let row = from + step; row >= 0 && row < rows.length; row += step) {
    if (rows[row]?.kind === 'difference') return row;
  }
  return -1;
}

/** Position of the selected difference. */
export interface Place {
  /** Position from 1 among the listed ones; 0 without a selection. */
  readonly at: number;
  readonly listed: number;
  /** Total, including those that are only counted. */
  readonly all: number;
}

/** Position of a difference in the whole list, including collapsed sections. */
function placeOf(
  selected: ComparedDifference | null,
  groups: readonly ComparedGroup[],
  derived: boolean,
): Place {
  const rows = listRows(groups, { folded: new Set(), derived });
  const listed = rows.filter((row) => row.kind === 'difference');
  const all = rows.reduce((sum, row) => (row.kind === 'section' ? sum + row.count : sum), 0);
  return {
    at: listed.findIndex(({ difference }) => difference === selected) + 1,
    listed: listed.length,
    all,
  };
}

/** What is listed. */
export interface Listed {
  readonly left: OpenFile;
  readonly right: OpenFile;
  readonly groups: readonly ComparedGroup[];
}

export class DifferenceList {
  /** The tree; scrolls. */
  readonly box = el('div', {
    class: 'compare-list',
    role: 'tree',
    tabindex: 0,
    'aria-label': 'Differences',
  });
  readonly #virtual = new VirtualRows(this.box, '--row-double', (slice) => this.#draw(slice));
  readonly #lines = el('div', { role: 'presentation' });
  readonly #drawn: DifferenceRow[] = [];
  #listed: Listed | null = null;
  #rows: readonly ListRow[] = [];
  #folded: ReadonlySet<string> = new Set();
  #derived = false;
  #focus = 0;
  #selected: ComparedDifference | null = null;

  /** @param choose called when a difference is selected */
  constructor(private readonly choose: (difference: ComparedDifference) => void) {
    this.#virtual.view.append(this.#lines);
    this.box.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (this.#key(event.key)) event.preventDefault();
    });
    this.box.addEventListener('mousedown', (event) => this.#press(event));
    for (const type of ['focus', 'blur']) this.box.addEventListener(type, () => this.#virtual.invalidate());
  }

  /** Lists the differences of two files from the top; null clears the list. */
  show(listed: Listed | null): void {
    this.#listed = listed;
    this.#folded = new Set();
    this.#selected = null;
    this.#arrange();
    // Focuses the first difference, as the first row is a section.
    this.#focus = Math.max(0, nextDifference(this.#rows, -1, 1));
    this.#virtual.scrollTo(0);
  }

  /** Includes or excludes derived differences. */
  showDerived(derived: boolean): void {
    this.#derived = derived;
    this.#arrange();
    this.#virtual.show(this.#focus);
  }

  /** Selects the next or previous difference, wrapping around. */
  step(step: 1 | -1): void {
    const from = this.#selected ? this.#focus : step === 1 ? -1 : this.#rows.length;
    const next = nextDifference(this.#rows, from, step);
    const around = nextDifference(this.#rows, step === 1 ? -1 : this.#rows.length, step);
    if (next >= 0 || around >= 0) this.#goTo(next >= 0 ? next : around);
  }

  get place(): Place {
    return placeOf(this.#selected, this.#listed?.groups ?? [], this.#derived);
  }

  #arrange(): void {
    const focused = this.#rows[this.#focus];
    this.#rows = listRows(this.#listed?.groups ?? [], { folded: this.#folded, derived: this.#derived });
    const at = focused ? this.#rows.findIndex((row) => isSame(row, focused)) : -1;
    this.#focus = at >= 0 ? at : Math.min(this.#focus, Math.max(0, this.#rows.length - 1));
    this.#virtual.setRows(this.#rows.length);
    this.#virtual.invalidate();
  }

  #draw({ first, count, shift }: Slice): void {
    this.#lines.style.transform = `translateY(${shift}px)`;
    while (this.#drawn.length < count) {
      const row = new DifferenceRow();
      this.#drawn.push(row);
      this.#lines.append(row.element);
    }
    this.#drawn.forEach((drawn, i) => {
      const row = i < count ? this.#rows[first + i] : undefined;
      drawn.element.hidden = !row;
      if (!row || !this.#listed) return;
      drawn.show(this.#listed.left, this.#listed.right, row, {
        id: `compare-row-${first + i}`,
        selected: row.kind === 'difference' && row.difference === this.#selected,
        focused: first + i === this.#focus,
      });
    });
    const visible = this.#focus >= first && this.#focus < first + count;
    setAttribute(this.box, 'aria-activedescendant', visible && `compare-row-${this.#focus}`);
  }

  #press(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target.closest('.compare-row') : null;
    const at = this.#drawn.findIndex(({ element }) => element === target);
    if (event.button !== 0 || at < 0) return;
    const row = Math.floor(this.#virtual.top / this.#virtual.rowHeight) + at;
    this.#goTo(row);
    if (this.#rows[row]?.kind === 'section') this.#fold(row);
  }

  #goTo(row: number): void {
    this.#focus = Math.min(Math.max(row, 0), this.#rows.length - 1);
    const at = this.#rows[this.#focus];
    if (at?.kind === 'difference') {
      this.#selected = at.difference;
      this.choose(at.difference);
    }
    this.#virtual.show(this.#focus);
    this.#virtual.invalidate();
  }

  /** Expands or collapses a section. */
  #fold(row: number): void {
    const at = this.#rows[row];
    if (at?.kind !== 'section') return;
    const folded = new Set(this.#folded);
    if (!folded.delete(at.group.section)) folded.add(at.group.section);
    this.#folded = folded;
    this.#arrange();
  }

  /** Handles a key; returns false for an unused one. */
  #key(key: string): boolean {
    const row = this.#rows[this.#focus];
    const page = this.#virtual.page;
    switch (key) {
      case 'ArrowDown':
        this.#goTo(this.#focus + 1);
        break;
      case 'ArrowUp':
        this.#goTo(this.#focus - 1);
        break;
      case 'PageDown':
        this.#goTo(this.#focus + page);
        break;
      case 'PageUp':
        this.#goTo(this.#focus - page);
        break;
      case 'Home':
        this.#goTo(0);
        break;
      case 'End':
        this.#goTo(this.#rows.length - 1);
        break;
      case 'ArrowRight':
        if (row?.kind === 'section' && !row.open) this.#fold(this.#focus);
        else this.#goTo(this.#focus + 1);
        break;
      case 'ArrowLeft':
        if (row?.kind === 'section' && row.open) this.#fold(this.#focus);
        else this.#goTo(this.#sectionOf(row));
        break;
      case 'Enter':
        this.#goTo(this.#focus);
        this.#fold(this.#focus);
        break;
      default:
        return false;
    }
    return true;
  }

  #sectionOf(row: ListRow | undefined): number {
    return this.#rows.findIndex((other) => other.kind === 'section' && other.group === row?.group);
  }
}

function isSame(a: ListRow, b: ListRow): boolean {
  if (a.kind === 'difference' && b.kind === 'difference') return a.difference === b.difference;
  return a.kind === b.kind && a.group === b.group;
}

/** Signs of the kinds, which are not distinguished by colour alone. */
const SIGNS: Readonly<Record<Change, string>> = {
  added: '+',
  removed: '−',
  changed: '≠',
  moved: '↕',
};

/** Characters of a text in a row. */
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

/** Splits a path into `Body › LODs[0] › `, which may be cut, and `Vertices[12] › Location`, which distinguishes rows. */
function parted(where: string): [string, string] {
  const parts = where.split(' › ');
  const inner = parts.length > 3 ? parts.slice(2) : parts.slice(-1);
  const outer = parts.slice(0, parts.length - inner.length);
  return [outer.length > 0 ? `${outer.join(' › ')} › ` : '', inner.join(' › ')];
}

/** Values of a difference: `0 1 2 → 0 1.5 2`, `“Spine” → “Spine2”`, `3 of 16 numbers`, `48 bytes`. */
function formatValues(left: ParsedFile, right: ParsedFile, difference: ComparedDifference): string {
  const a = difference.left && left.resolve(difference.left.path);
  const b = difference.right && right.resolve(difference.right.path);
  if (difference.kind === 'moved') return a && b ? `position ${a.index + 1} → ${b.index + 1}` : '';
  if (a && b) return formatBoth(left, a, right, b, difference);
  const [file, node, place] = a ? [left, a, difference.left] : [right, b, difference.right];
  const text = node ? preview(file, node, 'rounded') : '';
  return text || sizeOf(place);
}

function formatBoth(
  left: ParsedFile,
  a: StructureNode,
  right: ParsedFile,
  b: StructureNode,
  { differing, numbers }: ComparedDifference,
): string {
  if (a.kind === 'array' && b.kind === 'array' && numbers > 0)
    return `${differing} of ${counted(numbers, 'number')}`;
  for (const precision of ['rounded', 'exact'] as const) {
    const [from, to] = [preview(left, a, precision), preview(right, b, precision)];
    if (from !== to && from !== '' && to !== '') return `${from} → ${to}`;
  }
  const [from, to] = [sizeOf(a), sizeOf(b)];
  return from === to ? from : `${from} → ${to}`;
}

function sizeOf(place: ByteRange | null): string {
  return place ? counted(place.end - place.start, 'byte') : '';
}
