/**
 * Scan pool: the workers that read the library. Each has a current and a queued batch, so that it is never idle. A worker
 * that crashes or hangs is replaced: its files are read again one by one, and the culprit gets a problem.
 */
import { isRemote } from '../../archive/locator.ts';
import { reasonOf } from '../../lib/reason.ts';
import { TaskWorker } from '../../ui/tasks/worker.ts';
import type { Results, ScanTask, ScanWork } from './worker.ts';

/** Time limit without an answer, ms: the largest files take a tenth of it. */
export const TIME_LIMIT_MS = 20_000;
/** Time limit for files read over the network, ms. */
export const NETWORK_LIMIT_MS = 90_000;
/** Batches per worker: the current and the next. */
const BATCHES = 2;
/** Failed starts in a row before the pool gives up: the files are not the cause. */
const MAX_FAILED_STARTS = 2;

export interface PoolEvents {
  /** The next files to read, few enough for a quarter of a second; empty at the end. */
  next(): readonly ScanTask[];
  results(results: Results): void;
  /** All batches are done, and `next` returned nothing. */
  idle(): void;
  /** No worker can be started, with the reason. */
  failed(reason: string): void;
}

export class ScanPool {
  readonly #members: Member[] = [];
  #failedStarts = 0;
  #isOver = false;

  /**
   * @param size number of workers
   * @param start creates a worker
   */
  constructor(
    readonly size: number,
    readonly events: PoolEvents,
    readonly start: () => Worker = startWorker,
  ) {}

  /** Gives out files to workers with free slots. Call it when there are new files. */
  fill(): void {
    if (this.#isOver) return;
    while (this.#members.length < this.size) this.#members.push(new Member(this, this.start));
    // One batch per worker, then the second.
    for (let batches = 0; batches < BATCHES; batches++) {
      for (const member of this.#members) {
        if (member.batches > batches) continue;
        const tasks = this.events.next();
        if (tasks.length > 0) member.give(tasks, false);
      }
    }
    if (this.#members.every(({ batches }) => batches === 0)) this.events.idle();
  }

  /** Terminates all workers and discards their results. */
  end(): void {
    this.#isOver = true;
    for (const member of this.#members) member.end();
    this.#members.length = 0;
  }

  /** @internal */
  took(results: Results): void {
    this.#failedStarts = 0;
    this.events.results(results);
    this.fill();
  }

  /** @internal A worker stopped before it read anything. */
  failedStart(reason: string): boolean {
    this.#failedStarts++;
    if (this.#failedStarts <= MAX_FAILED_STARTS * this.size) return false;
    this.end();
    this.events.failed(reason);
    return true;
  }
}

/** Files given out together, without those already done. */
interface Batch {
  tasks: readonly ScanTask[];
  readonly careful: boolean;
}

/** A worker with its batches, replaced when it stops. */
class Member {
  readonly #worker: TaskWorker<ScanWork>;
  /** Batches in reading order, without finished ones. */
  #given: Batch[] = [];
  /** Loaded and ready: what stops it from now on is a file. */
  #isReady = false;

  constructor(
    readonly pool: ScanPool,
    start: () => Worker,
  ) {
    const words = { stopped: 'the worker stopped', unreceived: 'its results cannot be received' };
    this.#worker = new TaskWorker(start, { atOnce: Number.POSITIVE_INFINITY, words });
  }

  get batches(): number {
    return this.#given.length;
  }

  give(tasks: readonly ScanTask[], careful: boolean): void {
    const batch: Batch = { tasks, careful };
    this.#given.push(batch);
    const timeLimit = tasks.some(({ locator }) => isRemote(locator)) ? NETWORK_LIMIT_MS : TIME_LIMIT_MS;
    const progress = (said: 'ready' | Results) => {
      if (said === 'ready') this.#isReady = true;
      else this.#took(said);
    };
    this.#worker.run('scan', { tasks, careful }, { timeLimit, progress }).catch((error) => {
      // The other batches fail as well, and have been given out again by then.
      if (this.#given.includes(batch)) this.#stopped(reasonOf(error));
    });
  }

  end(): void {
    this.#given = [];
    this.#isReady = false;
    this.#worker.end();
  }

  #took(results: Results): void {
    const done = new Set(results.map(([id]) => id));
    for (const batch of this.#given) batch.tasks = batch.tasks.filter(({ id }) => !done.has(id));
    this.#given = this.#given.filter(({ tasks }) => tasks.length > 0);
    this.pool.took(results);
  }

  /** Replaces the worker. If files were read one by one, the first is the culprit; else they are retried that way. */
  #stopped(reason: string): void {
    const given = this.#given;
    const wasReady = this.#isReady;
    this.end();
    if (!wasReady && this.pool.failedStart(reason)) return;
    const isBlamed = wasReady && given[0]?.careful === true;
    const tasks = given.flatMap((batch) => batch.tasks);
    const culprit = isBlamed ? tasks.shift() : undefined;
    if (tasks.length > 0) this.give(tasks, wasReady);
    if (culprit) this.pool.took([[culprit.id, { problem: `It could not be checked: ${reason}.` }]]);
    else this.pool.fill();
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
