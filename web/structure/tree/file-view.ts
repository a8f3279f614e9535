/** The tree of one file as it was left: open rows, focus, filter, scroll position. */

import type { ParsedFile, StructureNode } from '@lithoscope/core';
import type { Content } from '../../document/content.ts';
import type { RowRef } from './branch.ts';
import { type Row, TreeRows } from './rows.ts';

/** A list up to this length is open at the start. */
const MAX_OPEN_ROWS = 20;
/** Rows to reopen in a new content of the file. */
const MAX_REOPENED = 500;

export class FileView {
  /** All rows of the file. */
  all: TreeRows;
  /** The rows shown: all, or those found by the filter. */
  rows: TreeRows;
  content: Content;
  focus: RowRef | null;
  /** The selected row, by `rowKey`. */
  selected = '';
  /** First pixel in view. */
  top = 0;
  /** Text of the filter. */
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

  /** Row of the focus; −1 without one. */
  get focusRow(): number {
    return this.focus ? this.rows.rowOf(this.focus) : -1;
  }

  /** Takes a new content: reopens the rows that still exist, and keeps the focus on its row. */
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
    // Elements can be followed through an edit only, not when the file was read again.
    const moved = isChanged && focus ? after(focus) : null;
    const row = moved === null ? -1 : this.all.reveal(moved);
    if (isChanged) this.selected = selected ?? '';
    this.focusOn(row >= 0 ? row : focused);
  }

  /** Focuses a row, or the nearest one. */
  focusOn(row: number): Row | null {
    const at = this.rows.at(Math.min(Math.max(row, 0), this.rows.count - 1));
    this.focus = at ?? this.rows.at(0);
    return at;
  }

  /** Opens or closes a row. A focus inside a closed row moves to the row. */
  toggle(row: number): void {
    const at = this.rows.at(row);
    if (!at) return;
    if (at.expanded) this.rows.collapse(row);
    else this.rows.expand(row);
    this.keepFocus(this.focus ?? at, at);
  }

  /** Closes every row; the focus moves to its row at the top level. */
  collapseAll(): void {
    let row = this.focusRow;
    for (let up = row; up >= 0; up = this.rows.parentOf(up)) row = up;
    const top = this.rows.at(row);
    this.rows.collapseAll();
    this.focus = top;
  }

  /** Restores a lost focus: on a place, or on another one when the first is hidden. */
  keepFocus(place: RowRef, otherwise: RowRef): void {
    if (this.focusRow < 0) this.focus = this.rows.rowOf(place) < 0 ? otherwise : place;
  }

  /** Shows other rows. The focus moves to the selected row, else to the first. */
  show(rows: TreeRows): void {
    this.rows = rows;
    const [path = ''] = this.selected.split(PAGE_MARK);
    this.focusOn(path === '' ? 0 : rows.reveal(path));
  }

  /** The array at or around the focus, or null. */
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

/** Occurs in no path: names of fields contain no zero byte. */
const PAGE_MARK = '\0';

/** Key of a row among all rows of a file. */
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
