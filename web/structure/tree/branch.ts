/**
 * Branches of the tree: open rows, the arithmetic of the rows below them, and their nodes. Children like all their siblings
 * take no memory: they are counted, not made. Long arrays are folded into pages of 256 elements, these into pages of 256
 * pages and so on, so that no row has more than 256 rows directly below it.
 */

import type { StructureNode } from '@lithoscope/core';
import { firstIndexWhere } from '../../lib/binary-search.ts';

/** Maximum rows directly below an array or a page. */
export const PAGE_ROWS = 256;

/** Elements that each row directly below `count` elements stands for: 1, or the length of a page. */
function pageStep(count: number): number {
  let step = 1;
  while (count > step * PAGE_ROWS) step *= PAGE_ROWS;
  return step;
}

/**
 * Rows below an array that is fully expanded.
 * @param count elements
 * @param below rows below each element
 */
function deepRows(count: number, below: number): number {
  const step = pageStep(count);
  if (step === 1) return count * (1 + below);
  const last = count % step;
  const whole = Math.floor(count / step) * (1 + deepRows(step, below));
  return whole + (last > 0 ? 1 + deepRows(last, below) : 0);
}

/** An open row, or a row that was closed among open siblings. */
export interface Branch {
  readonly id: number;
  /** Path of the node; a page has the path of its array. */
  readonly path: string;
  readonly parent: Branch | null;
  /** Position among the parent's children. */
  readonly index: number;
  readonly depth: number;
  /** First of the node's children that it covers; 0 unless it is a page. */
  readonly from: number;
  /** Children of the node that it covers. */
  readonly elements: number;
  /** Elements for each row directly below. */
  readonly step: number;
  /** Rows directly below. */
  readonly count: number;
  readonly open: boolean;
  /** Rows below each element when all pages and elements are open and alike; null when they are closed. */
  readonly below: number | null;
  /** Rows below each child that is not among `known`. */
  readonly fill: number;
  /** Children that differ from `fill` or were visited, by index. */
  known: Branch[];
  /** All rows below this one. */
  total: number;
  /** For each of `known`, the rows that the ones before it have beyond `fill`; null before they are summed. */
  extra: Float64Array | null;
}

/** A child of an open row; stays valid while rows around it open and close. */
export interface RowRef {
  readonly branch: Branch;
  readonly index: number;
}

let nextId = 0;

export function makeBranch(
  plan: Pick<Branch, 'path' | 'parent' | 'index' | 'from' | 'elements' | 'open' | 'below'>,
): Branch {
  const { elements, open, below } = plan;
  const step = pageStep(elements);
  return {
    ...plan,
    id: nextId++,
    depth: plan.parent ? plan.parent.depth + 1 : 0,
    step,
    count: Math.ceil(elements / step),
    fill: below === null ? 0 : step > 1 ? deepRows(step, below) : below,
    known: [],
    total: !open ? 0 : below === null ? Math.ceil(elements / step) : deepRows(elements, below),
    extra: null,
  };
}

/** Elements of a row below a branch. */
export function elementsAt({ elements, step }: Branch, index: number): number {
  return Math.min(step, elements - index * step);
}

/** Position in `known` of the child at an index, present or not. */
function position({ known }: Branch, index: number): number {
  return firstIndexWhere(known.length, (at) => (known[at]?.index ?? 0) >= index);
}

/** The child at an index, if it differs from its siblings. */
export function knownAt(branch: Branch, index: number): Branch | undefined {
  const found = branch.known[position(branch, index)];
  return found?.index === index ? found : undefined;
}

/** Sets the child at its index. */
export function setKnown(branch: Branch, child: Branch): void {
  const before = knownAt(branch, child.index);
  branch.known.splice(position(branch, child.index), before ? 1 : 0, child);
  grow(branch, child.total - (before?.total ?? fillAt(branch, child.index)));
}

/** Makes a child like all its siblings again. */
export function dropKnown(branch: Branch, child: Branch): void {
  branch.known.splice(position(branch, child.index), 1);
  grow(branch, fillAt(branch, child.index) - child.total);
}

/** Rows below a child that is not known. The last page may be shorter than the others. */
function fillAt(branch: Branch, index: number): number {
  const elements = elementsAt(branch, index);
  return branch.below !== null && elements < branch.step ? deepRows(elements, branch.below) : branch.fill;
}

/** Adds to the rows below a branch. */
function grow(branch: Branch, rows: number): void {
  for (let up: Branch | null = branch; up; up = up.parent) {
    up.total += rows;
    up.extra = null;
  }
}

/** Row of a child, counted from the first row of its parent. */
export function rowWithin(branch: Branch, index: number): number {
  const at = position(branch, index);
  return index * (1 + branch.fill) + (sums(branch)[at] ?? 0);
}

/** The child that contains a row below a branch: its index, and the row within it; 0 is the child itself. */
export function childAt(branch: Branch, row: number): { index: number; rest: number } {
  const { known, fill } = branch;
  const extra = sums(branch);
  const start = (at: number) => (known[at]?.index ?? 0) * (1 + fill) + (extra[at] ?? 0);
  const last = firstIndexWhere(known.length, (at) => start(at) > row) - 1;
  const before = known[last];
  if (before && row <= start(last) + before.total) return { index: before.index, rest: row - start(last) };
  const first = before ? before.index + 1 : 0;
  const base = before ? start(last) + before.total + 1 : 0;
  const index = Math.min(first + Math.floor((row - base) / (1 + fill)), branch.count - 1);
  return { index, rest: row - base - (index - first) * (1 + fill) };
}

function sums(branch: Branch): Float64Array {
  if (branch.extra) return branch.extra;
  const { known, fill } = branch;
  const extra = new Float64Array(known.length + 1);
  known.forEach((child, at) => {
    extra[at + 1] = (extra[at] ?? 0) + child.total - fill;
  });
  branch.extra = extra;
  return extra;
}

// Nodes of the rows

/** The source of the rows: a ParsedFile, or the part of it that a filter found. */
export interface Structure {
  resolve(path: string): StructureNode | null;
  children(path: string, from?: number, count?: number): StructureNode[];
  /**
   * Index of the child of `parent` that is or contains the node at `path`; −1 without one. Absent in a complete
   * structure: the index is in the path, and fields are searched.
   */
  find?(parent: string, path: string): number;
}

/** Chunks to keep; a screen needs fewer. */
const MAX_CHUNKS = 96;

/** Fetches nodes in chunks, and keeps the most recently used ones. */
export class RowNodes {
  /** By branch and chunk, the most recently used last. */
  readonly #chunks = new Map<string, readonly StructureNode[]>();

  constructor(readonly source: Structure) {}

  /** The node of a row; null outside the branch. */
  at(branch: Branch, index: number): StructureNode | null {
    if (index < 0 || index >= branch.count) return null;
    if (branch.step > 1) return this.#page(branch, index);
    const chunk = Math.floor(index / PAGE_ROWS) * PAGE_ROWS;
    const nodes = this.#chunk(`${branch.id}/${chunk}`, () =>
      this.source.children(branch.path, branch.from + chunk, PAGE_ROWS),
    );
    return nodes[index - chunk] ?? null;
  }

  /** The node of a page: the array's, limited to the page's elements. */
  #page(branch: Branch, index: number): StructureNode | null {
    const [page] = this.#chunk(`${branch.id}/page ${index}`, () => {
      const from = branch.from + index * branch.step;
      const node = pageNode(this.source, branch.path, from, elementsAt(branch, index));
      return node ? [node] : [];
    });
    return page ?? null;
  }

  #chunk(key: string, fetch: () => readonly StructureNode[]): readonly StructureNode[] {
    const found = this.#chunks.get(key) ?? fetch();
    this.#chunks.delete(key);
    this.#chunks.set(key, found);
    for (const oldest of this.#chunks.keys()) {
      if (this.#chunks.size <= MAX_CHUNKS) break;
      this.#chunks.delete(oldest);
    }
    return found;
  }
}

/** A node for some elements of an array; null when they do not exist. */
function pageNode(source: Structure, path: string, from: number, count: number): StructureNode | null {
  const array = source.resolve(path);
  const first = source.children(path, from, 1)[0];
  const last = source.children(path, from + count - 1, 1)[0];
  if (!array || !first || !last) return null;
  // `[256 … 511]`
  const name = `${first.name.replace(']', '')} … ${last.name.replace('[', '')}`;
  return { ...array, name, start: first.start, end: last.end, count, label: '' };
}

// Search for a node among the children of a branch

/** Index of the child that is or contains the node at a path; −1 without one. */
export function indexTowards(nodes: RowNodes, branch: Branch, path: string): number {
  const index = childTowards(nodes, branch, path);
  return index < branch.count ? index : -1;
}

function childTowards(nodes: RowNodes, branch: Branch, path: string): number {
  const { source } = nodes;
  const rowOf = (element: number) => Math.floor((element - branch.from) / branch.step);
  if (source.find) return rowOf(source.find(branch.path, path));
  const element = path.startsWith(`${branch.path}[`) ? path.slice(branch.path.length + 1) : '';
  if (branch.path !== '' && /^\d/.test(element)) return rowOf(Number.parseInt(element, 10));
  return longestHolding(
    Array.from({ length: branch.count }, (_, index) => nodes.at(branch, index)?.path ?? ''),
    path,
  );
}

/**
 * Index of the longest of some paths that is `path` or leads to it; −1 without one. The name of a section comes from the
 * file and may look like the start of another path.
 */
export function longestHolding(outers: readonly string[], path: string): number {
  let found = -1;
  outers.forEach((outer, index) => {
    if (holdsPath(outer, path) && outer.length > (outers[found]?.length ?? 0)) found = index;
  });
  return found;
}

/** Whether the node at `path` is the one at `outer` or inside it. */
function holdsPath(outer: string, path: string): boolean {
  if (!path.startsWith(outer)) return false;
  const next = path[outer.length];
  return next === undefined || next === '.' || next === '[';
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The elements of the page with exactly these bytes; null when no page has them. */
export function pagePlace(
  source: Structure,
  array: StructureNode,
  { start, end }: ByteRange,
): { from: number; count: number } | null {
  if (array.kind !== 'array' || (array.start === start && array.end === end)) return null;
  let from = 0;
  let { count } = array;
  for (let step = pageStep(count); step > 1; step = pageStep(count)) {
    const first = from;
    const startOf = (page: number) => source.children(array.path, first + page * step, 1)[0]?.start ?? end;
    const found = firstIndexWhere(Math.ceil(count / step) - 1, (before) => startOf(before + 1) > start);
    from += found * step;
    count = Math.min(step, count - found * step);
    const page = pageNode(source, array.path, from, count);
    if (!page || page.start > start || page.end < end) return null;
    if (page.start === start && page.end === end) return { from, count };
  }
  return null;
}
