/** The tree's filter: its language, and how it is applied to the rows of a file, a little at a time. */
import type { FilterTerm } from '@lithoscope/core';
import { formatCount } from '../../explain/describe.ts';
import { comparisonOf, type Token, tokensOf } from '../../explain/query-tokens.ts';
import { type Running, runInChunks } from '../../store/run-in-chunks.ts';
import { expandBelow } from './expand.ts';
import type { FileView } from './file-view.ts';
import { type FoundStructure, findIn } from './found.ts';
import { TreeRows } from './rows.ts';

/** Explains the syntax, for the field's tooltip. */
export const FILTER_HELP = [
  'Words fit names, types and texts; a number fits equal values. All words must fit, in any case.',
  'name:bias · type:f32 · value:torso · value>1000 · value=0xCDCD · "two words" · -bias (what does not fit it)',
].join('\n');

const PARTS = ['name', 'type', 'value'] as const;

/** The terms of a filter's text; none of an empty one. The text is taken apart as that of the library's search. */
export function parseFilter(text: string): FilterTerm[] {
  return tokensOf(text).flatMap((token): FilterTerm[] => {
    const part = PARTS.find((known) => known === token.key);
    const compared = part === 'value' && !token.quoted ? comparisonOf(token) : null;
    const number = compared ? numberOf(compared.text.toLowerCase()) : null;
    const isNegated = token.negated && !isNegative(token);
    if (compared && number !== null) {
      return [{ part: 'value', comparison: compared.comparison, text: '', number, isNegated }];
    }
    // What compares nothing is a text: `a>b`.
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

/** A number below zero is a value, as in `-0.5`. */
function isNegative({ negated, key, quoted, text }: Token): boolean {
  return negated && key === '' && !quoted && /^[\d.]/.test(text);
}

/** The number that a text in lower case means, null for none. */
function numberOf(text: string): number | null {
  if (text === 'nan') return Number.NaN;
  const number = Number(text.replaceAll('−', '-').replace('infinity', 'Infinity'));
  return text.trim() === '' || Number.isNaN(number) ? null : number;
}

export class TreeFilter {
  #running: Running | null = null;

  /** @param say shows what is being done and what was found */
  constructor(readonly say: (words: string) => void) {}

  /**
   * Shows the nodes that fit a filter, and all nodes for an empty text.
   * @param shown called when the view has other rows
   */
  run(view: FileView, text: string, shown: () => void): void {
    this.stop();
    const filter = parseFilter(text);
    if (filter.length === 0) {
      this.say('');
      if (view.rows !== view.all) view.show(view.all);
      shown();
      return;
    }
    this.#running = runInChunks(
      findIn(view.parsed, filter),
      (part) => this.say(`Searching… ${Math.floor(part * 100)} %`),
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
      () => this.say('Searching…'),
      () => {
        const { paths, more } = found;
        const count = `${formatCount(paths.length)}${more ? '+' : ''}`;
        this.say(paths.length === 0 ? 'nothing found' : `${count} found`);
        view.show(rows);
        view.selected = selected;
        shown();
      },
    );
  }
}

/** Opens all that holds what was found. */
function* openAll(rows: TreeRows, found: FoundStructure): Generator<number, void> {
  for (let row = rows.count - 1; row >= 0; row--) {
    const place = rows.at(row);
    if (place) yield* expandBelow(rows, place, (node) => found.holds(node.path));
  }
}
