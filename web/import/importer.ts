/** Importer: the page's side of the import worker. */

import type { ImportOptions } from '../from-glb/options.ts';
import { NotImported } from '../from-glb/report.ts';
import { isWithdrawn, reasonOf } from '../lib/reason.ts';
import { TaskWorker } from '../ui/tasks/worker.ts';
import type { GltfTask, ImportWork, Made, ReadGltf, Target } from './protocol.ts';

/**
 * Imports one file repeatedly. The worker keeps the parsed source. A busy worker receives no messages, so it is terminated
 * to cancel a task, and the next one reads the file again.
 */
export class Importer {
  readonly #task: GltfTask;
  readonly #worker: TaskWorker<ImportWork>;

  constructor(task: GltfTask, start = startWorker) {
    this.#task = task;
    this.#worker = new TaskWorker(start, {
      words: {
        stopped: 'The import worker stopped: the import may need more memory than the browser provides.',
        unreceived: 'The model could not be received from the import worker.',
      },
    });
  }

  /**
   * Reads the file, cancelling a running task. Rejects with NotImported, or as withdrawn.
   * @param progress 0 to 1
   */
  read(progress: (done: number) => void): Promise<ReadGltf> {
    this.stop();
    return inWords(this.#worker.run('read', this.#task, { progress }));
  }

  /** Makes a model of the source, cancelling a running task. Rejects like `read`. */
  async make(options: ImportOptions, target: Target, progress: (done: number) => void): Promise<Made> {
    this.stop();
    const rest = this.#worker.isAlive ? 0 : AGAIN;
    // Reading again takes the smaller part of the progress.
    if (!this.#worker.isAlive) await this.read((done) => progress(done * AGAIN));
    this.stop();
    const order = { options, target };
    return inWords(
      this.#worker.run('make', order, { progress: (done) => progress(rest + done * (1 - rest)) }),
    );
  }

  /** Cancels the running task. */
  stop(): void {
    this.#worker.stop();
  }

  /** Cancels the running task and ends the worker. */
  end(): void {
    this.#worker.end();
  }
}

/** Share of reading again in the progress. */
const AGAIN = 0.3;

async function inWords<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw isWithdrawn(error) ? error : new NotImported(reasonOf(error));
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
