/**
 * The rows of a partly expanded structure tree, without making them: an expanded node keeps how many rows
 * it has and which of its children are expanded, and the children themselves come from the core in chunks.
 * Asking for a row costs the number of expanded nodes, whatever the size of the arrays. No DOM.
 */
import type { StructureNode } from '@lithoscope/core';

/** What the rows are read from: an ParsedFile. */
export interface Structure {
  resolve(path: string): StructureNode | null;
  children(path: string, from?: number, count?: number): StructureNode[];
}

/** An expanded node. */
interface Branch {
  readonly node: StructureNode;
  readonly parent: Branch | null;
  /** Position among the parent's children. */
  readonly index: number;
  readonly depth: number;
  /** Number of children. */
  readonly count: number;
  /** Rows below this node: its children and what is expanded below them. */
  total: number;
  /** Expanded children by position. */
  expanded: Branch[];
  readonly chunks: Map<number, readonly StructureNode[]>;
}

/** A child of an expanded node; stays valid while rows come and go around it. */
export interface Place {
  readonly branch: Branch;
  readonly index: number;
}

/** A row to draw. */
export interface Row extends Place {
  readonly node: StructureNode;
  /** 1 for the children of the file. */
  readonly level: number;
  /** Number of siblings, itself included. */
  readonly siblings: number;
  /** Null for a node without children. */
  readonly expanded: boolean | null;
}

const CHUNK = 256;

export class TreeRows {
  readonly #source: Structure;
  readonly #root: Branch | null;

  constructor(source: Structure) {
    this.#source = source;
    const file = source.resolve('');
    this.#root = file ? this.#branch(file, null, 0) : null;
  }

  /** Number of rows now. */
  get count(): number {
    return this.#root?.total ?? 0;
  }

  /** The row at a position from the top, or null behind the last. */
  at(row: number): Row | null {
    if (!this.#root || row < 0 || row >= this.count) return null;
    let branch = this.#root;
    let rest = row;
    for (;;) {
      let passed = 0;
      let inside: Branch | null = null;
      for (const child of branch.expanded) {
        const at = child.index + passed;
        if (rest <= at) break;
        if (rest <= at + child.total) {
          inside = child;
          rest -= at + 1;
          break;
        }
        passed += child.total;
      }
      if (!inside) return this.#row({ branch, index: rest - passed });
      branch = inside;
    }
  }

  /** Position of a place from the top, or −1 when something around it is collapsed. */
  rowOf({ branch, index }: Place): number {
    const within = rowWithin(branch, index);
    if (!branch.parent) return within;
    if (!branch.parent.expanded.includes(branch)) return -1;
    const above = this.rowOf({ branch: branch.parent, index: branch.index });
    return above < 0 ? -1 : above + 1 + within;
  }

  /** Shows the children of a row; nothing happens when it has none or shows them already. */
  expand(row: number): void {
    const at = this.at(row);
    if (at && at.expanded === false) this.#open(at, at.node);
  }

  /** Hides the children of a row. */
  collapse(row: number): void {
    const at = this.at(row);
    const child = at?.branch.expanded.find(({ index }) => index === at.index);
    if (!at || !child) return;
    at.branch.expanded = at.branch.expanded.filter((other) => other !== child);
    for (let up: Branch | null = at.branch; up; up = up.parent) up.total -= child.total;
  }

  /** Paths of the rows that show their children, outer ones first. */
  expandedPaths(): string[] {
    const below = ({ expanded }: Branch): string[] =>
      expanded.flatMap((branch) => [branch.node.path, ...below(branch)]);
    return this.#root ? below(this.#root) : [];
  }

  /** Row of the node around a row, −1 for a row of the top level. */
  parentOf(row: number): number {
    const branch = this.at(row)?.branch;
    return branch?.parent ? this.rowOf({ branch: branch.parent, index: branch.index }) : -1;
  }

  /** Expands everything around the node at a path; gives its row, −1 when there is no such node. */
  reveal(path: string): number {
    let branch = this.#root;
    while (branch) {
      const place = this.#towards(branch, path);
      const node = place && this.#node(place);
      if (!place || !node) return -1;
      if (node.path === path) return this.rowOf(place);
      branch = this.#open(place, node);
    }
    return -1;
  }

  /** The child that is, or holds, the node at a path. */
  #towards(branch: Branch, path: string): Place | null {
    if (branch.node.kind === 'array') {
      const index = Number.parseInt(path.slice(branch.node.path.length + 1), 10);
      return index < branch.count ? { branch, index } : null;
    }
    let found: Place | null = null;
    let length = -1;
    for (let index = 0; index < branch.count; index++) {
      const node = this.#node({ branch, index });
      // A section's name comes from the file and may look like the start of another's path.
      if (node && node.path.length > length && holdsPath(node.path, path)) {
        found = { branch, index };
        length = node.path.length;
      }
    }
    return found;
  }

  #open(place: Place, node: StructureNode): Branch {
    const { branch, index } = place;
    const there = branch.expanded.find((child) => child.index === index);
    if (there) return there;
    const child = this.#branch(node, branch, index);
    branch.expanded = [...branch.expanded, child].sort((a, b) => a.index - b.index);
    for (let up: Branch | null = branch; up; up = up.parent) up.total += child.total;
    return child;
  }

  #branch(node: StructureNode, parent: Branch | null, index: number): Branch {
    const chunks = new Map<number, readonly StructureNode[]>();
    let { count } = node;
    if (node.kind !== 'array' || count <= CHUNK) {
      const all = this.#source.children(node.path);
      count = all.length;
      for (let from = 0; from < count; from += CHUNK) chunks.set(from / CHUNK, all.slice(from, from + CHUNK));
    }
    return {
      node,
      parent,
      index,
      depth: parent ? parent.depth + 1 : 0,
      count,
      total: count,
      expanded: [],
      chunks,
    };
  }

  #node({ branch, index }: Place): StructureNode | null {
    const number = Math.floor(index / CHUNK);
    let chunk = branch.chunks.get(number);
    if (!chunk) {
      chunk = this.#source.children(branch.node.path, number * CHUNK, CHUNK);
      branch.chunks.set(number, chunk);
    }
    return chunk[index % CHUNK] ?? null;
  }

  #row(place: Place): Row | null {
    const { branch, index } = place;
    const node = this.#node(place);
    if (!node) return null;
    const open = branch.expanded.some((child) => child.index === index);
    return {
      branch,
      index,
      node,
      level: branch.depth + 1,
      siblings: branch.count,
      expanded: node.kind === 'leaf' || node.count === 0 ? null : open,
    };
  }
}

/** Row of a child, counted from the first row below its parent. */
function rowWithin(branch: Branch, index: number): number {
  let row = index;
  for (const child of branch.expanded) {
    if (child.index >= index) break;
    row += child.total;
  }
  return row;
}

/** Whether the node at `path` is the one at `outer` or lies in it. */
function holdsPath(outer: string, path: string): boolean {
  if (!path.startsWith(outer)) return false;
  const next = path[outer.length];
  return next === undefined || next === '.' || next === '[';
}
