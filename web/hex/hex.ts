/** The hex panel: every byte, tinted by what it is; caret and range by mouse and keyboard. */
import { effect, untracked } from '@preact/signals-core';
import { keyName } from '../commands.ts';
import { el } from '../dom.ts';
import { activeFile, type OpenFile, type Selection, select } from '../state.ts';
import { marksOf } from '../structure/marks.ts';
import { theme } from '../theme.ts';
import { type Slice, VirtualRows } from '../virtual.ts';
import { caretOf, fieldAt, moveCaret, rangeBetween } from './caret.ts';
import { tints } from './commands.ts';
import { byteAtColumn, chooseLayout, type HexLayout, lineLength, rowText } from './geometry.ts';
import { HexPainter, type Metrics } from './paint.ts';
import { mountHoverCard } from './tip.ts';
import './hex.css';

const ROW_HEIGHT = 20;
/** Space left of the offsets, px; hex.css has the same. */
const LEFT = 12;
/** Bytes that Ctrl+C copies at most. */
const COPY_LIMIT = 1 << 20;

export function mountHex(host: HTMLElement): void {
  const box = el('div', {
    class: 'hex-box',
    role: 'grid',
    tabindex: 0,
    'aria-readonly': 'true',
    'aria-multiselectable': 'true',
  });
  host.classList.add('hex');
  host.append(box);
  new HexPanel(box);
}

class HexPanel {
  readonly #rows: VirtualRows;
  readonly #painter: HexPainter;
  readonly #lines = el('div', { class: 'hex-lines', role: 'rowgroup' });
  readonly #tip = mountHoverCard();
  /** Where each file was left, px, by `OpenFile.key`. */
  readonly #tops = new WeakMap<object, number>();
  #metrics: Metrics = { charWidth: 7, rowHeight: ROW_HEIGHT, left: LEFT };
  #layout: HexLayout = chooseLayout(0, 0);
  #slice: Slice = { first: 0, count: 0, shift: 0 };
  #file: OpenFile | null = null;
  #hover: Selection | null = null;
  /** Selections made here or followed already: they need no scrolling to, on coming back to a file neither. */
  readonly #seen = new WeakSet<Selection>();
  #dragging = false;

  constructor(readonly box: HTMLElement) {
    this.#rows = new VirtualRows(box, ROW_HEIGHT, (slice) => this.#draw(slice));
    this.#painter = new HexPainter(el('canvas', { class: 'hex-canvas', 'aria-hidden': 'true' }));
    const veil = el('div', { class: 'hex-veil', 'aria-hidden': 'true' });
    this.#rows.view.append(this.#painter.canvas, this.#lines, veil);
    new ResizeObserver(() => this.#resize()).observe(box);
    box.addEventListener('keydown', (event) => this.#key(event));
    box.addEventListener('copy', (event) => this.#copy(event));
    for (const type of ['focus', 'blur']) box.addEventListener(type, () => this.#rows.invalidate());
    box.addEventListener('scroll', () => this.#leave(), { passive: true });
    this.#rows.view.addEventListener('pointerdown', (event) => this.#press(event));
    this.#rows.view.addEventListener('pointermove', (event) => this.#move(event));
    this.#rows.view.addEventListener('pointerleave', () => this.#leave());
    for (const type of ['pointerup', 'pointercancel'] as const) {
      this.#rows.view.addEventListener(type, () => {
        this.#dragging = false;
      });
    }
    this.#rows.view.addEventListener('click', (event) => this.#tap(event));
    effect(() => {
      const file = activeFile.value;
      if (file !== this.#file) this.#open(file);
      this.#follow(file, file?.selection.value ?? null);
    });
    effect(() => {
      theme.value;
      tints.value;
      this.#painter.forgetColours();
      this.#rows.invalidate();
    });
  }

  /** Shows another file where it was left. */
  #open(file: OpenFile | null): void {
    if (this.#file) this.#tops.set(this.#file.key, this.#rows.top);
    this.#file = file;
    this.#leave();
    this.box.setAttribute('aria-label', file ? `Bytes of ${file.name}` : 'Bytes');
    this.#arrange();
    this.#rows.scrollTo((file && this.#tops.get(file.key)) ?? 0);
    if (file) keepInside(file);
  }

  /** Goes to the start of what another panel selected. */
  #follow(file: OpenFile | null, selection: Selection | null): void {
    if (file && selection && !this.#seen.has(selection)) {
      this.#seen.add(selection);
      const offset = Math.min(selection.start, Math.max(0, file.parsed.size - 1));
      untracked(() => {
        caretOf(file).value = { offset, anchor: offset };
      });
      this.#rows.reveal(Math.floor(offset / this.#layout.perRow));
    }
    this.#rows.invalidate();
  }

  /** Chooses the layout for the width; keeps the first visible byte where it is. */
  #arrange(): void {
    const size = this.#file?.parsed.size ?? 0;
    const columns = Math.floor((this.box.clientWidth - LEFT) / this.#metrics.charWidth);
    const before = this.#layout.perRow;
    this.#layout = chooseLayout(size, columns);
    const { perRow } = this.#layout;
    const rows = Math.ceil(size / perRow);
    const top = (this.#rows.top * before) / perRow;
    this.#rows.setRows(rows);
    if (perRow !== before) this.#rows.scrollTo(top);
    this.box.setAttribute('aria-rowcount', String(rows));
    this.box.style.setProperty('--offset-digits', String(this.#layout.digits));
  }

  #resize(): void {
    const ruler = el('span', { class: 'hex-ruler', 'aria-hidden': 'true' }, '0'.repeat(100));
    this.#lines.append(ruler);
    const { width } = ruler.getBoundingClientRect();
    ruler.remove();
    this.#metrics = { charWidth: width / 100 || 7, rowHeight: ROW_HEIGHT, left: LEFT };
    this.#arrange();
    this.#painter.resize(this.box.clientWidth, this.box.clientHeight);
    this.#rows.invalidate();
  }

  #draw(slice: Slice): void {
    this.#slice = slice;
    const file = this.#file;
    this.#lines.style.transform = `translateY(${slice.shift}px)`;
    this.#writeLines(slice);
    if (!file) {
      this.box.removeAttribute('aria-activedescendant');
      this.#painter.clear();
      return;
    }
    const { offset } = caretOf(file).peek();
    const caretRow = Math.floor(offset / this.#layout.perRow);
    const visible = caretRow >= slice.first && caretRow < slice.first + slice.count;
    if (visible) this.box.setAttribute('aria-activedescendant', `hex-row-${caretRow - slice.first}`);
    else this.box.removeAttribute('aria-activedescendant');
    this.#painter.paint({
      parsed: file.parsed,
      layout: this.#layout,
      metrics: this.#metrics,
      ...slice,
      tints: tints.peek(),
      marks: marksOf(file).ranges,
      selection: file.selection.peek(),
      caret: offset,
      hover: this.#hover,
      focused: document.activeElement === this.box,
    });
  }

  /** One text node a row, reused. */
  #writeLines({ first, count }: Slice): void {
    const lines = this.#lines.children;
    while (lines.length < count) {
      const cell = el('span', { role: 'gridcell', id: `hex-row-${lines.length}` }, ' ');
      this.#lines.append(el('div', { class: 'hex-line', role: 'row' }, cell));
    }
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i] as HTMLElement;
      line.hidden = i >= count;
      const text = line.firstChild?.firstChild;
      if (i >= count || !text || !this.#file) continue;
      const content = rowText(this.#layout, this.#file.parsed.bytes, (first + i) * this.#layout.perRow);
      if (text.nodeValue !== content) text.nodeValue = content;
      line.setAttribute('aria-rowindex', String(first + i + 1));
    }
  }

  /** The byte at a point of the window, the nearest one outside the text; null when there is none. */
  #byteAt(event: MouseEvent, nearest: boolean): number | null {
    const size = this.#file?.parsed.size ?? 0;
    if (size === 0) return null;
    const { left, top } = this.#rows.view.getBoundingClientRect();
    const column = (event.clientX - left - this.#metrics.left) / this.#metrics.charWidth;
    const row = Math.floor((event.clientY - top - this.#slice.shift) / ROW_HEIGHT) + this.#slice.first;
    const index = byteAtColumn(this.#layout, column);
    const outside = index === null || column > lineLength(this.#layout) + 1;
    if (outside && !nearest) return null;
    const offset = row * this.#layout.perRow + (index ?? 0);
    if (offset >= 0 && offset < size) return offset;
    return nearest ? Math.min(Math.max(offset, 0), size - 1) : null;
  }

  #press(event: PointerEvent): void {
    // A finger scrolls; what it taps comes as a click.
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const offset = this.#byteAt(event, false);
    if (offset === null) return;
    event.preventDefault();
    this.box.focus({ preventScroll: true });
    this.#rows.view.setPointerCapture(event.pointerId);
    this.#dragging = true;
    this.#leave();
    this.#goTo(offset, event.shiftKey);
  }

  #tap(event: MouseEvent): void {
    if (!(event instanceof PointerEvent) || event.pointerType !== 'touch') return;
    const offset = this.#byteAt(event, false);
    if (offset !== null) this.#goTo(offset, false);
  }

  #move(event: PointerEvent): void {
    if (event.pointerType === 'touch') return;
    const offset = this.#byteAt(event, this.#dragging);
    const file = this.#file;
    if (!this.#dragging) this.#hoverOver(offset, event);
    else if (file && offset !== null && offset !== caretOf(file).peek().offset) this.#goTo(offset, true);
  }

  #hoverOver(offset: number | null, event: PointerEvent): void {
    const file = this.#file;
    if (!file || offset === null) {
      this.#leave();
      return;
    }
    if (!this.#hover || offset < this.#hover.start || offset >= this.#hover.end) {
      this.#hover = fieldAt(file.parsed, offset);
      this.#tip.describe(file, this.#hover);
      this.#rows.invalidate();
    }
    this.#tip.place(event.clientX, event.clientY);
  }

  #leave(): void {
    this.#tip.hide();
    if (!this.#hover) return;
    this.#hover = null;
    this.#rows.invalidate();
  }

  /** Puts the caret on a byte: selects its field, or the range from the anchor. */
  #goTo(offset: number, extend: boolean): void {
    const file = this.#file;
    if (!file) return;
    const caret = caretOf(file);
    const anchor = extend ? caret.peek().anchor : offset;
    caret.value = { offset, anchor };
    const selection = extend ? rangeBetween(file.parsed, anchor, offset) : fieldAt(file.parsed, offset);
    this.#seen.add(selection);
    select(file, selection);
    this.#rows.show(Math.floor(offset / this.#layout.perRow));
  }

  #key(event: KeyboardEvent): void {
    const file = this.#file;
    const size = file?.parsed.size ?? 0;
    if (!file || size === 0) return;
    const step = { size, perRow: this.#layout.perRow, page: this.#rows.page };
    const key = keyName({
      key: event.key,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
      altKey: event.altKey,
      shiftKey: false,
    });
    const offset = moveCaret(file.parsed, caretOf(file).peek().offset, key, step);
    if (offset === null) return;
    event.preventDefault();
    this.#leave();
    this.#goTo(offset, event.shiftKey);
  }

  /** Copies the selected bytes as hex digits. */
  #copy(event: ClipboardEvent): void {
    const selection = this.#file?.selection.peek();
    if (!this.#file || !selection || selection.end <= selection.start) return;
    const bytes = this.#file.parsed.bytes.subarray(
      selection.start,
      Math.min(selection.end, selection.start + COPY_LIMIT),
    );
    const digits = Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0'));
    event.clipboardData?.setData('text/plain', digits.join(' '));
    event.preventDefault();
  }
}

/** Content that was read again may be shorter than where the caret stood. */
function keepInside(file: OpenFile): void {
  const caret = caretOf(file);
  const { offset, anchor } = caret.peek();
  const last = Math.max(0, file.parsed.size - 1);
  if (Math.max(offset, anchor) > last) {
    caret.value = { offset: Math.min(offset, last), anchor: Math.min(anchor, last) };
  }
}
