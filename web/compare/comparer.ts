/** The page's side of the worker that compares. */
import type { ComparisonColumns, ParsedFile } from '@lithoscope/core';
import { type CompareAnswer, orderOf, transferOf } from './order.ts';

/** Bytes of two files up to which the worker waits for the next ones: its memory never shrinks. */
const MAX_KEPT_BYTES = 16 << 20;

/** Compares two files at a time. No message reaches a worker that is at work, so it is ended when something else is wanted. */
export class Comparer {
  readonly #start: () => Worker;
  #worker: Worker | null = null;
  /** What ends the wait for what runs. */
  #withdraw: (() => void) | null = null;
  /** The most bytes that the worker has had at a time. */
  #most = 0;

  constructor(start = startWorker) {
    this.#start = start;
  }

  /** Compares in place of what runs; null when it is stopped. Rejects with a sentence for the user. */
  compare(left: ParsedFile, right: ParsedFile): Promise<ComparisonColumns | null> {
    this.stop();
    this.#worker ??= this.#start();
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      this.#withdraw = () => resolve(null);
      const fail = (failure: string) => {
        this.#end();
        reject(new Error(failure));
      };
      worker.onmessage = ({ data }: MessageEvent<CompareAnswer>) => {
        // What failed may fail again in the same worker: its WebAssembly may not have come.
        if ('failure' in data) return fail(data.failure);
        this.#withdraw = null;
        resolve(data.comparison);
      };
      // An answer that cannot be received, a script that does not load, memory that runs out.
      worker.onmessageerror = () => fail('The comparison cannot be received from the worker that made it.');
      worker.onerror = (event) => {
        event.preventDefault?.();
        fail('The worker that compares stopped: the files may need more memory than the browser gives.');
      };
      this.#most = Math.max(this.#most, left.bytes.length + right.bytes.length);
      const order = orderOf(left, right);
      worker.postMessage(order, transferOf(order));
    });
  }

  /** Withdraws what runs, with its worker. */
  stop(): void {
    const withdraw = this.#withdraw;
    if (!withdraw) return;
    this.#end();
    withdraw();
  }

  /** Nothing is compared for now: a worker that has grown large goes, with what runs. */
  rest(): void {
    this.stop();
    if (this.#most > MAX_KEPT_BYTES) this.#end();
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#withdraw = null;
    this.#most = 0;
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
