/** Comparer: the page's side of the comparison worker. */
import type { ComparisonColumns, ParsedFile } from '@lithoscope/core';
import { isWithdrawn } from '../lib/reason.ts';
import { TaskWorker } from '../ui/tasks/worker.ts';
import { type CompareWork, orderOf, transferOf } from './order.ts';

/** Size of two files up to which the worker is kept: its memory never shrinks. */
const MAX_KEPT_BYTES = 16 << 20;

/** Compares two files at a time. A busy worker receives no messages, so it is terminated to cancel its task. */
export class Comparer {
  readonly #worker: TaskWorker<CompareWork>;
  /** Greatest size of two files that the worker has compared. */
  #most = 0;

  constructor(start = startWorker) {
    this.#worker = new TaskWorker(start, {
      // Its WebAssembly may have trapped.
      endsOnFailure: true,
      words: {
        stopped: 'The comparison worker stopped: the files may need more memory than the browser provides.',
        unreceived: 'The result could not be received from the comparison worker.',
      },
    });
  }

  /** Compares two files, cancelling a running comparison; null if it is cancelled. Rejects with a sentence for the user. */
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

  /** Cancels the running comparison. */
  stop(): void {
    this.#worker.stop();
  }

  /** Cancels the running comparison, and releases a worker that has grown large. */
  rest(): void {
    this.stop();
    if (this.#most > MAX_KEPT_BYTES) this.#worker.end();
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
