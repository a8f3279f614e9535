/** Who is drawn when, and what happens to a file that the worker does not survive. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  Dependencies,
  Drawing,
  ResolvedDependencies,
  WorkFile,
} from '../../../web/library/pictures/drawing.ts';
import { PictureQueue } from '../../../web/library/pictures/queue.ts';
import { libraryFile, librarySource } from '../support/library.ts';
import { type FakeWorker, fakeWorkers } from '../support/task-worker.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const source = librarySource('A');
const WANTS: Dependencies = { commandString: '', slots: [0], frame: '', children: [] };
const FOUND: ResolvedDependencies = { skins: [], frame: null, children: [] };

/** The order to draw a file, of those that it was told. */
const drawOf = ({ runs }: FakeWorker, path: string) =>
  runs.findLast(({ name, order }) => name === 'draw' && (order as WorkFile).name === path)?.run ?? 0;

/** Paths of the files that it was asked to draw. */
const drawn = ({ runs }: FakeWorker) =>
  runs.flatMap(({ name, order }) => (name === 'draw' ? (order as WorkFile).name : []));

async function finish(worker: FakeWorker, path: string): Promise<void> {
  worker.result({ picture: new Blob([path]), wants: WANTS }, drawOf(worker, path));
  await settle();
}

async function lose(worker: FakeWorker): Promise<void> {
  worker.say({ gaveUp: true });
  await settle();
}

function start() {
  const { made: workers, start } = fakeWorkers();
  const asked: [string, Dependencies][] = [];
  const queue = new PictureQueue(start, (file, wants) => {
    asked.push([file.path, wants]);
    return FOUND;
  });
  const results = new Map<string, Drawing>();
  const ask = (path: string, isVisible = true, file = libraryFile(source, path)) =>
    queue.ask({ file, isVisible: () => isVisible, done: (drawing) => results.set(path, drawing) });
  const worker = () => workers.at(-1) as FakeWorker;
  return { queue, workers, worker, asked, results, ask };
}

/** Lets those who asked at one time be looked at. */
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('pictures', () => {
  it('are drawn for what is in view first, a few at once, and not for what has gone', async () => {
    const { ask, worker, results } = start();
    ask('hidden', false);
    const withdraw = ask('gone');
    for (const path of ['a', 'b', 'c', 'd']) ask(path);
    withdraw();
    await settle();
    expect(drawn(worker())).toEqual(['a', 'b', 'c']);
    await finish(worker(), 'b');
    expect(drawn(worker())).toEqual(['a', 'b', 'c', 'd']);
    for (const path of ['a', 'c', 'd']) await finish(worker(), path);
    expect(drawn(worker()).at(-1)).toBe('hidden');
    await finish(worker(), 'hidden');
    expect([...results.keys()].sort()).toEqual(['a', 'b', 'c', 'd', 'hidden']);
  });

  it('of one file asked for twice are one', async () => {
    const { queue, worker } = start();
    const file = libraryFile(source, 'a');
    const done = [vi.fn(), vi.fn(), vi.fn()] as const;
    const [first] = done.slice(0, 2).map((call) => queue.ask({ file, isVisible: () => true, done: call }));
    await settle();
    queue.ask({ file, isVisible: () => true, done: done[2] });
    first?.();
    await finish(worker(), 'a');
    expect(drawn(worker())).toEqual(['a']);
    expect(done.map((call) => call.mock.calls.length)).toEqual([0, 1, 1]);
  });

  it('get what their files name', async () => {
    const { ask, worker, asked } = start();
    ask('a');
    await settle();
    worker().say({ id: drawOf(worker(), 'a'), asks: 7, question: WANTS });
    await settle();
    expect(asked).toEqual([['a', WANTS]]);
    expect(worker().heard.at(-1)).toEqual({ answers: 7, answer: FOUND });
  });

  it('a file that takes too long is found among those that were drawn with it, and fails alone', async () => {
    const { ask, workers, worker, results } = start();
    for (const path of ['a', 'slow', 'c', 'd']) ask(path);
    await settle();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(workers).toHaveLength(2);
    expect(workers[0]?.isEnded).toBe(true);
    // Each of them alone.
    expect(drawn(worker())).toEqual(['a']);
    await finish(worker(), 'a');
    expect(drawn(worker())).toEqual(['a', 'slow']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(results.get('slow')).toMatchObject({
      word: 'Cannot be read',
      reason: 'slow takes longer than 10 seconds.',
    });
    expect(workers).toHaveLength(3);
    await finish(worker(), 'c');
    expect(drawn(worker())).toEqual(['c', 'd']);
    await finish(worker(), 'd');
    expect(results.size).toBe(4);
  });

  it('a file that stops the worker fails alone too', async () => {
    const { ask, worker, results } = start();
    ask('bad');
    await settle();
    worker().onerror?.({});
    await settle();
    expect(results.get('bad')).toMatchObject({ reason: 'bad stops the drawing worker.' });
  });

  it('go on when the card took the context away, and end when it does so again and again', async () => {
    const { ask, workers, worker, results } = start();
    for (const path of ['a', 'b']) ask(path);
    await settle();
    await lose(worker());
    expect(workers[0]?.isEnded).toBe(true);
    await vi.advanceTimersByTimeAsync(500);
    expect(drawn(worker())).toEqual(['a', 'b']);
    await finish(worker(), 'a');
    expect(results.has('a')).toBe(true);
    for (let i = 0; i < 6; i++) {
      await lose(worker());
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(results.get('b')).toMatchObject({ word: 'No WebGL' });
  });

  it('let the worker go when none has been asked for in a while', async () => {
    const { ask, worker, workers } = start();
    ask('a');
    await settle();
    await finish(worker(), 'a');
    await vi.advanceTimersByTimeAsync(19_000);
    expect(workers[0]?.isEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(workers[0]?.isEnded).toBe(true);
    ask('b');
    await settle();
    expect(workers).toHaveLength(2);
  });
});

describe('a model that plays', () => {
  it('gets its frames until it ends, or the worker does', async () => {
    const { queue, worker } = start();
    const watcher = { ready: vi.fn(), frame: vi.fn(), failed: vi.fn() };
    const player = queue.play(libraryFile(source, 'a'), watcher);
    const play = worker().last;
    worker().progress('ready');
    expect(watcher.ready).toHaveBeenCalledOnce();
    player.show(40);
    expect(worker().orders.at(-1)).toEqual({ player: 1, timeMs: 40 });
    const bitmap = { close: vi.fn() } as unknown as ImageBitmap;
    worker().result(bitmap);
    await settle();
    expect(watcher.frame).toHaveBeenCalledWith(bitmap);
    player.show(80);
    player.end();
    expect(worker().heard.at(-1)).toEqual({ stop: play });
    // A frame that was on its way is let go of.
    worker().result(bitmap);
    await settle();
    expect(bitmap.close).toHaveBeenCalledOnce();
    const lost = { ready: vi.fn(), frame: vi.fn(), failed: vi.fn() };
    queue.play(libraryFile(source, 'b'), lost);
    await lose(worker());
    expect(lost.failed).toHaveBeenCalledOnce();
    expect(watcher.failed).not.toHaveBeenCalled();
  });

  it('says why when it cannot play, and keeps its worker while it does', async () => {
    const { queue, workers, worker } = start();
    const watcher = { ready: vi.fn(), frame: vi.fn(), failed: vi.fn() };
    queue.play(libraryFile(source, 'a'), watcher);
    worker().progress('ready');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([false]);
    const failure = { word: 'No animation', reason: 'a has no animation that moves.', wants: WANTS };
    worker().result(failure);
    await settle();
    expect(watcher.failed).toHaveBeenCalledWith(failure);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true]);
  });
});
