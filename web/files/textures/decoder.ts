/** The page's side of the worker that decodes pictures. */

import type { Texels } from '../../explain/pictures/picture.ts';
import type { LevelTask, PictureTask } from './decode.ts';
import type { LoadedPicture } from './picture.ts';
import type { Answer, Task } from './picture-worker.ts';

/** A picture that takes longer is given up: the largest take a tenth of this on a slow machine. */
const TIME_LIMIT_MS = 10_000;
/** The worker and the memory that it grew to are kept so long for the next picture. */
const IDLE_MS = 2_000;

interface Job {
  readonly task: Task;
  resolve(answer: Answer): void;
  reject(reason: Error): void;
}

/**
 * Decodes one picture after the other, so that their memory does not add up. The worker starts with the first, ends
 * when none has been asked for in a while, and is replaced when a picture takes too long.
 */
export class PictureDecoder {
  readonly #start: () => Worker;
  #worker: Worker | null = null;
  #running: Job | null = null;
  readonly #waiting: Job[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(start = startWorker) {
    this.#start = start;
  }

  /**
   * Decodes. Rejects with a phrase for the user.
   * @param task its bytes are handed over to the worker, and gone
   */
  async picture(task: PictureTask): Promise<LoadedPicture> {
    const answer = await this.#ask(task);
    if (!('picture' in answer)) throw new Error('it cannot be read');
    return answer.picture;
  }

  /** The same for one level of a DTX. */
  async level(task: LevelTask): Promise<Texels> {
    const answer = await this.#ask(task);
    if (!('texels' in answer)) throw new Error('it cannot be read');
    return answer.texels;
  }

  #ask(task: Task): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#running) return;
    clearTimeout(this.#timer);
    this.#running = this.#waiting.shift() ?? null;
    if (!this.#running) {
      this.#timer = setTimeout(() => this.#stop(), IDLE_MS);
      return;
    }
    const { task } = this.#running;
    this.#timer = setTimeout(
      () => this.#fail(`it takes longer than ${TIME_LIMIT_MS / 1000} seconds`),
      TIME_LIMIT_MS,
    );
    this.#worker ??= this.#startListening();
    this.#worker.postMessage(task, [task.bytes.buffer]);
  }

  #startListening(): Worker {
    const worker = this.#start();
    worker.onmessage = ({ data }: MessageEvent<Answer>) =>
      this.#settle((job) => {
        if ('failure' in data) job.reject(new Error(data.failure));
        else job.resolve(data);
      });
    // An answer that cannot be received, a script that does not load, memory that runs out.
    worker.onmessageerror = () => this.#fail('it cannot be read');
    worker.onerror = () => this.#fail('the decoding worker stopped');
    return worker;
  }

  /** Gives up the picture and its worker; the next picture gets another one. */
  #fail(reason: string): void {
    this.#stop();
    this.#settle((job) => job.reject(new Error(reason)));
  }

  #settle(tell: (job: Job) => void): void {
    const job = this.#running;
    this.#running = null;
    if (job) tell(job);
    this.#next();
  }

  #stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' });
}

/** For the whole page. */
export const pictureDecoder = new PictureDecoder();
