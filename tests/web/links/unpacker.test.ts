import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LINK_LIMITS, LinkBudget } from '../../../web/links/budget.ts';
import { unpack } from '../../../web/links/pack.ts';
import type { UnpackAnswer, UnpackTask } from '../../../web/links/unpack-worker.ts';
import { Unpacker } from '../../../web/links/unpacker.ts';

/** A worker in this thread, as the page sees it. */
class FakeWorker {
  static all: FakeWorker[] = [];
  onmessage: ((event: { data: UnpackAnswer }) => void) | null = null;
  onerror: (() => void) | null = null;
  onmessageerror: (() => void) | null = null;
  isEnded = false;
  task: UnpackTask | null = null;

  constructor(readonly answers: boolean) {
    FakeWorker.all.push(this);
  }

  async postMessage(task: UnpackTask): Promise<void> {
    this.task = task;
    if (!this.answers) return;
    const answer = await unpack(task.data, task.limit).then(
      (file) => ({ file }),
      (error) => ({ failure: String(error.message) }),
    );
    if (!this.isEnded) this.onmessage?.({ data: answer });
  }

  terminate(): void {
    this.isEnded = true;
  }
}

function unpackerWith(answers: boolean, budget = new LinkBudget(), left: AbortSignal | null = null) {
  FakeWorker.all = [];
  return new Unpacker(budget, left, () => new FakeWorker(answers) as unknown as Worker);
}

const packed = (size: number) => deflateRawSync(Buffer.alloc(size)).toString('base64url');

describe('the files in a link', () => {
  it('share one limit', async () => {
    const budget = new LinkBudget();
    const unpacker = unpackerWith(true, budget);
    budget.take('bytes', LINK_LIMITS.bytes - 250);
    expect((await unpacker.unpack(packed(200))).size).toBe(200);
    await expect(unpacker.unpack(packed(200))).rejects.toThrow(/unpacks to more than 64 MB/);
    expect((await unpacker.unpack(packed(50))).size).toBe(50);
    expect(FakeWorker.all.every(({ isEnded }) => isEnded)).toBe(true);
  });

  it('are no longer unpacked when the link is left', async () => {
    const leaving = new AbortController();
    const unpacker = unpackerWith(false, undefined, leaving.signal);
    const files = [unpacker.unpack(packed(10)), unpacker.unpack(packed(10))];
    await new Promise((resolve) => setTimeout(resolve));
    leaving.abort();
    for (const file of files) await expect(file).rejects.toThrow();
    // The second was never begun.
    expect(FakeWorker.all.map(({ isEnded }) => isEnded)).toEqual([true]);
  });

  it('are given up in words when the worker is killed', async () => {
    const file = unpackerWith(false).unpack(packed(10));
    await new Promise((resolve) => setTimeout(resolve));
    FakeWorker.all[0]?.onerror?.();
    await expect(file).rejects.toThrow(/what unpacks it stopped/);
  });
});
