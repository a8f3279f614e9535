/** Work on many files: by the threads of the program, otherwise one file after another. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Tinypool } from 'tinypool';
import type { Threads } from './context.ts';
import type { Problem } from './tasks.ts';

/** Batches per thread that are in progress: early results wait in memory. */
const AHEAD = 4;

/** A thread ended, or was ended by the system, during a task. The message says why. */
export class LostThread extends Error {}

export interface SideBySide<Item, Result> {
  readonly items: readonly Item[];
  /** Fewer items are done sooner than threads start. */
  readonly minForThreads: number;
  /** Items that a thread gets at a time. */
  readonly batch: number;
  /** Starts threads; null where there are none. */
  threads(): Threads | null;
  inThread(threads: Threads, items: readonly Item[]): Promise<(Result | Problem)[]>;
  here(item: Item): Promise<Result>;
  /** The item's name in messages. */
  nameOf(item: Item): string;
  /** When aborted, the generator ends the threads and rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** Yields the results in the order of the items. An item that ended its thread twice, the second time alone, has a problem. */
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
        // It may reject before it is awaited.
        results.catch(() => {});
        running.push(results);
        next += batch;
      }
      // When both are settled, the first one counts.
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
        problem: `${work.nameOf(item)}: not processed, the thread failed twice (${error.message}).`,
      });
    }
  }
  return results;
}

/** A promise that rejects with the signal's reason on abort. */
function stopOf(signal: AbortSignal | undefined): { promise: Promise<never>; forget(): void } {
  let stop = () => {};
  const promise = new Promise<never>((_, reject) => {
    stop = () => reject(signal?.reason);
  });
  promise.catch(() => {});
  signal?.addEventListener('abort', stop);
  return { promise, forget: () => signal?.removeEventListener('abort', stop) };
}

/** Starts as many threads as the machine has cores; null with one core. @param shared plain data for all tasks */
export function startThreads(shared?: unknown): Threads | null {
  const count = availableParallelism();
  if (count < 2) return null;
  // The build puts it next to the program.
  return threadsOf(fileURLToPath(new URL('./worker.mjs', import.meta.url)), count, shared);
}

/** @param filename the module of the threads, with the functions of `Work` */
export function threadsOf(filename: string, count: number, shared?: unknown): Threads {
  const pool = new Tinypool({
    filename,
    minThreads: count,
    maxThreads: count,
    // With atomics, a thread that waits for a file would not see the next task.
    useAtomics: false,
    workerData: shared,
  });
  let isEnding = false;
  const lost = new WeakSet<object>();
  const watched = new WeakSet<object>();
  /** The pool only notices errors: without one it would wait forever for a thread that ended. */
  const watch = (worker: Tinypool['threads'][number]) => {
    if (watched.has(worker)) return;
    watched.add(worker);
    let hasFailed = false;
    worker.on('error', (error: object) => {
      hasFailed = true;
      lost.add(error);
    });
    worker.on('exit', () => {
      if (!hasFailed && !isEnding) worker.emit('error', new Error('it ended unexpectedly'));
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
