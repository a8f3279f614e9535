/**
 * Picture queue: the page's side of the drawing worker. It orders requests, answers the worker, and recovers from its
 * crashes.
 */

import { reasonOf } from '../../lib/reason.ts';
import type { LibraryFile } from '../../store/library.ts';
import { TaskWorker, WorkerEnded } from '../../ui/tasks/worker.ts';
import type {
  Dependencies,
  Drawing,
  Failure,
  PictureWork,
  ResolvedDependencies,
  WorkFile,
} from './drawing.ts';

/** Time limit for a file: real models take a thousandth of it. */
const TIME_LIMIT_MS = 10_000;
/** Idle time after which the worker and its memory are released. */
const IDLE_MS = 20_000;
/** Files in work at once: while one is read, another is drawn. */
const AT_ONCE = 3;
/** Context losses in a row before drawing stops. */
const MAX_LOST = 5;
/** Pause after a context loss. */
const AFTER_LOSS_MS = 500;

/** A request for a picture. */
export interface PictureRequest {
  readonly file: LibraryFile;
  /** Visible files are drawn first. */
  isVisible(): boolean;
  done(drawing: Drawing): void;
}

/** Receiver of a playing model. */
export interface Watcher {
  /** Frames can be requested from now on. */
  ready(): void;
  frame(bitmap: ImageBitmap): void;
  failed(failure: Pick<Failure, 'word' | 'reason'>): void;
}

export interface Player {
  /** Requests a frame; the time wraps around. */
  show(timeMs: number): void;
  end(): void;
}

interface Job {
  readonly file: LibraryFile;
  readonly requests: Set<PictureRequest>;
  /** In work when the worker crashed: it is retried alone to find the culprit. */
  isSuspect: boolean;
}

const STOPPED = { word: 'Stopped', reason: 'The drawing worker was stopped.' };

export class PictureQueue {
  readonly #worker: TaskWorker<PictureWork>;
  readonly #resolve: (file: LibraryFile, wants: Dependencies) => ResolvedDependencies;
  /** By file, in the order of the requests. */
  readonly #waiting = new Map<LibraryFile, Job>();
  readonly #running = new Set<Job>();
  /** Numbers of the active players. */
  readonly #players = new Set<number>();
  #lastPlayer = 0;
  #lost = 0;
  #isPaused = false;

  /** @param resolve where the files are that another one names */
  constructor(
    start: () => Worker,
    resolve: (file: LibraryFile, wants: Dependencies) => ResolvedDependencies,
  ) {
    this.#resolve = resolve;
    this.#worker = new TaskWorker(start, {
      atOnce: Number.POSITIVE_INFINITY,
      idleMs: IDLE_MS,
      hears: true,
      ended: (error) => this.#ended(error),
      words: {
        stopped: 'stops the drawing worker',
        unreceived: 'cannot be read',
        slow: (seconds) => `takes longer than ${seconds} seconds`,
      },
    });
  }

  /** Requests a picture. Returns a function that withdraws the request; files without requests are not drawn. */
  ask(request: PictureRequest): () => void {
    const { file } = request;
    const job = this.#waiting.get(file) ?? [...this.#running].find((other) => other.file === file);
    if (job) job.requests.add(request);
    else {
      this.#waiting.set(file, { file, requests: new Set([request]), isSuspect: false });
      // Requests of one task are sorted together: visible files go first.
      queueMicrotask(() => this.#next());
    }
    return () => this.#withdraw(request);
  }

  /** Opens a model for playback. */
  play(file: LibraryFile, watcher: Watcher): Player {
    const player = ++this.#lastPlayer;
    this.#players.add(player);
    const ending = new AbortController();
    const over = () => {
      const isNew = this.#players.delete(player);
      this.#next();
      return isNew;
    };
    const order = { player, file: workFile(file) };
    const answers = (wants: Dependencies) => this.#resolve(file, wants);
    void this.#worker
      .run('play', order, { signal: ending.signal, progress: () => watcher.ready(), answers })
      .catch(() => STOPPED)
      .then((failure) => over() && watcher.failed(failure));
    return {
      show: (timeMs) => {
        if (!this.#players.has(player)) return;
        const take = (bitmap: ImageBitmap | null) => {
          if (bitmap && this.#players.has(player)) watcher.frame(bitmap);
          else bitmap?.close();
        };
        // A crash is reported through `play`.
        this.#worker.run('frame', { player, timeMs }).then(take, () => {});
      },
      end: () => {
        if (over()) ending.abort();
      },
    };
  }

  #withdraw(request: PictureRequest): void {
    const job = this.#waiting.get(request.file);
    job?.requests.delete(request);
    if (job?.requests.size === 0) this.#waiting.delete(request.file);
    for (const running of this.#running) running.requests.delete(request);
  }

  #next(): void {
    while (!this.#isPaused && this.#waiting.size > 0 && this.#running.size < this.#limit()) {
      const jobs = [...this.#waiting.values()];
      const isVisible = ({ requests }: Job) => [...requests].some((request) => request.isVisible());
      const job = jobs.find(isVisible) ?? jobs[0];
      if (!job || (job.isSuspect && this.#running.size > 0)) break;
      this.#waiting.delete(job.file);
      void this.#draw(job);
    }
  }

  #limit(): number {
    const isAlone = [...this.#running].some(({ isSuspect }) => isSuspect);
    // Frames of players are drawn between pictures.
    return isAlone || this.#players.size > 0 ? 1 : AT_ONCE;
  }

  async #draw(job: Job): Promise<void> {
    this.#running.add(job);
    try {
      const drawing = await this.#worker.run('draw', workFile(job.file), {
        timeLimit: TIME_LIMIT_MS,
        answers: (wants) => this.#resolve(job.file, wants),
      });
      if ('picture' in drawing) this.#lost = 0;
      this.#settle(job, drawing);
    } catch (error) {
      // After a crash, `#ended` has handled all jobs.
      if (!(error instanceof WorkerEnded))
        this.#settle(job, {
          word: 'Cannot be read',
          reason: `${job.file.path}: ${reasonOf(error)}`,
          wants: null,
        });
    }
    this.#next();
  }

  #settle(job: Job, drawing: Drawing): void {
    this.#running.delete(job);
    for (const request of job.requests) request.done(drawing);
  }

  /** Handles the jobs of a worker that ended. */
  #ended(error: WorkerEnded): void {
    const jobs = [...this.#running];
    if (error.how === 'gaveUp') this.#restart(jobs);
    else this.#blame(jobs, error.message);
    this.#next();
  }

  /** A single job is the culprit; several are retried one by one. */
  #blame(jobs: readonly Job[], reason: string): void {
    const [only] = jobs;
    if (only && jobs.length === 1)
      this.#settle(only, { word: 'Cannot be read', reason: `${only.file.path} ${reason}.`, wants: null });
    else this.#again(jobs, true);
  }

  /** After a context loss, continues with a new context. */
  #restart(jobs: readonly Job[]): void {
    if (++this.#lost > MAX_LOST) {
      const reason = 'The graphics context keeps getting lost.';
      for (const job of jobs) this.#settle(job, { word: 'No WebGL', reason, wants: null });
    } else this.#again(jobs, false);
    this.#isPaused = true;
    setTimeout(() => {
      this.#isPaused = false;
      this.#next();
    }, AFTER_LOSS_MS);
  }

  /** Puts jobs back at the head of the queue. */
  #again(jobs: readonly Job[], isSuspect: boolean): void {
    const others = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#running.clear();
    for (const job of jobs) if (isSuspect) job.isSuspect = true;
    for (const job of [...jobs, ...others]) {
      if (job.requests.size > 0) this.#waiting.set(job.file, job);
    }
  }
}

export function workFile({ id, path, kind, size, locator }: LibraryFile): WorkFile {
  return { id, name: path, kind, size, locator };
}
