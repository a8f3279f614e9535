import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Making, type Wanted } from '../../../web/ui/making.ts';
import { scope } from '../../../web/ui/scope.ts';

/** A work that a test ends when it wants to. */
interface Work {
  readonly what: string;
  readonly signal: AbortSignal;
  readonly progress: (done: number) => void;
  readonly end: (result: string) => void;
  readonly fail: (error: Error) => void;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Lets timers and promises run that are due. */
const settle = () => vi.advanceTimersByTimeAsync(1000);

function begun(take: (result: string) => boolean | Promise<boolean> = () => true) {
  const choice = signal<string | null>('a');
  const wrong = signal('');
  const works: Work[] = [];
  const released: string[] = [];
  const taken: string[] = [];
  const own = scope();
  const wanted = (): Wanted<string> | string | null => {
    if (wrong.value) return wrong.value;
    const what = choice.value;
    return what === null
      ? null
      : {
          key: [what],
          make: (progress, aborted) =>
            new Promise((end, fail) => works.push({ what, signal: aborted, progress, end, fail })),
        };
  };
  const making = own.run(
    () =>
      new Making<string>({
        wanted,
        take: async (result) => {
          const is = await take(result);
          if (is) taken.push(result);
          return is;
        },
        reason: (error) => `It failed: ${error instanceof Error ? error.message : error}`,
        release: (result) => released.push(result),
      }),
  );
  return { choice, wrong, works, released, taken, own, making };
}

test('is made at once, then anew with each choice; only the last counts', async () => {
  const { choice, works, making, released } = begun();
  await vi.advanceTimersByTimeAsync(0);
  expect(works.map(({ what }) => what)).toEqual(['a']);
  works[0]?.progress(0.25);
  expect(making.state.value).toEqual({ state: 'runs', done: 0.25 });
  choice.value = 'b';
  choice.value = 'c';
  expect(works[0]?.signal.aborted).toBe(true);
  works[0]?.progress(0.9);
  expect(making.state.value).toEqual({ state: 'runs', done: 0 });
  await settle();
  expect(works.map(({ what }) => what)).toEqual(['a', 'c']);
  // What comes too late is let go of.
  works[0]?.end('A');
  works[1]?.end('C');
  await settle();
  expect(making.result.value).toBe('C');
  expect(making.state.value).toEqual({ state: 'ready' });
  expect(released).toEqual(['A']);
});

test('the last result stays in view while the next is made, and is let go of after it', async () => {
  const { choice, works, making, released, own } = begun();
  await settle();
  works[0]?.end('A');
  await settle();
  choice.value = 'b';
  await settle();
  expect(making.result.value).toBe('A');
  works[1]?.end('B');
  await settle();
  expect(making.result.value).toBe('B');
  expect(released).toEqual(['A']);
  own.end();
  expect(released).toEqual(['A', 'B']);
});

test('the same choice again is what it was', async () => {
  const { choice, wrong, works, making } = begun();
  await settle();
  works[0]?.end('A');
  await settle();
  wrong.value = 'No.';
  expect(making.state.value).toEqual({ state: 'invalid', reason: 'No.' });
  wrong.value = '';
  expect(making.state.value).toEqual({ state: 'ready' });
  choice.value = null;
  expect(making.state.value).toEqual({ state: 'ready' });
  expect(works).toHaveLength(1);
});

test('is taken once, as soon as it is ready', async () => {
  const { works, making, taken, released, own } = begun();
  await settle();
  making.take();
  making.take();
  expect(making.isTaking.value).toBe(true);
  works[0]?.end('A');
  await settle();
  expect(taken).toEqual(['A']);
  expect(making.isTaking.value).toBe(false);
  making.take();
  await settle();
  expect(taken).toEqual(['A']);
  // Whoever took it has it.
  own.end();
  expect(released).toEqual([]);
});

test('what is taken while its dialog closes is let go of only when nobody has it', async () => {
  const outcomes = [true, false];
  for (const isTaken of outcomes) {
    const started = begun(() => {
      started.own.end();
      return isTaken;
    });
    await settle();
    started.works[0]?.end('A');
    await settle();
    started.making.take();
    await settle();
    expect(started.released).toEqual(isTaken ? [] : ['A']);
  }
});

test('another choice calls off taking it', async () => {
  const { choice, works, making, taken } = begun();
  await settle();
  making.take();
  choice.value = 'b';
  expect(making.isTaking.value).toBe(false);
  await settle();
  works[1]?.end('B');
  await settle();
  expect(taken).toEqual([]);
  making.take();
  await settle();
  expect(taken).toEqual(['B']);
});

test('says why it failed, to be made or to be taken, and is made again', async () => {
  const { works, making } = begun(() => {
    throw new Error('no room');
  });
  await settle();
  works[0]?.fail(new Error('no memory'));
  await settle();
  expect(making.state.value).toEqual({ state: 'failed', reason: 'It failed: no memory' });
  making.take();
  expect(making.isTaking.value).toBe(false);
  making.again();
  await settle();
  works[1]?.end('A');
  making.take();
  await settle();
  expect(making.state.value).toEqual({ state: 'failed', reason: 'It failed: no room' });
});

test('stops, and goes on when it is wanted again', async () => {
  const { works, making } = begun();
  await settle();
  making.stop();
  expect(works[0]?.signal.aborted).toBe(true);
  works[0]?.fail(new Error('withdrawn'));
  await settle();
  expect(making.state.value).toEqual({ state: 'stopped' });
  making.again();
  await settle();
  works[1]?.end('A');
  await settle();
  expect(making.state.value).toEqual({ state: 'ready' });
});

test('ends with its scope', async () => {
  const { works, own, making, released } = begun();
  await settle();
  own.end();
  expect(works[0]?.signal.aborted).toBe(true);
  works[0]?.end('A');
  await settle();
  expect(making.result.value).toBeNull();
  expect(released).toEqual(['A']);
});
