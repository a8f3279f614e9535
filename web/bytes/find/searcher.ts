/** The page's side of the search worker: one search at a time, ended by the next or by `cancel`. */

import type { ParsedFile } from '@lithoscope/core';
import type { Range } from '../../explain/hex.ts';
import type { OpenFile } from '../../store/open-file.ts';

import type { Pattern } from './query.ts';
import type { SearchResult } from './search.ts';
import type { Report, Task } from './search-worker.ts';

export interface Progress {
  /** Bytes searched so far, bytes to search, hits so far. */
  readonly done: number;
  readonly total: number;
  readonly found: number;
}

export class Searcher {
  #worker: Worker | null = null;
  /** The file whose bytes the worker has. */
  #held: ParsedFile | null = null;
  #end: (() => void) | null = null;

  /**
   * Resolves to null when the search is cancelled; rejects with a message for the user.
   * @param limit largest number of hits
   */
  search(
    file: OpenFile,
    pattern: Pattern,
    range: Range,
    progress: (progress: Progress) => void,
    limit?: number,
  ): Promise<SearchResult | null> {
    this.cancel();
    const { content, size } = file.parsed;
    const held = content instanceof Blob ? content.size : content.length;
    if (held < size)
      return Promise.reject(
        new Error(`${file.name} is read in parts from its address: its bytes cannot be searched.`),
      );
    const task: Task = {
      pattern,
      range,
      ...(limit !== undefined && { limit }),
      ...(this.#held !== file.parsed && { content }),
    };
    const worker = this.#start();
    this.#held = file.parsed;
    const total = range.end - range.start;
    return new Promise((resolve, reject) => {
      // A running search receives no messages; its worker can be terminated at once.
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

  /** Cancels the running search. */
  cancel(): void {
    this.#end?.();
    this.#end = null;
  }

  /** Cancels the search and frees the worker's memory. */
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
