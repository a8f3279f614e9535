/** The nodes that fit a filter, with the nodes around them, as a structure of its own. */
import type { FilterTerm, ParsedFile, SearchPart, StructureNode } from '@lithoscope/core';
import type { Structure } from './nodes.ts';
import { longestHolding } from './towards.ts';

/** More rows are not listed … */
export const MAX_MATCHES = 5000;
/** … nor more characters of paths: the name of a section may have 64 KB. */
const MAX_CHARACTERS = 1 << 24;
/** Nodes that one step looks at: about a millisecond. */
const STEP = 10_000;

/** Searches a file. Yields the share that is searched, 0 to 1; returns the nodes that fit. */
export function* findIn(
  parsed: ParsedFile,
  filter: readonly FilterTerm[],
): Generator<number, FoundStructure> {
  const found = new FoundStructure(parsed);
  for (let from = 0; from < parsed.size && !found.more; ) {
    const part = parsed.search(filter, from, STEP);
    found.add(part);
    if (part.next <= from) break;
    from = part.next;
    yield from / parsed.size;
  }
  return found;
}

export class FoundStructure implements Structure {
  /** What fits, in file order. */
  readonly paths: string[] = [];
  /** There is more than was listed. */
  more = false;
  /** Paths of the children that are shown, by the path of what holds them, in file order. */
  readonly #kept = new Map<string, string[]>([['', []]]);
  #characters = 0;

  /** @param source all of the file */
  constructor(readonly source: Structure) {}

  /** Adds what a part of a search found; the parts come in file order. */
  add({ paths, depths, fits }: Pick<SearchPart, 'paths' | 'depths' | 'fits'>): void {
    const around: string[] = [];
    for (const [i, path] of paths.entries()) {
      around.length = depths[i] ?? 0;
      around.push(path);
      if (fits[i] !== 1) continue;
      this.#characters += path.length;
      this.more = this.paths.length >= MAX_MATCHES || this.#characters > MAX_CHARACTERS;
      if (this.more) return;
      this.paths.push(path);
      around.forEach((child, depth) => {
        this.#keep(around[depth - 1] ?? '', child);
      });
    }
  }

  resolve(path: string): StructureNode | null {
    const node = this.source.resolve(path);
    return node && this.#shown(node);
  }

  children(path: string, from = 0, count = Number.POSITIVE_INFINITY): StructureNode[] {
    const kept = this.#kept.get(path);
    if (!kept)
      return this.source.children(path, from, count === Number.POSITIVE_INFINITY ? undefined : count);
    const nodes = kept.slice(from, from + count).map((child) => this.source.resolve(child));
    return nodes.flatMap((node) => (node ? [this.#shown(node)] : []));
  }

  find(parent: string, path: string): number {
    const kept = this.#kept.get(parent) ?? this.source.children(parent).map((node) => node.path);
    return longestHolding(kept, path);
  }

  /** Whether a node is shown for what it holds. */
  holds(path: string): boolean {
    return this.#kept.has(path);
  }

  #keep(outer: string, child: string): void {
    const list = this.#kept.get(outer);
    if (!list) this.#kept.set(outer, [child]);
    else if (list.at(-1) !== child) list.push(child);
  }

  /** A list that shows some of its elements has as many. */
  #shown(node: StructureNode): StructureNode {
    const kept = this.#kept.get(node.path);
    return kept ? { ...node, count: kept.length } : node;
  }
}
