/** The structure tree: what the file holds, as rows that open; only the visible ones exist. */
import type { ParsedFile } from '@lithoscope/core';
import { effect } from '@preact/signals-core';
import { el, setAttribute } from '../dom.ts';
import { formatOffset } from '../hex/geometry.ts';
import { activeFile, type OpenFile, type Selection, select } from '../state.ts';
import { type Slice, VirtualRows } from '../virtual.ts';
import { TreeRow } from './row.ts';
import { type Place, TreeRows } from './rows.ts';
import './tree.css';

const ROW_HEIGHT = 24;
/** `*` expands at most this many siblings. */
const EXPAND_LIMIT = 200;
/** A list of at most this many is open from the start. */
const OPEN_ROWS = 20;

/** What the panel remembers of a file. */
interface FileView {
  rows: TreeRows;
  /** What the rows are of. */
  parsed: ParsedFile;
  focus: Place | null;
  top: number;
}

export function mountTree(host: HTMLElement): void {
  const box = el('div', { class: 'tree-box', role: 'tree', tabindex: 0 });
  host.classList.add('tree');
  host.append(box);
  new TreePanel(box);
}

class TreePanel {
  readonly #virtual: VirtualRows;
  readonly #lines = el('div', { class: 'tree-lines', role: 'presentation' });
  readonly #drawn: TreeRow[] = [];
  /** By `OpenFile.key`. */
  readonly #views = new WeakMap<object, FileView>();
  /** Selections made here or followed already: their row stays where it is, on coming back to a file too. */
  readonly #seen = new WeakSet<Selection>();
  #file: OpenFile | null = null;
  #view: FileView | null = null;

  constructor(readonly box: HTMLElement) {
    this.#virtual = new VirtualRows(box, ROW_HEIGHT, (slice) => this.#draw(slice));
    this.#virtual.view.append(this.#lines);
    box.addEventListener('keydown', (event) => this.#key(event));
    box.addEventListener('mousedown', (event) => this.#press(event));
    box.addEventListener('dblclick', (event) => this.#toggleAt(event));
    effect(() => activeFile.value?.parsed.onArrival(() => this.#virtual.invalidate()));
    effect(() => {
      const file = activeFile.value;
      if (file !== this.#file) this.#open(file);
      this.#follow(file?.selection.value ?? null);
    });
  }

  #open(file: OpenFile | null): void {
    if (this.#view) this.#view.top = this.#virtual.top;
    this.#file = file;
    this.#view = file ? this.#viewOf(file) : null;
    setAttribute(this.box, 'aria-label', file ? `Structure of ${file.name}` : 'Structure');
    this.#virtual.setRows(this.#view?.rows.count ?? 0);
    this.#virtual.scrollTo(this.#view?.top ?? 0);
  }

  #viewOf({ key, parsed }: OpenFile): FileView {
    let view = this.#views.get(key);
    if (!view) {
      const rows = new TreeRows(parsed);
      openFirstList(rows);
      view = { parsed, rows, focus: rows.at(0), top: 0 };
      this.#views.set(key, view);
    } else if (view.parsed !== parsed) {
      // Read again: what was open and still is there opens, and the focus stays on its row.
      const focused = this.#focusRow(view);
      const paths = view.rows.expandedPaths();
      view.parsed = parsed;
      view.rows = new TreeRows(parsed);
      for (const path of paths) view.rows.expand(view.rows.reveal(path));
      view.focus = view.rows.at(Math.min(focused, view.rows.count - 1)) ?? view.rows.at(0);
    }
    return view;
  }

  /** Opens what lies around the selection of another panel and goes to its row. */
  #follow(selection: Selection | null): void {
    const view = this.#view;
    if (view && selection?.path && !this.#seen.has(selection)) {
      this.#seen.add(selection);
      const row = view.rows.reveal(selection.path);
      view.focus = view.rows.at(row) ?? view.focus;
      this.#virtual.setRows(view.rows.count);
      if (row >= 0) this.#virtual.reveal(row);
    }
    this.#virtual.invalidate();
  }

  #draw({ first, count, shift }: Slice): void {
    const { view, file } = { view: this.#view, file: this.#file };
    this.#lines.style.transform = `translateY(${shift}px)`;
    while (this.#drawn.length < count) {
      const row = new TreeRow();
      this.#drawn.push(row);
      this.#lines.append(row.element);
    }
    const focus = view ? this.#focusRow(view) : -1;
    const digits = (file?.parsed.size ?? 0).toString(16).length;
    const selected = file?.selection.peek()?.path;
    this.#drawn.forEach((drawn, i) => {
      const row = view && i < count ? view.rows.at(first + i) : null;
      drawn.element.hidden = !row;
      if (!row || !file) return;
      const { node } = row;
      drawn.show(file, row, {
        id: `tree-row-${first + i}`,
        selected: selected !== undefined && selected !== '' && node.path === selected,
        focused: first + i === focus,
        offset: formatOffset(node.start, digits),
      });
    });
    const visible = focus >= first && focus < first + count;
    setAttribute(this.box, 'aria-activedescendant', visible && `tree-row-${focus}`);
  }

  #focusRow({ focus, rows }: FileView): number {
    return focus ? rows.rowOf(focus) : -1;
  }

  /** Row under the pointer, and whether the pointer is on its arrow. */
  #rowAt(event: MouseEvent): { row: number; arrow: boolean } | null {
    const target = event.target instanceof Element ? event.target : null;
    const element = target?.closest('.tree-row');
    const at = this.#drawn.findIndex((drawn) => drawn.element === element);
    if (at < 0) return null;
    const row = Math.floor(this.#virtual.top / ROW_HEIGHT) + at;
    return { row, arrow: target?.closest('.tree-arrow') !== null };
  }

  #press(event: MouseEvent): void {
    const at = event.button === 0 ? this.#rowAt(event) : null;
    if (!at) return;
    if (at.arrow) this.#toggle(at.row);
    else this.#goTo(at.row);
  }

  #toggleAt(event: MouseEvent): void {
    const at = this.#rowAt(event);
    if (at && !at.arrow) this.#toggle(at.row);
  }

  /** Focuses and selects a row. */
  #goTo(row: number): void {
    const { file, view } = { file: this.#file, view: this.#view };
    const at = view?.rows.at(Math.min(Math.max(row, 0), view.rows.count - 1));
    if (!file || !view || !at) return;
    view.focus = at;
    const { start, end, path } = at.node;
    const selection = { start, end, path };
    this.#seen.add(selection);
    select(file, selection);
    this.#virtual.show(this.#focusRow(view));
  }

  #toggle(row: number): void {
    const view = this.#view;
    const at = view?.rows.at(row);
    if (!view || !at || at.expanded === null) return;
    if (at.expanded) view.rows.collapse(row);
    else view.rows.expand(row);
    // The focused row may have gone with what was around it.
    if (this.#focusRow(view) < 0) view.focus = at;
    this.#virtual.setRows(view.rows.count);
  }

  #key(event: KeyboardEvent): void {
    const view = this.#view;
    if (!view || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = this.#focusRow(view);
    if (this.#act(view, row, event.key)) event.preventDefault();
  }

  /** What a key does on a row; false for a key that does nothing. */
  #act(view: FileView, row: number, key: string): boolean {
    const expanded = view.rows.at(row)?.expanded ?? null;
    const page = this.#virtual.page;
    switch (key) {
      case 'ArrowDown':
        this.#goTo(row + 1);
        break;
      case 'ArrowUp':
        this.#goTo(row - 1);
        break;
      case 'PageDown':
        this.#goTo(row + page);
        break;
      case 'PageUp':
        this.#goTo(row - page);
        break;
      case 'Home':
        this.#goTo(0);
        break;
      case 'End':
        this.#goTo(view.rows.count - 1);
        break;
      case 'ArrowRight':
        if (expanded === false) this.#toggle(row);
        else if (expanded) this.#goTo(row + 1);
        break;
      case 'ArrowLeft':
        if (expanded) this.#toggle(row);
        else if (view.rows.parentOf(row) >= 0) this.#goTo(view.rows.parentOf(row));
        break;
      case 'Enter':
        this.#goTo(row);
        this.#toggle(row);
        break;
      case '*':
        this.#expandSiblings(view, row);
        break;
      default:
        return false;
    }
    return true;
  }

  #expandSiblings(view: FileView, row: number): void {
    const at = view.rows.at(row);
    if (!at) return;
    const last = Math.min(at.siblings, EXPAND_LIMIT);
    for (let index = 0; index < last; index++)
      view.rows.expand(view.rows.rowOf({ branch: at.branch, index }));
    this.#virtual.setRows(view.rows.count);
    this.#virtual.show(this.#focusRow(view));
  }
}

/** Opens the first list of pieces or (v6) nodes, what one looks for first, unless it is long. */
function openFirstList(rows: TreeRows): void {
  for (let row = 0; row < rows.count; row++) {
    if (rows.at(row)?.node.role !== 'section') continue;
    rows.expand(row);
    const last = row + (rows.at(row)?.node.count ?? 0);
    for (let child = row + 1; child <= last; child++) {
      if (openNamed(rows, child)) return;
    }
    rows.collapse(row);
  }
}

/** Opens a row if it is a short list of pieces or nodes. */
function openNamed(rows: TreeRows, row: number): boolean {
  const node = rows.at(row)?.node;
  if (node?.kind !== 'array' || node.count > OPEN_ROWS) return false;
  rows.expand(row);
  const role = rows.at(row + 1)?.node.role;
  if (role === 'piece' || role === 'node') return true;
  rows.collapse(row);
  return false;
}
