/**
 * The workers that read the library. Each has a batch in hand and one that waits, so that it never stands still. One that
 * stops, or takes too long over a file, is replaced: its files are read again one by one, and the one that did it gets a
 * problem.
 */
import { isRemote } from '../../archive/locator.ts';
import { reasonOf } from '../../lib/reason.ts';
import { TaskWorker } from '../../ui/tasks/worker.ts';
import type { Results, ScanTask, ScanWork } from './worker.ts';

/** No answer for so long, ms: the largest files take a tenth of it. */
export const TIME_LIMIT_MS = 20_000;
/** The same where a file comes over the network. */
export const NETWORK_LIMIT_MS = 90_000;
/** Batches that a worker has: the one it reads, and the next. */
const BATCHES = 2;
/** Workers that may stop in a row before one has read anything: then it is not the files. */
const MAX_FAILED_STARTS = 2;

export interface PoolEvents {
  /** The next files to read, few enough for a quarter of a second; none: nothing is left. */
  next(): readonly ScanTask[];
  results(results: Results): void;
  /** All that was given out has come back, and `next` had nothing. */
  idle(): void;
  /** No worker can be started, with the reason. */
  failed(reason: string): void;
}

export class ScanPool {
  readonly #members: Member[] = [];
  #failedStarts = 0;
  #isOver = false;

  /**
   * @param size how many workers
   * @param start makes a worker
   */
  constructor(
    readonly size: number,
    readonly events: PoolEvents,
    readonly start: () => Worker = startWorker,
  ) {}

  /** Gives files to the workers that have few. Call it when there are new ones. */
  fill(): void {
    if (this.#isOver) return;
    while (this.#members.length < this.size) this.#members.push(new Member(this, this.start));
    // One for each, then the second for each.
    for (let batches = 0; batches < BATCHES; batches++) {
      for (const member of this.#members) {
        if (member.batches > batches) continue;
        const tasks = this.events.next();
        if (tasks.length > 0) member.give(tasks, false);
      }
    }
    if (this.#members.every(({ batches }) => batches === 0)) this.events.idle();
  }

  /** Ends all workers at once; what they were reading is not told. */
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

  /** @internal A worker stopped before it had read anything. */
  failedStart(reason: string): boolean {
    this.#failedStarts++;
    if (this.#failedStarts <= MAX_FAILED_STARTS * this.size) return false;
    this.end();
    this.events.failed(reason);
    return true;
  }
}

/** Files that were given out together; those that are done have been taken away. */
interface Batch {
  tasks: readonly ScanTask[];
  readonly careful: boolean;
}

/** A worker with what it has been given, replaced when it stops. */
class Member {
  readonly #worker: TaskWorker<ScanWork>;
  /** In the order in which the worker reads them; those with nothing left are done. */
  #given: Batch[] = [];
  /** It has loaded what it needs: what stops it now is a file. */
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
      // With one batch the others fail too, which are given out again by then.
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

  /** Replaces the worker. Of files that were told one by one the first is to blame; else that has yet to be seen. */
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
