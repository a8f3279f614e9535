/** The present search: what is looked for, how far it is, and the way from hit to hit. No DOM. */

import { batch, type Signal, signal } from '@preact/signals-core';
import type { Range } from '../../explain/hex.ts';
import { rangeBetween } from '../../store/caret.ts';
import { hits } from '../../store/find-hits.ts';
import { type OpenFile, select } from '../../store/state.ts';
import { FIRST_QUERY, patternOf, type Query } from './query.ts';
import { type Progress, Searcher } from './searcher.ts';
import { placeText, resultText, roundText } from './words.ts';

/** Remembered as long as the page is open. */
export const query: Signal<Query> = signal(FIRST_QUERY);
/** The bytes that are searched, and of which file (`OpenFile.key`); null: the whole of any. */
export const scope: Signal<(Range & { readonly key: object }) | null> = signal(null);
/** How far the search is that runs now. */
export const progress: Signal<Progress | null> = signal(null);
/** What came of it, in words. */
export const outcome: Signal<{ readonly text: string; readonly failed: boolean }> = signal({
  text: '',
  failed: false,
});

const searcher = new Searcher();
/** Whether the hits are all there are. */
let complete = true;
const NOTHING = { text: '', failed: false };

/** Searches a file for the present query. Resolves when there are hits or it is clear that there are none. */
export async function runSearch(file: OpenFile): Promise<void> {
  searcher.cancel();
  const pattern = patternOf(query.peek());
  batch(() => {
    hits.value = null;
    progress.value = null;
    outcome.value = typeof pattern === 'string' ? { text: pattern, failed: true } : NOTHING;
  });
  if (pattern === null || typeof pattern === 'string') return;
  const whole = { start: 0, end: file.parsed.size };
  const within = scope.peek()?.key === file.key ? scope.peek() : null;
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
      hits.value = { key: file.key, starts: found.starts, length: pattern.length, current: -1 };
      outcome.value = { text: resultText(found, within !== null), failed: false };
    });
  } catch (error) {
    batch(() => {
      progress.value = null;
      outcome.value = { text: (error as Error).message, failed: true };
    });
  }
}

/** Ends a search that runs; says whether one did. */
export function cancelSearch(): boolean {
  if (!progress.peek()) return false;
  searcher.cancel();
  batch(() => {
    progress.value = null;
    outcome.value = { text: 'Cancelled', failed: false };
  });
  return true;
}

/** Forgets the hits, not the query. */
export function dropHits(): void {
  searcher.cancel();
  batch(() => {
    progress.value = null;
    hits.value = null;
    outcome.value = NOTHING;
  });
}

/** The same, and gives back the memory that searching takes. */
export function endSearch(): void {
  dropHits();
  searcher.close();
}

/** Selects the next hit from the caret on, or the one before it; round the end of the file, and says so. */
export function stepHit(file: OpenFile, direction: 1 | -1): void {
  const found = hits.peek();
  if (!found || found.key !== file.key || found.starts.length === 0) return;
  const { starts, length } = found;
  const caret = file.caret.peek().offset;
  const onHit = file.selection.peek()?.start === caret && starts[found.current] === caret;
  const { index, wrapped } = nextHit(starts, caret, direction, onHit);
  const start = starts[index] ?? 0;
  batch(() => {
    hits.value = { ...found, current: index };
    select(file, rangeBetween(file.parsed, start, start + length - 1), 'find');
    const place = placeText(index, starts.length, complete);
    outcome.value = { text: wrapped ? `${place}, ${roundText(direction)}` : place, failed: false };
  });
}

/**
 * Which of ascending hits follows an offset.
 * @param past the hit at the offset itself is where one stands already
 */
export function nextHit(
  starts: Float64Array,
  offset: number,
  direction: 1 | -1,
  past: boolean,
): { index: number; wrapped: boolean } {
  const after = firstFrom(starts, direction === 1 && past ? offset + 1 : offset);
  const index = direction === 1 ? after : after - 1;
  const wrapped = index < 0 || index >= starts.length;
  return { index: wrapped ? (direction === 1 ? 0 : starts.length - 1) : index, wrapped };
}

/** Index of the first of ascending numbers that is not below a value. */
function firstFrom(numbers: Float64Array, value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) >= value) high = middle;
    else low = middle + 1;
  }
  return low;
}
