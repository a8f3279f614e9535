/** The current search: its query and progress, the search worker, and the steps from hit to hit. */

import type { ParsedFile } from '@lithoscope/core';
import { batch, type Signal, signal } from '@preact/signals-core';
import { rangeBetween } from '../../document/caret.ts';
import { hits } from '../../document/marks.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { select } from '../../document/selection.ts';
import { firstIndexWhere } from '../../lib/binary-search.ts';
import { formatOffset, type Range } from '../../lib/hex.ts';
import { isWithdrawn } from '../../lib/reason.ts';
import { reasonOf } from '../../store/core.ts';
import { TaskWorker } from '../../ui/tasks/worker.ts';
import { endResults, resultsKind } from '../results/current.ts';
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
  queryWords,
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
      throw new Error(`${file.name} is loaded in parts from its address, so its bytes cannot be searched.`);
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

/** What the strip of results says of the hits. */
export const found: Signal<{
  /** `text “Head”` */
  readonly what: string;
  /** `in this file` */
  readonly where: string;
  /** False when the search stopped at the limit of hits. */
  readonly complete: boolean;
  /** Of the last step, or ''. */
  readonly remark: string;
}> = signal({ what: '', where: '', complete: true, remark: '' });
/** Whether the find bar is in view. */
export const isFindOpen: Signal<boolean> = signal(false);

const searcher = new Searcher();
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
  if (pattern === null || typeof pattern === 'string') {
    endResults('hits');
    return;
  }
  const whole = { start: 0, end: file.parsed.size };
  const within = scope.peek()?.file === file.id ? scope.peek() : null;
  const { start, end } = within ?? whole;
  progress.value = { done: 0, total: end - start, found: 0 };
  const what = queryWords(query.peek());
  try {
    const result = await searcher.search(file, pattern, { start, end }, (now) => {
      progress.value = now;
    });
    if (!result) return;
    const { starts, complete } = result;
    searched = file.parsed;
    batch(() => {
      progress.value = null;
      hits.value = { file: file.id, starts, length: pattern.length, current: -1 };
      outcome.value = { text: formatResult(starts.length, complete, within !== null), failed: false };
      const where = within ? `in ${formatOffset(start)}–${formatOffset(end - 1)}` : 'in this file';
      found.value = { what, where, complete, remark: '' };
      if (starts.length > 0) resultsKind.value = 'hits';
      else endResults('hits');
    });
  } catch (error) {
    batch(() => {
      progress.value = null;
      outcome.value = { text: reasonOf(error), failed: true };
      endResults('hits');
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
    endResults('hits');
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

/** The strip of results is closed: its hits go with it. What the bar says of a search without any stays. */
export function leaveHits(): void {
  if (hits.peek()?.starts.length) dropHits();
}

/** The bar is closed: frees the worker and its copy of the file. Hits stay, for the strip of results. */
export function endSearch(): void {
  isKindChosen = false;
  isFindOpen.value = false;
  if (progress.peek()) dropHits();
  if (!hits.peek()?.starts.length) endResults('hits');
  searcher.close();
}

/** The content that the hits are of. */
let searched: ParsedFile | null = null;

/** Whether the hits are those of an earlier content of a file. */
export const areOutdated = (file: OpenFile): boolean =>
  hits.peek()?.file === file.id && searched !== file.parsed;

/** Selects the next or previous hit from the caret. Wraps at the ends of the file; the outcome says so. */
export function stepHit(file: OpenFile, direction: 1 | -1): void {
  const hit = hits.peek();
  if (!hit || hit.file !== file.id || hit.starts.length === 0) return;
  const { starts } = hit;
  const caret = file.caret.peek().offset;
  const onHit = file.selection.peek()?.start === caret && starts[hit.current] === caret;
  const { index, wrapped } = nextHit(starts, caret, direction, onHit);
  goToHit(file, index, wrapped ? formatWrap(direction) : '');
}

/**
 * Selects a hit of a file by its index.
 * @param remark appended to its position
 */
export function goToHit(file: OpenFile, index: number, remark = ''): void {
  const hit = hits.peek();
  const start = hit?.starts[index];
  if (!hit || hit.file !== file.id || start === undefined) return;
  batch(() => {
    hits.value = { ...hit, current: index };
    select(file, rangeBetween(file.parsed, start, start + hit.length - 1), 'find');
    found.value = { ...found.peek(), remark };
    const position = formatPosition(index, hit.starts.length, found.peek().complete);
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
