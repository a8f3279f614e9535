/** The page's side of the search worker: one search at a time, ended by the next or by `cancel`. */

import type { ParsedFile } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import type { Range } from '../../lib/hex.ts';
import { isWithdrawn } from '../../lib/reason.ts';
import { TaskWorker } from '../../ui/tasks/worker.ts';
import type { Pattern } from './query.ts';
import type { SearchResult } from './search.ts';
import type { SearchWork } from './search-worker.ts';

export interface Progress {
  /** Bytes searched so far, bytes to search, hits so far. */
  readonly done: number;
  readonly total: number;
  readonly found: number;
}

export class Searcher {
  readonly #worker = new TaskWorker<SearchWork>(
    () => new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' }),
    { words: { stopped: 'The search could not be started in this browser.' } },
  );
  /** The file whose bytes the worker has. */
  #held: ParsedFile | null = null;

  /**
   * Resolves to null when the search is cancelled; rejects with a message for the user.
   * @param limit largest number of hits
   */
  async search(
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
      throw new Error(`${file.name} is read in parts from its address: its bytes cannot be searched.`);
    const isHeld = this.#worker.isAlive && this.#held === file.parsed;
    this.#held = file.parsed;
    const order = { pattern, range, ...(limit !== undefined && { limit }), ...(!isHeld && { content }) };
    const total = range.end - range.start;
    try {
      return await this.#worker.run('search', order, { progress: (now) => progress({ ...now, total }) });
    } catch (error) {
      if (isWithdrawn(error)) return null;
      throw error;
    }
  }

  /** Cancels the running search: it receives no messages, so its worker is ended. */
  cancel(): void {
    this.#worker.stop();
  }

  /** Cancels the search and frees the worker's memory. */
  close(): void {
    this.#worker.end();
    this.#held = null;
  }
}
