/** Work on many files: by the threads of the program, else one file after another. */
import type { Threads } from './context.ts';
import type { Problem } from './tasks.ts';

/** Batches for each thread that have been given out and not been written: what is ready early waits in memory. */
const AHEAD = 4;

/** A thread ended, or was ended by the system, while it worked. The message says why. */
export class LostThread extends Error {}

export interface SideBySide<Item, Result> {
  readonly items: readonly Item[];
  /** Fewer are done before the threads have started. */
  readonly minForThreads: number;
  /** Items that a thread is given at a time. */
  readonly batch: number;
  /** Starts threads; null where there are none. */
  threads(): Threads | null;
  inThread(threads: Threads, items: readonly Item[]): Promise<(Result | Problem)[]>;
  here(item: Item): Promise<Result>;
  /** What an item is called in a sentence. */
  nameOf(item: Item): string;
  /** Rejects with its reason, and ends the threads, when it is aborted. */
  readonly signal?: AbortSignal;
}

/** The results, in the order of the items. An item with which a thread was lost, and once more when it had that alone, has a problem. */
export async function* sideBySide<Item, Result>(
  work: SideBySide<Item, Result>,
): AsyncGenerator<Result | Problem> {
  const { items, minForThreads, batch, signal } = work;
  signal?.throwIfAborted();
  const threads = items.length >= minForThreads ? work.threads() : null;
  if (!threads) {
    for (const item of items) {
      signal?.throwIfAborted();
      yield await work.here(item);
    }
    return;
  }
  const stopped = stopOf(signal);
  try {
    const running: Promise<(Result | Problem)[]>[] = [];
    let next = 0;
    while (next < items.length || running.length > 0) {
      signal?.throwIfAborted();
      while (next < items.length && running.length < threads.count * AHEAD) {
        const results = inThreads(work, threads, items.slice(next, next + batch));
        // It may fail while an earlier one is waited for.
        results.catch(() => {});
        running.push(results);
        next += batch;
      }
      // Of two that are settled the first counts.
      yield* await Promise.race([stopped.promise, running.shift() ?? []]);
    }
  } finally {
    stopped.forget();
    await threads.end();
  }
}

async function inThreads<Item, Result>(
  work: SideBySide<Item, Result>,
  threads: Threads,
  items: readonly Item[],
): Promise<(Result | Problem)[]> {
  try {
    return await work.inThread(threads, items);
  } catch (error) {
    if (!(error instanceof LostThread)) throw error;
  }
  const results: (Result | Problem)[] = [];
  for (const item of items) {
    try {
      results.push(...(await work.inThread(threads, [item])));
    } catch (error) {
      if (!(error instanceof LostThread)) throw error;
      results.push({
        problem: `${work.nameOf(item)}: not done, the thread failed twice (${error.message}).`,
      });
    }
  }
  return results;
}

/** A promise that rejects with the reason of a signal when that is aborted. */
function stopOf(signal: AbortSignal | undefined): { promise: Promise<never>; forget(): void } {
  let stop = () => {};
  const promise = new Promise<never>((_, reject) => {
    stop = () => reject(signal?.reason);
  });
  promise.catch(() => {});
  signal?.addEventListener('abort', stop);
  return { promise, forget: () => signal?.removeEventListener('abort', stop) };
}
