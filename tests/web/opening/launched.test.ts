import { afterAll, afterEach, expect, test, vi } from 'vitest';

// Files share modules: here they are read anew, and afterwards nobody has those that were replaced.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

const database = await vi.hoisted(async () => (await import('../support/storage.ts')).fakeDatabase());
vi.mock('idb-keyval', () => database.module);

class Handle {
  readonly kind = 'file';
}
vi.stubGlobal('FileSystemHandle', Handle);
const { persistLaunched, takeLaunched } = await import('../../../web/opening/launched.ts');

const HOUR = 60 * 60 * 1000;
const files = [new Handle() as unknown as FileSystemFileHandle];

afterEach(() => {
  database.content.clear();
  vi.useRealTimers();
});

test('files that the desktop opened are read once', async () => {
  const key = await persistLaunched(files);
  expect(await takeLaunched(key)).toEqual(files);
  expect(await takeLaunched(key)).toBeNull();
  expect(database.content.size).toBe(0);
});

test('records that were never read go with the next launch, once they are an hour old', async () => {
  vi.useFakeTimers({ now: 10 * HOUR });
  const old = await persistLaunched(files);
  vi.setSystemTime(10.5 * HOUR);
  const recent = await persistLaunched(files);
  vi.setSystemTime(11.2 * HOUR);
  // As earlier pages wrote them, without a time.
  database.content.set('without time', files);
  const last = await persistLaunched(files);
  expect([...database.content.keys()]).toEqual([recent, last]);
  expect(await takeLaunched(old)).toBeNull();
});
