/** The page's side of the worker that compares. */
import type { ComparisonColumns, ParsedFile } from '@lithoscope/core';
import { type CompareAnswer, orderOf, transferOf } from './order.ts';

/** Compares two files at a time. No message reaches a worker that is at work, so it is ended when something else is wanted. */
export class Comparer {
  readonly #start: () => Worker;
  #worker: Worker | null = null;
  /** What ends the wait for what runs. */
  #withdraw: (() => void) | null = null;

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
        this.#withdraw = null;
        this.end();
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
      const order = orderOf(left, right);
      worker.postMessage(order, transferOf(order));
    });
  }

  /** Withdraws what runs, with its worker. */
  stop(): void {
    const withdraw = this.#withdraw;
    if (!withdraw) return;
    this.end();
    withdraw();
  }

  /** Ends the worker, whose memory goes with it. What runs never settles: `stop` before, for that. */
  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#withdraw = null;
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
