/** The nodes of rows, fetched from a structure in chunks; only those looked at last are kept. */
import type { StructureNode } from '@lithoscope/core';
import { type Branch, elementsAt, PAGE_ROWS } from './branch.ts';

/** What the rows are read from: a ParsedFile, or what a filter found of it. */
export interface Structure {
  resolve(path: string): StructureNode | null;
  children(path: string, from?: number, count?: number): StructureNode[];
  /**
   * Position among the children of the node at `parent` of the one that is or holds the node at `path`, −1 for
   * none. Absent: arrays have all their elements, and fields are looked through.
   */
  find?(parent: string, path: string): number;
}

/** Chunks that are kept; a screen needs fewer. */
const MAX_CHUNKS = 96;

export class RowNodes {
  /** By branch and chunk, the one used last at the end. */
  readonly #chunks = new Map<string, readonly StructureNode[]>();

  constructor(readonly source: Structure) {}

  /** The node of a row, or null when there is none. */
  at(branch: Branch, index: number): StructureNode | null {
    if (index < 0 || index >= branch.count) return null;
    if (branch.step > 1) return this.#page(branch, index);
    const chunk = Math.floor(index / PAGE_ROWS) * PAGE_ROWS;
    const nodes = this.#chunk(`${branch.id}/${chunk}`, () =>
      this.source.children(branch.path, branch.from + chunk, PAGE_ROWS),
    );
    return nodes[index - chunk] ?? null;
  }

  /** A row that stands for many elements: the array's node, cut down to them. */
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

/** A node for some of the elements of an array, null when they are not there. */
export function pageNode(source: Structure, path: string, from: number, count: number): StructureNode | null {
  const array = source.resolve(path);
  const first = source.children(path, from, 1)[0];
  const last = source.children(path, from + count - 1, 1)[0];
  if (!array || !first || !last) return null;
  // `[256 … 511]`
  const name = `${first.name.replace(']', '')} … ${last.name.replace('[', '')}`;
  return { ...array, name, start: first.start, end: last.end, count, label: '' };
}
