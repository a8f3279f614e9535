/**
 * An open row of the tree and the arithmetic of the rows below it. Children that are like all their siblings take no
 * memory: they are counted, not made. Long arrays are folded into pages of 256 elements, these into pages of 256 pages
 * and so on, so that no row has more than 256 rows directly below it.
 */

/** Rows directly below an array or a page, at most. */
export const PAGE_ROWS = 256;

/** Elements that each row directly below `count` elements stands for: 1, or the length of a page. */
export function pageStep(count: number): number {
  let step = 1;
  while (count > step * PAGE_ROWS) step *= PAGE_ROWS;
  return step;
}

/**
 * Rows below an array that is open with all that is in it.
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

/** An open row, or one that was closed among open siblings. */
export interface Branch {
  readonly id: number;
  /** Of the node; a page has that of its array. */
  readonly path: string;
  readonly parent: Branch | null;
  /** Position among the parent's children. */
  readonly index: number;
  readonly depth: number;
  /** First of the node's children that it covers: not 0 in a page. */
  readonly from: number;
  /** Children of the node that it covers. */
  readonly elements: number;
  /** Of these, how many each row directly below stands for. */
  readonly step: number;
  /** Rows directly below. */
  readonly count: number;
  readonly open: boolean;
  /** Rows below each element when all pages and elements are open and alike; null: they are closed. */
  readonly below: number | null;
  /** Rows below each child that is not among `known`. */
  readonly fill: number;
  /** Children that are not as `fill` says, or were looked into, by index. */
  known: Branch[];
  /** Rows below this one in all. */
  total: number;
  /** For each of `known`, the rows that those before it have more than `fill`; null: not summed yet. */
  extra: Float64Array | null;
}

/** A child of an open row; stays valid while rows come and go around it. */
export interface RowRef {
  readonly branch: Branch;
  readonly index: number;
}

/** What a new branch is to be. */
export type BranchPlan = Pick<Branch, 'path' | 'parent' | 'index' | 'from' | 'elements' | 'open' | 'below'>;

let nextId = 0;

export function makeBranch(plan: BranchPlan): Branch {
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

/** Elements that a row below a branch stands for. */
export function elementsAt({ elements, step }: Branch, index: number): number {
  return Math.min(step, elements - index * step);
}

/** Where the child at an index stands in `known`, or would. */
function position({ known }: Branch, index: number): number {
  let low = 0;
  let high = known.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((known[middle]?.index ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The child at an index, if it is not as all the others. */
export function knownAt(branch: Branch, index: number): Branch | undefined {
  const found = branch.known[position(branch, index)];
  return found?.index === index ? found : undefined;
}

/** Puts a child in its place, instead of the one that is there. */
export function setKnown(branch: Branch, child: Branch): void {
  const before = knownAt(branch, child.index);
  branch.known.splice(position(branch, child.index), before ? 1 : 0, child);
  grow(branch, child.total - (before?.total ?? fillAt(branch, child.index)));
}

/** Makes a child as all the others. */
export function dropKnown(branch: Branch, child: Branch): void {
  branch.known.splice(position(branch, child.index), 1);
  grow(branch, fillAt(branch, child.index) - child.total);
}

/** Rows below a child that is not known. The last page may be shorter than the others. */
function fillAt(branch: Branch, index: number): number {
  const elements = elementsAt(branch, index);
  return branch.below !== null && elements < branch.step ? deepRows(elements, branch.below) : branch.fill;
}

/** Counts rows that came below a branch. */
function grow(branch: Branch, rows: number): void {
  for (let up: Branch | null = branch; up; up = up.parent) {
    up.total += rows;
    up.extra = null;
  }
}

/** Row of a child, counted from the first row below its parent. */
export function rowWithin(branch: Branch, index: number): number {
  const at = position(branch, index);
  return index * (1 + branch.fill) + (sums(branch)[at] ?? 0);
}

/** The child that a row below a branch is in: its index, and the row counted from the child's own, 0. */
export function childAt(branch: Branch, row: number): { index: number; rest: number } {
  const { known, fill } = branch;
  const extra = sums(branch);
  const start = (at: number) => (known[at]?.index ?? 0) * (1 + fill) + (extra[at] ?? 0);
  let low = 0;
  let high = known.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (start(middle) <= row) low = middle + 1;
    else high = middle;
  }
  const before = known[low - 1];
  if (before && row <= start(low - 1) + before.total)
    return { index: before.index, rest: row - start(low - 1) };
  const first = before ? before.index + 1 : 0;
  const base = before ? start(low - 1) + before.total + 1 : 0;
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
