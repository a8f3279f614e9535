/** The page's side of the worker that compares. */
import type { ComparisonColumns, ParsedFile } from '@lithoscope/core';
import { isWithdrawn } from '../lib/reason.ts';
import { TaskWorker } from '../ui/tasks/worker.ts';
import { type CompareWork, orderOf, transferOf } from './order.ts';

/** Bytes of two files up to which the worker waits for the next ones: its memory never shrinks. */
const MAX_KEPT_BYTES = 16 << 20;

/** Compares two files at a time. No message reaches a worker that is at work, so it is ended when something else is wanted. */
export class Comparer {
  readonly #worker: TaskWorker<CompareWork>;
  /** The most bytes that the worker has had at a time. */
  #most = 0;

  constructor(start = startWorker) {
    this.#worker = new TaskWorker(start, {
      // Its WebAssembly may have stopped.
      endsOnFailure: true,
      words: {
        stopped: 'The worker that compares stopped: the files may need more memory than the browser gives.',
        unreceived: 'The comparison cannot be received from the worker that made it.',
      },
    });
  }

  /** Compares in place of what runs; null when it is stopped. Rejects with a sentence for the user. */
  async compare(left: ParsedFile, right: ParsedFile): Promise<ComparisonColumns | null> {
    this.stop();
    const before = this.#worker.isAlive ? this.#most : 0;
    this.#most = Math.max(before, left.bytes.length + right.bytes.length);
    const order = orderOf(left, right);
    try {
      return await this.#worker.run('compare', order, { transfer: transferOf(order) });
    } catch (error) {
      if (isWithdrawn(error)) return null;
      throw error;
    }
  }

  /** Withdraws what runs, with its worker. */
  stop(): void {
    this.#worker.stop();
  }

  /** Nothing is compared for now: a worker that has grown large goes, with what runs. */
  rest(): void {
    this.stop();
    if (this.#most > MAX_KEPT_BYTES) this.#worker.end();
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
