/**
 * The rows of a partly open structure tree, without making them: an open row keeps how many rows are below it
 * and which of its children differ from their siblings; the nodes themselves come from the core when they are looked
 * at. Asking for a row costs the depth of the tree, whatever the size of the arrays.
 */
import type { StructureNode } from '@lithoscope/core';
import {
  type Branch,
  childAt,
  dropKnown,
  elementsAt,
  knownAt,
  makeBranch,
  PAGE_ROWS,
  type RowRef,
  rowWithin,
  setKnown,
} from './branch.ts';
import { RowNodes, type Structure } from './nodes.ts';
import { type ByteRange, indexTowards, pagePlace } from './towards.ts';

export type { RowRef } from './branch.ts';
export type { Structure } from './nodes.ts';

/** A row to draw. */
export interface Row extends RowRef {
  /** Of a page: its array's, cut down to the elements of the page. */
  readonly node: StructureNode;
  /** 1 for the children of the file. */
  readonly level: number;
  /** Number of siblings, itself included. */
  readonly siblings: number;
  /** Null for a node without children. */
  readonly expanded: boolean | null;
  /** Stands for some elements of a long array. */
  readonly page: boolean;
}

/** A row that was open: its path, or that of the first element of a page. */
export interface OpenRow {
  readonly path: string;
  readonly page: boolean;
}

export class TreeRows {
  readonly #root: Branch | null;
  #nodes: RowNodes;

  constructor(source: Structure) {
    this.#nodes = new RowNodes(source);
    const file = source.resolve('');
    this.#root = file ? plan('', file.count, null, 0) : null;
  }

  get nodes(): RowNodes {
    return this.#nodes;
  }

  /**
   * Takes the same structure with other values: every row stays open or closed. False, and nothing is taken, when
   * something that is open has other children there.
   * @param isAlike lists whose elements are open alike are so there too
   */
  adopt(source: Structure, isAlike: boolean): boolean {
    if (!this.#root || !sameBelow(this.#root, source, isAlike)) return false;
    this.#nodes = new RowNodes(source);
    return true;
  }

  /** Number of rows now. */
  get count(): number {
    return this.#root?.total ?? 0;
  }

  /** The row at a position from the top, or null behind the last. */
  at(row: number): Row | null {
    const place = this.#placeAt(row);
    return place && this.row(place);
  }

  /** The row of a place, or null when it has no node. */
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

  /** Position of a place from the top, or −1 when something around it is closed. */
  rowOf({ branch, index }: RowRef): number {
    const within = rowWithin(branch, index);
    if (!branch.parent) return branch === this.#root ? within : -1;
    if (knownAt(branch.parent, branch.index) !== branch) return -1;
    const above = this.rowOf({ branch: branch.parent, index: branch.index });
    return above < 0 ? -1 : above + 1 + within;
  }

  /** Shows the children of a row; nothing happens when it has none or shows them already. */
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

  /** The rows that show their children, outer ones first, at most so many. */
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

  /** Opens the same rows, as far as they are there. */
  reopen(rows: readonly OpenRow[]): void {
    for (const { path, page } of rows) {
      const row = this.reveal(path);
      if (!page) this.expand(row);
    }
  }

  /** Row of the node around a row, −1 for a row of the top level. */
  parentOf(row: number): number {
    const branch = this.#placeAt(row)?.branch;
    return branch?.parent ? this.rowOf({ branch: branch.parent, index: branch.index }) : -1;
  }

  /**
   * Opens everything around the node at a path; gives its row, −1 when there is no such node.
   * @param range of an array's bytes: if they are those of one of its pages, that page is meant
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

  /** Opens the children of a place and gives them. A branch that is open already stays as it is. */
  open(place: RowRef): Branch {
    const there = this.#branchAt(place);
    if (there) return there;
    const branch = this.#plan(place, null);
    setKnown(place.branch, branch);
    return branch;
  }

  /**
   * Opens an array with everything in its elements, which must all have the same rows below them.
   * @param below rows below each element
   */
  openAlike(place: RowRef, below: number): void {
    setKnown(place.branch, this.#plan(place, below));
  }

  /** The open branch of a place; made if it was only counted so far. */
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

  /** The child that is, or holds, the node at a path. */
  #towards(branch: Branch, path: string): RowRef | null {
    const index = indexTowards(this.nodes, branch, path);
    return index < 0 ? null : { branch, index };
  }

  /** Opens an array down to one of its pages; gives the page's row. */
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
    // Versions lack fields of a struct: those that are there count.
    const children = kind === 'struct' ? this.nodes.source.children(path).length : count;
    return plan(path, children, branch, index, 0, below);
  }
}

/** Whether the open rows have as many children in another structure. */
function sameBelow(branch: Branch, source: Structure, isAlike: boolean): boolean {
  const { path, parent, elements, below, known } = branch;
  if (below !== null && !isAlike) return false;
  // A page has as many as its array.
  const isPage = parent !== null && parent.step > 1;
  if (!isPage && childrenOf(source, path) !== elements) return false;
  return known.every((child) => sameBelow(child, source, isAlike));
}

function childrenOf(source: Structure, path: string): number {
  const node = source.resolve(path);
  if (!node) return -1;
  return node.kind === 'struct' ? source.children(path).length : node.count;
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
