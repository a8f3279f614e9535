/** Finds what fits a filter, a little at a time: from the leaves, whose paths name all that holds them. No DOM. */
import { LEAF_TYPES, type Leaves, type ParsedFile, type StructureNode } from '@lithoscope/core';
import { type AlikeElements, elementsLike, isAround, isRepeated } from './filter-alike.ts';
import type { Candidate, Filter, Verdict } from './filter-query.ts';
import { fits, holdsOf } from './filter-value.ts';

/** More rows are not listed. */
export const MATCH_LIMIT = 5000;
/** Bytes that one step looks at. */
const STEP = 4096;
/** Bytes whose paths are asked for at a time: of elements that are alike none are needed. */
const NAMED = 128;

/** What fits, in file order. */
export interface Matches {
  readonly paths: readonly string[];
  /** There is more than was listed. */
  readonly more: boolean;
}

/** Looks through a file. Each step gives the part that is done, 0 to 1; the end gives what fits. */
export function* scan(parsed: ParsedFile, filter: Filter): Generator<number, Matches> {
  const scanner = new Scanner(parsed, filter);
  for (let at = 0; at < parsed.size && scanner.found.length <= MATCH_LIMIT; ) {
    at = scanner.step(at, Math.min(at + STEP, parsed.size));
    yield at / parsed.size;
  }
  const { found } = scanner;
  return { paths: found.slice(0, MATCH_LIMIT), more: found.length > MATCH_LIMIT };
}

class Scanner {
  readonly found: string[] = [];
  readonly #tops: readonly StructureNode[];
  readonly #root: Kind = { type: '', verdict: false, inner: new Map() };
  /** What is around the leaf before, outermost first. */
  readonly #around: { readonly path: string; readonly kind: Kind }[] = [];
  /** The elements that the leaves at hand are of, when they are all alike. */
  #alike: AlikeElements | null = null;

  constructor(
    readonly parsed: ParsedFile,
    readonly filter: Filter,
  ) {
    this.#tops = parsed.children('');
  }

  /** Looks through the leaves that begin in [start, end). Returns where the next step starts. */
  step(start: number, end: number): number {
    const { parsed, found } = this;
    const leaves = parsed.leaves(start, end);
    const all = leaves.offset.length;
    let paths: Paths | null = null;
    for (let i = 0; i < all && found.length <= MATCH_LIMIT; ) {
      const offset = leaves.offset[i] ?? 0;
      if (offset < start) {
        i++;
        continue;
      }
      if (this.#alike?.standsAt(leaves, i)) {
        this.#alike.test(leaves, i, found);
        i += this.#alike.leaves;
        continue;
      }
      // An element that the step cuts comes whole with the next one.
      if (this.#alike?.isCut(all - i) && offset > start && end < parsed.size) return offset;
      if (!paths || i - paths.first >= paths.list.length) {
        paths = { first: i, list: parsed.paths(offset, Math.min(offset + NAMED, end)) };
      }
      this.#alike = this.#enter(paths, leaves, i);
      if (this.#alike) continue;
      this.#testLeaf(paths.list[i - paths.first] ?? '', leaves, i);
      i++;
    }
    return end;
  }

  /** Tests what begins with a leaf and is around it; or gives the elements that are all like the one that begins. */
  #enter(paths: Paths, leaves: Leaves, i: number): AlikeElements | null {
    const path = paths.list[i - paths.first] ?? '';
    const outer = path.slice(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['), 0));
    let inner = this.#around.at(-1);
    while (inner && !isAround(inner.path, outer)) {
      this.#around.pop();
      inner = this.#around.at(-1);
    }
    while ((inner?.path.length ?? 0) < outer.length) {
      const at = inner?.path.length ?? 0;
      const end = inner ? partEnd(outer, at) : topOf(this.#tops, outer, leaves.offset[i] ?? 0).length;
      const part = outer.slice(0, end);
      const alike = this.#elementsLike(part, paths, leaves, i);
      if (alike) return alike;
      const name = part.slice(part[at] === '.' ? at + 1 : at);
      const kind = this.#kindOf(inner?.kind ?? this.#root, name, 'rows', () => typeOf(this.parsed, part));
      inner = { path: part, kind };
      this.#around.push(inner);
      const verdict = kind.verdict ?? this.filter({ name, type: kind.type, holds: 'rows' });
      if (verdict === true) this.found.push(part);
    }
    return this.#elementsLike(path, paths, leaves, i);
  }

  #elementsLike(element: string, { first, list }: Paths, leaves: Leaves, i: number): AlikeElements | null {
    if (!isRepeated(element)) return null;
    const begun = { paths: list.slice(i - first), types: leaves.type.subarray(i) };
    return elementsLike(this.parsed, element, begun, (path) => typeOf(this.parsed, path), this.filter);
  }

  #testLeaf(path: string, leaves: Leaves, i: number): void {
    const inner = this.#around.at(-1);
    const at = inner?.path.length ?? 0;
    const name = path.slice(path[at] === '.' ? at + 1 : at);
    const type = LEAF_TYPES[leaves.type[i] ?? 0] ?? 'bytes';
    const holds = holdsOf(type);
    const { verdict } = this.#kindOf(inner?.kind ?? this.#root, name, holds, () => type);
    if (fits(verdict ?? this.filter({ name, type, holds }), this.parsed, leaves, i)) this.found.push(path);
  }

  /** What is known of all nodes of a name in all nodes of a kind. */
  #kindOf(outer: Kind, name: string, holds: Candidate['holds'], typeOfOne: () => string): Kind {
    const isElement = name.startsWith('[');
    const key = isElement ? '[]' : name;
    let kind = outer.inner.get(key);
    if (!kind) {
      const type = typeOfOne();
      const verdict = isElement ? null : this.filter({ name, type, holds });
      kind = { type, verdict, inner: new Map() };
      outer.inner.set(key, kind);
    }
    return kind;
  }
}

/** Nodes that differ in nothing but the indices in their paths. */
interface Kind {
  readonly type: string;
  /** What the filter says of them; null of elements, which are named by their index. */
  readonly verdict: Verdict | null;
  readonly inner: Map<string, Kind>;
}

/** Where the part of a path ends that begins with the `.` or `[` at an index. */
function partEnd(path: string, at: number): number {
  if (path[at] === '[') return path.indexOf(']', at) + 1;
  let end = at + 1;
  while (end < path.length && path[end] !== '.' && path[end] !== '[') end++;
  return end;
}

function typeOf(parsed: ParsedFile, path: string): string {
  return parsed.resolve(path)?.type ?? '';
}

/** Paths of leaves from one on. */
interface Paths {
  readonly first: number;
  readonly list: readonly string[];
}

/** The path of the section, or of what lies outside them, that a leaf is in. */
function topOf(tops: readonly StructureNode[], path: string, offset: number): string {
  const top = tops.find(
    ({ start, end, path: outer }) => start <= offset && offset < end && path.startsWith(outer),
  );
  return top?.path ?? path;
}
