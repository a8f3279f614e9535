/** The page's side of the worker that decodes pictures. */

import type { Texels } from '../pictures/picture.ts';
import { TaskWorker } from '../ui/tasks/worker.ts';
import type { LevelTask, PictureTask } from './decode.ts';
import type { LoadedPicture } from './picture.ts';
import type { PictureWork } from './picture-worker.ts';

/** A picture that takes longer is given up: the largest take a tenth of this on a slow machine. */
const TIME_LIMIT_MS = 10_000;
/** The worker and the memory that it grew to are kept so long for the next picture. */
const IDLE_MS = 2_000;

/**
 * Decodes one picture after the other, so that their memory does not add up. The worker starts with the first, ends
 * when none has been asked for in a while, and is replaced when a picture takes too long.
 */
export class PictureDecoder {
  readonly #worker: TaskWorker<PictureWork>;

  constructor(start = startWorker) {
    const words = { stopped: 'the decoding worker stopped', unreceived: 'it cannot be read' };
    this.#worker = new TaskWorker(start, { idleMs: IDLE_MS, words });
  }

  /**
   * Decodes. Rejects with a phrase for the user.
   * @param task its bytes are handed over to the worker, and gone
   */
  picture(task: PictureTask): Promise<LoadedPicture> {
    return this.#worker.run('picture', task, { transfer: [task.bytes.buffer], timeLimit: TIME_LIMIT_MS });
  }

  /** The same for one level of a DTX. */
  level(task: LevelTask): Promise<Texels> {
    return this.#worker.run('level', task, { transfer: [task.bytes.buffer], timeLimit: TIME_LIMIT_MS });
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' });
}

/** For the whole page. */
export const pictureDecoder = new PictureDecoder();
