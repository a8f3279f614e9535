/** Bytes of two files side by side: matching ranges scroll together. */

import type { ComparedDifference } from '@lithoscope/core';
import { batch } from '@preact/signals-core';
import { HexView } from '../bytes/hex/view.ts';
import type { OpenFile } from '../document/open-file.ts';
import { type NodeRange, select } from '../document/selection.ts';
import { counted } from '../explain/describe.ts';

import { el, fileText } from '../ui/dom.ts';
import { effect } from '../ui/scope.ts';
import { type MatchedRanges, otherSide, type Side } from './ranges.ts';

const SIDES: readonly Side[] = ['left', 'right'];
/** Legends of the byte colours on each side. */
const LEGENDS: Readonly<Record<Side, string>> = {
  left: '− only here · ≠ changed',
  right: '+ only here · ≠ changed',
};

export class BytePair {
  readonly element = el('div', { class: 'compare-bytes' });
  readonly #views: Readonly<Record<Side, HexView>>;
  readonly #names: Readonly<Record<Side, HTMLElement>> = {
    left: el('p', { class: 'compare-name' }),
    right: el('p', { class: 'compare-name' }),
  };
  #files: Readonly<Record<Side, OpenFile>> | null = null;
  #ranges: MatchedRanges | null = null;
  /** The side that the user scrolls; the other follows. */
  #driver: Side = 'left';

  constructor() {
    this.#views = { left: this.#view('left'), right: this.#view('right') };
    for (const side of SIDES) {
      const { position } = this.#views[side];
      effect(() => this.#lead(side, position.value));
    }
  }

  /** Shows two files, starting at the selection of one; null clears the views. */
  show(files: Readonly<Record<Side, OpenFile>> | null, ranges: MatchedRanges | null): void {
    const isOther = files?.left !== this.#files?.left || files?.right !== this.#files?.right;
    this.#files = files;
    this.#ranges = ranges;
    if (files && isOther) {
      const { left, right } = files;
      this.#driver = left.selection.peek() || !right.selection.peek() ? 'left' : 'right';
    }
    for (const side of SIDES) {
      const file = files?.[side] ?? null;
      this.#views[side].show(file);
      this.#views[side].redraw();
      this.#names[side].replaceChildren(...(file ? this.#title(side, file) : []));
    }
    // A side that scrolled before the ranges were known could not take the other along.
    this.#lead(this.#driver, this.#views[this.#driver].position.peek());
  }

  /** Scrolls the other side to the matching position. */
  #lead(side: Side, position: number): void {
    if (this.#driver !== side || !this.#ranges) return;
    this.#views[otherSide(side)].scrollTo(this.#ranges.across(side, position));
  }

  /** Selects a difference on both sides. */
  select({ left, right }: ComparedDifference): void {
    if (!this.#files) return;
    const { left: mine, right: other } = this.#files;
    this.#driver = left ? 'left' : 'right';
    batch(() => {
      select(mine, left, 'compare');
      select(other, right, 'compare');
    });
  }

  #view(side: Side): HexView {
    const pane = el('div', { class: 'compare-side hex' }, this.#names[side]);
    const view = new HexView(pane, {
      origin: `compare-${side}`,
      label: (file) => `Bytes of ${file.name}, ${side}`,
      onSelect: (file, selection) => this.#chosen(side, file, selection),
      marks: (_, start, end) => this.#ranges?.marks(side, start, end) ?? [],
    });
    const drive = () => {
      this.#driver = side;
    };
    for (const type of ['wheel', 'pointerdown', 'touchstart', 'keydown']) {
      view.box.addEventListener(type, drive, { capture: true, passive: true });
    }
    this.element.append(pane);
    return view;
  }

  /** Selects the matching bytes on the other side. */
  #chosen(side: Side, file: OpenFile, selection: NodeRange): void {
    const other = this.#files?.[otherSide(side)];
    if (!other || !this.#ranges) return;
    const start = this.#ranges.across(side, selection.start);
    const end = Math.max(start, this.#ranges.across(side, selection.end));
    batch(() => {
      select(file, selection, `compare-${side}`);
      select(other, end > start ? { start, end, path: '' } : null, `compare-${side}`);
    });
  }

  #title(side: Side, file: OpenFile): HTMLElement[] {
    return [
      fileText(file.name, 'compare-file'),
      el('span', { class: 'compare-size' }, counted(file.parsed.size, 'byte')),
      el('span', { class: 'compare-legend' }, LEGENDS[side]),
    ];
  }
}
