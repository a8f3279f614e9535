/**
 * Elements of an array that are all alike: structs without arrays, or plain values. Their names and types are those
 * of one of them, so that of the others nothing is asked but their bytes. No DOM.
 */
import { LEAF_TYPES, type Leaves, type ParsedFile } from '@lithoscope/core';
import type { Candidate, Filter, Verdict } from './filter-query.ts';
import { fits, holdsOf } from './filter-value.ts';

/** Elements before this one are looked at one by one: of short lists it is not worth asking for the length. */
const FROM = 3;

/** An element, a struct in it, or a leaf; in file order. */
interface Item extends Candidate {
  /** What follows the element's path. */
  readonly suffix: string;
  /** What the filter says of it in every element; null of what is named by its index. */
  readonly verdict: Verdict | null;
}

export class AlikeElements {
  /**
   * @param array its path
   * @param index of the next element
   * @param count elements it has
   * @param types of an element's leaves, as in `Leaves`
   */
  constructor(
    readonly parsed: ParsedFile,
    readonly array: string,
    private index: number,
    readonly count: number,
    readonly types: Uint8Array,
    readonly items: readonly Item[],
    readonly filter: Filter,
  ) {}

  /** How many leaves an element has. */
  get leaves(): number {
    return this.types.length;
  }

  /** Whether the next element is wholly among some leaves, from one on. */
  standsAt({ type }: Leaves, from: number): boolean {
    const { types } = this;
    if (this.index >= this.count || from + types.length > type.length) return false;
    for (let i = 0; i < types.length; i++) if (type[from + i] !== types[i]) return false;
    return true;
  }

  /** Whether there is an element left that does not fit into so many leaves. */
  isCut(leaves: number): boolean {
    return this.index < this.count && leaves < this.leaves;
  }

  /** Tests the next element, whose leaves stand from one on. */
  test(leaves: Leaves, from: number, found: string[]): void {
    const index = this.index++;
    let leaf = from;
    for (const item of this.items) {
      const verdict = item.verdict ?? this.filter({ ...item, name: `[${index}]` });
      const fit = item.holds === 'rows' ? verdict === true : fits(verdict, this.parsed, leaves, leaf++);
      if (fit) found.push(`${this.array}[${index}]${item.suffix}`);
    }
  }
}

/** Whether a path is that of an element with some before it. */
export function isRepeated(path: string): boolean {
  return path.endsWith(']') && indexOf(path) >= FROM;
}

function indexOf(element: string): number {
  return Number(element.slice(element.lastIndexOf('[') + 1, -1));
}

/**
 * The elements from one on, when it has no array in it and is wholly among some leaves; else null.
 * @param element its path
 * @param begun leaves of which it has the first
 * @param typeOf gives the type of a struct
 */
export function elementsLike(
  parsed: ParsedFile,
  element: string,
  begun: { readonly paths: readonly string[]; readonly types: Uint8Array },
  typeOf: (path: string) => string,
  filter: Filter,
): AlikeElements | null {
  const end = begun.paths.findIndex((path) => !isAround(element, path));
  if (end < 0) return null;
  const suffixes = begun.paths.slice(0, end).map((path) => path.slice(element.length));
  if (suffixes.some((suffix) => suffix.includes('['))) return null;
  const array = element.slice(0, element.lastIndexOf('['));
  const index = indexOf(element);
  const count = parsed.resolve(array)?.count ?? 0;
  // The caller goes on by the element that it asked about: there must be one.
  if (end === 0 || index >= count) return null;
  const types = begun.types.slice(0, end);
  const items = itemsOf(suffixes, types, (suffix) => typeOf(element + suffix), filter);
  return new AlikeElements(parsed, array, index, count, types, items, filter);
}

/** Whether a node is one, or is around it. */
export function isAround(outer: string, path: string): boolean {
  return path.startsWith(outer) && ['.', '[', undefined].includes(path[outer.length]);
}

function itemsOf(
  suffixes: readonly string[],
  types: Uint8Array,
  typeOf: (suffix: string) => string,
  filter: Filter,
): Item[] {
  const items: Item[] = [];
  const add = (suffix: string, type: string, holds: Candidate['holds']) => {
    const name = suffix.slice(suffix.lastIndexOf('.') + 1);
    const verdict = suffix === '' ? null : filter({ name, type, holds });
    items.push({ suffix, name, type, holds, verdict });
  };
  const entered = new Set<string>();
  for (const [i, suffix] of suffixes.entries()) {
    for (const { index } of suffix.matchAll(/\./g)) {
      const outer = suffix.slice(0, index);
      if (!entered.has(outer)) add(outer, typeOf(outer), 'rows');
      entered.add(outer);
    }
    const type = LEAF_TYPES[types[i] ?? 0] ?? 'bytes';
    add(suffix, type, holdsOf(type));
  }
  return items;
}
