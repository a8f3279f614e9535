/** List of the library: virtual rows or pictures, with the keyboard of a file manager. */

import { untracked } from '@preact/signals-core';
import { activeFile } from '../../document/state.ts';
import { isOwnFile } from '../../opening/sources/contents.ts';
import type { LibraryFile } from '../../store/library.ts';
import { el, setAttribute } from '../../ui/dom.ts';
import { offerFocus } from '../../ui/focus.ts';
import type { Point } from '../../ui/menu.ts';
import { effect, onEnd, onResize, type Scope, scope } from '../../ui/scope.ts';
import { type Slice, VirtualRows } from '../../ui/virtual.ts';
import { preferFiles } from '../scan/scan.ts';
import { takeDrags } from './drops.ts';
import { type ListActions, ListKeys } from './keyboard.ts';
import type { Section } from './order.ts';
import { type Line, type Place, Plan, UNIT } from './plan.ts';
import { compactRow, headRow, pictureRow, rowId, wideRow } from './rows.ts';
import { cursor, selection, selectOne, selectRange, toggleFile } from './selection.ts';
import { listMode, pictureSize } from './settings.ts';
import { arrangement, collapsedGroups, selectedFiles } from './state.ts';

/** Minimum width for rows with columns, CSS pixels. */
const WIDE = 560;
const LONG_PRESS_MS = 500;

/** Padding of a picture, and height of its caption, CSS pixels. */
const CELL_PADDING = 12;
const CELL_WORDS = 44;

/** Heights for mouse and touch, CSS pixels. */
const HEIGHTS = {
  fine: { head: 28, compact: 48, wide: 32 },
  coarse: { head: 44, compact: 56, wide: 44 },
} as const;

/** A line in the DOM. */
interface Drawn {
  readonly element: HTMLElement;
  readonly scope: Scope;
}

export class LibraryList {
  readonly element = el('div', {
    class: 'library-box',
    role: 'treegrid',
    tabindex: 0,
    'aria-label': 'Files of the library',
    'aria-multiselectable': 'true',
  });
  readonly #lines = el('div', { class: 'library-lines', role: 'presentation' });
  readonly #virtual: VirtualRows;
  readonly #keys: ListKeys;
  readonly #own = scope();
  readonly #drawn = new Map<string, Drawn>();
  readonly #isCoarse = matchMedia('(pointer: coarse)').matches;
  #plan = new Plan([], 1, { head: 1, row: 1 }, () => false);
  /** Kind of lines; when it changes, all are rebuilt. */
  #shape = '';
  #width = 0;

  constructor(private readonly actions: ListActions) {
    offerFocus('library', this.element);
    this.#virtual = new VirtualRows(this.element, UNIT, (slice) => this.#draw(slice));
    this.#virtual.view.append(this.#lines);
    this.#keys = new ListKeys(this, actions);
    effect(() => {
      void [arrangement.value, collapsedGroups.value, listMode.value, pictureSize.value];
      untracked(() => this.#lay());
    });
    effect(() => {
      void cursor.value;
      untracked(() => this.#nameActive());
    });
    effect(() => this.#followActive(activeFile.value?.source.entry));
    onResize(this.element, () => {
      if (this.element.clientWidth === this.#width) return;
      const wasHidden = this.#width === 0;
      this.#width = this.element.clientWidth;
      // Aligns the column heads with the columns.
      const { offsetWidth, parentElement } = this.element;
      parentElement?.style.setProperty('--scroll-bar', `${offsetWidth - this.#width}px`);
      this.#lay();
      if (wasHidden) this.showCursor();
    });
    onEnd(() => this.#clear());
    this.#followPresses();
    this.element.addEventListener('keydown', (event) => this.#keys.use(event));
    this.element.addEventListener('click', (event) => this.#click(event));
    this.element.addEventListener('dblclick', (event) => {
      const place = this.#placeAt(event);
      if (place && 'file' in place && !isAdding(event)) this.actions.open(this.#filesOf(place));
    });
    this.element.addEventListener('contextmenu', (event) => this.#contextMenu(event));
    takeDrags({
      element: this.element,
      folderAt: (event) => {
        const place = this.#placeAt(event);
        return place && 'head' in place ? place.head.group : null;
      },
      draggedFrom: (event) => this.#draggedFrom(event),
      move: (files, folder) => this.actions.move(files, folder),
      add: (source, folder, dropped) => this.actions.add(source, folder, dropped),
    });
  }

  get plan(): Plan {
    return this.#plan;
  }

  /** Lines per page, at least 1. */
  get pageLines(): number {
    return Math.max(1, Math.floor(this.element.clientHeight / (this.#plan.heights.row * UNIT)));
  }

  /** Position of the cursor. */
  cursorPlace(): Place | null {
    const place = cursor.peek();
    if (place === null) return null;
    const { files, sections } = arrangement.peek();
    if (typeof place === 'string') {
      const head = sections.find(({ group }) => group?.key === place);
      return head ? { head } : null;
    }
    const file = files.indexOf(place);
    return file < 0 ? null : { file };
  }

  /** Scrolls as little as needed to show the cursor. */
  showCursor(): void {
    const place = this.cursorPlace();
    const at = place ? this.#plan.lineOf(place) : -1;
    if (at < 0 || this.element.clientHeight === 0) return;
    const { top, height } = this.#plan.span(at);
    const [start, end] = [top * UNIT, (top + height) * UNIT];
    const { clientHeight } = this.element;
    if (start < this.#virtual.top) this.#virtual.scrollTo(start);
    else if (end > this.#virtual.top + clientHeight) this.#virtual.scrollTo(end - clientHeight);
    this.#virtual.drawNow();
    this.#nameActive();
  }

  /** Shows or hides the files of a group. */
  toggleGroup({ group }: Section, isOpen = group !== null && collapsedGroups.peek().has(group.key)): void {
    if (!group) return;
    const groups = new Set(collapsedGroups.peek());
    if (isOpen) groups.delete(group.key);
    else groups.add(group.key);
    collapsedGroups.value = groups;
  }

  /** Lays out the lines. The topmost line keeps its place. */
  #lay(): void {
    if (this.#width === 0) return;
    const heights = this.#isCoarse ? HEIGHTS.coarse : HEIGHTS.fine;
    const isPictures = listMode.peek() === 'pictures';
    const isWide = this.#width >= WIDE;
    const size = pictureSize.peek();
    const columns = isPictures ? Math.max(1, Math.floor((this.#width - 8) / (size + CELL_PADDING))) : 1;
    const row = isPictures ? size + CELL_WORDS + CELL_PADDING : isWide ? heights.wide : heights.compact;
    const shape = isPictures ? `grid ${columns} ${size}` : isWide ? 'wide' : 'compact';
    const { sections } = arrangement.peek();
    const collapsed = collapsedGroups.peek();
    const plan = new Plan(
      sections,
      columns,
      { head: Math.ceil(heights.head / UNIT), row: Math.ceil(row / UNIT) },
      ({ group }) => group !== null && collapsed.has(group.key),
    );
    const isNewShape = shape !== this.#shape;
    const wasSeen = this.#active() !== null;
    const top = this.#plan.line(this.#plan.lineAt(this.#virtual.top / UNIT));
    this.#plan = plan;
    this.#shape = shape;
    if (isNewShape) this.#clear();
    this.element.style.setProperty('--picture', `${size}px`);
    this.element.style.setProperty('--columns', String(columns));
    this.#virtual.setRows(plan.units);
    if (isNewShape && top) {
      const at = plan.lineOf(top.isHead ? { head: top.section } : { file: top.first });
      if (at >= 0) this.#virtual.scrollTo(plan.span(at).top * UNIT);
    }
    // Keeps the cursor in view.
    if (wasSeen) this.showCursor();
    this.#virtual.drawNow();
    this.#nameActive();
  }

  #clear(): void {
    for (const { element, scope: own } of this.#drawn.values()) {
      own.end();
      element.remove();
    }
    this.#drawn.clear();
  }

  #draw({ first, count }: Slice): void {
    const plan = this.#plan;
    const { files } = arrangement.peek();
    const start = plan.lineAt(first);
    const wanted = new Map<string, Line>();
    for (let at = start; at < plan.lines && plan.span(at).top < first + count; at++) {
      const line = plan.line(at);
      if (line) wanted.set(keyOf(line, files), line);
    }
    for (const [key, { element, scope: own }] of this.#drawn) {
      if (wanted.has(key)) continue;
      own.end();
      element.remove();
      this.#drawn.delete(key);
    }
    let i = 0;
    for (const [key, line] of wanted) {
      let drawn = this.#drawn.get(key);
      if (!drawn) {
        const own = this.#own.run(() => scope());
        drawn = { element: own.run(() => this.#make(line, files)), scope: own };
        drawn.element.style.height = `${(line.isHead ? plan.heights.head : plan.heights.row) * UNIT}px`;
        this.#drawn.set(key, drawn);
      }
      const standing = this.#lines.children[i++];
      if (standing !== drawn.element) this.#lines.insertBefore(drawn.element, standing ?? null);
    }
    const shift = plan.lines > 0 ? plan.span(start).top * UNIT - this.#virtual.top : 0;
    this.#lines.style.transform = `translateY(${shift}px)`;
    this.#nameActive();
    const inView = [...wanted.values()].filter(({ isHead }) => !isHead);
    preferFiles(inView.flatMap((line) => files.slice(line.first, line.first + line.count)));
  }

  #make({ section, isHead, first, count }: Line, files: readonly LibraryFile[]): HTMLElement {
    if (isHead && section.group) return headRow(section, section.group);
    const listed = files.slice(first, first + count);
    const [file] = listed;
    if (this.#shape !== 'wide' && this.#shape !== 'compact') return pictureRow(listed);
    const place = {
      position: first - section.first + 1,
      count: section.count,
      isGrouped: section.group !== null,
    };
    return (this.#shape === 'wide' ? wideRow : compactRow)(file as LibraryFile, place);
  }

  /** Sets aria-activedescendant to the element at the cursor, if it exists. */
  #nameActive(): void {
    const place = this.cursorPlace();
    const what = place && ('head' in place ? place.head : arrangement.peek().files[place.file]);
    const id = what ? rowId(what) : '';
    setAttribute(this.element, 'aria-activedescendant', id && document.getElementById(id) ? id : undefined);
  }

  /** Moves the cursor to the active file, unless the list has the focus. */
  #followActive(entry: LibraryFile | undefined): void {
    if (!entry || this.element.contains(document.activeElement)) return;
    untracked(() => {
      if (cursor.peek() === entry || !arrangement.peek().files.includes(entry)) return;
      cursor.value = entry;
      selection.value = selectOne(entry);
      this.showCursor();
    });
  }

  #placeAt({ target }: Event): Place | null {
    const element = target instanceof Element ? target.closest('[id^="library-"]') : null;
    if (!element) return null;
    const { files, sections } = arrangement.peek();
    const [, at] = /^library-at-(\d+)$/.exec(element.id) ?? [];
    if (at !== undefined) {
      const head = sections.find(({ first }) => first === Number(at));
      return head ? { head } : null;
    }
    const file = files.findIndex(({ id }) => element.id === `library-${id}`);
    return file < 0 ? null : { file };
  }

  #filesOf({ file }: { readonly file: number }): LibraryFile[] {
    const found = arrangement.peek().files[file];
    return found ? [found] : [];
  }

  /** The selected files, or the one that is dragged; null if they are not all of one archive that can be changed. */
  #draggedFrom(event: Event): readonly LibraryFile[] | null {
    const place = this.#placeAt(event);
    const file = place && 'file' in place ? arrangement.peek().files[place.file] : undefined;
    if (!file) return null;
    if (!selection.peek().files.has(file)) selection.value = selectOne(file);
    const files = selectedFiles();
    return files.every((one) => one.source === file.source && isOwnFile(one)) ? files : null;
  }

  #click(event: MouseEvent): void {
    const place = this.#placeAt(event);
    if (!place || this.#hasPicked) return;
    if ('head' in place) {
      cursor.value = place.head.group?.key ?? null;
      this.toggleGroup(place.head);
      return;
    }
    const { files } = arrangement.peek();
    const file = files[place.file];
    if (!file) return;
    cursor.value = file;
    const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
    const picks = isTouch && this.#isPicking && selection.peek().files.size > 0;
    if (event.ctrlKey || event.metaKey || picks) selection.value = toggleFile(selection.peek(), file);
    else if (event.shiftKey) selection.value = selectRange(selection.peek(), files, file);
    else {
      selection.value = selectOne(file);
      if (event.detail < 2) this.actions.show(file, 'pointer');
    }
    if (selection.peek().files.size === 0) this.#isPicking = false;
  }

  /** After a long press, touches toggle files until nothing is selected. */
  #isPicking = false;
  /** The current press has selected a file: its click is ignored. */
  #hasPicked = false;

  #pick(file: LibraryFile): void {
    if (this.#hasPicked) return;
    this.#hasPicked = true;
    this.#isPicking = true;
    cursor.value = file;
    selection.value = toggleFile(selection.peek(), file);
  }

  /** Detects long presses: not every browser sends a context menu event. */
  #followPresses(): void {
    let timer = 0;
    const stop = () => window.clearTimeout(timer);
    this.element.addEventListener('pointerdown', (event) => {
      stop();
      this.#hasPicked = false;
      const place = this.#placeAt(event);
      const file = place && 'file' in place ? arrangement.peek().files[place.file] : undefined;
      if (event.pointerType === 'touch' && file)
        timer = window.setTimeout(() => this.#pick(file), LONG_PRESS_MS);
    });
    // A moving finger scrolls, which cancels the pointer.
    for (const type of ['pointerup', 'pointercancel'] as const) this.element.addEventListener(type, stop);
    onEnd(stop);
  }

  #contextMenu(event: MouseEvent): void {
    event.preventDefault();
    const byKey = event instanceof PointerEvent ? event.pointerType === '' : event.button !== 2;
    const place = byKey ? this.cursorPlace() : this.#placeAt(event);
    const at = byKey ? null : { x: event.clientX, y: event.clientY };
    if (place && 'head' in place) {
      cursor.value = place.head.group?.key ?? null;
      this.openMenu(at);
      return;
    }
    const file = place ? arrangement.peek().files[place.file] : undefined;
    if (!file) return;
    cursor.value = file;
    if (event instanceof PointerEvent && event.pointerType === 'touch') {
      this.#pick(file);
      return;
    }
    if (!selection.peek().files.has(file)) selection.value = selectOne(file);
    this.openMenu(at);
  }

  /** Opens the menu of the selection, or of the group at the cursor. @param at null: at the cursor */
  openMenu(at: Point | null): void {
    const box = (this.#active() ?? this.element).getBoundingClientRect();
    const point = at ?? { x: box.left + 24, y: box.bottom };
    const place = this.cursorPlace();
    if (place && 'head' in place) this.actions.groupMenu(place.head, point);
    else if (selection.peek().files.size > 0) this.actions.menu(point);
  }

  cursorPicture(): HTMLElement | null {
    return this.#active()?.querySelector<HTMLElement>('.library-picture') ?? null;
  }

  /** The element at the cursor, if it exists. */
  #active(): HTMLElement | null {
    return document.getElementById(this.element.getAttribute('aria-activedescendant') ?? '');
  }
}

/** Key of a line's appearance: lines with equal keys are reused. */
function keyOf({ section, isHead, first, count }: Line, files: readonly LibraryFile[]): string {
  const place = `${section.group?.key} ${section.count}`;
  if (isHead) return `${section.first} ${place}`;
  const ids = files.slice(first, first + count).map(({ id }) => id);
  return `${first - section.first} ${ids} ${place}`;
}

const isAdding = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => ctrlKey || metaKey || shiftKey;
