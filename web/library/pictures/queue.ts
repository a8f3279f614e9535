/** The page's side of the worker that draws pictures: who is next, what it asks for, and what it did not survive. */
import type { LibraryFile } from '../../store/library.ts';
import type { Companions, Failure, Order, Report, Wants, WorkFile } from './messages.ts';

/** A file that takes longer is given up: real models take a thousandth of this. */
const TIME_LIMIT_MS = 10_000;
/** The worker and the memory that it grew to are kept so long for the next picture. */
const IDLE_MS = 20_000;
/** Files that it has at once: while the bytes of one are read, another is drawn. */
const AT_ONCE = 3;
/** How often the card may take the context away without a picture in between. */
const MAX_LOST = 5;
/** A card that has just taken a context away is not asked again at once. */
const AFTER_LOSS_MS = 500;

/** A picture, or why there is none. */
export type Drawing = { readonly picture: Blob; readonly wants: Wants } | Failure;

/** Someone who waits for a picture. */
export interface Wish {
  readonly file: LibraryFile;
  /** Drawn before those that are not. */
  isVisible(): boolean;
  done(drawing: Drawing): void;
}

/** Who watches a model play. */
export interface Watcher {
  /** From now on frames can be asked for. */
  ready(): void;
  frame(bitmap: ImageBitmap): void;
  failed(failure: Pick<Failure, 'word' | 'reason'>): void;
}

export interface Player {
  /** Asks for the moment of its animation; the time goes round. */
  show(timeMs: number): void;
  end(): void;
}

/** What the queue needs of a worker. */
export interface PictureWorker {
  onmessage: ((event: MessageEvent<Report>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  postMessage(order: Order): void;
  terminate(): void;
}

interface Job {
  readonly id: number;
  readonly file: LibraryFile;
  readonly wishes: Set<Wish>;
  /** It was there when the worker broke off: it is drawn alone, so that another is not blamed for it. */
  isSuspect: boolean;
}

export class PictureQueue {
  readonly #start: () => PictureWorker;
  readonly #companionsOf: (file: LibraryFile, wants: Wants) => Companions;
  #worker: PictureWorker | null = null;
  /** By the file, in the order in which they were asked for. */
  readonly #waiting = new Map<LibraryFile, Job>();
  readonly #running = new Map<number, Job>();
  readonly #players = new Map<number, { file: LibraryFile; watcher: Watcher }>();
  #nextId = 1;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lost = 0;
  #isPaused = false;

  /** @param companionsOf where the files are that another one names */
  constructor(start: () => PictureWorker, companionsOf: (file: LibraryFile, wants: Wants) => Companions) {
    this.#start = start;
    this.#companionsOf = companionsOf;
  }

  /** Asks for a picture. Returns what takes the wish back: a file that nobody wants any more is not drawn. */
  ask(wish: Wish): () => void {
    const { file } = wish;
    const job = this.#waiting.get(file) ?? [...this.#running.values()].find((other) => other.file === file);
    if (job) job.wishes.add(wish);
    else {
      this.#waiting.set(file, { id: this.#nextId++, file, wishes: new Set([wish]), isSuspect: false });
      // Those who ask at one time are looked at together: the visible ones go first.
      queueMicrotask(() => this.#next());
    }
    return () => this.#withdraw(wish);
  }

  /** Opens a model to be played. */
  play(file: LibraryFile, watcher: Watcher): Player {
    const id = this.#nextId++;
    this.#players.set(id, { file, watcher });
    this.#send({ order: 'play', id, file: workFile(file) });
    this.#watch();
    return {
      show: (timeMs) => {
        if (!this.#players.has(id)) return;
        this.#send({ order: 'frame', id, timeMs });
        this.#watch();
      },
      end: () => {
        if (!this.#players.delete(id)) return;
        this.#send({ order: 'end', id });
        this.#next();
      },
    };
  }

  #withdraw(wish: Wish): void {
    const job = this.#waiting.get(wish.file);
    job?.wishes.delete(wish);
    if (job?.wishes.size === 0) this.#waiting.delete(wish.file);
    for (const running of this.#running.values()) running.wishes.delete(wish);
  }

  #next(): void {
    while (!this.#isPaused && this.#waiting.size > 0 && this.#running.size < this.#limit()) {
      const jobs = [...this.#waiting.values()];
      const isVisible = ({ wishes }: Job) => [...wishes].some((wish) => wish.isVisible());
      const job = jobs.find(isVisible) ?? jobs[0];
      if (!job || (job.isSuspect && this.#running.size > 0)) break;
      this.#waiting.delete(job.file);
      this.#running.set(job.id, job);
      this.#send({ order: 'draw', id: job.id, file: workFile(job.file) });
    }
    this.#watch();
  }

  #limit(): number {
    const isAlone = [...this.#running.values()].some(({ isSuspect }) => isSuspect);
    // What plays is drawn between the pictures.
    return isAlone || this.#players.size > 0 ? 1 : AT_ONCE;
  }

  /** The worker has so long for the next word; with nothing to do it ends. */
  #watch(): void {
    clearTimeout(this.#timer);
    if (!this.#worker) return;
    if (this.#running.size > 0) {
      const seconds = TIME_LIMIT_MS / 1000;
      this.#timer = setTimeout(() => this.#breakOff(`takes longer than ${seconds} seconds`), TIME_LIMIT_MS);
    } else if (this.#players.size === 0) this.#timer = setTimeout(() => this.#stop(), IDLE_MS);
  }

  #send(order: Order): void {
    this.#worker ??= this.#startListening();
    this.#worker.postMessage(order);
  }

  #startListening(): PictureWorker {
    const worker = this.#start();
    worker.onmessage = ({ data }) => this.#take(data);
    worker.onerror = () => this.#breakOff('stops the worker that draws it');
    worker.onmessageerror = () => this.#breakOff('cannot be read');
    return worker;
  }

  #take(report: Report): void {
    if (report.report === 'lost') {
      this.#restart();
      return;
    }
    const job = this.#running.get(report.id);
    const player = this.#players.get(report.id);
    switch (report.report) {
      case 'wants': {
        const file = job?.file ?? player?.file;
        const companions = file ? this.#companionsOf(file, report.wants) : NOTHING_FOUND;
        this.#send({ order: 'companions', id: report.id, companions });
        break;
      }
      case 'drawn':
        this.#lost = 0;
        this.#settle(job, report);
        break;
      case 'failed':
        if (player) {
          this.#players.delete(report.id);
          player.watcher.failed(report);
        }
        this.#settle(job, report);
        break;
      case 'ready':
        player?.watcher.ready();
        break;
      case 'frame':
        if (player) player.watcher.frame(report.bitmap);
        else report.bitmap.close();
        break;
    }
    this.#next();
  }

  #settle(job: Job | undefined, drawing: Drawing): void {
    if (!job) return;
    this.#running.delete(job.id);
    for (const wish of job.wishes) wish.done(drawing);
  }

  /** Gives the worker up. A file that it had alone is the one that fails; of several each is tried alone. */
  #breakOff(reason: string): void {
    const jobs = [...this.#running.values()];
    this.#stop();
    const [only] = jobs;
    if (only && jobs.length === 1) {
      this.#settle(only, { word: 'Cannot be read', reason: `${only.file.path} ${reason}.`, wants: null });
    } else this.#again(jobs, true);
    this.#next();
  }

  /** The pictures go on with another context. */
  #restart(): void {
    const jobs = [...this.#running.values()];
    this.#stop();
    if (++this.#lost > MAX_LOST) {
      const reason = 'The graphics card takes the WebGL context away again and again.';
      for (const job of jobs) this.#settle(job, { word: 'No WebGL', reason, wants: null });
    } else this.#again(jobs, false);
    this.#isPaused = true;
    setTimeout(() => {
      this.#isPaused = false;
      this.#next();
    }, AFTER_LOSS_MS);
  }

  /** Puts jobs back, before those that wait. */
  #again(jobs: readonly Job[], isSuspect: boolean): void {
    const others = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#running.clear();
    for (const job of jobs) if (isSuspect) job.isSuspect = true;
    for (const job of [...jobs, ...others]) {
      if (job.wishes.size > 0) this.#waiting.set(job.file, job);
    }
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
    const players = [...this.#players.values()];
    this.#players.clear();
    const failure = { word: 'Stopped', reason: 'The worker that draws it was stopped.' };
    for (const { watcher } of players) watcher.failed(failure);
  }
}

const NOTHING_FOUND: Companions = { skins: [], frame: null, children: [] };

export function workFile({ id, path, kind, size, locator }: LibraryFile): WorkFile {
  return { id, name: path, kind, size, locator };
}
