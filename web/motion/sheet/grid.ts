/** Rows and keys of the dope sheet: a grid with one tab stop, whose rows are names beside a canvas of marks. */

import { currentKey, currentKeys, nextKeyTime, previousKeyTime } from '../../document/keyframes.ts';
import { currentLength, FRAME, seek } from '../../document/playback.ts';
import { activeFile } from '../../document/state.ts';
import { el, setAttribute } from '../../ui/dom.ts';
import { collapsed } from '../../ui/layout.ts';
import { effect, onResize } from '../../ui/scope.ts';
import { theme } from '../../ui/theme.ts';
import { type Slice, VirtualRows } from '../../ui/virtual.ts';
import { flashing } from '../timeline/playhead.ts';
import type { SheetCommands } from './commands.ts';
import { LanesPainter } from './lanes-painter.ts';
import { listenToLanes } from './lanes-pointer.ts';
import { SheetNames } from './names.ts';
import type { SheetRow } from './rows.ts';
import type { SheetState } from './state.ts';
import { keyWords } from './words.ts';

/** Keys that step by pages of rows. */
const PAGES: Readonly<Record<string, 1 | -1>> = { PageDown: 1, PageUp: -1 };

export class SheetGrid {
  readonly element = el('div', {
    class: 'sheet-rows',
    role: 'treegrid',
    tabindex: 0,
    'aria-label': 'Keys of frame strings and nodes',
    'aria-multiselectable': 'true',
  });
  readonly #canvas = el('canvas', { class: 'sheet-lanes', 'aria-hidden': 'true' });
  readonly #painter = new LanesPainter(this.#canvas);
  readonly #names: SheetNames;
  readonly #rows: VirtualRows;
  /** Whether the current cell is the name of the row, not a key. */
  #isOnName = true;
  /** Where a range of keys begins. */
  #anchor = -1;
  /** How far keys are dragged, ms. */
  #drag: { readonly keys: ReadonlySet<number>; readonly by: number } | null = null;

  constructor(
    readonly state: SheetState,
    readonly commands: SheetCommands,
  ) {
    this.#names = new SheetNames(state);
    this.#rows = new VirtualRows(this.element, '--sheet-row', (slice) => this.#draw(slice));
    this.#rows.view.append(this.#names.element, this.#canvas);
    onResize(this.#canvas, () => this.#fit());
    effect(() => {
      const rows = state.rows.value;
      setAttribute(this.element, 'aria-rowcount', rows.length);
      this.#rows.setRows(rows.length);
    });
    effect(() => {
      const current = state.current.value;
      if (!collapsed.sheet.value) this.#show(current);
    });
    effect(() => this.#follow());
    this.element.addEventListener('keydown', (event) => {
      if (!this.#key(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.element.addEventListener('contextmenu', (event) => this.#contextMenu(event));
    listenToLanes(this.#canvas, {
      state,
      rowAt: (y) => state.rows.peek()[Math.floor((y + this.#rows.top) / this.#rows.rowHeight)]?.node,
      fromMiddle: (y) => Math.abs(((y + this.#rows.top) % this.#rows.rowHeight) - this.#rows.rowHeight / 2),
      rowPlace: (index) => index * this.#rows.rowHeight - this.#rows.top,
      preview: (drag) => {
        this.#drag = drag;
        this.#rows.invalidate();
      },
      move: (by) => commands.moveKeys(by),
      chosen: () => {
        this.#isOnName = false;
        this.#anchor = currentKey.peek();
        this.element.focus();
      },
      editString: () => commands.editString(() => this.place()),
      openMenu: (event) => this.#contextMenu(event),
    });
  }

  /** Place of the current row in the window; null while it is out of view. */
  place(): DOMRect | null {
    const row = this.#names.placeOf(this.#indexOf(this.state.current.peek()));
    if (!row) return null;
    const { left } = this.#canvas.getBoundingClientRect();
    const x = left + this.state.scale.x(activeFile.peek()?.playback.timeMs.peek() ?? 0);
    return new DOMRect(x, row.top, 0, row.height);
  }

  #indexOf(node: number): number {
    return Math.max(
      this.state.rows.peek().findIndex((row) => row.node === node),
      0,
    );
  }

  #fit(): void {
    this.state.scale.width.value = this.#painter.resize().width;
    this.#show(this.state.current.peek());
    this.#rows.drawNow();
  }

  /** Scrolls to a row, if there is any room for rows. */
  #show(node: number): void {
    if (this.element.clientHeight > 0) this.#rows.show(this.#indexOf(node));
  }

  /** Draws again with what it shows. */
  #follow(): void {
    const { state } = this;
    if (collapsed.sheet.value) return;
    theme.value;
    state.rows.value;
    state.current.value;
    state.selected.value;
    state.scale.window.value;
    state.scale.width.value;
    currentKeys.value;
    flashing.value;
    // The words of the current key need not follow playback.
    if (!activeFile.value?.playback.playing.value) currentKey.value;
    this.#rows.invalidate();
  }

  #draw(slice: Slice): void {
    const { state } = this;
    const rows = state.rows.peek();
    const keys = currentKeys.peek();
    const tracks = state.tracks.peek();
    const current = state.current.peek();
    const key = currentKey.peek();
    this.#names.draw(slice, {
      words: keyWords(keys, tracks, current, key),
      isSelected: state.selected.peek().has(key),
    });
    const id = this.#names.idOf(this.#indexOf(current), this.#isOnName || keys.times.length === 0);
    setAttribute(this.element, 'aria-activedescendant', id);
    const drag = this.#drag;
    const times = drag ? keys.times.map((time, i) => (drag.keys.has(i) ? time + drag.by : time)) : keys.times;
    this.#painter.paint({
      rows: rows.slice(slice.first, slice.first + slice.count),
      shift: slice.shift,
      rowHeight: this.#rows.rowHeight,
      tracks,
      keys: { times, strings: keys.strings },
      x: (time) => state.scale.x(time),
      selected: state.selected.peek(),
      current,
      flashing: new Set(flashing.peek().map((event) => event.key)),
    });
  }

  #contextMenu(event: MouseEvent): void {
    event.preventDefault();
    const place = event.button === 2 ? null : this.place();
    const at = { x: place?.left ?? event.clientX, y: place?.bottom ?? event.clientY };
    this.commands.openMenu(at, () => this.place());
  }

  /** @returns whether the key was used */
  #key(event: KeyboardEvent): boolean {
    const { key, altKey, shiftKey } = event;
    const file = activeFile.peek();
    if (!file) return false;
    if (event.ctrlKey || event.metaKey) return !altKey && this.#editKey(key.toLowerCase());
    if (altKey) {
      if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false;
      this.commands.moveKeys((key === 'ArrowLeft' ? -1 : 1) * (shiftKey ? 1 : Math.round(FRAME)));
      return true;
    }
    const page = PAGES[key];
    if (page) {
      this.#stepRow(page * this.#rows.page);
      return true;
    }
    switch (key) {
      case 'ArrowDown':
      case 'ArrowUp':
        this.#stepRow(key === 'ArrowDown' ? 1 : -1);
        return true;
      case 'ArrowRight':
      case 'ArrowLeft':
        this.#stepKey(key === 'ArrowRight' ? 1 : -1, shiftKey);
        return true;
      case 'Home':
        this.#goTo(file, 0);
        return true;
      case 'End':
        this.#goTo(file, currentLength(file));
        return true;
      case ' ':
        this.#isOnName = false;
        this.#anchor = currentKey.peek();
        if (currentKeys.peek().times.length > 0) this.state.toggle([currentKey.peek()]);
        return true;
      case 'Enter':
        this.state.chooseKey(this.state.current.peek(), currentKey.peek());
        return true;
      case 'Escape':
        if (this.state.selected.peek().size === 0) return false;
        this.state.selected.value = new Set();
        return true;
      case '+':
      case '=':
        this.state.scale.zoom(1);
        return true;
      case '-':
        this.state.scale.zoom(-1);
        return true;
      case '0':
        this.state.scale.showAll();
        return true;
      case 'Insert':
        this.commands.addKey();
        return true;
      case 'Delete':
        this.commands.deleteKeys();
        return true;
      case 'F2':
        this.commands.editString(() => this.place());
        return true;
      default:
        return false;
    }
  }

  #editKey(key: string): boolean {
    if (key === 'a') this.state.selectAll();
    else if (key === 'c') this.commands.copy();
    else if (key === 'x') this.commands.cut();
    else if (key === 'v') this.commands.paste();
    else return false;
    return true;
  }

  #stepRow(by: number): void {
    const rows = this.state.rows.peek();
    const at = this.#indexOf(this.state.current.peek());
    const next = rows[Math.min(Math.max(at + by, 0), rows.length - 1)];
    if (next) this.state.choose(next.node);
  }

  #goTo(file: NonNullable<typeof activeFile.value>, time: number): void {
    this.#isOnName = false;
    seek(file, time);
    this.#rows.invalidate();
  }

  /** To the next mark of the row; from the first to its name, where the same keys fold and unfold. */
  #stepKey(by: 1 | -1, isRange: boolean): void {
    const { state } = this;
    const file = activeFile.peek();
    const row = state.rows.peek()[this.#indexOf(state.current.peek())];
    if (!file || !row) return;
    if (this.#isOnName) {
      if (this.#foldBy(row, by) || by < 0) return;
      this.#isOnName = false;
      // The key at the playhead is the first cell.
      if (!isRange && state.hasMark(row.node, currentKey.peek())) {
        seek(file, currentKeys.peek().times[currentKey.peek()] ?? 0);
        this.#rows.invalidate();
        return;
      }
    }
    const before = currentKey.peek();
    const { times } = currentKeys.peek();
    const marks = times.filter((_, key) => isRange || state.hasMark(row.node, key));
    const now = file.playback.timeMs.peek();
    const next = by > 0 ? nextKeyTime(marks, now) : previousKeyTime(marks, now);
    if (isRange) this.#extend(before, next);
    else this.#anchor = -1;
    // Before the first one is the name.
    if (next === now && by < 0 && !isRange) this.#isOnName = true;
    seek(file, next);
    this.#rows.invalidate();
  }

  /** Selects the keys from where the range began to a time. */
  #extend(from: number, to: number): void {
    const { times } = currentKeys.peek();
    if (this.#anchor < 0 || this.#anchor >= times.length) this.#anchor = from;
    const start = times[this.#anchor] ?? 0;
    const [least, most] = [Math.min(start, to), Math.max(start, to)];
    this.state.selected.value = new Set(
      [...times.keys()].filter((key) => (times[key] ?? 0) >= least && (times[key] ?? 0) <= most),
    );
  }

  /** @returns whether the row was folded or unfolded */
  #foldBy({ node, folded }: SheetRow, by: 1 | -1): boolean {
    if (folded === null || folded === by < 0) return false;
    this.state.fold(node, by < 0);
    return true;
  }
}
