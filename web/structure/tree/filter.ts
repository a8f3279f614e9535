/** The filter of the tree: its language, the nodes it finds, and their rows. All work runs in short slices. */

import type { FilterTerm, ParsedFile, SearchPart, StructureNode } from '@lithoscope/core';
import { formatCount } from '../../explain/describe.ts';
import { comparisonOf, type Token, tokensOf } from '../../explain/query-tokens.ts';
import { type Running, runInChunks } from '../../store/run-in-chunks.ts';
import { longestHolding, type Structure } from './branch.ts';
import type { FileView } from './file-view.ts';
import { expandBelow, TreeRows } from './rows.ts';

/** Explains the syntax, for the field's tooltip. */
export const FILTER_HELP = [
  'Words match names, types and texts; a number also matches equal values. All terms must match, in any case.',
  'name:bias · type:f32 · value:torso · value>1000 · value=0xCDCD · "two words" · -bias (excludes what matches)',
].join('\n');

const PARTS = ['name', 'type', 'value'] as const;

/** The terms of a filter's text, which has the syntax of the library's search. */
export function parseFilter(text: string): FilterTerm[] {
  return tokensOf(text).flatMap((token): FilterTerm[] => {
    const part = PARTS.find((known) => known === token.key);
    const compared = part === 'value' && !token.quoted ? comparisonOf(token) : null;
    const number = compared ? numberOf(compared.text.toLowerCase()) : null;
    const isNegated = token.negated && !isNegative(token);
    if (compared && number !== null) {
      return [{ part: 'value', comparison: compared.comparison, text: '', number, isNegated }];
    }
    // An operator without a known key is text: `a>b`.
    const isPart = part !== undefined && token.operator === ':';
    const words = (
      isPart || token.quoted ? token.text : isNegative(token) ? `-${token.whole}` : token.whole
    ).toLowerCase();
    if (words === '') return [];
    return [
      {
        part: isPart ? part : 'any',
        comparison: 'contains',
        text: words,
        number: numberOf(words),
        isNegated,
      },
    ];
  });
}

/** Whether the minus is a sign, as in `-0.5`. */
function isNegative({ negated, key, quoted, text }: Token): boolean {
  return negated && key === '' && !quoted && /^[\d.]/.test(text);
}

/** The number that a lower-case text stands for; null for other text. */
function numberOf(text: string): number | null {
  if (text === 'nan') return Number.NaN;
  const number = Number(text.replaceAll('−', '-').replace('infinity', 'Infinity'));
  return text.trim() === '' || Number.isNaN(number) ? null : number;
}

export class TreeFilter {
  #running: Running | null = null;

  /** @param showStatus shows progress and the result */
  constructor(readonly showStatus: (words: string) => void) {}

  /**
   * Shows the nodes that match a filter; all nodes for an empty text.
   * @param shown called when the rows of the view have changed
   */
  run(view: FileView, text: string, shown: () => void): void {
    this.stop();
    const filter = parseFilter(text);
    if (filter.length === 0) {
      this.showStatus('');
      if (view.rows !== view.all) view.show(view.all);
      shown();
      return;
    }
    this.#running = runInChunks(
      findIn(view.parsed, filter),
      (part) => this.showStatus(`Searching… ${Math.floor(part * 100)} %`),
      (found) => this.#show(view, found, shown),
    );
  }

  stop(): void {
    this.#running?.stop();
    this.#running = null;
  }

  #show(view: FileView, found: FoundStructure, shown: () => void): void {
    const rows = new TreeRows(found);
    const { selected } = view;
    this.#running = runInChunks(
      openAll(rows, found),
      () => this.showStatus('Searching…'),
      () => {
        const { paths, more } = found;
        const count = `${formatCount(paths.length)}${more ? '+' : ''}`;
        this.showStatus(paths.length === 0 ? 'nothing found' : `${count} found`);
        view.show(rows);
        view.selected = selected;
        shown();
      },
    );
  }
}

/** Opens everything around the found nodes. */
function* openAll(rows: TreeRows, found: FoundStructure): Generator<number, void> {
  for (let row = rows.count - 1; row >= 0; row--) {
    const place = rows.at(row);
    if (place) yield* expandBelow(rows, place, (node) => found.holds(node.path));
  }
}

// Search

/** Maximum number of nodes to list. */
export const MAX_MATCHES = 5000;
/** Maximum characters of their paths: the name of a section may have 64 KB. */
const MAX_CHARACTERS = 1 << 24;
/** Nodes to visit in one step: about a millisecond. */
const STEP = 10_000;

/** Searches a file. Yields the share searched so far, 0 to 1; returns the matching nodes. */
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

/** The matching nodes of a filter and the nodes around them, as a structure. */
export class FoundStructure implements Structure {
  /** Matching nodes, in file order. */
  readonly paths: string[] = [];
  /** Whether there are more matches than listed. */
  more = false;
  /** Paths of the visible children by the path of their parent, in file order. */
  readonly #kept = new Map<string, string[]>([['', []]]);
  #characters = 0;

  /** @param source the whole file */
  constructor(readonly source: Structure) {}

  /** Adds the matches of a part of the search; the parts come in file order. */
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

  /** Whether a node is shown because of the nodes inside it. */
  holds(path: string): boolean {
    return this.#kept.has(path);
  }

  #keep(outer: string, child: string): void {
    const list = this.#kept.get(outer);
    if (!list) this.#kept.set(outer, [child]);
    else if (list.at(-1) !== child) list.push(child);
  }

  /** The node with the number of its visible children. */
  #shown(node: StructureNode): StructureNode {
    const kept = this.#kept.get(node.path);
    return kept ? { ...node, count: kept.length } : node;
  }
}
