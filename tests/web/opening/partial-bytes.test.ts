import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { PartialBytes } from '../../../web/opening/partial/bytes.ts';

const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * 7) % 251);
const read = async (start: number, end: number) => bytes.slice(start, end);
const settle = () => new Promise((resolve) => setTimeout(resolve));
const limits = { slice: 16, kept: 160 };
const make = (readRange = read) => new PartialBytes(bytes.length, readRange, undefined, limits);

describe('bytes of a partially loaded file', () => {
  it('are not there at first, are fetched once, and tell when they are there', async () => {
    const fetch = vi.fn(read);
    const slices = make(fetch);
    const arrived = vi.fn();
    slices.onArrival(arrived);
    expect(slices.at(20, 30)).toBeNull();
    expect(slices.at(25, 31)).toBeNull();
    await settle();
    expect(fetch.mock.calls).toEqual([[16, 32]]);
    expect(arrived).toHaveBeenCalledOnce();
    expect(slices.at(20, 30)).toEqual(bytes.slice(20, 30));
  });

  it('no longer tell who has stopped listening', async () => {
    const slices = make();
    const arrived = vi.fn();
    slices.onArrival(arrived)();
    slices.at(0, 1);
    await settle();
    expect(arrived).not.toHaveBeenCalled();
  });

  it('keep no more than they may, and forget what was not looked at for longest', async () => {
    const fetch = vi.fn(read);
    const slices = make(fetch);
    for (let number = 0; number < 10; number++) {
      slices.at(number * 16, number * 16 + 1);
      await settle();
    }
    expect(slices.kept).toBe(160);
    expect(slices.at(0, 1)).not.toBeNull();
    slices.at(160, 161);
    await settle();
    expect(slices.kept).toBe(160);
    expect(slices.at(0, 1)).not.toBeNull();
    expect(slices.at(16, 17)).toBeNull();
  });

  it('that could not be read are tried again when they are looked at again, not by themselves', async () => {
    const failed = vi.fn();
    const fetch = vi.fn(read).mockRejectedValueOnce(new Error('gone'));
    const slices = new PartialBytes(bytes.length, fetch, failed, limits);
    expect(slices.at(0, 4)).toBeNull();
    await settle();
    expect(failed).toHaveBeenCalledOnce();
    expect(fetch).toHaveBeenCalledOnce();
    expect(slices.at(0, 4)).toBeNull();
    await settle();
    expect(slices.at(0, 4)).toEqual(bytes.slice(0, 4));
  });

  it('of a long range are only there for who waits', async () => {
    const fetch = vi.fn(read);
    const slices = make(fetch);
    expect(slices.at(0, 41)).toBeNull();
    await settle();
    expect(fetch).not.toHaveBeenCalled();
    expect(await slices.read(0, 1000)).toEqual(bytes);
  });

  it('are those of the file, whatever is asked in whatever order', async () => {
    const range = fc.tuple(fc.integer({ min: -5, max: 1005 }), fc.integer({ min: 0, max: 40 }));
    await fc.assert(
      fc.asyncProperty(fc.array(range, { maxLength: 40 }), async (ranges) => {
        const slices = make();
        for (const [start, length] of ranges) {
          const wanted = bytes.slice(Math.max(start, 0), Math.max(start + length, 0));
          const first = slices.at(start, start + length);
          if (first) expect(first).toEqual(wanted);
          await settle();
          expect(slices.at(start, start + length)).toEqual(wanted);
          expect(await slices.read(start, start + length)).toEqual(wanted);
          expect(slices.kept).toBeLessThanOrEqual(limits.kept);
        }
      }),
      { numRuns: 30 },
    );
  });
});
