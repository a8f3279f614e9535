/** Both sides of a worker, at the two ends of a channel: what the one says is what the other hears. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isWithdrawn } from '../../../../web/lib/reason.ts';
import { Handed } from '../../../../web/ui/tasks/protocol.ts';
import { serve, sparingly } from '../../../../web/ui/tasks/serve.ts';
import { TaskWorker } from '../../../../web/ui/tasks/worker.ts';

interface Work {
  readonly sum: {
    readonly order: readonly number[];
    readonly progress: number;
    readonly result: number;
  };
  readonly bytes: { readonly order: Uint8Array<ArrayBuffer>; readonly result: Uint8Array<ArrayBuffer> };
  readonly ask: {
    readonly order: readonly string[];
    readonly question: string;
    readonly answer: Uint8Array<ArrayBuffer>;
    readonly result: readonly number[];
  };
  readonly wait: {
    readonly order: null;
    readonly progress: string;
    readonly question: string;
    readonly answer: null;
    readonly result: null;
  };
  readonly leave: { readonly order: null; readonly result: null };
  readonly unsendable: { readonly order: null; readonly result: unknown };
}

/** What the worker's side has seen. */
let seen: string[] = [];
const channels: MessageChannel[] = [];
afterEach(() => {
  for (const { port1 } of channels.splice(0)) port1.close();
  seen = [];
});

/** Whatever the kept bytes of the last order were: detached when they were handed over. */
let kept: Uint8Array | null = null;

function start(): Worker {
  const channel = new MessageChannel();
  channels.push(channel);
  const { port1, port2 } = channel;
  port2.start();
  const { giveUp } = serve<Work>(
    {
      sum(order, { progress }) {
        let sum = 0;
        for (const one of order) {
          sum += one;
          progress(sum);
        }
        return sum;
      },
      bytes(order) {
        kept = order;
        return new Handed(order, [order.buffer, order.buffer]);
      },
      async ask(order, { ask }) {
        const answers = await Promise.all(
          order.map((question) =>
            ask(question).catch((error) => {
              seen.push(String(error));
              throw error;
            }),
          ),
        );
        return answers.map(({ length }) => length);
      },
      async wait(_, { signal, ask, progress }) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        progress('nobody hears it');
        await ask('late').catch((error) => seen.push(error.name));
        return null;
      },
      async leave() {
        giveUp();
        return new Promise<null>(() => {});
      },
      unsendable: () => () => {},
    },
    {
      scope: {
        postMessage: (message, transfer) => port2.postMessage(message, transfer),
        addEventListener: (type, listener) => port2.addEventListener(type, listener),
      },
    },
  );
  return Object.assign(port1, { terminate: () => port1.close() }) as unknown as Worker;
}

const client = (rules = {}) => new TaskWorker<Work>(start, { words: { stopped: 'It stopped.' }, ...rules });
const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('a worker', () => {
  it('tells its progress in order, then its result', async () => {
    const told: number[] = [];
    const tasks = client();
    expect(await tasks.run('sum', [1, 2, 3], { progress: (sum) => told.push(sum) })).toBe(6);
    expect(told).toEqual([1, 3, 6]);
    expect(await tasks.run('sum', [4])).toBe(4);
    expect(channels).toHaveLength(1);
  });

  it('carries out orders beside each other', async () => {
    const tasks = client({ atOnce: 2 });
    void tasks.run('wait', null).catch(() => {});
    expect(await tasks.run('sum', [1])).toBe(1);
  });

  it('hands over what it names', async () => {
    const order = new Uint8Array([1, 2, 3]);
    expect(await client().run('bytes', order, { transfer: [order.buffer] })).toEqual(
      new Uint8Array([1, 2, 3]),
    );
    expect(order.byteLength).toBe(0);
    expect(kept?.byteLength).toBe(0);
  });

  it('says why an order fails, also when its result cannot be sent', async () => {
    const tasks = client();
    await expect(tasks.run('sum', null as never)).rejects.toThrow('order is not iterable');
    await expect(tasks.run('unsendable', null)).rejects.toThrow(/could not be cloned/);
    expect(await tasks.run('sum', [1])).toBe(1);
  });

  it('gets an answer to each of its questions, handed over', async () => {
    const given: Uint8Array[] = [];
    const answers = async (question: string) => {
      // The second is answered first.
      if (question === 'a') await tick();
      const bytes = new Uint8Array(question.length + 1);
      given.push(bytes);
      return new Handed(bytes, [bytes.buffer]);
    };
    expect(await client().run('ask', ['a', 'bcd'], { answers })).toEqual([2, 4]);
    expect(given.map(({ byteLength }) => byteLength)).toEqual([0, 0]);
  });

  it('hears that a question has no answer, which fails its order with the reason', async () => {
    const answers = () => Promise.reject(new Error('It has gone.'));
    await expect(client().run('ask', ['a'], { answers })).rejects.toThrow('It has gone.');
    expect(seen).toEqual(['Error: It has gone.']);
    await expect(client().run('ask', ['a'])).rejects.toThrow(/not answered/);
  });

  it('hears that an order is withdrawn, and says nothing more of it', async () => {
    const tasks = client({ hears: true });
    const leaving = new AbortController();
    const waiting = tasks.run('wait', null, { signal: leaving.signal });
    await tick();
    leaving.abort();
    await expect(waiting).rejects.toSatisfy(isWithdrawn);
    await vi.waitFor(() => expect(seen).toEqual(['AbortError']));
    const asking = new AbortController();
    const question = tasks.run('ask', ['a'], {
      signal: asking.signal,
      answers: () => new Promise<never>(() => {}),
    });
    await tick();
    asking.abort();
    await expect(question).rejects.toSatisfy(isWithdrawn);
    // It does not wait for an answer for ever.
    await vi.waitFor(() => expect(seen).toHaveLength(2));
    expect(seen[1]).toMatch(/AbortError/);
    expect(await tasks.run('sum', [2])).toBe(2);
    expect(channels).toHaveLength(1);
  });

  it('gives up with all that it has', async () => {
    const tasks = client({ atOnce: 2 });
    const other = tasks.run('wait', null);
    const leaving = tasks.run('leave', null);
    await expect(other).rejects.toMatchObject({ how: 'gaveUp' });
    await expect(leaving).rejects.toMatchObject({ how: 'gaveUp' });
    expect(await tasks.run('sum', [3])).toBe(3);
    expect(channels).toHaveLength(2);
  });
});

it('progress is told once in a while', () => {
  vi.useFakeTimers();
  try {
    const told: number[] = [];
    const tell = sparingly<number>((done) => told.push(done));
    for (let i = 1; i <= 12; i++) {
      vi.advanceTimersByTime(10);
      tell(i);
    }
    expect(told).toEqual([5, 10]);
  } finally {
    vi.useRealTimers();
  }
});
