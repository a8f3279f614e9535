/** The current search: its query and progress, the search worker, and the steps from hit to hit. */

import type { ParsedFile } from '@lithoscope/core';
import { batch, type Signal, signal } from '@preact/signals-core';
import { rangeBetween } from '../../document/caret.ts';
import { hits } from '../../document/marks.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { select } from '../../document/selection.ts';
import { firstIndexWhere } from '../../lib/binary-search.ts';
import type { Range } from '../../lib/hex.ts';
import { isWithdrawn } from '../../lib/reason.ts';
import { reasonOf } from '../../store/core.ts';
import { TaskWorker } from '../../ui/tasks/worker.ts';
import {
  DEFAULT_QUERY,
  formatPosition,
  formatResult,
  formatWrap,
  guessKind,
  type Pattern,
  patternOf,
  type Query,
  type QueryKind,
} from './query.ts';
import type { SearchResult } from './search.ts';
import type { SearchWork } from './search-worker.ts';

// Search worker

interface Progress {
  /** Bytes searched so far, bytes to search, hits so far. */
  readonly done: number;
  readonly total: number;
  readonly found: number;
}

/** The page's side of the search worker: one search at a time, ended by the next or by `cancel`. */

export class Searcher {
  readonly #worker = new TaskWorker<SearchWork>(
    () => new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' }),
    { words: { stopped: 'The search could not be started in this browser.' } },
  );
  /** The content that the worker holds. */
  #held: ParsedFile | null = null;

  /**
   * Resolves to null when the search is cancelled; rejects with a message for the user.
   * @param limit largest number of hits
   */
  async search(
    file: OpenFile,
    pattern: Pattern,
    range: Range,
    progress: (progress: Progress) => void,
    limit?: number,
  ): Promise<SearchResult | null> {
    this.cancel();
    const { content, size } = file.parsed;
    const held = content instanceof Blob ? content.size : content.length;
    if (held < size)
      throw new Error(`${file.name} is read in parts from its address: its bytes cannot be searched.`);
    const isHeld = this.#worker.isAlive && this.#held === file.parsed;
    this.#held = file.parsed;
    const order = { pattern, range, ...(limit !== undefined && { limit }), ...(!isHeld && { content }) };
    const total = range.end - range.start;
    try {
      return await this.#worker.run('search', order, { progress: (now) => progress({ ...now, total }) });
    } catch (error) {
      if (isWithdrawn(error)) return null;
      throw error;
    }
  }

  /** Cancels the running search: it receives no messages, so its worker is ended. */
  cancel(): void {
    this.#worker.stop();
  }

  /** Cancels the search and frees the worker's memory. */
  close(): void {
    this.#worker.end();
    this.#held = null;
  }
}

// Session

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

/** Whether the user chose the kind; else it is guessed from the text. */
let isKindChosen = false;

/** Takes the typed text of the query; guesses its kind unless the user chose one for this search. */
export function typeQuery(text: string): void {
  const { kind } = query.peek();
  if (text.trim() === '') isKindChosen = false;
  const guessed = isKindChosen || text.trim() === '' ? kind : guessKind(text);
  query.value = { ...query.peek(), text, kind: guessed };
}

/** Takes the user's choice of a kind; it holds until the field is emptied or the bar closed. */
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

/** Drops the hits; the query stays. */
export function dropHits(): void {
  searcher.cancel();
  batch(() => {
    progress.value = null;
    hits.value = null;
    outcome.value = NO_OUTCOME;
  });
}

/** Drops the hits and the choice of the kind, and ends the worker, which frees its copy of the file. */
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
 * Selects a hit of a file by its index.
 * @param remark appended to its position
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
