/** Mouse and finger on the bytes: caret, range, going on beyond the edge, the card of what is under the pointer. */

import { fieldAt } from '../../store/caret.ts';
import type { NodeRange, OpenFile } from '../../store/state.ts';
import type { VirtualRows } from '../../ui/virtual.ts';
import type { Frame } from './painting.ts';
import { byteAtColumn, lineLength } from './row-text.ts';
import { mountHoverCard } from './tip.ts';

/** What the pointer works on. */
export interface PointerTarget {
  file(): OpenFile | null;
  frame(): Frame;
  /** Puts the caret on a byte, or draws the range out to it. */
  goTo(offset: number, extend: boolean): void;
  /** Selects what is around the selection. */
  selectAround(): void;
  redraw(): void;
}

/** Rows a second for each pixel that the pointer is beyond the edge, and at most. */
const ROWS_PER_PIXEL = 1.5;
const FASTEST = 600;

export class HexPointer {
  /** The field under the pointer. */
  hover: NodeRange | null = null;
  readonly #tip = mountHoverCard();
  /** Where the pointer is while it draws out a range. */
  #drag: { x: number; y: number } | null = null;
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
    view.addEventListener('dblclick', (event) => {
      if (this.#byteAt(event.clientX, event.clientY, false) !== null) target.selectAround();
    });
  }

  /** The pointer is on nothing. */
  leave(): void {
    this.#tip.hide();
    if (!this.hover) return;
    this.hover = null;
    this.target.redraw();
  }

  /** The byte at a point of the window; null when there is none. */
  byteAt(x: number, y: number): number | null {
    return this.#byteAt(x, y, false);
  }

  /** The byte at a point of the window, the nearest one outside the text; null when there is none. */
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

  #press(event: PointerEvent): void {
    // A finger scrolls; what it taps comes as a click.
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const offset = this.#byteAt(event.clientX, event.clientY, false);
    if (offset === null) return;
    event.preventDefault();
    this.rows.box.focus({ preventScroll: true });
    this.rows.view.setPointerCapture(event.pointerId);
    this.#drag = { x: event.clientX, y: event.clientY };
    this.leave();
    // The second press of a double click leaves what the first has selected, for what is around it.
    if (event.detail < 2) this.target.goTo(offset, event.shiftKey);
  }

  #tap(event: MouseEvent): void {
    if (!(event instanceof PointerEvent) || event.pointerType !== 'touch') return;
    const offset = this.#byteAt(event.clientX, event.clientY, false);
    if (offset !== null) this.target.goTo(offset, false);
  }

  #move({ pointerType, clientX, clientY }: PointerEvent): void {
    if (pointerType === 'touch') return;
    if (!this.#drag) {
      this.#hoverOver(clientX, clientY);
      return;
    }
    this.#drag = { x: clientX, y: clientY };
    this.#reach();
    if (this.#beyond() !== 0) this.#keepScrolling();
  }

  #release(): void {
    this.#drag = null;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** Draws the range out to the byte nearest to the pointer. */
  #reach(): void {
    const file = this.target.file();
    if (!this.#drag || !file) return;
    const { top, bottom } = this.rows.box.getBoundingClientRect();
    const y = Math.min(Math.max(this.#drag.y, top), bottom - 1);
    const offset = this.#byteAt(this.#drag.x, y, true);
    if (offset !== null && offset !== file.caret.peek().offset) this.target.goTo(offset, true);
  }

  /** How far the pointer is above (negative) or below the view, px. */
  #beyond(): number {
    if (!this.#drag) return 0;
    const { top, bottom } = this.rows.box.getBoundingClientRect();
    const { y } = this.#drag;
    return y < top ? y - top : y > bottom ? y - bottom : 0;
  }

  /** Scrolls as long as the pointer is held beyond the edge, the faster the farther. */
  #keepScrolling(): void {
    if (this.#frame !== 0) return;
    let last = performance.now();
    const step = (now: number) => {
      const beyond = this.#beyond();
      this.#frame = beyond === 0 ? 0 : requestAnimationFrame(step);
      if (beyond === 0) return;
      const speed = Math.min(Math.abs(beyond) * ROWS_PER_PIXEL, FASTEST) * Math.sign(beyond);
      // A tab that was away does not leap.
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
    if (!file || offset === null) {
      this.leave();
      return;
    }
    if (!this.hover || offset < this.hover.start || offset >= this.hover.end) {
      this.hover = fieldAt(file.parsed, offset);
      this.#tip.describe(file, this.hover);
      this.target.redraw();
    }
    this.#tip.place(x, y);
  }
}
