/** The page's side of the workers that read the library, with workers that do what the test says. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Result } from '../../../web/library/facts.ts';
import { NETWORK_LIMIT_MS, ScanPool, TIME_LIMIT_MS } from '../../../web/library/scan/pool.ts';
import type { ScanAnswer, ScanBatch, ScanTask } from '../../../web/library/scan/worker.ts';

const FINE: Result = { problem: 'fine' };

class FakeWorker {
  static made: FakeWorker[] = [];
  readonly batches: ScanBatch[] = [];
  terminated = false;
  onmessage: ((event: { data: ScanAnswer }) => void) | null = null;
  onerror: ((event: Partial<ErrorEvent>) => void) | null = null;

  constructor() {
    FakeWorker.made.push(this);
  }
  postMessage(batch: ScanBatch): void {
    this.batches.push(batch);
  }
  terminate(): void {
    this.terminated = true;
  }
  ready(): void {
    this.onmessage?.({ data: { ready: true } });
  }
  answer(...ids: number[]): void {
    this.onmessage?.({ data: { results: ids.map((id) => [id, FINE]) } });
  }
}

const { made } = FakeWorker;
const worker = (i: number) => made[i] as FakeWorker;

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
    () => new FakeWorker() as unknown as Worker,
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  made.length = 0;
  told = { results: new Map(), idle: 0, failures: [] };
  queue = [];
});
afterEach(() => vi.useRealTimers());

describe('the workers of a scan', () => {
  it('have a batch in hand and one that waits, and tell when all is read', () => {
    queue = [[task(1), task(2)], [task(3)], [task(4)]];
    pool().fill();
    expect(worker(0).batches.map(({ tasks }) => tasks.map(({ id }) => id))).toEqual([[1, 2], [3]]);
    worker(0).ready();
    worker(0).answer(1);
    expect(worker(0).batches).toHaveLength(2);
    worker(0).answer(2);
    expect(worker(0).batches).toHaveLength(3);
    worker(0).answer(3);
    expect(told.idle).toBe(0);
    worker(0).answer(4);
    expect([...told.results.keys()]).toEqual([1, 2, 3, 4]);
    expect(told.idle).toBe(1);
  });

  it('share the files', () => {
    queue = [[task(1)], [task(2)], [task(3)], [task(4)], [task(5)]];
    pool(2).fill();
    expect(made.map(({ batches }) => batches.length)).toEqual([2, 2]);
    worker(1).ready();
    worker(1).answer(2);
    expect(
      worker(1)
        .batches.at(-1)
        ?.tasks.map(({ id }) => id),
    ).toEqual([5]);
  });

  it('blame the file that stops two of them, and read the others', () => {
    queue = [[task(1), task(2), task(3)], [task(4)]];
    pool().fill();
    worker(0).ready();
    worker(0).onerror?.({});
    expect(worker(0).terminated).toBe(true);
    expect(worker(1).batches).toEqual([
      { tasks: [1, 2, 3, 4].map((id) => expect.objectContaining({ id })), careful: true },
    ]);
    worker(1).ready();
    worker(1).answer(1);
    worker(1).onerror?.({});
    expect(told.results.get(2)).toEqual({ problem: 'It could not be checked: the worker stopped.' });
    expect(worker(2).batches[0]?.tasks.map(({ id }) => id)).toEqual([3, 4]);
    worker(2).ready();
    worker(2).answer(3);
    worker(2).answer(4);
    expect([...told.results.keys()].sort()).toEqual([1, 2, 3, 4]);
    expect(told.idle).toBe(1);
  });

  it('are replaced when a file takes too long; one that comes over the network may take longer', () => {
    queue = [[task(1)]];
    pool().fill();
    worker(0).ready();
    vi.advanceTimersByTime(TIME_LIMIT_MS);
    worker(1).ready();
    vi.advanceTimersByTime(TIME_LIMIT_MS);
    expect(told.results.get(1)).toEqual({
      problem: 'It could not be checked: it takes longer than 20 seconds.',
    });
    expect(told.idle).toBe(1);

    queue = [[task(2, true)]];
    const far = pool();
    far.fill();
    const last = made.length - 1;
    worker(last).ready();
    vi.advanceTimersByTime(NETWORK_LIMIT_MS - 1);
    expect(worker(last).terminated).toBe(false);
    vi.advanceTimersByTime(1);
    expect(worker(last).terminated).toBe(true);
    far.end();
  });

  it('give up when none of them can start, and blame no file', () => {
    queue = [[task(1)], [task(2)]];
    pool().fill();
    for (let i = 0; i < made.length && i < 10; i++) worker(i).onerror?.({});
    expect(told.failures).toEqual(['the worker stopped']);
    expect(told.results.size).toBe(0);
    expect(made.every(({ terminated }) => terminated)).toBe(true);
  });

  it('are ended at once', () => {
    queue = [[task(1)], [task(2)]];
    const running = pool(2);
    running.fill();
    running.end();
    expect(made.every(({ terminated }) => terminated)).toBe(true);
    running.fill();
    vi.runAllTimers();
    expect(made).toHaveLength(2);
    expect(told).toEqual({ results: new Map(), idle: 0, failures: [] });
  });
});
