/** The page's side of the worker that unpacks the files in a link. */

import { LinkBudget } from './budget.ts';
import type { UnpackAnswer, UnpackTask } from './unpack-worker.ts';

/** A file that takes longer is given up: the largest takes a tenth of this on a slow machine. */
const TIME_LIMIT_MS = 20_000;

const STOPPED =
  'The file in this link was not unpacked: what unpacks it stopped. Reload the page to try again.';
const SLOW = `The file in this link was not unpacked: it takes longer than ${TIME_LIMIT_MS / 1000} seconds.`;

/**
 * Unpacks the files in one link, one after the other, within its budget. The worker lasts as long as one is being unpacked;
 * it ends when the link is left.
 */
export class Unpacker {
  readonly #budget: LinkBudget;
  readonly #left: AbortSignal | null;
  readonly #start: () => Worker;
  #last: Promise<unknown> = Promise.resolve();

  /** @param left aborted when the link is left: what is being unpacked then rejects with its reason */
  constructor(budget = new LinkBudget(), left: AbortSignal | null = null, start = startWorker) {
    this.#budget = budget;
    this.#left = left;
    this.#start = start;
  }

  /** Rejects with a sentence for the user. */
  unpack(data: string): Promise<Blob> {
    const file = this.#last.then(() => this.#unpackNow(data));
    this.#last = file.catch(() => {});
    return file;
  }

  async #unpackNow(data: string): Promise<Blob> {
    this.#left?.throwIfAborted();
    const worker = this.#start();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let leave = () => {};
    try {
      const answer = await new Promise<UnpackAnswer>((resolve, reject) => {
        leave = () => reject(this.#left?.reason);
        this.#left?.addEventListener('abort', leave);
        timer = setTimeout(() => reject(new Error(SLOW)), TIME_LIMIT_MS);
        worker.onmessage = ({ data }: MessageEvent<UnpackAnswer>) => resolve(data);
        worker.onmessageerror = () => reject(new Error(STOPPED));
        // The script does not load, or memory runs out.
        worker.onerror = () => reject(new Error(STOPPED));
        worker.postMessage({ data, limit: this.#budget.left('bytes') } satisfies UnpackTask);
      });
      if ('failure' in answer) throw new Error(answer.failure);
      this.#budget.take('bytes', answer.file.size);
      return answer.file;
    } finally {
      clearTimeout(timer);
      this.#left?.removeEventListener('abort', leave);
      worker.terminate();
    }
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./unpack-worker.ts', import.meta.url), { type: 'module' });
}
