/** Who is drawn when, and what happens to a file that the worker does not survive. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leastUsed } from '../../../web/library/pictures/kept.ts';
import type { Companions, Order, Report, Wants } from '../../../web/library/pictures/protocol.ts';
import { type Drawing, PictureQueue, type PictureWorker } from '../../../web/library/pictures/queue.ts';
import { libraryFile, librarySource } from '../support/library.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const source = librarySource('A');
const WANTS: Wants = { commandString: '', slots: [0], frame: '', children: [] };
const FOUND: Companions = { skins: [], frame: null, children: [] };

class FakeWorker implements PictureWorker {
  onmessage: PictureWorker['onmessage'] = null;
  onerror: PictureWorker['onerror'] = null;
  onmessageerror: PictureWorker['onmessageerror'] = null;
  readonly orders: Order[] = [];
  isOver = false;

  postMessage(order: Order): void {
    this.orders.push(order);
  }

  terminate(): void {
    this.isOver = true;
  }

  say(report: Report): void {
    this.onmessage?.({ data: report } as MessageEvent<Report>);
  }

  /** Paths of the files that it was asked to draw. */
  get drawn(): string[] {
    return this.orders.flatMap((order) => (order.order === 'draw' ? order.file.name : []));
  }

  idOf(path: string): number {
    const order = this.orders.findLast((other) => other.order === 'draw' && other.file.name === path);
    return order?.id ?? 0;
  }

  finish(path: string): void {
    this.say({ report: 'drawn', id: this.idOf(path), picture: new Blob([path]), wants: WANTS });
  }
}

function start() {
  const workers: FakeWorker[] = [];
  const asked: [string, Wants][] = [];
  const queue = new PictureQueue(
    () => {
      workers.push(new FakeWorker());
      return workers.at(-1) as FakeWorker;
    },
    (file, wants) => {
      asked.push([file.path, wants]);
      return FOUND;
    },
  );
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
    expect(worker().drawn).toEqual(['a', 'b', 'c']);
    worker().finish('b');
    expect(worker().drawn).toEqual(['a', 'b', 'c', 'd']);
    for (const path of ['a', 'c', 'd']) worker().finish(path);
    expect(worker().drawn.at(-1)).toBe('hidden');
    worker().finish('hidden');
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
    worker().finish('a');
    expect(worker().drawn).toEqual(['a']);
    expect(done.map((call) => call.mock.calls.length)).toEqual([0, 1, 1]);
  });

  it('get what their files name', async () => {
    const { ask, worker, asked } = start();
    ask('a');
    await settle();
    worker().say({ report: 'wants', id: worker().idOf('a'), wants: WANTS });
    expect(asked).toEqual([['a', WANTS]]);
    expect(worker().orders.at(-1)).toEqual({
      order: 'companions',
      id: worker().idOf('a'),
      companions: FOUND,
    });
  });

  it('a file that takes too long is found among those that were drawn with it, and fails alone', async () => {
    const { ask, workers, worker, results } = start();
    for (const path of ['a', 'slow', 'c', 'd']) ask(path);
    await settle();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(workers).toHaveLength(2);
    expect(workers[0]?.isOver).toBe(true);
    // Each of them alone.
    expect(worker().drawn).toEqual(['a']);
    worker().finish('a');
    expect(worker().drawn).toEqual(['a', 'slow']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(results.get('slow')).toMatchObject({
      word: 'Cannot be read',
      reason: 'slow takes longer than 10 seconds.',
    });
    expect(workers).toHaveLength(3);
    worker().finish('c');
    expect(worker().drawn).toEqual(['c', 'd']);
    worker().finish('d');
    expect(results.size).toBe(4);
  });

  it('a file that stops the worker fails alone too', async () => {
    const { ask, worker, results } = start();
    ask('bad');
    await settle();
    worker().onerror?.({} as ErrorEvent);
    expect(results.get('bad')).toMatchObject({ reason: 'bad stops the worker that draws it.' });
  });

  it('go on when the card took the context away, and end when it does so again and again', async () => {
    const { ask, workers, worker, results } = start();
    for (const path of ['a', 'b']) ask(path);
    await settle();
    worker().say({ report: 'lost' });
    expect(workers[0]?.isOver).toBe(true);
    await vi.advanceTimersByTimeAsync(500);
    expect(worker().drawn).toEqual(['a', 'b']);
    worker().finish('a');
    expect(results.has('a')).toBe(true);
    for (let i = 0; i < 6; i++) {
      worker().say({ report: 'lost' });
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(results.get('b')).toMatchObject({ word: 'No WebGL' });
  });

  it('let the worker go when none has been asked for in a while', async () => {
    const { ask, worker, workers } = start();
    ask('a');
    await settle();
    worker().finish('a');
    await vi.advanceTimersByTimeAsync(19_000);
    expect(workers[0]?.isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(workers[0]?.isOver).toBe(true);
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
    const [{ id } = { id: 0 }] = worker().orders;
    worker().say({ report: 'ready', id });
    expect(watcher.ready).toHaveBeenCalledOnce();
    player.show(40);
    expect(worker().orders.at(-1)).toEqual({ order: 'frame', id, timeMs: 40 });
    const bitmap = { close: vi.fn() } as unknown as ImageBitmap;
    worker().say({ report: 'frame', id, bitmap });
    expect(watcher.frame).toHaveBeenCalledWith(bitmap);
    player.end();
    expect(worker().orders.at(-1)).toEqual({ order: 'end', id });
    // A frame that was on its way is let go of.
    worker().say({ report: 'frame', id, bitmap });
    expect(bitmap.close).toHaveBeenCalledOnce();
    const lost = { ready: vi.fn(), frame: vi.fn(), failed: vi.fn() };
    queue.play(libraryFile(source, 'b'), lost);
    worker().say({ report: 'lost' });
    expect(lost.failed).toHaveBeenCalledOnce();
  });
});

describe('kept pictures', () => {
  it('that were not used for the longest time make room', () => {
    const uses = new Map([
      ['old', { at: 1, bytes: 40 }],
      ['new', { at: 3, bytes: 40 }],
      ['used', { at: 2, bytes: 40 }],
    ]);
    expect(leastUsed(uses, { max: 120, after: 50 })).toEqual([]);
    expect(leastUsed(uses, { max: 119, after: 80 })).toEqual(['old']);
    expect(leastUsed(uses, { max: 100, after: 50 })).toEqual(['old', 'used']);
  });
});
