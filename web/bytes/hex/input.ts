/** Input of a hex view: caret and ranges by keyboard, mouse and touch, and the hover card. */

import { extendByField, fieldAt, moveCaret, rangeBetween } from '../../document/caret.ts';
import { describeSelection } from '../../document/field-facts.ts';
import type { OpenFile } from '../../document/open-file.ts';
import type { Caret, NodeRange } from '../../document/selection.ts';
import { formatOffset, hexDigits } from '../../lib/hex.ts';
import { el } from '../../ui/dom.ts';
import { isOpenOverThePage, keyName } from '../../ui/keyboard.ts';
import { listen } from '../../ui/scope.ts';
import type { VirtualRows } from '../../ui/virtual.ts';
import { hoverCard } from '../inspector/card.ts';
import type { Frame } from './painting.ts';
import { type BytesColumn, byteAtColumn, bytesColumn, lineLength } from './row-text.ts';
import { changeWords } from './stops.ts';

// Caret

/** The view that shows the caret. */
interface CaretHost {
  file(): OpenFile | null;
  /** Bytes a row, and rows in view. */
  size(): { readonly perRow: number; readonly page: number };
  /** Scrolls an offset into view. */
  show(offset: number): void;
  select(file: OpenFile, selection: NodeRange): void;
}

export class CaretKeys {
  constructor(private readonly host: CaretHost) {}

  /** Puts the caret on a byte: selects its field, or the range from the anchor. */
  goTo(offset: number, extend: boolean): void {
    const file = this.host.file();
    if (!file) return;
    if (extend) {
      this.#extendTo(file, { offset, anchor: file.caret.peek().anchor });
      return;
    }
    this.#moveTo(file, { offset, anchor: offset });
    this.host.select(file, fieldAt(file.parsed, offset));
  }

  /** Puts the caret on a byte and selects its field, unless it is selected already. */
  advanceTo(offset: number): void {
    const file = this.host.file();
    if (!file) return;
    this.#moveTo(file, { offset, anchor: offset });
    const field = fieldAt(file.parsed, offset);
    const { start, end, path } = file.selection.peek() ?? {};
    if (start !== field.start || end !== field.end || path !== field.path) this.host.select(file, field);
  }

  /** Selects whole rows, as a press on their offset does. @param extend from the start of the range to the row */
  selectRow(start: number, extend: boolean): void {
    const file = this.host.file();
    if (!file) return;
    const last = Math.min(start + this.host.size().perRow, file.parsed.size) - 1;
    const { anchor } = file.caret.peek();
    if (!extend) this.#extendTo(file, { anchor: start, offset: last });
    else this.#extendTo(file, { anchor, offset: start >= anchor ? last : start });
  }

  /** Selects the smallest struct, array or section that is larger than the selection and contains it. */
  selectAround(): void {
    const file = this.host.file();
    const selection = file?.selection.peek();
    if (!file || !selection) return;
    const around = file.parsed
      .ancestors(file.caret.peek().offset)
      .findLast(
        ({ start, end }) =>
          start <= selection.start && end >= selection.end && end - start > selection.end - selection.start,
      );
    if (around) this.host.select(file, { start: around.start, end: around.end, path: around.path });
  }

  /** Handles a key. @returns false for keys without a meaning here */
  press({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
    const file = this.host.file();
    const size = file?.parsed.size ?? 0;
    if (!file || size === 0) return false;
    const name = keyName({ key, ctrlKey, metaKey, altKey, shiftKey: false });
    if (name === 'Ctrl+A') {
      file.caret.value = { offset: size - 1, anchor: 0 };
      this.host.select(file, { start: 0, end: size, path: '' });
      return true;
    }
    if (shiftKey && (name === 'Ctrl+ArrowLeft' || name === 'Ctrl+ArrowRight')) {
      const forward = name === 'Ctrl+ArrowRight';
      this.#extendTo(file, extendByField(file.parsed, file.caret.peek(), forward, size));
      return true;
    }
    const offset = moveCaret(file.parsed, file.caret.peek().offset, name, { size, ...this.host.size() });
    if (offset !== null) this.goTo(offset, shiftKey);
    return offset !== null;
  }

  #extendTo(file: OpenFile, caret: Caret): void {
    this.#moveTo(file, caret);
    this.host.select(file, rangeBetween(file.parsed, caret.anchor, caret.offset));
  }

  #moveTo(file: OpenFile, caret: Caret): void {
    file.caret.value = caret;
    this.host.show(caret.offset);
  }
}

// Mouse and touch

/** The view under the pointer. */
interface PointerTarget {
  file(): OpenFile | null;
  frame(): Frame;
  /** Called when a byte of this column is pressed, before the caret moves to it. */
  pressedIn(column: BytesColumn): void;
  redraw(): void;
}

/** Scrolling speed beyond the edge: rows per second for each CSS pixel, and the maximum. */
const ROWS_PER_PIXEL = 1.5;
const MAX_ROWS_PER_SECOND = 600;

export class HexPointer {
  /** The field under the pointer. */
  hover: NodeRange | null = null;
  /** The card's words about a change of the byte under the pointer. */
  #change = '';
  readonly #tip = mountHoverCard();
  /** Position of the pointer while it drags a range. */
  #drag: { x: number; y: number; readonly byRows: boolean } | null = null;
  #frame = 0;

  constructor(
    private readonly rows: VirtualRows,
    private readonly caret: CaretKeys,
    private readonly target: PointerTarget,
  ) {
    const { view, box } = rows;
    box.addEventListener('scroll', () => this.leave(), { passive: true });
    view.addEventListener('pointerdown', (event) => this.#press(event));
    view.addEventListener('pointermove', (event) => this.#move(event));
    view.addEventListener('pointerleave', () => this.leave());
    for (const type of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
      view.addEventListener(type, () => this.#release());
    }
    view.addEventListener('click', (event) => this.#tap(event));
    // No hover card beside popovers.
    listen(document, 'beforetoggle', () => this.leave(), { capture: true });
    view.addEventListener('dblclick', (event) => {
      if (this.byteAt(event.clientX, event.clientY) !== null) caret.selectAround();
    });
  }

  /** Ends the hover. */
  leave(): void {
    this.#tip.hide();
    if (!this.hover) return;
    this.hover = null;
    this.target.redraw();
  }

  /** Column of characters, which may be fractional, and row at a point of the window. */
  #cellAt(x: number, y: number) {
    const { layout, metrics, first, shift } = this.target.frame();
    const { left, top } = this.rows.view.getBoundingClientRect();
    const column = (x - left - metrics.left) / metrics.charWidth;
    const row = Math.floor((y - top - shift) / metrics.rowHeight) + first;
    return { layout, metrics, column, row };
  }

  /** The offset at a point of the window, or null. @param nearest outside the text, the nearest offset */
  byteAt(x: number, y: number, nearest = false): number | null {
    const size = this.target.file()?.parsed.size ?? 0;
    if (size === 0) return null;
    const { layout, column, row } = this.#cellAt(x, y);
    const index = byteAtColumn(layout, column);
    const outside = index === null || column > lineLength(layout) + 1;
    if (outside && !nearest) return null;
    const offset = row * layout.perRow + (index ?? 0);
    if (offset >= 0 && offset < size) return offset;
    return nearest ? Math.min(Math.max(offset, 0), size - 1) : null;
  }

  /** The first byte of the row whose offset is at a point of the window; null outside the column of offsets. */
  #rowAt(x: number, y: number): number | null {
    const { layout, metrics, column, row } = this.#cellAt(x, y);
    const start = row * layout.perRow;
    const isOffset = byteAtColumn(layout, column) === null && column >= -metrics.left / metrics.charWidth;
    return isOffset && start >= 0 && start < (this.target.file()?.parsed.size ?? 0) ? start : null;
  }

  #press(event: PointerEvent): void {
    // Touch scrolls; a tap arrives as a click.
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const row = this.#rowAt(event.clientX, event.clientY);
    const offset = row ?? this.byteAt(event.clientX, event.clientY);
    if (offset === null) return;
    if (row === null) this.target.pressedIn(this.#columnAt(event));
    event.preventDefault();
    this.rows.box.focus({ preventScroll: true });
    this.rows.view.setPointerCapture(event.pointerId);
    this.#drag = { x: event.clientX, y: event.clientY, byRows: row !== null };
    this.leave();
    if (row !== null) this.caret.selectRow(row, event.shiftKey);
    // The second press of a double click keeps the selection for `selectAround`.
    else if (event.detail < 2) this.caret.goTo(offset, event.shiftKey);
  }

  #tap(event: MouseEvent): void {
    if (!(event instanceof PointerEvent) || event.pointerType !== 'touch') return;
    const row = this.#rowAt(event.clientX, event.clientY);
    const offset = this.byteAt(event.clientX, event.clientY);
    if (row !== null) this.caret.selectRow(row, event.shiftKey);
    else if (offset !== null) {
      this.target.pressedIn(this.#columnAt(event));
      this.caret.goTo(offset, false);
      // Focus within the tap, so that the browser opens its on-screen keyboard.
      this.rows.box.focus({ preventScroll: true });
    }
  }

  #columnAt({ clientX, clientY }: MouseEvent): BytesColumn {
    const { layout, column } = this.#cellAt(clientX, clientY);
    return bytesColumn(layout, column);
  }

  #move({ pointerType, clientX, clientY }: PointerEvent): void {
    if (pointerType === 'touch') return;
    if (!this.#drag) {
      this.#hoverOver(clientX, clientY);
      return;
    }
    this.#drag = { ...this.#drag, x: clientX, y: clientY };
    this.#extendToPointer();
    if (this.#beyond() !== 0) this.#keepScrolling();
  }

  #release(): void {
    this.#drag = null;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** Extends the range to the byte nearest to the pointer. */
  #extendToPointer(): void {
    const file = this.target.file();
    if (!this.#drag || !file) return;
    const { top, bottom } = this.rows.box.getBoundingClientRect();
    const y = Math.min(Math.max(this.#drag.y, top), bottom - 1);
    const offset = this.byteAt(this.#drag.x, y, true);
    if (offset === null) return;
    const { perRow } = this.target.frame().layout;
    if (this.#drag.byRows) this.caret.selectRow(offset - (offset % perRow), true);
    else if (offset !== file.caret.peek().offset) this.caret.goTo(offset, true);
  }

  /** Distance of the pointer above (negative) or below the view, CSS pixels. */
  #beyond(): number {
    if (!this.#drag) return 0;
    const { top, bottom } = this.rows.box.getBoundingClientRect();
    const { y } = this.#drag;
    return y < top ? y - top : y > bottom ? y - bottom : 0;
  }

  /** Scrolls while the pointer is beyond the edge, faster with the distance. */
  #keepScrolling(): void {
    if (this.#frame !== 0) return;
    let last = performance.now();
    const step = (now: number) => {
      const beyond = this.#beyond();
      this.#frame = beyond === 0 ? 0 : requestAnimationFrame(step);
      if (beyond === 0) return;
      const speed = Math.min(Math.abs(beyond) * ROWS_PER_PIXEL, MAX_ROWS_PER_SECOND) * Math.sign(beyond);
      // Limited, so that the view does not jump when a tab returns from the background.
      const seconds = Math.min(now - last, 100) / 1000;
      last = now;
      this.rows.scrollTo(this.rows.top + speed * seconds * this.rows.rowHeight);
      this.#extendToPointer();
    };
    this.#frame = requestAnimationFrame(step);
  }

  #hoverOver(x: number, y: number): void {
    const file = this.target.file();
    const offset = this.byteAt(x, y);
    if (!file || offset === null || isOpenOverThePage()) {
      this.leave();
      return;
    }
    const words = changeWords(file, offset);
    const change = words && `${formatOffset(offset)}: ${hexDigits(file.parsed.bytes[offset] ?? 0)}, ${words}`;
    if (!this.hover || offset < this.hover.start || offset >= this.hover.end || change !== this.#change) {
      this.hover = fieldAt(file.parsed, offset);
      this.#change = change;
      this.#tip.describe(file, this.hover, change);
      this.target.redraw();
    }
    this.#tip.place(x, y);
  }
}

// Hover card

/** Distance to the pointer and to the window's edges, CSS pixels. */
const GAP = 14;

interface HoverCard {
  /** Describes a field. @param change of the byte at the pointer, in words; '' for an unchanged byte */
  describe(file: OpenFile, field: NodeRange, change: string): void;
  /** Shows the card beside a point, inside the window. */
  place(x: number, y: number): void;
  hide(): void;
}

function mountHoverCard(): HoverCard {
  const card = el('div', { class: 'hover-card', hidden: true, 'aria-hidden': 'true' });
  document.body.append(card);
  return {
    describe: (file, field, change) => {
      card.replaceChildren(...hoverCard(describeSelection(file, field)));
      if (change !== '') card.append(el('div', { class: 'hex-change mono' }, change));
    },
    place: (x, y) => {
      card.hidden = false;
      const { width, height } = card.getBoundingClientRect();
      const left = Math.min(x + GAP, window.innerWidth - width - GAP);
      const below = y + GAP + 6;
      const top = below + height > window.innerHeight - GAP ? y - height - GAP : below;
      card.style.transform = `translate(${Math.max(left, GAP)}px, ${Math.max(top, GAP)}px)`;
    },
    hide: () => {
      card.hidden = true;
    },
  };
}
