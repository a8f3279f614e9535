/** The threads of the program: as many as the machine has cores. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Tinypool } from 'tinypool';
import type { Threads } from './context.ts';

/** Starts threads that check files; null on a machine with one core. */
export function startThreads(): Threads | null {
  const count = availableParallelism();
  if (count < 2) return null;
  const pool = new Tinypool({
    // The build puts it beside the program.
    filename: fileURLToPath(new URL('./check-worker.mjs', import.meta.url)),
    minThreads: count,
    maxThreads: count,
    // Else a thread that waits for a file would not learn of the next task.
    useAtomics: false,
  });
  return { count, run: (task) => pool.run(task), end: () => pool.destroy() };
}
