/** What the tree remembers of a file: its rows, which of them has the focus, where it was scrolled to. */

import type { ParsedFile, StructureNode } from '@lithoscope/core';
import type { Content } from '../../document/content.ts';
import { type Row, type RowRef, TreeRows } from './rows.ts';

/** A list of at most this many is open from the start. */
const MAX_OPEN_ROWS = 20;
/** Open rows that are opened again in a file that was read again. */
const MAX_REOPENED = 500;

export class FileView {
  /** All of the file. */
  all: TreeRows;
  /** What is shown: all, or what the filter found. */
  rows: TreeRows;
  /** What the rows are of. */
  content: Content;
  focus: RowRef | null;
  /** The selected row, by `rowKey`. */
  selected = '';
  /** First pixel in view. */
  top = 0;
  /** What stands in the filter. */
  filter = '';

  constructor(content: Content) {
    this.content = content;
    this.all = new TreeRows(content.parsed);
    this.rows = this.all;
    openFirstList(this.all);
    this.focus = this.all.at(0);
  }

  get parsed(): ParsedFile {
    return this.content.parsed;
  }

  /** Row of the focus, −1 when it is nowhere. */
  get focusRow(): number {
    return this.focus ? this.rows.rowOf(this.focus) : -1;
  }

  /** Takes the file as it was read again: what was open and still is there opens, the focus stays on its row. */
  reread(content: Content): void {
    const focused = this.focusRow;
    const focus = this.focus && this.rows.row(this.focus)?.node.path;
    const before = this.content;
    const after = (path: string) => before.pathIn(content, path);
    const isChanged = before.movesTo(content) !== null;
    const open = this.all.openRows(MAX_REOPENED).flatMap((row) => {
      const moved = after(row.path);
      return moved === null ? [] : [{ ...row, path: moved }];
    });
    const selected = after(this.selected);
    this.content = content;
    this.all = new TreeRows(content.parsed);
    this.all.reopen(open);
    this.rows = this.all;
    // Of a file that was read again nobody knows what became of its elements.
    const moved = isChanged && focus ? after(focus) : null;
    const row = moved === null ? -1 : this.all.reveal(moved);
    if (isChanged) this.selected = selected ?? '';
    this.focusOn(row >= 0 ? row : focused);
  }

  /** Puts the focus on a row, the nearest there is. */
  focusOn(row: number): Row | null {
    const at = this.rows.at(Math.min(Math.max(row, 0), this.rows.count - 1));
    this.focus = at ?? this.rows.at(0);
    return at;
  }

  /** Opens a row, or closes it; what had the focus in it gives it to the row. */
  toggle(row: number): void {
    const at = this.rows.at(row);
    if (!at) return;
    if (at.expanded) this.rows.collapse(row);
    else this.rows.expand(row);
    this.keepFocus(this.focus ?? at, at);
  }

  /** Closes every row; the focus goes to what it is in at the top level. */
  collapseAll(): void {
    let row = this.focusRow;
    for (let up = row; up >= 0; up = this.rows.parentOf(up)) row = up;
    const top = this.rows.at(row);
    this.rows.collapseAll();
    this.focus = top;
  }

  /** Puts the focus on a place, or on another when that has gone with what was around it. */
  keepFocus(place: RowRef, otherwise: RowRef): void {
    if (this.focusRow < 0) this.focus = this.rows.rowOf(place) < 0 ? otherwise : place;
  }

  /** Shows other rows. The focus goes to the selected one, else to the first. */
  show(rows: TreeRows): void {
    this.rows = rows;
    const [path = ''] = this.selected.split(PAGE_MARK);
    this.focusOn(path === '' ? 0 : rows.reveal(path));
  }

  /** The array that the focus is on or in, or null. */
  focusedArray(): StructureNode | null {
    if (!this.focus) return null;
    const node = this.rows.row(this.focus)?.node;
    const around = this.focus.branch;
    if (node?.kind === 'array') return this.parsed.resolve(node.path);
    for (let up: RowRef['branch'] | null = around; up; up = up.parent) {
      const outer = this.parsed.resolve(up.path);
      if (outer?.kind === 'array') return outer;
    }
    return null;
  }
}

/** Stands in no path: no name of a field holds a zero. */
const PAGE_MARK = '\0';

/** Names a row among all of a file, whatever is open. */
export function rowKey({ node, page }: Row): string {
  return page ? `${node.path}${PAGE_MARK}${node.name}` : node.path;
}

/** Opens the first list of pieces or (v6) nodes, unless it is long. */
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
  if (node?.kind !== 'array' || node.count > MAX_OPEN_ROWS) return false;
  rows.expand(row);
  const role = rows.at(row + 1)?.node.role;
  if (role === 'piece' || role === 'node') return true;
  rows.collapse(row);
  return false;
}
