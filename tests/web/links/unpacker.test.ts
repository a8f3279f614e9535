import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LINK_LIMITS, LinkBudget } from '../../../web/links/budget.ts';
import { unpack } from '../../../web/links/pack.ts';
import type { UnpackWork } from '../../../web/links/unpack-worker.ts';
import { Unpacker } from '../../../web/links/unpacker.ts';
import type { ToWorker } from '../../../web/ui/tasks/protocol.ts';
import { FakeWorker } from '../support/task-worker.ts';

let workers: FakeWorker[] = [];

/** Answers at once, as the worker would. */
class UnpackingWorker extends FakeWorker {
  override async postMessage(message: ToWorker): Promise<void> {
    if (!('run' in message)) return;
    const { data, limit } = message.order as UnpackWork['unpack']['order'];
    const said = await unpack(data, limit).then(
      (result) => ({ result }),
      (error) => ({ failure: String(error.message) }),
    );
    if (!this.isEnded) this.say({ id: message.run, ...said });
  }
}

function unpackerWith(answers: boolean, budget = new LinkBudget(), left: AbortSignal | null = null) {
  workers = [];
  return new Unpacker(budget, left, () => {
    const worker = answers ? new UnpackingWorker() : new FakeWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  });
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
    expect(workers.every(({ isEnded }) => isEnded)).toBe(true);
  });

  it('are no longer unpacked when the link is left', async () => {
    const leaving = new AbortController();
    const unpacker = unpackerWith(false, undefined, leaving.signal);
    const files = [unpacker.unpack(packed(10)), unpacker.unpack(packed(10))];
    await new Promise((resolve) => setTimeout(resolve));
    leaving.abort();
    for (const file of files) await expect(file).rejects.toThrow();
    // The second was never begun.
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true]);
  });

  it('are given up in words when the worker is killed', async () => {
    const file = unpackerWith(false).unpack(packed(10));
    await new Promise((resolve) => setTimeout(resolve));
    workers[0]?.onerror?.({});
    await expect(file).rejects.toThrow(/the worker that unpacks it stopped/);
  });
});
