/** What is loaded once. */
import { expect, it, vi } from 'vitest';
import { loadOnce } from '../../../web/lib/once.ts';

it('is asked for once by all who want it, and given to all', async () => {
  const part = {};
  const load = vi.fn(async () => part);
  const get = loadOnce(load);
  expect(get.begun).toBeNull();
  expect(load).not.toHaveBeenCalled();
  const both = await Promise.all([get(), get()]);
  expect(both.every((one) => one === part)).toBe(true);
  expect(await get.begun).toBe(part);
  expect(load).toHaveBeenCalledOnce();
});

it('is tried again when it failed, and not before it has', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue('part');
  const get = loadOnce(load);
  const [first, second] = [get(), get()];
  await expect(first).rejects.toThrow('offline');
  await expect(second).rejects.toThrow('offline');
  expect(load).toHaveBeenCalledTimes(1);
  expect(get.begun).toBeNull();
  expect(await get()).toBe('part');
  expect(load).toHaveBeenCalledTimes(2);
});
