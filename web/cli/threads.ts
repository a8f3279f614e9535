/** The threads of the program: as many as the machine has cores. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Tinypool } from 'tinypool';
import type { Threads } from './context.ts';

/** Starts threads; null on a machine with one core. @param shared what all tasks need; plain data */
export function startThreads(shared?: unknown): Threads | null {
  const count = availableParallelism();
  if (count < 2) return null;
  const pool = new Tinypool({
    // The build puts it beside the program.
    filename: fileURLToPath(new URL('./worker.mjs', import.meta.url)),
    minThreads: count,
    maxThreads: count,
    // Else a thread that waits for a file would not learn of the next task.
    useAtomics: false,
    workerData: shared,
  });
  return { count, run: (name, task) => pool.run(task, { name }), end: () => pool.destroy() };
}
