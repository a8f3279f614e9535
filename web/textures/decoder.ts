/** The page's side of the worker that decodes pictures. */

import type { Texels } from '../pictures/picture.ts';
import { TaskWorker } from '../ui/tasks/worker.ts';
import type { LevelTask, PictureTask } from './decode.ts';
import type { LoadedPicture } from './picture.ts';
import type { PictureWork, SquareTask } from './picture-worker.ts';

/** Decoding is cancelled after this time; the largest pictures take a tenth of it on a slow machine. */
const TIME_LIMIT_MS = 10_000;
/** The idle worker and its memory are kept this long for the next picture. */
const IDLE_MS = 2_000;

/**
 * Decodes one picture at a time, which limits memory. The worker starts with the first picture, ends when idle, and is
 * replaced when a picture takes too long.
 */
export class PictureDecoder {
  readonly #worker: TaskWorker<PictureWork>;

  constructor(start = startWorker) {
    const words = { stopped: 'the decoding worker stopped', unreceived: 'it cannot be read' };
    this.#worker = new TaskWorker(start, { idleMs: IDLE_MS, words });
  }

  /**
   * Decodes a picture. Rejects with a phrase for the user.
   * @param task its bytes are transferred to the worker
   */
  picture(task: PictureTask): Promise<LoadedPicture> {
    return this.#worker.run('picture', task, { transfer: [task.bytes.buffer], timeLimit: TIME_LIMIT_MS });
  }

  /** Decodes one level of a DTX. Rejects like `picture`, and transfers the bytes. */
  level(task: LevelTask): Promise<Texels> {
    return this.#worker.run('level', task, { transfer: [task.bytes.buffer], timeLimit: TIME_LIMIT_MS });
  }

  /** The centre square of a picture, as WebP. @param task its picture is transferred */
  square(task: SquareTask): Promise<Blob> {
    return this.#worker.run('square', task, { transfer: [task.picture] });
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' });
}

/** The decoder of the page. */
export const pictureDecoder = new PictureDecoder();
