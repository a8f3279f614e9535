/** The page's side of the worker that imports. */

import type { ImportOptions } from '../from-glb/options.ts';
import { NotImported } from '../from-glb/report.ts';
import { isWithdrawn, reasonOf } from '../lib/reason.ts';
import { TaskWorker } from '../ui/tasks/worker.ts';
import type { GltfTask, ImportWork, Made, ReadGltf, Target } from './protocol.ts';

/**
 * Imports one file, again and again. The worker keeps what it has read; while it is at work no message reaches it, so it
 * is ended when something else is wanted, and the next one reads the file again.
 */
export class Importer {
  readonly #task: GltfTask;
  readonly #worker: TaskWorker<ImportWork>;

  constructor(task: GltfTask, start = startWorker) {
    this.#task = task;
    this.#worker = new TaskWorker(start, {
      words: {
        stopped: 'The worker that imports stopped: the import may need more memory than the browser gives.',
        unreceived: 'The model cannot be received from the worker that made it.',
      },
    });
  }

  /**
   * Reads the file, in place of what runs. Rejects with NotImported, or as withdrawn.
   * @param progress 0 to 1
   */
  read(progress: (done: number) => void): Promise<ReadGltf> {
    this.stop();
    return inWords(this.#worker.run('read', this.#task, { progress }));
  }

  /** Makes a model of it, in place of what runs. As `read`. */
  async make(options: ImportOptions, target: Target, progress: (done: number) => void): Promise<Made> {
    this.stop();
    const rest = this.#worker.isAlive ? 0 : AGAIN;
    // Reading it again is the smaller part.
    if (!this.#worker.isAlive) await this.read((done) => progress(done * AGAIN));
    this.stop();
    const order = { options, target };
    return inWords(
      this.#worker.run('make', order, { progress: (done) => progress(rest + done * (1 - rest)) }),
    );
  }

  /** Withdraws what runs, with its worker. */
  stop(): void {
    this.#worker.stop();
  }

  /** Withdraws what runs, and ends the worker. */
  end(): void {
    this.#worker.end();
  }
}

/** Share of the progress that reading once more has. */
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
