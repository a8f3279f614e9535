/** The page's side of the decoding worker, with a worker that does what the test says. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PictureDecoder } from '../../../web/files/textures/decoder.ts';
import type { Answer } from '../../../web/files/textures/picture-worker.ts';

class FakeWorker {
  static made: FakeWorker[] = [];
  tasks = 0;
  terminated = false;
  onmessage: ((event: { data: Answer }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    FakeWorker.made.push(this);
  }
  postMessage(): void {
    this.tasks++;
  }
  terminate(): void {
    this.terminated = true;
  }
  answer(data: Answer): void {
    this.onmessage?.({ data });
  }
}

const made = FakeWorker.made;
const task = () => ({ bytes: new Uint8Array(4), face: 0, level: 0 });
const texels = { width: 1, height: 1, data: new Uint8Array(4) };
let decoder: PictureDecoder;

beforeEach(() => {
  vi.useFakeTimers();
  made.length = 0;
  decoder = new PictureDecoder(() => new FakeWorker() as unknown as Worker);
});
afterEach(() => vi.useRealTimers());

describe('the decoder of pictures', () => {
  it('decodes one after the other, in one worker, which ends when nothing is asked', async () => {
    const [first, second] = [decoder.level(task()), decoder.level(task())];
    expect(made).toHaveLength(1);
    expect(made[0]?.tasks).toBe(1);
    made[0]?.answer({ texels });
    expect(made[0]?.tasks).toBe(2);
    made[0]?.answer({ failure: 'no colours' });
    expect(await first).toBe(texels);
    await expect(second).rejects.toThrow('no colours');
    vi.runAllTimers();
    expect(made[0]?.terminated).toBe(true);
    void decoder.level(task());
    expect(made).toHaveLength(2);
  });

  it('ends a worker that takes too long, and decodes the next picture in another', async () => {
    const [slow, next] = [decoder.level(task()), decoder.level(task())];
    const failed = expect(slow).rejects.toThrow('it takes longer than 10 seconds');
    vi.advanceTimersByTime(10_000);
    await failed;
    expect(made.map(({ terminated }) => terminated)).toEqual([true, false]);
    made[1]?.answer({ texels });
    expect(await next).toBe(texels);
  });

  it('survives a worker that breaks down or never starts', async () => {
    const [broken, next] = [decoder.level(task()), decoder.level(task())];
    made[0]?.onerror?.();
    await expect(broken).rejects.toThrow('stopped');
    made[1]?.answer({ texels });
    expect(await next).toBe(texels);
  });
});
