/** The page's side of the worker that unpacks the files in a link. */

import { TaskWorker } from '../ui/tasks/worker.ts';
import { LinkBudget } from './budget.ts';
import type { UnpackWork } from './unpack-worker.ts';

/** Time limit for a file, ms; the largest takes a tenth of it on a slow machine. */
const TIME_LIMIT_MS = 20_000;

const STOPPED =
  'The file in this link was not unpacked: the worker that unpacks it stopped. Reload the page to try again.';
const slow = (seconds: number) =>
  `The file in this link was not unpacked: it took longer than ${seconds} seconds.`;

/**
 * Unpacks the files of one link, one after the other, within its budget. The worker ends when it is idle, or when the
 * link is dropped.
 */
export class Unpacker {
  readonly #budget: LinkBudget;
  readonly #left: AbortSignal | null;
  readonly #worker: TaskWorker<UnpackWork>;
  #last: Promise<unknown> = Promise.resolve();

  /** @param left aborted when the link is dropped: unpacking then rejects with its reason */
  constructor(budget = new LinkBudget(), left: AbortSignal | null = null, start = startWorker) {
    this.#budget = budget;
    this.#left = left;
    this.#worker = new TaskWorker(start, { idleMs: 0, words: { stopped: STOPPED, slow } });
  }

  /** Rejects with a sentence for the user. */
  unpack(data: string): Promise<Blob> {
    const file = this.#last.then(() => this.#unpackNow(data));
    this.#last = file.catch(() => {});
    return file;
  }

  async #unpackNow(data: string): Promise<Blob> {
    const order = { data, limit: this.#budget.left('bytes') };
    const file = await this.#worker.run('unpack', order, { signal: this.#left, timeLimit: TIME_LIMIT_MS });
    this.#budget.take('bytes', file.size);
    return file;
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./unpack-worker.ts', import.meta.url), { type: 'module' });
}
