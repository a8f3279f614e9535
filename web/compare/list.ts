/** The list of differences: a tree of sections, of which only the visible rows exist. */

import type { ComparedDifference, ComparedGroup } from '@lithoscope/core';
import type { OpenFile } from '../document/open-file.ts';
import { el, setAttribute } from '../ui/dom.ts';
import { type Slice, VirtualRows } from '../ui/virtual.ts';
import { type ListRow, listRows, nextDifference, type Place, placeOf } from './list-rows.ts';
import { DifferenceRow } from './row.ts';

/** compare.css has the same. */
const ROW_HEIGHT = 42;

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
  readonly #virtual = new VirtualRows(this.box, ROW_HEIGHT, (slice) => this.#draw(slice));
  readonly #lines = el('div', { role: 'presentation' });
  readonly #drawn: DifferenceRow[] = [];
  #listed: Listed | null = null;
  #rows: readonly ListRow[] = [];
  #folded: ReadonlySet<string> = new Set();
  #derived = false;
  #focus = 0;
  #selected: ComparedDifference | null = null;

  /** @param choose a difference was selected; with how many stand before it in the list, and how many there are */
  constructor(private readonly choose: (difference: ComparedDifference) => void) {
    this.#virtual.view.append(this.#lines);
    this.box.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (this.#key(event.key)) event.preventDefault();
    });
    this.box.addEventListener('mousedown', (event) => this.#press(event));
    for (const type of ['focus', 'blur']) this.box.addEventListener(type, () => this.#virtual.invalidate());
  }

  /** Lists the differences of two files from the top, or nothing. */
  show(listed: Listed | null): void {
    this.#listed = listed;
    this.#folded = new Set();
    this.#selected = null;
    this.#arrange();
    // The first row is a section: its first difference is where one wants to be.
    this.#focus = Math.max(0, nextDifference(this.#rows, -1, 1));
    this.#virtual.scrollTo(0);
  }

  /** Also lists what only follows from something else, or leaves it out. */
  showDerived(derived: boolean): void {
    this.#derived = derived;
    this.#arrange();
    this.#virtual.show(this.#focus);
  }

  /** Selects the next or the previous difference, around the ends. */
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
    const row = Math.floor(this.#virtual.top / ROW_HEIGHT) + at;
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

  /** Opens or folds a section. */
  #fold(row: number): void {
    const at = this.#rows[row];
    if (at?.kind !== 'section') return;
    const folded = new Set(this.#folded);
    if (!folded.delete(at.group.section)) folded.add(at.group.section);
    this.#folded = folded;
    this.#arrange();
  }

  /** What a key does; false for a key that does nothing. */
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
