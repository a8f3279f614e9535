/** The threads of the program: as many as the machine has cores. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Tinypool } from 'tinypool';
import type { Threads } from './context.ts';
import { LostThread } from './side-by-side.ts';

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
