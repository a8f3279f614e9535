/** The page's side of the decoding worker, with a worker that does what the test says. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PictureDecoder } from '../../../web/textures/decoder.ts';
import { fakeWorkers } from '../support/task-worker.ts';

let workers: ReturnType<typeof fakeWorkers>;
const task = () => ({ bytes: new Uint8Array(4), face: 0, level: 0 });
const texels = { width: 1, height: 1, data: new Uint8Array(4) };
let decoder: PictureDecoder;

beforeEach(() => {
  vi.useFakeTimers();
  workers = fakeWorkers();
  decoder = new PictureDecoder(workers.start);
});
afterEach(() => vi.useRealTimers());

describe('the decoder of pictures', () => {
  it('decodes one after the other, in one worker, which ends when nothing is asked', async () => {
    const { made } = workers;
    const [first, second] = [decoder.level(task()), decoder.level(task())];
    expect(made).toHaveLength(1);
    expect(made[0]?.orders).toHaveLength(1);
    made[0]?.result(texels);
    expect(made[0]?.orders).toHaveLength(2);
    made[0]?.fail('no colours');
    expect(await first).toBe(texels);
    await expect(second).rejects.toThrow('no colours');
    vi.runAllTimers();
    expect(made[0]?.isEnded).toBe(true);
    void decoder.level(task());
    expect(made).toHaveLength(2);
  });

  it('ends a worker that takes too long, and decodes the next picture in another', async () => {
    const { made } = workers;
    const [slow, next] = [decoder.level(task()), decoder.level(task())];
    const failed = expect(slow).rejects.toThrow('it takes longer than 10 seconds');
    vi.advanceTimersByTime(10_000);
    await failed;
    expect(made.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    made[1]?.result(texels);
    expect(await next).toBe(texels);
  });

  it('survives a worker that breaks down or never starts', async () => {
    const { made } = workers;
    const [broken, next] = [decoder.level(task()), decoder.level(task())];
    made[0]?.onerror?.({});
    await expect(broken).rejects.toThrow('stopped');
    made[1]?.result(texels);
    expect(await next).toBe(texels);
  });
});
