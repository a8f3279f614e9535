/** The page's side of the worker that makes bytes of frames. */

import { TaskWorker } from '../../ui/tasks/worker.ts';
import type { FrameWork } from './frame-worker.ts';

/** Carries out one order after the other. To be ended by who made it. */
export function frameWorker(): TaskWorker<FrameWork> {
  return new TaskWorker(() => new Worker(new URL('./frame-worker.ts', import.meta.url), { type: 'module' }), {
    words: { stopped: 'A frame could not be encoded: the worker stopped.' },
  });
}
