/** The page's side of the worker that converts textures. */
import type { TextureVersion } from '@lithoscope/editing';
import type { Texels } from '../../pictures/picture.ts';
import type { PictureTask } from '../../textures/decode.ts';
import { TaskWorker } from '../../ui/tasks/worker.ts';
import type { ConvertWork, MadeTexture, Wish } from './worker.ts';

/** Decoding an image is cancelled after this time, ms. */
const TIME_LIMIT_MS = 20_000;

/** Makes textures of one image. A busy worker hears nothing, so it is replaced when an order is withdrawn. */
export class TextureConverter {
  readonly #worker: TaskWorker<ConvertWork>;

  constructor(start = startWorker) {
    this.#worker = new TaskWorker(start, {
      words: {
        stopped:
          'The worker that converts textures stopped: the image may need more memory than the browser provides.',
        unreceived: 'The texture could not be received from the worker.',
        slow: (seconds) => `The image was not decoded within ${seconds} seconds.`,
      },
    });
  }

  /** Versions that are written, the usual one first. Rejects with a sentence. */
  versions(): Promise<readonly TextureVersion[]> {
    return this.#worker.run('versions', null);
  }

  /** The texels of an image. Rejects with a phrase. @param task its bytes are transferred */
  image(task: PictureTask): Promise<Texels> {
    return this.#worker.run('image', task, { transfer: [task.bytes.buffer], timeLimit: TIME_LIMIT_MS });
  }

  /** Makes a file of an image. Rejects with a sentence. @param progress 0 to 1 */
  async make(
    image: Texels,
    wish: Wish,
    progress: (done: number) => void,
    signal: AbortSignal,
  ): Promise<MadeTexture> {
    const made = await this.#worker.run('make', { image, wish }, { progress, signal });
    if (typeof made === 'string') throw new Error(made);
    return made;
  }

  /** Ends the worker. */
  end(): void {
    this.#worker.end();
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
