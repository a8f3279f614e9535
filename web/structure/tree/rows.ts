/**
 * Rows of a partly open structure tree, which are not made but computed: an open row stores how many rows are below it and
 * which children differ from their siblings; nodes come from the core on demand. Looking up a row costs the depth of the
 * tree, whatever the size of the arrays.
 */

import type { StructureNode } from '@lithoscope/core';
import {
  type Branch,
  type ByteRange,
  childAt,
  dropKnown,
  elementsAt,
  indexTowards,
  knownAt,
  makeBranch,
  PAGE_ROWS,
  pagePlace,
  RowNodes,
  type RowRef,
  rowWithin,
  type Structure,
  setKnown,
} from './branch.ts';

/** A row to draw. */
export interface Row extends RowRef {
  /** A page has its array's node, limited to the page's elements. */
  readonly node: StructureNode;
  /** 1 for the children of the file. */
  readonly level: number;
  /** Number of siblings, including itself. */
  readonly siblings: number;
  /** Null for a node without children. */
  readonly expanded: boolean | null;
  /** A row for several elements of a long array. */
  readonly page: boolean;
}

/** An open row to be opened again: its path, or the path of a page's first element. */
interface OpenRow {
  readonly path: string;
  readonly page: boolean;
}

export class TreeRows {
  readonly nodes: RowNodes;
  readonly #root: Branch | null;

  constructor(source: Structure) {
    this.nodes = new RowNodes(source);
    const file = source.resolve('');
    this.#root = file ? plan('', file.count, null, 0) : null;
  }

  /** Current number of rows. */
  get count(): number {
    return this.#root?.total ?? 0;
  }

  /** The row at a position from the top; null after the last. */
  at(row: number): Row | null {
    const place = this.#placeAt(row);
    return place && this.row(place);
  }

  /** The row of a place; null without a node. */
  row(place: RowRef): Row | null {
    const { branch, index } = place;
    const node = this.nodes.at(branch, index);
    if (!node) return null;
    const open = knownAt(branch, index)?.open ?? branch.fill > 0;
    return {
      branch,
      index,
      node,
      level: branch.depth + 1,
      siblings: branch.count,
      expanded: node.kind === 'leaf' || node.count === 0 ? null : open,
      page: branch.step > 1,
    };
  }

  /** Position of a place from the top; −1 inside a closed row. */
  rowOf({ branch, index }: RowRef): number {
    const within = rowWithin(branch, index);
    if (!branch.parent) return branch === this.#root ? within : -1;
    if (knownAt(branch.parent, branch.index) !== branch) return -1;
    const above = this.rowOf({ branch: branch.parent, index: branch.index });
    return above < 0 ? -1 : above + 1 + within;
  }

  /** Shows the children of a row, if it has any. */
  expand(row: number): void {
    const at = this.at(row);
    if (at?.expanded === false) this.open(at);
  }

  /** Hides the children of a row. */
  collapse(row: number): void {
    const at = this.at(row);
    if (!at?.expanded) return;
    const { branch, index } = at;
    const known = knownAt(branch, index);
    if (branch.fill > 0) setKnown(branch, { ...this.#plan(at, null), open: false, total: 0 });
    else if (known) dropKnown(branch, known);
  }

  /** Closes every row. */
  collapseAll(): void {
    for (const child of [...(this.#root?.known ?? [])]) dropKnown(child.parent ?? child, child);
  }

  /** The open rows up to a limit, outer ones first. */
  openRows(limit: number): OpenRow[] {
    const open: OpenRow[] = [];
    const collect = ({ known }: Branch): void => {
      for (const child of known) {
        if (open.length >= limit) return;
        if (!child.open) continue;
        const page = (child.parent?.step ?? 1) > 1;
        open.push({ path: page ? `${child.path}[${child.from}]` : child.path, page });
        collect(child);
      }
    };
    if (this.#root) collect(this.#root);
    return open;
  }

  /** Opens the same rows, as far as they exist. */
  reopen(rows: readonly OpenRow[]): void {
    for (const { path, page } of rows) {
      const row = this.reveal(path);
      if (!page) this.expand(row);
    }
  }

  /** Row of the parent; −1 at the top level. */
  parentOf(row: number): number {
    const branch = this.#placeAt(row)?.branch;
    return branch?.parent ? this.rowOf({ branch: branch.parent, index: branch.index }) : -1;
  }

  /**
   * Opens everything around the node at a path; returns its row, −1 when the node does not exist.
   * @param range bytes within an array; if they are exactly those of a page, its row is returned
   */
  reveal(path: string, range?: ByteRange): number {
    let branch = this.#root;
    while (branch) {
      const place = this.#towards(branch, path);
      const node = place && this.nodes.at(place.branch, place.index);
      if (!place || !node) return -1;
      if (node.path === path && branch.step === 1) {
        const page = range && pagePlace(this.nodes.source, node, range);
        return page ? this.#revealPage(place, page) : this.rowOf(place);
      }
      branch = this.open(place);
    }
    return -1;
  }

  /** Opens the branch of a place, unless it is open, and returns it. */
  open(place: RowRef): Branch {
    const there = this.#branchAt(place);
    if (there) return there;
    const branch = this.#plan(place, null);
    setKnown(place.branch, branch);
    return branch;
  }

  /**
   * Expands an array fully. All its elements must have the same rows below them.
   * @param below rows below each element
   */
  openAlike(place: RowRef, below: number): void {
    setKnown(place.branch, this.#plan(place, below));
  }

  /** The open branch of a place; made if its rows were only counted so far. */
  #branchAt(place: RowRef): Branch | undefined {
    const { branch, index } = place;
    const known = knownAt(branch, index);
    if (known) return known.open ? known : undefined;
    if (branch.fill === 0) return undefined;
    const child = this.#plan(place, branch.step > 1 ? branch.below : null);
    // A struct whose fields are all open: it has no arrays, so each is a struct or a leaf.
    setKnown(branch, child);
    if (branch.step === 1) this.#openFields(child);
    return child;
  }

  #openFields(branch: Branch): void {
    for (let index = 0; index < branch.count; index++) {
      const node = this.nodes.at(branch, index);
      if (node?.kind === 'struct' && node.count > 0) this.#openFields(this.open({ branch, index }));
    }
  }

  #placeAt(row: number): RowRef | null {
    if (!this.#root || row < 0 || row >= this.count) return null;
    let branch = this.#root;
    let within = row;
    for (;;) {
      const { index, rest } = childAt(branch, within);
      if (rest === 0) return { branch, index };
      const child: Branch | undefined = this.#branchAt({ branch, index });
      if (!child) return null;
      branch = child;
      within = rest - 1;
    }
  }

  /** The child that is or contains the node at a path. */
  #towards(branch: Branch, path: string): RowRef | null {
    const index = indexTowards(this.nodes, branch, path);
    return index < 0 ? null : { branch, index };
  }

  /** Opens an array down to one of its pages; returns the page's row. */
  #revealPage(array: RowRef, page: { from: number; count: number }): number {
    let branch = this.open(array);
    for (;;) {
      const index = Math.floor((page.from - branch.from) / branch.step);
      if (branch.step <= PAGE_ROWS || elementsAt(branch, index) === page.count) {
        return this.rowOf({ branch, index });
      }
      branch = this.open({ branch, index });
    }
  }

  #plan({ branch, index }: RowRef, below: number | null): Branch {
    if (branch.step > 1) {
      const from = branch.from + index * branch.step;
      return plan(branch.path, elementsAt(branch, index), branch, index, from, below);
    }
    const { path, kind, count } = this.nodes.at(branch, index) ?? { path: '', kind: 'leaf', count: 0 };
    // Some versions lack fields of a struct: only the existing ones count. Lists of a text are structs, and may be long.
    const children =
      kind === 'struct' && count <= PAGE_ROWS ? this.nodes.source.children(path).length : count;
    return plan(path, children, branch, index, 0, below);
  }
}

function plan(
  path: string,
  elements: number,
  parent: Branch | null,
  index: number,
  from = 0,
  below: number | null = null,
): Branch {
  return makeBranch({ path, elements, parent, index, from, below, open: true });
}

// Expanding everything below a row

/** Maximum number of rows to open one by one; elements that are all alike are opened as one. */
const MAX_OPENED = 60_000;

/**
 * Opens a row and everything below it. Each step opens one row.
 * @param wanted which nodes to open; all by default
 * @returns false when it stopped at the limit
 */
export function* expandBelow(
  rows: TreeRows,
  place: RowRef,
  wanted: (node: StructureNode) => boolean = () => true,
): Generator<number, boolean> {
  const shapes = new Map<string, number | null>();
  const open: RowRef[] = [place];
  for (let opened = 0; ; opened++) {
    const next = open.pop();
    if (!next) return true;
    if (opened >= MAX_OPENED) return false;
    const node = rows.row(next)?.node;
    if (!node || node.kind === 'leaf' || node.count === 0 || !wanted(node)) continue;
    const below = node.kind === 'array' ? rowsBelowEach(rows, node, shapes) : null;
    if (below === null) open.push(...inner(rows, rows.open(next)));
    else rows.openAlike(next, below);
    yield opened;
  }
}

/** The children of a branch that have children, last first. */
function inner(rows: TreeRows, branch: Branch): RowRef[] {
  const places: RowRef[] = [];
  for (let index = branch.count - 1; index >= 0; index--) {
    const node = rows.nodes.at(branch, index);
    if (node && node.kind !== 'leaf' && node.count > 0) places.push({ branch, index });
  }
  return places;
}

/** Rows below each element of an array or a page; null when elements differ. */
function rowsBelowEach(
  { nodes: { source } }: TreeRows,
  { path, count }: StructureNode,
  shapes: Map<string, number | null>,
): number | null {
  if (source.find) return null;
  const [first] = source.children(path, 0, 1);
  const whole = source.resolve(path)?.count ?? count;
  const [last] = source.children(path, whole - 1, 1);
  // A truncated file may lack a part of the last element.
  if (!first || !last || last.count !== first.count) return null;
  return rowsBelow(source, first, shapes);
}

/** Rows below a node, the same for all nodes of its type; null when it contains an array, whose length may vary. */
function rowsBelow(
  source: { children(path: string): StructureNode[] },
  node: StructureNode,
  shapes: Map<string, number | null>,
): number | null {
  if (node.kind === 'leaf') return 0;
  if (node.kind === 'array') return null;
  const known = shapes.get(node.type);
  if (known !== undefined) return known;
  let rows: number | null = 0;
  for (const child of source.children(node.path)) {
    const below = rowsBelow(source, child, shapes);
    rows = rows === null || below === null ? null : rows + 1 + below;
  }
  shapes.set(node.type, rows);
  return rows;
}
