/** The page's side of the worker that makes bytes of frames. */

import type { FrameAnswer, FrameTask } from './frame-worker.ts';

/** Answers one task at a time. To be ended by who made it. */
export class FrameWorker {
  readonly #worker = new Worker(new URL('./frame-worker.ts', import.meta.url), { type: 'module' });

  /** @param transfer pictures that are handed over, and gone here. Rejects with a sentence for the user. */
  ask(task: FrameTask, transfer: readonly ImageBitmap[] = []): Promise<Uint8Array<ArrayBuffer>> {
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<FrameAnswer>) => {
        if ('bytes' in data) resolve(data.bytes);
        else reject(new Error(`A frame could not be encoded: ${data.failure}`));
      };
      // A script that does not load, memory that runs out.
      worker.onerror = () => reject(new Error('A frame could not be encoded: the worker stopped.'));
      worker.postMessage(task, [...transfer]);
    });
  }

  /** A task that is not done is never answered. */
  end(): void {
    this.#worker.terminate();
  }
}
