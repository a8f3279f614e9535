/**
 * The workers that read the library. Each has a batch in hand and one that waits, so that it never stands still. One that
 * stops, or takes too long over a file, is replaced: its files are read again one by one, and the one that did it gets a
 * problem.
 */
import { isRemote } from '../../archive/locator.ts';
import type { Result } from '../facts.ts';
import type { ScanAnswer, ScanBatch, ScanTask } from './worker.ts';

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
  results(results: readonly (readonly [number, Result])[]): void;
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
  took(results: readonly (readonly [number, Result])[]): void {
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

/** A worker with what it has been given, replaced when it stops. */
class Member {
  /** In the order in which the worker reads them; empty ones are done. */
  #given: { tasks: ScanTask[]; readonly careful: boolean }[] = [];
  #worker: Worker | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** It has loaded what it needs: what stops it now is a file. */
  #isReady = false;

  constructor(
    readonly pool: ScanPool,
    readonly start: () => Worker,
  ) {}

  get batches(): number {
    return this.#given.length;
  }

  give(tasks: readonly ScanTask[], careful: boolean): void {
    this.#given.push({ tasks: [...tasks], careful });
    this.#worker ??= this.#startListening();
    this.#worker.postMessage({ tasks, careful } satisfies ScanBatch);
    if (this.#given.length === 1) this.#watch();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
    this.#given = [];
  }

  #startListening(): Worker {
    const worker = this.start();
    this.#isReady = false;
    worker.onmessage = ({ data }: MessageEvent<ScanAnswer>) => {
      // One that was ended may have told something before.
      if (this.#worker !== worker) return;
      if ('ready' in data) this.#isReady = true;
      else if ('failure' in data) this.#stopped(data.failure);
      else this.#took(data.results);
    };
    // An answer that cannot be received, a script that does not load, memory that runs out.
    worker.onmessageerror = () => this.#stopped('its results cannot be received');
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.#stopped('the worker stopped');
    };
    return worker;
  }

  #watch(): void {
    clearTimeout(this.#timer);
    const [first] = this.#given;
    if (!first) return;
    const limit = first.tasks.some(({ locator }) => isRemote(locator)) ? NETWORK_LIMIT_MS : TIME_LIMIT_MS;
    this.#timer = setTimeout(() => this.#stopped(`it takes longer than ${limit / 1000} seconds`), limit);
  }

  #took(results: readonly (readonly [number, Result])[]): void {
    const done = new Set(results.map(([id]) => id));
    for (const batch of this.#given) batch.tasks = batch.tasks.filter(({ id }) => !done.has(id));
    this.#given = this.#given.filter(({ tasks }) => tasks.length > 0);
    this.#watch();
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
