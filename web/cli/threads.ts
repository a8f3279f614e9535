/** Work on many files: by the threads of the program, otherwise one file after another. */

import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Tinypool } from 'tinypool';
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

/** Starts threads; null on a machine with one core. @param shared what all tasks need; plain data */
export function startThreads(shared?: unknown): Threads | null {
  const count = availableParallelism();
  if (count < 2) return null;
  // The build puts it beside the program.
  return threadsOf(fileURLToPath(new URL('./worker.mjs', import.meta.url)), count, shared);
}

/** @param filename the module of the threads, with the functions of `Work` */
export function threadsOf(filename: string, count: number, shared?: unknown): Threads {
  const pool = new Tinypool({
    filename,
    minThreads: count,
    maxThreads: count,
    // Else a thread that waits for a file would not learn of the next task.
    useAtomics: false,
    workerData: shared,
  });
  let isEnding = false;
  const lost = new WeakSet<object>();
  const watched = new WeakSet<object>();
  /** The pool hears of errors alone: of a thread that ended without one it would wait for the answer forever. */
  const watch = (worker: Tinypool['threads'][number]) => {
    if (watched.has(worker)) return;
    watched.add(worker);
    let hasFailed = false;
    worker.on('error', (error: object) => {
      hasFailed = true;
      lost.add(error);
    });
    worker.on('exit', () => {
      if (!hasFailed && !isEnding) worker.emit('error', new Error('it ended by itself'));
    });
  };
  return {
    count,
    async run(kind, task) {
      const results = pool.run(task, { name: kind });
      for (const worker of pool.threads) watch(worker);
      try {
        return await results;
      } catch (error) {
        throw lost.has(Object(error)) ? new LostThread((error as Error).message) : error;
      }
    },
    end() {
      isEnding = true;
      return pool.destroy();
    },
  };
}
