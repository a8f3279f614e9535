/** Mouse and touch on the bytes: caret, ranges, scrolling beyond the edge, the hover card. */

import { fieldAt } from '../../document/caret.ts';
import type { OpenFile } from '../../document/open-file.ts';
import type { NodeRange } from '../../document/selection.ts';
import { formatOffset, hexDigits } from '../../lib/hex.ts';
import { isOpenOverThePage } from '../../ui/keyboard.ts';
import { listen } from '../../ui/scope.ts';
import type { VirtualRows } from '../../ui/virtual.ts';
import { changeWords } from './changes.ts';
import type { Frame } from './painting.ts';
import { type BytesColumn, byteAtColumn, bytesColumn, lineLength } from './row-text.ts';
import { mountHoverCard } from './tip.ts';

/** The view under the pointer. */
export interface PointerTarget {
  file(): OpenFile | null;
  frame(): Frame;
  /** Puts the caret on a byte, or extends the range to it. */
  goTo(offset: number, extend: boolean): void;
  /** Selects the row that begins at an offset, or extends the range to it. */
  selectRow(start: number, extend: boolean): void;
  /** A byte of this column was pressed; before the caret goes to it. */
  pressedIn(column: BytesColumn): void;
  /** Selects the structure around the selection. */
  selectAround(): void;
  redraw(): void;
}

/** Scrolling speed beyond the edge: rows a second for each CSS pixel, and at most. */
const ROWS_PER_PIXEL = 1.5;
const MAX_ROWS_PER_SECOND = 600;

export class HexPointer {
  /** The field under the pointer. */
  hover: NodeRange | null = null;
  /** What the card says of the byte under the pointer. */
  #change = '';
  readonly #tip = mountHoverCard();
  /** Position of the pointer while it drags a range. */
  #drag: { x: number; y: number; readonly byRows: boolean } | null = null;
  #frame = 0;

  constructor(
    private readonly rows: VirtualRows,
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
    // What opens over the page is not to have the card beside it.
    listen(document, 'beforetoggle', () => this.leave(), { capture: true });
    view.addEventListener('dblclick', (event) => {
      if (this.#byteAt(event.clientX, event.clientY, false) !== null) target.selectAround();
    });
  }

  /** Ends the hover. */
  leave(): void {
    this.#tip.hide();
    if (!this.hover) return;
    this.hover = null;
    this.target.redraw();
  }

  /** The offset at a point of the window; null when there is none. */
  byteAt(x: number, y: number): number | null {
    return this.#byteAt(x, y, false);
  }

  /** The offset at a point of the window; null when there is none. @param nearest outside the text, the nearest offset */
  #byteAt(x: number, y: number, nearest: boolean): number | null {
    const size = this.target.file()?.parsed.size ?? 0;
    if (size === 0) return null;
    const { layout, metrics, first, shift } = this.target.frame();
    const { left, top } = this.rows.view.getBoundingClientRect();
    const column = (x - left - metrics.left) / metrics.charWidth;
    const row = Math.floor((y - top - shift) / metrics.rowHeight) + first;
    const index = byteAtColumn(layout, column);
    const outside = index === null || column > lineLength(layout) + 1;
    if (outside && !nearest) return null;
    const offset = row * layout.perRow + (index ?? 0);
    if (offset >= 0 && offset < size) return offset;
    return nearest ? Math.min(Math.max(offset, 0), size - 1) : null;
  }

  /** Where the row begins whose offset is at a point of the window; null beside the offsets. */
  #rowAt(x: number, y: number): number | null {
    const { layout, metrics, first, shift } = this.target.frame();
    const { left, top } = this.rows.view.getBoundingClientRect();
    const column = (x - left - metrics.left) / metrics.charWidth;
    const start = (Math.floor((y - top - shift) / metrics.rowHeight) + first) * layout.perRow;
    const isOffset = byteAtColumn(layout, column) === null && column >= -metrics.left / metrics.charWidth;
    return isOffset && start >= 0 && start < (this.target.file()?.parsed.size ?? 0) ? start : null;
  }

  #press(event: PointerEvent): void {
    // Touch scrolls; a tap arrives as a click.
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const row = this.#rowAt(event.clientX, event.clientY);
    const offset = row ?? this.#byteAt(event.clientX, event.clientY, false);
    if (offset === null) return;
    if (row === null) this.target.pressedIn(this.#columnAt(event.clientX));
    event.preventDefault();
    this.rows.box.focus({ preventScroll: true });
    this.rows.view.setPointerCapture(event.pointerId);
    this.#drag = { x: event.clientX, y: event.clientY, byRows: row !== null };
    this.leave();
    if (row !== null) {
      this.target.selectRow(row, event.shiftKey);
      return;
    }
    // The second press of a double click keeps the selection for `selectAround`.
    if (event.detail < 2) this.target.goTo(offset, event.shiftKey);
  }

  #tap(event: MouseEvent): void {
    if (!(event instanceof PointerEvent) || event.pointerType !== 'touch') return;
    const row = this.#rowAt(event.clientX, event.clientY);
    const offset = this.#byteAt(event.clientX, event.clientY, false);
    if (row !== null) this.target.selectRow(row, event.shiftKey);
    else if (offset !== null) {
      this.target.pressedIn(this.#columnAt(event.clientX));
      this.target.goTo(offset, false);
      // A browser opens its keyboard for a field that a tap gives the focus.
      this.rows.box.focus({ preventScroll: true });
    }
  }

  #columnAt(x: number): BytesColumn {
    const { layout, metrics } = this.target.frame();
    const { left } = this.rows.view.getBoundingClientRect();
    return bytesColumn(layout, (x - left - metrics.left) / metrics.charWidth);
  }

  #move({ pointerType, clientX, clientY }: PointerEvent): void {
    if (pointerType === 'touch') return;
    if (!this.#drag) {
      this.#hoverOver(clientX, clientY);
      return;
    }
    this.#drag = { ...this.#drag, x: clientX, y: clientY };
    this.#reach();
    if (this.#beyond() !== 0) this.#keepScrolling();
  }

  #release(): void {
    this.#drag = null;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** Extends the range to the byte nearest to the pointer. */
  #reach(): void {
    const file = this.target.file();
    if (!this.#drag || !file) return;
    const { top, bottom } = this.rows.box.getBoundingClientRect();
    const y = Math.min(Math.max(this.#drag.y, top), bottom - 1);
    const offset = this.#byteAt(this.#drag.x, y, true);
    if (offset !== null && this.#drag.byRows) {
      const { perRow } = this.target.frame().layout;
      this.target.selectRow(offset - (offset % perRow), true);
      return;
    }
    if (offset !== null && offset !== file.caret.peek().offset) this.target.goTo(offset, true);
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
      // Limited, so that a tab returning from the background does not jump.
      const seconds = Math.min(now - last, 100) / 1000;
      last = now;
      this.rows.scrollTo(this.rows.top + speed * seconds * this.rows.rowHeight);
      this.#reach();
    };
    this.#frame = requestAnimationFrame(step);
  }

  #hoverOver(x: number, y: number): void {
    const file = this.target.file();
    const offset = this.#byteAt(x, y, false);
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
