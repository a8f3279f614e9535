/** Parts of a file, read by a worker: making a slice of a file waits for the browser's other processes. */
import { TaskWorker } from '../../ui/tasks/worker.ts';
import type { SliceWork } from './worker.ts';

/** Reads one file. Its worker starts with the first request, or with the next after it failed, and ends with `close`. */
export class BlobReader {
  readonly #worker = new TaskWorker<SliceWork>(
    () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
    { atOnce: Number.POSITIVE_INFINITY, words: { stopped: 'the reading worker could not be started' } },
  );

  constructor(private readonly blob: Blob) {}

  /** The bytes [start, end). Rejects when the file has gone or changed, and when it is closed meanwhile. */
  async read(start: number, end: number): Promise<Uint8Array> {
    return new Uint8Array(await this.#worker.run('read', { blob: this.blob, start, end }));
  }

  close(): void {
    this.#worker.end(new Error('the file was closed'));
  }
}
