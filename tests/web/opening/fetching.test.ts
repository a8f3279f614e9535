import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchFile, transfers } from '../../../web/opening/remote/fetch.ts';
import { inTurn } from '../../../web/opening/remote/turns.ts';

const never = () => new AbortController().signal;
const tick = () => new Promise((resolve) => setTimeout(resolve));

describe('requests', () => {
  it('run six at a time, in their order', async () => {
    const ends: (() => void)[] = [];
    const begun: number[] = [];
    const all = Array.from({ length: 20 }, (_, i) =>
      inTurn(() => {
        begun.push(i);
        return new Promise<void>((resolve) => ends.push(resolve));
      }, never()),
    );
    await tick();
    expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
    ends[3]?.();
    await tick();
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
    while (begun.length < 20 || ends.length > 0) {
      ends.shift()?.();
      await tick();
    }
    await Promise.all(all);
    expect(begun).toHaveLength(20);
  });

  it('that are given up while they wait are not made, and take no turn', async () => {
    const ends: (() => void)[] = [];
    const held = Array.from({ length: 6 }, () =>
      inTurn(() => new Promise<void>((resolve) => ends.push(resolve)), never()),
    );
    const leaving = new AbortController();
    const request = vi.fn(async () => {});
    const waiting = inTurn(request, leaving.signal);
    leaving.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    await tick();
    for (const end of ends) end();
    await Promise.all(held);
    expect(request).not.toHaveBeenCalled();
    await inTurn(request, never());
    expect(request).toHaveBeenCalledOnce();
  });
});

describe('a fetched file', () => {
  beforeEach(() => {
    vi.stubGlobal('window', globalThis);
    vi.stubGlobal('location', new URL('https://page.invalid/'));
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('document', { addEventListener() {}, removeEventListener() {} });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('names the server that a redirect leads to while it loads', async () => {
    let send = (_: Uint8Array | null) => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = (bytes) => (bytes ? controller.enqueue(bytes) : controller.close());
      },
    });
    const response = new Response(body);
    Object.defineProperty(response, 'url', { value: 'https://files.invalid/deep/a.abc' });
    vi.stubGlobal('fetch', async () => response);
    const file = fetchFile(new URL('https://models.invalid/a.abc'));
    expect(transfers.value.map(({ host }) => host.value)).toEqual(['models.invalid']);
    send(new Uint8Array(3));
    await tick();
    expect(transfers.value.map(({ host }) => host.value)).toEqual(['files.invalid']);
    send(null);
    expect((await file).size).toBe(3);
  });

  it('that does not come is looked into for three files of a server', async () => {
    const heads: string[] = [];
    vi.stubGlobal('fetch', async (url: URL, { method = 'GET' }: RequestInit) => {
      if (method === 'HEAD') heads.push(url.pathname);
      throw new TypeError('no answer');
    });
    for (let i = 0; i < 10; i++) {
      await expect(fetchFile(new URL(`https://silent.invalid/${i}.abc`))).rejects.toThrow(/did not answer/);
    }
    expect(heads).toEqual(['/0.abc', '/0.abc', '/1.abc', '/1.abc', '/2.abc', '/2.abc']);
    await expect(fetchFile(new URL('https://other.invalid/a.abc'))).rejects.toThrow();
    expect(heads).toHaveLength(8);
  });
});
