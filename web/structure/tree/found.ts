/** What a filter found, with all that holds it, as a structure of its own. No DOM. */
import type { StructureNode } from '@lithoscope/core';
import type { Structure } from './nodes.ts';
import { longestHolding } from './towards.ts';

export class FoundStructure implements Structure {
  /** Paths of the children that are shown, by the path of what holds them, in file order. */
  readonly #kept = new Map<string, string[]>();

  /**
   * @param source all of the file
   * @param paths what was found, in file order
   */
  constructor(
    readonly source: Structure,
    paths: readonly string[],
  ) {
    const tops = source.children('').map(({ path }) => path);
    this.#kept.set('', []);
    for (const path of paths) {
      // The longest: the name of a section may be the beginning of another's.
      const fitting = tops.filter((top) => path.startsWith(top));
      const top = fitting.reduce((longest, next) => (next.length > longest.length ? next : longest), '');
      let outer = '';
      for (const part of partsOf(path, top || path)) {
        const list = this.#kept.get(outer) ?? [];
        if (list.at(-1) !== part.path) list.push(part.path);
        this.#kept.set(outer, list);
        outer = part.path;
      }
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

  /** A list that shows some of its elements has as many. */
  #shown(node: StructureNode): StructureNode {
    const kept = this.#kept.get(node.path);
    return kept ? { ...node, count: kept.length } : node;
  }
}

/** A node around a leaf, or the leaf. */
interface Part {
  readonly path: string;
  readonly name: string;
}

/** What a path goes through, outermost first. The name of a section may hold any characters. */
export function partsOf(path: string, top: string): Part[] {
  const parts: Part[] = [{ path: top, name: top }];
  for (const { 0: whole, index } of path.slice(top.length).matchAll(/\.?([^.[]+)|\[\d+\]/g)) {
    const name = whole.startsWith('.') ? whole.slice(1) : whole;
    parts.push({ path: path.slice(0, top.length + index + whole.length), name });
  }
  return parts;
}
