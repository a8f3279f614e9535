/** The page's side of the workers that read the library, with workers that do what the test says. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Result } from '../../../web/library/facts.ts';
import { NETWORK_LIMIT_MS, ScanPool, TIME_LIMIT_MS } from '../../../web/library/scan/pool.ts';
import type { ScanTask, ScanWork } from '../../../web/library/scan/worker.ts';
import { type FakeWorker, fakeWorkers } from '../support/task-worker.ts';

const FINE: Result = { problem: 'fine' };

let made: FakeWorker[] = [];
let start: () => Worker;
const worker = (i: number) => made[i] as FakeWorker;
const batches = (i: number) => worker(i).orders as ScanWork['scan']['order'][];

function ready(i: number): void {
  worker(i).progress('ready');
}

/** What came of files that are all in one batch; with its last one the batch is done. */
function answer(i: number, ...ids: number[]): void {
  const at = batches(i).findIndex(({ tasks }) => tasks.some(({ id }) => ids.includes(id)));
  const { run } = worker(i).runs[at] ?? { run: 0 };
  worker(i).progress(
    ids.map((id) => [id, FINE]),
    run,
  );
  if (ids.includes(batches(i)[at]?.tasks.at(-1)?.id ?? 0)) worker(i).result(null, run);
}

/** Lets the pool hear that a worker has ended. */
const settle = () => vi.advanceTimersByTimeAsync(0);

/** What a pool told. */
let told: { results: Map<number, Result>; idle: number; failures: string[] };
let queue: ScanTask[][];

const task = (id: number, url = false): ScanTask => ({
  id,
  path: `${id}.abc`,
  locator: url ? { url: 'https://example.org/x.rez', size: 1 } : { blob: new Blob() },
});

function pool(size = 1): ScanPool {
  return new ScanPool(
    size,
    {
      next: () => queue.shift() ?? [],
      results: (results) => {
        for (const [id, result] of results) {
          expect(told.results.has(id)).toBe(false);
          told.results.set(id, result);
        }
      },
      idle: () => told.idle++,
      failed: (reason) => told.failures.push(reason),
    },
    start,
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  ({ made, start } = fakeWorkers());
  told = { results: new Map(), idle: 0, failures: [] };
  queue = [];
});
afterEach(() => vi.useRealTimers());

describe('the workers of a scan', () => {
  it('have a batch in hand and one that waits, and tell when all is read', async () => {
    queue = [[task(1), task(2)], [task(3)], [task(4)]];
    pool().fill();
    expect(batches(0).map(({ tasks }) => tasks.map(({ id }) => id))).toEqual([[1, 2], [3]]);
    ready(0);
    answer(0, 1);
    expect(batches(0)).toHaveLength(2);
    answer(0, 2);
    expect(batches(0)).toHaveLength(3);
    answer(0, 3);
    expect(told.idle).toBe(0);
    answer(0, 4);
    expect([...told.results.keys()]).toEqual([1, 2, 3, 4]);
    expect(told.idle).toBe(1);
  });

  it('share the files', async () => {
    queue = [[task(1)], [task(2)], [task(3)], [task(4)], [task(5)]];
    pool(2).fill();
    expect(made.map(({ orders }) => orders.length)).toEqual([2, 2]);
    ready(1);
    answer(1, 2);
    expect(
      batches(1)
        .at(-1)
        ?.tasks.map(({ id }) => id),
    ).toEqual([5]);
  });

  it('blame the file that stops two of them, and read the others', async () => {
    queue = [[task(1), task(2), task(3)], [task(4)]];
    pool().fill();
    ready(0);
    worker(0).onerror?.({});
    await settle();
    expect(worker(0).isEnded).toBe(true);
    expect(batches(1)).toEqual([
      { tasks: [1, 2, 3, 4].map((id) => expect.objectContaining({ id })), careful: true },
    ]);
    ready(1);
    answer(1, 1);
    worker(1).onerror?.({});
    await settle();
    expect(told.results.get(2)).toEqual({ problem: 'It could not be checked: the worker stopped.' });
    expect(batches(2)[0]?.tasks.map(({ id }) => id)).toEqual([3, 4]);
    ready(2);
    answer(2, 3);
    answer(2, 4);
    expect([...told.results.keys()].sort()).toEqual([1, 2, 3, 4]);
    expect(told.idle).toBe(1);
  });

  it('are replaced when a file takes too long; one that comes over the network may take longer', async () => {
    queue = [[task(1)]];
    pool().fill();
    ready(0);
    await vi.advanceTimersByTimeAsync(TIME_LIMIT_MS);
    ready(1);
    await vi.advanceTimersByTimeAsync(TIME_LIMIT_MS);
    expect(told.results.get(1)).toEqual({
      problem: 'It could not be checked: it takes longer than 20 seconds.',
    });
    expect(told.idle).toBe(1);

    queue = [[task(2, true)]];
    const far = pool();
    far.fill();
    const last = made.length - 1;
    ready(last);
    await vi.advanceTimersByTimeAsync(NETWORK_LIMIT_MS - 1);
    expect(worker(last).isEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(worker(last).isEnded).toBe(true);
    far.end();
  });

  it('give up when none of them can start, and blame no file', async () => {
    queue = [[task(1)], [task(2)]];
    pool().fill();
    for (let i = 0; i < made.length && i < 10; i++) {
      worker(i).onerror?.({});
      await settle();
    }
    expect(told.failures).toEqual(['the worker stopped']);
    expect(told.results.size).toBe(0);
    expect(made.every(({ isEnded }) => isEnded)).toBe(true);
  });

  it('are ended at once', async () => {
    queue = [[task(1)], [task(2)]];
    const running = pool(2);
    running.fill();
    running.end();
    expect(made.every(({ isEnded }) => isEnded)).toBe(true);
    running.fill();
    await vi.runAllTimersAsync();
    expect(made).toHaveLength(2);
    expect(told).toEqual({ results: new Map(), idle: 0, failures: [] });
  });
});
