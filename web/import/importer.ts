/** The page's side of the worker that imports. */
import type { ImportOptions } from '../from-glb/options.ts';
import { NotImported } from '../from-glb/report.ts';
import type { GltfTask, ImportAnswer, ImportOrder, Made, ReadGltf, Target } from './messages.ts';

/** Why an import gave nothing when another one, or none, was wanted instead of it. */
export class Withdrawn extends Error {}

interface Waiting {
  readonly progress: (done: number) => void;
  readonly settle: (answer: Exclude<ImportAnswer, { progress: number }>) => void;
}

/**
 * Imports one file, again and again. The worker keeps what it has read; while it is at work no message reaches it, so it
 * is ended when something else is wanted, and the next one reads the file again.
 */
export class Importer {
  readonly #task: GltfTask;
  readonly #start: () => Worker;
  #worker: Worker | null = null;
  #waiting: Waiting | null = null;
  /** What ends the wait for what runs. */
  #withdraw: (() => void) | null = null;

  constructor(task: GltfTask, start = startWorker) {
    this.#task = task;
    this.#start = start;
  }

  /** Reads the file. Rejects with a sentence for the user, or with Withdrawn. @param progress 0 to 1 */
  async read(progress: (done: number) => void): Promise<ReadGltf> {
    const answer = await this.#ask({ read: this.#task }, progress);
    if ('read' in answer) return answer.read;
    throw new Error('The worker gave another answer.');
  }

  /** Makes a model of it, in place of what runs. As `read`. */
  async make(options: ImportOptions, target: Target, progress: (done: number) => void): Promise<Made> {
    this.stop();
    const isThere = this.#worker !== null;
    // Reading it again is the smaller part.
    if (!isThere) await this.read((done) => progress(done * AGAIN));
    const rest = isThere ? 0 : AGAIN;
    const answer = await this.#ask({ make: { options, target } }, (done) =>
      progress(rest + done * (1 - rest)),
    );
    if ('made' in answer) return answer.made;
    throw new Error('The worker gave another answer.');
  }

  /** Withdraws what runs, with its worker. */
  stop(): void {
    const withdraw = this.#withdraw;
    if (!withdraw) return;
    this.#withdraw = null;
    this.end();
    withdraw();
  }

  /** Ends the worker. What runs never settles: `stop` before, for that. */
  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#waiting = null;
  }

  #ask(
    order: ImportOrder,
    progress: (done: number) => void,
  ): Promise<Exclude<ImportAnswer, { progress: number }>> {
    this.stop();
    this.#worker ??= this.#begin();
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const withdraw = () => reject(new Withdrawn('withdrawn'));
      this.#withdraw = withdraw;
      this.#waiting = {
        progress,
        settle: (answer) => {
          if (this.#withdraw === withdraw) this.#withdraw = null;
          this.#waiting = null;
          if ('failure' in answer) reject(new NotImported(answer.failure));
          else resolve(answer);
        },
      };
      worker.postMessage(order);
    });
  }

  #begin(): Worker {
    const worker = this.#start();
    const fail = (failure: string) => {
      worker.terminate();
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#waiting?.settle({ failure });
    };
    worker.onmessage = ({ data }: MessageEvent<ImportAnswer>) => {
      if (this.#worker !== worker) return;
      if ('progress' in data) this.#waiting?.progress(data.progress);
      else this.#waiting?.settle(data);
    };
    // An answer that cannot be received, a script that does not load, memory that runs out.
    worker.onmessageerror = () => fail('The model cannot be received from the worker that made it.');
    worker.onerror = (event) => {
      event.preventDefault?.();
      fail('The worker that imports stopped: the import may need more memory than the browser gives.');
    };
    return worker;
  }
}

/** Share of the progress that reading once more has. */
const AGAIN = 0.3;

function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
