/** The page's side of workers, with workers that do what the test says. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isWithdrawn } from '../../../../web/lib/reason.ts';
import { TaskWorker, WorkerEnded } from '../../../../web/ui/tasks/worker.ts';
import { type FakeWorker, fakeWorkers } from '../../support/task-worker.ts';

interface Work {
  readonly twice: { readonly order: number; readonly result: number; readonly progress: string };
  readonly asking: {
    readonly order: null;
    readonly question: string;
    readonly answer: number;
    readonly result: number;
  };
}

type Rules = ConstructorParameters<typeof TaskWorker>[1];

let made: FakeWorker[];

function taskWorker(rules: Partial<Rules> = {}): TaskWorker<Work> {
  const workers = fakeWorkers();
  ({ made } = workers);
  return new TaskWorker<Work>(workers.start, { words: { stopped: 'It stopped.' }, ...rules });
}

const worker = (i: number) => made[i] as FakeWorker;
const ends = () => made.map(({ isEnded }) => isEnded);
const orders = () => made.map((one) => one.orders);
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('orders', () => {
  it('go to one worker one after the other, which starts with the first and is used again', async () => {
    const tasks = taskWorker();
    expect(made).toHaveLength(0);
    const all = [1, 2, 3].map((order) => tasks.run('twice', order));
    expect(orders()).toEqual([[1]]);
    worker(0).result(2);
    expect(orders()).toEqual([[1, 2]]);
    worker(0).fail('No.');
    worker(0).result(6);
    expect(await Promise.allSettled(all)).toEqual([
      { status: 'fulfilled', value: 2 },
      { status: 'rejected', reason: new Error('No.') },
      { status: 'fulfilled', value: 6 },
    ]);
    expect(ends()).toEqual([false]);
  });

  it('hand over what they name', async () => {
    const tasks = taskWorker();
    const bytes = new Uint8Array(8);
    void tasks.run('twice', bytes as unknown as number, { transfer: [bytes.buffer] });
    expect(bytes.byteLength).toBe(0);
    expect(worker(0).orders).toEqual([new Uint8Array(8)]);
  });

  it('that cannot be sent fail, and the next one does not', async () => {
    const tasks = taskWorker();
    const failed = tasks.run('twice', (() => {}) as unknown as number);
    await expect(failed).rejects.toThrow(/could not be cloned/);
    const next = tasks.run('twice', 1);
    worker(0).result(2);
    expect(await next).toBe(2);
  });

  it('fail when no worker can be made', async () => {
    const tasks = new TaskWorker<Work>(
      () => {
        throw new Error('Workers are forbidden.');
      },
      { words: { stopped: '' } },
    );
    for (let i = 0; i < 2; i++) await expect(tasks.run('twice', 1)).rejects.toThrow('Workers are forbidden.');
  });

  it('tell how far they are, each its own giver, in the order in which it was said', () => {
    const tasks = taskWorker({ atOnce: 2 });
    const told: string[] = [];
    void tasks.run('twice', 1, { progress: (said) => told.push(`1 ${said}`) });
    void tasks.run('twice', 2, { progress: (said) => told.push(`2 ${said}`) });
    worker(0).progress('a', 1);
    worker(0).progress('b', 2);
    worker(0).progress('c', 1);
    expect(told).toEqual(['1 a', '2 b', '1 c']);
  });

  it('are spread over as many workers as there may be, first come, first served', async () => {
    const tasks = taskWorker({ workers: 2, atOnce: 2 });
    for (const order of [1, 2, 3, 4, 5, 6]) void tasks.run('twice', order);
    expect(orders()).toEqual([
      [1, 3],
      [2, 4],
    ]);
    worker(1).result(8, 4);
    expect(orders()[1]).toEqual([2, 4, 5]);
    worker(0).result(2, 1);
    expect(orders()[0]).toEqual([1, 3, 6]);
  });
});

describe('a worker', () => {
  it('that stops fails all its orders with the same error, and is replaced for those that wait', async () => {
    const tasks = taskWorker({ atOnce: 2 });
    const [first, second, third] = [1, 2, 3].map((order) => tasks.run('twice', order));
    const failures = Promise.allSettled([first, second]);
    const preventDefault = vi.fn();
    worker(0).onerror?.({ preventDefault });
    const [one, other] = (await failures) as PromiseRejectedResult[];
    expect(one?.reason).toEqual(new WorkerEnded('stopped', 'It stopped.'));
    expect(one?.reason).toBeInstanceOf(WorkerEnded);
    expect(other?.reason).toBe(one?.reason);
    expect(preventDefault).toHaveBeenCalledOnce();
    expect(ends()).toEqual([true, false]);
    expect(worker(1).orders).toEqual([3]);
    // What the first had said before is no answer to the third.
    worker(0).result(1, 3);
    worker(1).result(6);
    expect(await third).toBe(6);
  });

  it('whose words cannot be received is ended, in words of its own', async () => {
    const tasks = taskWorker({ words: { stopped: 'It stopped.', unreceived: 'It cannot be received.' } });
    const failed = tasks.run('twice', 1);
    worker(0).onmessageerror?.();
    await expect(failed).rejects.toThrow('It cannot be received.');
    expect(ends()).toEqual([true]);
    const without = taskWorker();
    const other = without.run('twice', 1);
    worker(0).onmessageerror?.();
    await expect(other).rejects.toMatchObject({ how: 'unreceived', message: 'It stopped.' });
  });

  it('that gives up is ended, which is told once, also when it had no order', async () => {
    const told: string[] = [];
    const tasks = taskWorker({ atOnce: 2, ended: ({ how }) => told.push(how) });
    const failed = [tasks.run('twice', 1), tasks.run('twice', 2)];
    worker(0).say({ gaveUp: true });
    for (const one of failed) await expect(one).rejects.toMatchObject({ how: 'gaveUp' });
    expect(ends()).toEqual([true]);
    expect(told).toEqual(['gaveUp']);
    void tasks.run('twice', 3);
    worker(1).result(6);
    worker(1).onerror?.({});
    expect(told).toEqual(['gaveUp', 'stopped']);
    tasks.run('twice', 4).catch(() => {});
    expect(ends()).toEqual([true, true, false]);
    tasks.end();
    expect(told).toHaveLength(2);
  });

  it('whose order failed goes where that is the rule', async () => {
    const tasks = taskWorker({ endsOnFailure: true });
    const [failed, next] = [tasks.run('twice', 1), tasks.run('twice', 2)];
    worker(0).fail('No memory.');
    await expect(failed).rejects.toThrow('No memory.');
    expect(ends()).toEqual([true, false]);
    worker(1).result(4);
    expect(await next).toBe(4);
  });

  it('is ended when it has had nothing to do for a while, and not before', async () => {
    const tasks = taskWorker({ idleMs: 1000 });
    const first = tasks.run('twice', 1);
    await vi.advanceTimersByTimeAsync(5000);
    worker(0).result(2);
    await first;
    await vi.advanceTimersByTimeAsync(900);
    const second = tasks.run('twice', 2);
    await vi.advanceTimersByTimeAsync(900);
    worker(0).result(4);
    await second;
    expect(tasks.isAlive).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(ends()).toEqual([true]);
    expect(tasks.isAlive).toBe(false);
    void tasks.run('twice', 3);
    expect(orders()).toEqual([[1, 2], [3]]);
  });

  it('is ended with its last order where it is not kept', () => {
    const tasks = taskWorker({ idleMs: 0, atOnce: 2 });
    for (const order of [1, 2]) void tasks.run('twice', order);
    worker(0).result(2, 1);
    expect(ends()).toEqual([false]);
    worker(0).result(4, 2);
    expect(ends()).toEqual([true]);
  });
});

describe('a time limit', () => {
  it('is for the next word of the worker, which is ended after it', async () => {
    const tasks = taskWorker();
    const slow = tasks.run('twice', 1, { timeLimit: 2000 });
    const next = tasks.run('twice', 2, { timeLimit: 2000 });
    const failed = expect(slow).rejects.toMatchObject({
      how: 'slow',
      message: 'it takes longer than 2 seconds',
    });
    await vi.advanceTimersByTimeAsync(1900);
    worker(0).progress('still there');
    await vi.advanceTimersByTimeAsync(1900);
    expect(ends()).toEqual([false]);
    await vi.advanceTimersByTimeAsync(100);
    await failed;
    expect(ends()).toEqual([true, false]);
    // Its time begins when it does.
    await vi.advanceTimersByTimeAsync(1900);
    worker(1).result(4);
    expect(await next).toBe(4);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ends()).toEqual([true, false]);
  });

  it('is not moved by another order, has its own words, and concerns no order without one', async () => {
    const slow = (seconds: number) => `Longer than ${seconds} s.`;
    const tasks = taskWorker({ atOnce: 3, words: { stopped: '', slow } });
    const free = tasks.run('twice', 1);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(ends()).toEqual([false]);
    worker(0).result(2);
    expect(await free).toBe(2);
    const limited = expect(tasks.run('twice', 2, { timeLimit: 1000 })).rejects.toThrow('Longer than 1 s.');
    await vi.advanceTimersByTimeAsync(600);
    const beside = expect(tasks.run('twice', 3)).rejects.toThrow(WorkerEnded);
    await vi.advanceTimersByTimeAsync(400);
    await Promise.all([limited, beside]);
  });
});

describe('an order that is withdrawn', () => {
  it('before it is given starts no worker', async () => {
    const tasks = taskWorker();
    await expect(tasks.run('twice', 1, { signal: AbortSignal.abort() })).rejects.toSatisfy(isWithdrawn);
    expect(made).toHaveLength(0);
  });

  it('while it waits is never sent', async () => {
    const tasks = taskWorker();
    const leaving = new AbortController();
    void tasks.run('twice', 1);
    const waiting = tasks.run('twice', 2, { signal: leaving.signal });
    void tasks.run('twice', 3);
    leaving.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    worker(0).result(2);
    expect(orders()).toEqual([[1, 3]]);
    expect(ends()).toEqual([false]);
  });

  it('while it runs takes its worker with it; the next one has another', async () => {
    const tasks = taskWorker();
    const leaving = new AbortController();
    const running = tasks.run('twice', 1, { signal: leaving.signal });
    void tasks.run('twice', 2);
    leaving.abort();
    await expect(running).rejects.toSatisfy(isWithdrawn);
    expect(ends()).toEqual([true, false]);
    expect(worker(1).orders).toEqual([2]);
  });

  it('does not take others with it that run in the same worker', async () => {
    const tasks = taskWorker({ atOnce: 2 });
    const leaving = new AbortController();
    const running = tasks.run('twice', 1, { signal: leaving.signal });
    const other = tasks.run('twice', 2);
    leaving.abort();
    await expect(running).rejects.toSatisfy(isWithdrawn);
    worker(0).result(2, 1);
    worker(0).result(4, 2);
    expect(await other).toBe(4);
    expect(ends()).toEqual([false]);
  });

  it('is told to a worker that hears it', async () => {
    const tasks = taskWorker({ hears: true });
    const leaving = new AbortController();
    const running = tasks.run('twice', 1, { signal: leaving.signal });
    leaving.abort();
    await expect(running).rejects.toSatisfy(isWithdrawn);
    expect(worker(0).heard.at(-1)).toEqual({ stop: worker(0).last });
    expect(ends()).toEqual([false]);
    const next = tasks.run('twice', 2);
    worker(0).result(4);
    expect(await next).toBe(4);
  });

  it('after its result concerns nobody', async () => {
    const tasks = taskWorker();
    const leaving = new AbortController();
    const first = tasks.run('twice', 1, { signal: leaving.signal });
    worker(0).result(2);
    void tasks.run('twice', 2);
    leaving.abort();
    expect(await first).toBe(2);
    expect(ends()).toEqual([false]);
  });

  it('with all others: `stop` ends what is at work, `end` every worker', async () => {
    const tasks = taskWorker({ workers: 2 });
    const first = tasks.run('twice', 1);
    const second = tasks.run('twice', 2);
    worker(0).result(2, 1);
    await first;
    const third = tasks.run('twice', 3);
    worker(0).result(6, 3);
    await third;
    tasks.stop();
    await expect(second).rejects.toSatisfy(isWithdrawn);
    expect(ends()).toEqual([false, true]);
    const running = tasks.run('twice', 4);
    tasks.end(new Error('the file was closed'));
    await expect(running).rejects.toThrow('the file was closed');
    expect(ends()).toEqual([true, true]);
    const again = tasks.run('twice', 5);
    worker(2).result(10);
    expect(await again).toBe(10);
  });
});

describe('a question', () => {
  it('is answered to the worker, and its time is not the time of the worker', async () => {
    const tasks = taskWorker();
    let answer = (_: number) => {};
    const asked: string[] = [];
    const answers = (question: string) => {
      asked.push(question);
      return new Promise<number>((resolve) => {
        answer = resolve;
      });
    };
    const running = tasks.run('asking', null, { timeLimit: 1000, answers });
    worker(0).say({ id: worker(0).last, asks: 5, question: 'how many?' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual(['how many?']);
    answer(3);
    await settle();
    expect(worker(0).heard.at(-1)).toEqual({ answers: 5, answer: 3 });
    const failed = expect(running).rejects.toMatchObject({ how: 'slow' });
    await vi.advanceTimersByTimeAsync(1000);
    await failed;
  });

  it('that nobody can answer is told to the worker', async () => {
    const tasks = taskWorker();
    void tasks.run('asking', null, {
      answers: () => {
        throw new Error('It has gone.');
      },
    });
    worker(0).say({ id: worker(0).last, asks: 1, question: '' });
    await settle();
    expect(worker(0).heard.at(-1)).toEqual({ answers: 1, failure: 'It has gone.' });
  });

  it('whose answer cannot be sent has none', async () => {
    const tasks = taskWorker();
    void tasks.run('asking', null, { answers: () => (() => {}) as unknown as number });
    worker(0).say({ id: worker(0).last, asks: 1, question: '' });
    await settle();
    expect(worker(0).heard.at(-1)).toMatchObject({
      answers: 1,
      failure: expect.stringMatching(/could not be cloned/),
    });
  });

  it('that is answered after the worker has ended is not', async () => {
    const tasks = taskWorker();
    let answer = (_: number) => {};
    const answers = () =>
      new Promise<number>((resolve) => {
        answer = resolve;
      });
    const running = tasks.run('asking', null, { answers });
    worker(0).say({ id: worker(0).last, asks: 1, question: '' });
    tasks.stop();
    await expect(running).rejects.toSatisfy(isWithdrawn);
    const { length } = worker(0).heard;
    answer(1);
    await settle();
    expect(worker(0).heard).toHaveLength(length);
    expect(made).toHaveLength(1);
  });
});
