import { describe, expect, it } from 'vitest';
import type { ChangedRange } from '../../../web/document/edits.ts';
import { changedAfter, changedWithin, difference } from '../../../web/edit/changed.ts';
import { spliced } from '../../../web/edit/history.ts';

const bytes = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));

/** A content to which splices are applied one by one. */
class Content {
  ranges: readonly ChangedRange[] = [];
  now: Uint8Array;

  constructor(readonly saved: Uint8Array) {
    this.now = saved;
  }

  put(start: number, end: number, instead: Uint8Array): this {
    const splices = [{ start, end, bytes: instead }];
    const after = spliced(this.now, splices);
    this.ranges = changedAfter(this.ranges, splices, this.saved, after);
    this.now = after;
    return this;
  }

  /** The saved bytes with what the ranges say put in: what must be the present ones. */
  rebuilt(): Uint8Array {
    return spliced(
      this.saved,
      this.ranges.map(({ start, end, savedStart, savedEnd }) => ({
        start: savedStart,
        end: savedEnd,
        bytes: this.now.subarray(start, end),
      })),
    );
  }
}

describe('the bytes that differ from the saved ones', () => {
  it('are those that were put there, where they are now', () => {
    const content = new Content(bytes('abcdefgh')).put(2, 3, bytes('X')).put(0, 0, bytes('12'));
    expect(content.ranges).toEqual([
      { start: 0, end: 2, savedStart: 0, savedEnd: 0 },
      { start: 4, end: 5, savedStart: 2, savedEnd: 3 },
    ]);
  });

  it('are none where a value is what it was', () => {
    const content = new Content(bytes('abcdefgh')).put(2, 4, bytes('XY')).put(2, 4, bytes('cd'));
    expect(content.ranges).toEqual([]);
  });

  it('are none where bytes like their neighbours were taken out and put in again at another place', () => {
    const content = new Content(bytes('abaaaab.xyz')).put(2, 4, bytes(''));
    content.put(3, 3, bytes('aa'));
    expect(content.ranges).toEqual([]);
    // Another change after or before them stays.
    const more = new Content(bytes('.baaaab.xyz')).put(0, 1, bytes('12')).put(9, 10, bytes('!'));
    more.put(4, 6, bytes('')).put(3, 3, bytes('aa'));
    expect(more.ranges.map(({ start, end }) => [start, end])).toEqual([
      [0, 2],
      [9, 10],
    ]);
  });

  it('of a value are only those bytes of it that are others', () => {
    const content = new Content(bytes('abcdefgh')).put(1, 6, bytes('bXdYf'));
    expect(content.ranges.map(({ start, end }) => [start, end])).toEqual([
      [2, 3],
      [4, 5],
    ]);
  });

  it('leave a place where some were taken out', () => {
    const content = new Content(bytes('abcdefgh')).put(3, 5, bytes(''));
    expect(content.ranges).toEqual([{ start: 3, end: 3, savedStart: 3, savedEnd: 5 }]);
    // What lies around the place has changed, what ends or begins there has not.
    expect(changedWithin(content.ranges, 2, 4)).toHaveLength(1);
    expect(changedWithin(content.ranges, 0, 3)).toHaveLength(0);
    expect(changedWithin(content.ranges, 3, 6)).toHaveLength(0);
  });

  it('are found by place', () => {
    const content = new Content(new Uint8Array(1000));
    for (let at = 0; at < 1000; at += 10) content.put(at, at + 1, bytes('x'));
    expect(content.ranges).toHaveLength(100);
    expect(changedWithin(content.ranges, 501, 510)).toEqual([]);
    expect(changedWithin(content.ranges, 495, 511).map(({ start }) => start)).toEqual([500, 510]);
  });

  it('lead from the saved bytes to the present ones after any 2,000 changes, and those to no more than differ', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const content = new Content(Uint8Array.from({ length: 500 }, () => random(3)));
    for (let i = 0; i < 2000; i++) {
      const start = random(content.now.length + 1);
      const end = Math.min(content.now.length, start + random(6));
      const length = content.now.length > 400 && content.now.length < 600 ? random(6) : end - start;
      content.put(
        start,
        end,
        Uint8Array.from({ length }, () => random(3)),
      );
      if (i % 20 > 0) continue;
      expect(content.rebuilt()).toEqual(content.now);
      for (let n = 1; n < content.ranges.length; n++) {
        expect(content.ranges[n]?.start).toBeGreaterThan(content.ranges[n - 1]?.end ?? 0);
      }
    }
  });

  it('are known without steps too', () => {
    expect(difference(bytes('abcdef'), bytes('abXdeY')).map(({ start, end }) => [start, end])).toEqual([
      [2, 3],
      [5, 6],
    ]);
    expect(difference(bytes('abcdef'), bytes('abef'))).toEqual([
      { start: 2, end: 2, savedStart: 2, savedEnd: 4 },
    ]);
  });
});
