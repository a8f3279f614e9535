/** The page's side of the worker that exports models. */
import { TaskWorker } from '../../ui/tasks/worker.ts';
import type { ExportWork, GlbTask } from './protocol.ts';

/**
 * Workers that convert one model each at a time. They start with the models and are used again. No message reaches one that
 * is at work: it is ended when something else is wanted.
 * @param workers that there are at most
 */
export function exportWorkers(workers = 1, start = startWorker): TaskWorker<ExportWork> {
  return new TaskWorker(start, {
    workers,
    // Its WebAssembly may have stopped.
    endsOnFailure: true,
    words: {
      stopped: 'The worker that converts stopped: the export may need more memory than the browser gives.',
      unreceived: 'The export cannot be received from the worker that made it.',
    },
  });
}

/** What is handed over instead of copied; slots may share a skin. */
export function transferOf({ bytes, sources, skins }: GlbTask): Transferable[] {
  const all = [bytes, ...sources.map((source) => source.bytes), ...skins.map(([, { rgba }]) => rgba)];
  return [...new Set(all.map(({ buffer }) => buffer as ArrayBuffer))];
}

function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
