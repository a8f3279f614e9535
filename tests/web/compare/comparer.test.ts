/** The worker that compares, as the page sees it: what it is given, and when it is ended. */
import type { ParsedFile } from '@lithoscope/core';
import { beforeEach, describe, expect, test } from 'vitest';
import { Comparer } from '../../../web/compare/comparer.ts';
import { type CompareOrder, compared } from '../../../web/compare/order.ts';
import { editingCore } from '../../../web/store/lazy-cores.ts';
import { loadCore } from '../support/core.ts';
import { nodeAt, patched } from '../support/edit.ts';
import { loadEditing } from '../support/editing.ts';
import { sample } from '../support/samples.ts';
import { type FakeWorker, fakeWorkers } from '../support/task-worker.ts';

let workers: FakeWorker[] = [];

/** Answers the last order. */
function answer(worker: FakeWorker | undefined): void {
  const order = worker?.orders.at(-1) as CompareOrder;
  if (!worker?.isEnded) worker?.result(compared(editingCore(), order));
}

let comparer: Comparer;
let left: ParsedFile;
let right: ParsedFile;

beforeEach(async () => {
  await loadEditing();
  const core = await loadCore();
  left = core.open(sample('clockwork.abc'));
  const { start } = nodeAt(left, 'Header.InternalRadius');
  right = core.open(patched(left, start, (view) => view.setFloat32(0, 123, true)));
  const fakes = fakeWorkers();
  workers = fakes.made;
  comparer = new Comparer(fakes.start);
});

describe('a comparison in the worker', () => {
  test('is given copies of the bytes, and another goes to the same worker', async () => {
    const bytes = left.bytes.slice();
    const found = comparer.compare(left, right);
    answer(workers[0]);
    expect((await found)?.tallies).toMatchObject([{ name: 'InternalRadius', count: 1 }]);
    expect(left.bytes).toEqual(bytes);
    const again = comparer.compare(right, right);
    answer(workers[0]);
    expect((await again)?.same).toBe(true);
    expect(workers).toHaveLength(1);
  });

  test('that is stopped gives nothing, and ends its worker; the next starts one', async () => {
    const found = comparer.compare(left, right);
    comparer.stop();
    expect(await found).toBeNull();
    const first = comparer.compare(left, right);
    const second = comparer.compare(right, left);
    expect(await first).toBeNull();
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, true, false]);
    answer(workers[2]);
    expect(await second).not.toBeNull();
  });

  test('that fails says why, and the next one has another worker', async () => {
    const failed = comparer.compare(left, right);
    workers[0]?.fail('There is not enough memory.');
    await expect(failed).rejects.toThrow('There is not enough memory.');
    const broken = comparer.compare(left, right);
    workers[1]?.onerror?.({});
    await expect(broken).rejects.toThrow(/stopped/);
    const unheard = comparer.compare(left, right);
    workers[2]?.onmessageerror?.();
    await expect(unheard).rejects.toThrow(/could not be received/);
    expect(workers.every(({ isEnded }) => isEnded)).toBe(true);
    const found = comparer.compare(left, right);
    answer(workers[3]);
    expect(await found).not.toBeNull();
  });

  test('leaves its worker for the next one, unless the files were large', async () => {
    const small = comparer.compare(left, right);
    answer(workers[0]);
    await small;
    comparer.rest();
    expect(workers[0]?.isEnded).toBe(false);
    const large = (await loadCore()).open(new Uint8Array(20 << 20));
    const found = comparer.compare(large, right);
    answer(workers[0]);
    expect((await found)?.same).toBe(false);
    comparer.rest();
    expect(workers[0]?.isEnded).toBe(true);
    const running = comparer.compare(left, right);
    comparer.rest();
    expect(await running).toBeNull();
  });
});
