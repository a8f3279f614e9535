/** The hex view: bytes of one file as rows, with caret and selection. The panel has one, a comparison two. */

import { batch, computed, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import { bookmarksOf, bookmarksWithin } from '../../document/bookmarks.ts';
import { fieldAt, keepInside } from '../../document/caret.ts';
import type { Content } from '../../document/content.ts';
import { marksOf } from '../../document/marks.ts';
import type { OpenFile } from '../../document/open-file.ts';
import {
  type NodeRange,
  type Selection,
  SelectionFollower,
  type SelectionOrigin,
  select,
  selectedChain,
} from '../../document/selection.ts';
import { changedRanges, changedWithin } from '../../edit/changed.ts';
import type { Range } from '../../lib/hex.ts';

import { el, visible } from '../../ui/dom.ts';
import { effect, onResize } from '../../ui/scope.ts';
import { theme } from '../../ui/theme.ts';
import { type Slice, VirtualRows } from '../../ui/virtual.ts';
import type { Overwrite } from '../overwrite/typed-run.ts';
import { CaretKeys, HexPointer } from './input.ts';
import { HexColumns, HexLines } from './lines.ts';
import { HexPainter } from './painter.ts';
import type { ByteMark } from './painting.ts';
import { cellAt, type Frame, type Metrics } from './painting.ts';
import { chooseLayout, type HexLayout, lineLength } from './row-text.ts';
import { type ByteEditor, type EditedView, hexFormat, tints } from './state.ts';

import './hex.css';

/** Space left of the offsets, CSS pixels; hex.css has the same value. */
const LEFT = 12;
/** Time for which the previous rows stay while bytes are being fetched, ms: empty rows would flicker. */
const FETCH_DELAY_MS = 100;

export interface HexViewOptions {
  /** Accessible name; `Bytes of NAME` when absent. */
  readonly label?: (file: OpenFile) => string;
  /** Origin of selections made in this view; 'bytes' when absent. */
  readonly origin?: SelectionOrigin;
  /** Called with a selection made in this view; when absent it becomes the file's selection. */
  readonly onSelect?: (file: OpenFile, range: NodeRange) => void;
  /** Ranges to paint over the structure's colours in [start, end). Call `redraw` when they change. */
  readonly marks?: (file: OpenFile, start: number, end: number) => readonly ByteMark[];
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}

/** The changed ranges with the typed bytes that are not in the file yet. */
function withTyped(changed: readonly Range[], over: Overwrite | null): readonly Range[] {
  return over ? [...changed, { start: over.start, end: over.start + over.value.length }] : changed;
}

/** Follows the file's selection from any panel. */
export class HexView implements EditedView {
  /** The grid; scrolls. */
  readonly box: HTMLElement = el('div', {
    class: 'hex-box',
    role: 'grid',
    tabindex: 0,
    'aria-readonly': 'true',
    'aria-multiselectable': 'true',
  });
  /** Offset at the top, fractional while a row is partly scrolled away; changes once a frame. */
  readonly position: ReadonlySignal<number>;
  /** The bytes in view; empty without a file. Changes once a frame. */
  readonly shown: ReadonlySignal<Range>;
  readonly file: ReadonlySignal<OpenFile | null>;
  /** The editor of the bytes; null in a read-only view. */
  editor: ByteEditor | null = null;

  readonly #rows: VirtualRows;
  readonly #painter = new HexPainter(el('canvas', { class: 'hex-canvas', 'aria-hidden': 'true' }));
  readonly #lines = new HexLines(this.box);
  readonly #columns = new HexColumns();
  readonly #caret: CaretKeys;
  readonly #pointer: HexPointer;
  readonly #position = signal(0);
  readonly #shown = signal<Range>({ start: 0, end: 0 });
  readonly #file = signal<OpenFile | null>(null);
  /** The content of the file that is shown. */
  readonly #content = signal<Content | null>(null);
  /** Scroll position of each file that was shown, CSS pixels. */
  readonly #tops = new WeakMap<OpenFile, number>();
  readonly #follower;
  #metrics: Metrics = { charWidth: 7, rowHeight: 20, left: LEFT };
  #layout: HexLayout = chooseLayout(0, 0);
  /** Time at which bytes in view were found missing; 0: all are there. */
  #waitingSince = 0;
  #slice: Slice = { first: 0, count: 0, shift: 0 };

  constructor(
    host: HTMLElement,
    private readonly options: HexViewOptions = {},
  ) {
    this.#follower = new SelectionFollower(options.origin ?? 'bytes');
    this.position = computed(() => this.#position.value);
    this.shown = computed(() => this.#shown.value);
    this.file = computed(() => this.#file.value);
    host.append(el('div', { class: 'hex-view' }, this.#columns.element, this.box));
    this.#rows = new VirtualRows(this.box, '--hex-row', (slice) => this.#draw(slice));
    const veil = el('div', { class: 'hex-veil', 'aria-hidden': 'true' });
    this.#rows.view.append(this.#painter.canvas, this.#lines.element, veil);
    this.#caret = new CaretKeys({
      file: () => this.#file.peek(),
      size: () => ({ perRow: this.#layout.perRow, page: this.#rows.page }),
      show: (offset) => this.#rows.show(Math.floor(offset / this.#layout.perRow)),
      select: (file, selection) => this.#choose(file, selection),
    });
    this.#pointer = new HexPointer(this.#rows, this.#caret, {
      file: () => this.#file.peek(),
      frame: () => this.#frame(),
      pressedIn: (column) => this.editor?.chooseColumn(column),
      redraw: () => this.#rows.invalidate(),
    });
    onResize(this.box, () => this.#resize());
    this.box.addEventListener('scroll', () => this.#columns.slide(this.box.scrollLeft), { passive: true });
    this.box.addEventListener('keydown', (event) => this.#key(event));
    this.box.addEventListener('focus', () => this.editor?.focus());
    for (const type of ['focusin', 'focusout']) host.addEventListener(type, () => this.#rows.invalidate());
    effect(() => {
      const file = this.#file.value;
      const stop = this.#content.value?.parsed.onArrival(() => this.#rows.invalidate());
      this.#follow(file, file?.selection.value ?? null);
      return stop;
    });
    effect(() => {
      theme.value;
      tints.value;
      if (this.#file.value) {
        bookmarksOf(this.#file.value);
        changedRanges(this.#file.value);
      }
      this.#rows.invalidate();
    });
    effect(() => {
      hexFormat.value;
      this.#arrange();
    });
  }

  /** Shows a file, or another content of it, at its last scroll position. */
  show(file: OpenFile | null): void {
    const before = this.#file.peek();
    const content = file?.content.peek() ?? null;
    if (content === this.#content.peek()) return;
    if (before) this.#tops.set(before, this.#rows.top);
    this.#pointer.leave();
    const label = file ? (this.options.label?.(file) ?? `Bytes of ${file.name}`) : 'Bytes';
    this.box.setAttribute('aria-label', visible(label));
    this.#arrange(file);
    this.#rows.scrollTo((file && this.#tops.get(file)) ?? 0);
    if (file) keepInside(file);
    batch(() => {
      this.#file.value = file;
      this.#content.value = content;
    });
  }

  /** Scrolls a `position` to the top. */
  scrollTo(position: number): void {
    this.#rows.scrollTo((position / this.#layout.perRow) * this.#rows.rowHeight);
  }

  /** Scrolls an offset to the middle of the view. */
  centre(offset: number): void {
    const row = Math.floor(offset / this.#layout.perRow);
    this.#rows.scrollTo((row + 0.5) * this.#rows.rowHeight - this.box.clientHeight / 2);
  }

  /** Selects the field at a point of the window, unless the selection contains it. */
  selectAt(x: number, y: number): void {
    const file = this.#file.peek();
    const offset = this.#pointer.byteAt(x, y);
    if (!file || offset === null) return;
    const { start, end } = fieldAt(file.parsed, offset);
    const selection = file.selection.peek();
    if (selection && start >= selection.start && end <= selection.end) return;
    this.#caret.goTo(offset, false);
  }

  /** Puts the caret on a byte, as typing does. */
  moveTo(offset: number): void {
    this.#caret.advanceTo(offset);
    this.#rows.invalidate();
  }

  /** Draws in the next frame; for changed marks. */
  redraw(): void {
    this.#rows.invalidate();
  }

  /** Scrolls to the start of a selection from another panel. */
  #follow(file: OpenFile | null, selection: Selection | null): void {
    // An edit moves the selection with its bytes, and the caret on its own.
    if (file && selection && this.#follower.takes(file, selection) && selection.origin !== 'edit') {
      const offset = Math.min(selection.start, Math.max(0, file.parsed.size - 1));
      untracked(() => {
        file.caret.value = { offset, anchor: offset };
      });
      this.#rows.reveal(Math.floor(offset / this.#layout.perRow));
    }
    this.#rows.invalidate();
  }

  /** Chooses the layout for the width; keeps the first visible byte where it is. */
  #arrange(file: OpenFile | null = this.#file.peek()): void {
    const size = file?.parsed.size ?? 0;
    const { charWidth } = this.#metrics;
    const before = this.#layout.perRow;
    const room = Math.floor((this.box.clientWidth - LEFT) / charWidth);
    this.#layout = chooseLayout(size, room, hexFormat.peek());
    const { perRow, digits } = this.#layout;
    const rows = Math.ceil(size / perRow);
    const top = (this.#rows.top * before) / perRow;
    this.#rows.setRows(rows);
    if (perRow !== before) this.#rows.scrollTo(top);
    this.box.setAttribute('aria-rowcount', String(rows));
    this.box.setAttribute('aria-colcount', String(perRow));
    this.box.style.setProperty('--offset-digits', String(digits));
    const width = Math.max(this.box.clientWidth, LEFT + (lineLength(this.#layout) + 1) * charWidth);
    this.#rows.setWidth(width);
    this.#painter.resize(width, this.box.clientHeight);
    this.#rows.invalidate();
  }

  #resize(): void {
    this.#metrics = {
      ...this.#metrics,
      charWidth: this.#lines.measure() || this.#metrics.charWidth,
      rowHeight: this.#rows.rowHeight,
    };
    this.#arrange();
    this.#rows.drawNow();
  }

  #frame(): Frame {
    return { layout: this.#layout, metrics: this.#metrics, ...this.#slice };
  }

  #draw(slice: Slice): void {
    const file = this.#file.peek();
    const { perRow } = this.#layout;
    const size = file?.parsed.size ?? 0;
    const start = Math.min(slice.first * perRow, size);
    const end = Math.min((slice.first + slice.count) * perRow, size);
    this.#position.value = (this.#rows.top / this.#rows.rowHeight) * perRow;
    const { start: from, end: to } = this.#shown.peek();
    if (start !== from || end !== to) this.#shown.value = { start, end };
    if (file && this.#waits(file, start, end)) return;
    this.#slice = slice;
    if (!file) {
      this.#lines.clear();
      this.#painter.clear();
      return;
    }
    const frame = this.#frame();
    const caret = file.caret.peek().offset;
    const selection = file.selection.peek();
    const editor = this.editor;
    const over = editor?.pending ?? null;
    this.#lines.write(file, frame, over);
    this.#lines.pointAt(file, caret, frame, over);
    this.#columns.show(this.#layout, size > 0 ? caret % perRow : -1);
    // What is typed has the colours of the caret.
    const filled = this.#lines.mark(editor ? null : selection, frame) && !editor;
    this.#painter.paint({
      ...frame,
      filled,
      parsed: file.parsed,
      tints: tints.peek(),
      findings: marksOf(file).ranges,
      marks: this.options.marks?.(file, start, end) ?? [],
      changed: withTyped(changedWithin(changedRanges(file), start, end), over),
      bookmarks: bookmarksWithin(bookmarksOf(file), start, end),
      selection,
      caret,
      chain: selection ? selectedChain(file, selection) : [],
      hover: this.#pointer.hover,
      focused: document.activeElement === this.box || editor?.hasFocus === true,
      typing: editor && { column: editor.column, isHalf: editor.isHalf },
    });
    if (editor) {
      const { left, top } = cellAt(frame, caret);
      const { clientWidth, clientHeight, scrollLeft } = this.box;
      editor.place(
        clamp(left - scrollLeft, clientWidth - LEFT),
        clamp(top, clientHeight - this.#rows.rowHeight),
      );
    }
  }

  /** Whether drawing waits for bytes in view that are being fetched. */
  #waits(file: OpenFile, start: number, end: number): boolean {
    if (file.parsed.at(start, end)) {
      this.#waitingSince = 0;
      return false;
    }
    this.#waitingSince ||= performance.now();
    const left = this.#waitingSince + FETCH_DELAY_MS - performance.now();
    if (left > 0) window.setTimeout(() => this.#rows.invalidate(), left);
    return left > 0;
  }

  #choose(file: OpenFile, range: NodeRange): void {
    const { onSelect, origin = 'bytes' } = this.options;
    if (onSelect) onSelect(file, range);
    else select(file, range, origin);
    this.#rows.invalidate();
  }

  #key(event: KeyboardEvent): void {
    if (!this.#caret.press(event)) return;
    event.preventDefault();
    this.#pointer.leave();
  }
}
