/** The current search: its query, its progress, and the steps from hit to hit. */

import { batch, type Signal, signal } from '@preact/signals-core';
import { rangeBetween } from '../../document/caret.ts';
import { hits } from '../../document/marks.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { select } from '../../document/selection.ts';
import { firstIndexWhere } from '../../lib/binary-search.ts';
import type { Range } from '../../lib/hex.ts';
import { reasonOf } from '../../store/core.ts';

import {
  DEFAULT_QUERY,
  formatPosition,
  formatResult,
  formatWrap,
  guessKind,
  patternOf,
  type Query,
  type QueryKind,
} from './query.ts';
import { type Progress, Searcher } from './searcher.ts';

/** Kept while the page is open. */
export const query: Signal<Query> = signal(DEFAULT_QUERY);
/** The range to search and the id of its file; null: the whole active file. */
export const scope: Signal<(Range & { readonly file: number }) | null> = signal(null);
/** Progress of the running search; null when none runs. */
export const progress: Signal<Progress | null> = signal(null);
/** The message about the last search or step. */
export const outcome: Signal<{ readonly text: string; readonly failed: boolean }> = signal({
  text: '',
  failed: false,
});

const searcher = new Searcher();
/** False when the search stopped at the limit of hits. */
let complete = true;
const NO_OUTCOME = { text: '', failed: false };

/** Whether the user chose the kind of the current search; else it is guessed from the text. */
let isKindChosen = false;

/** Takes the text of the query as it is typed; its kind is guessed unless one was chosen for this search. */
export function typeQuery(text: string): void {
  const { kind } = query.peek();
  if (text.trim() === '') isKindChosen = false;
  const guessed = isKindChosen || text.trim() === '' ? kind : guessKind(text);
  query.value = { ...query.peek(), text, kind: guessed };
}

/** Takes the kind that the user chose; it holds until the field is emptied or the bar closed. */
export function chooseKind(kind: QueryKind): void {
  isKindChosen = true;
  query.value = { ...query.peek(), kind };
}

/** Searches a file for the current query. Resolves when the search has ended. */
export async function runSearch(file: OpenFile): Promise<void> {
  searcher.cancel();
  const pattern = patternOf(query.peek());
  batch(() => {
    hits.value = null;
    progress.value = null;
    outcome.value = typeof pattern === 'string' ? { text: pattern, failed: true } : NO_OUTCOME;
  });
  if (pattern === null || typeof pattern === 'string') return;
  const whole = { start: 0, end: file.parsed.size };
  const within = scope.peek()?.file === file.id ? scope.peek() : null;
  const { start, end } = within ?? whole;
  progress.value = { done: 0, total: end - start, found: 0 };
  try {
    const found = await searcher.search(file, pattern, { start, end }, (now) => {
      progress.value = now;
    });
    if (!found) return;
    complete = found.complete;
    batch(() => {
      progress.value = null;
      hits.value = { file: file.id, starts: found.starts, length: pattern.length, current: -1 };
      outcome.value = {
        text: formatResult(found.starts.length, found.complete, within !== null),
        failed: false,
      };
    });
  } catch (error) {
    batch(() => {
      progress.value = null;
      outcome.value = { text: reasonOf(error), failed: true };
    });
  }
}

/** Cancels the running search. @returns false when none runs */
export function cancelSearch(): boolean {
  if (!progress.peek()) return false;
  searcher.cancel();
  batch(() => {
    progress.value = null;
    outcome.value = { text: 'Cancelled', failed: false };
  });
  return true;
}

/** Removes the hits; the query stays. */
export function dropHits(): void {
  searcher.cancel();
  batch(() => {
    progress.value = null;
    hits.value = null;
    outcome.value = NO_OUTCOME;
  });
}

/** Removes the hits and the choice of the kind, and ends the worker, which frees its copy of the file. */
export function endSearch(): void {
  isKindChosen = false;
  dropHits();
  searcher.close();
}

/** Selects the next or previous hit from the caret. Wraps at the ends of the file; the outcome says so. */
export function stepHit(file: OpenFile, direction: 1 | -1): void {
  const found = hits.peek();
  if (!found || found.file !== file.id || found.starts.length === 0) return;
  const { starts } = found;
  const caret = file.caret.peek().offset;
  const onHit = file.selection.peek()?.start === caret && starts[found.current] === caret;
  const { index, wrapped } = nextHit(starts, caret, direction, onHit);
  goToHit(file, index, wrapped ? formatWrap(direction) : '');
}

/**
 * Selects a hit of a file by its number.
 * @param remark said behind its position
 */
export function goToHit(file: OpenFile, index: number, remark = ''): void {
  const found = hits.peek();
  const start = found?.starts[index];
  if (!found || found.file !== file.id || start === undefined) return;
  batch(() => {
    hits.value = { ...found, current: index };
    select(file, rangeBetween(file.parsed, start, start + found.length - 1), 'find');
    const position = formatPosition(index, found.starts.length, complete);
    outcome.value = { text: remark ? `${position}, ${remark}` : position, failed: false };
  });
}

/**
 * The index of the next hit from an offset in a direction.
 * @param starts offsets of the hits, ascending, at least one
 * @param past skip a hit at `offset` (it is the current one)
 */
export function nextHit(
  starts: Float64Array,
  offset: number,
  direction: 1 | -1,
  past: boolean,
): { index: number; wrapped: boolean } {
  const from = direction === 1 && past ? offset + 1 : offset;
  const after = firstIndexWhere(starts.length, (i) => (starts[i] ?? 0) >= from);
  const index = direction === 1 ? after : after - 1;
  const wrapped = index < 0 || index >= starts.length;
  return { index: wrapped ? (direction === 1 ? 0 : starts.length - 1) : index, wrapped };
}
