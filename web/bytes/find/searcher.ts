/** The page's side of the search worker: one search at a time, which another one or `cancel` ends. */

import type { ParsedFile } from '@lithoscope/core';
import type { Range } from '../../explain/hex.ts';

import type { OpenFile } from '../../store/state.ts';
import type { Pattern } from './query.ts';
import type { Found } from './search.ts';
import type { Report, Task } from './search-worker.ts';

export interface Progress {
  /** Bytes that were looked through, of how many, and the hits in them. */
  readonly done: number;
  readonly total: number;
  readonly found: number;
}

export class Searcher {
  #worker: Worker | null = null;
  /** Whose bytes the worker has. */
  #held: ParsedFile | null = null;
  #end: (() => void) | null = null;

  /** The hits; null when the search was cancelled. Rejects with a sentence for the user. */
  search(
    file: OpenFile,
    pattern: Pattern,
    range: Range,
    progress: (progress: Progress) => void,
  ): Promise<Found | null> {
    this.cancel();
    const task: Task = {
      pattern,
      range,
      ...(this.#held !== file.parsed && { content: file.parsed.content }),
    };
    const worker = this.#start();
    this.#held = file.parsed;
    const total = range.end - range.start;
    return new Promise((resolve, reject) => {
      // A search cannot be talked to while it runs, but its worker can be ended at once.
      this.#end = () => {
        this.#stop();
        resolve(null);
      };
      const settle = (then: () => void) => {
        this.#end = null;
        then();
      };
      worker.onmessage = ({ data }: MessageEvent<Report>) => {
        if ('result' in data) settle(() => resolve(data.result));
        else if ('failure' in data) settle(() => reject(new Error(data.failure)));
        else progress({ ...data, total });
      };
      worker.onerror = () => {
        this.#stop();
        settle(() => reject(new Error('The search could not be started in this browser.')));
      };
      worker.postMessage(task);
    });
  }

  /** Ends the search that runs. */
  cancel(): void {
    this.#end?.();
    this.#end = null;
  }

  /** Gives back what the worker holds. */
  close(): void {
    this.cancel();
    this.#stop();
  }

  #start(): Worker {
    this.#worker ??= new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' });
    return this.#worker;
  }

  #stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#held = null;
  }
}
