import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pattern } from '../../../web/bytes/find/query.ts';
import { findMatches, search } from '../../../web/bytes/find/search.ts';
import { nextHit } from '../../../web/bytes/find/session.ts';

/** Whether a pattern stands at an offset, by its definition. */
function standsAt(pattern: Pattern, bytes: Uint8Array, at: number): boolean {
  if (pattern.kind === 'bytes') {
    return pattern.alternatives.some(({ value, mask }) =>
      value.every((byte, i) => ((bytes[at + i] ?? 0) & (mask[i] ?? 0)) === byte),
    );
  }
  return pattern.littleEndian.some((little) => {
    const part = bytes.slice(at, at + pattern.length);
    if (little) part.reverse();
    const view = new DataView(part.buffer);
    const number = pattern.length === 4 ? view.getFloat32(0) : view.getFloat64(0);
    return number >= pattern.least && number <= pattern.most;
  });
}

function naive(pattern: Pattern, bytes: Uint8Array, start = 0, end = bytes.length): number[] {
  const found: number[] = [];
  for (let at = start; at + pattern.length <= end; at++) {
    if (standsAt(pattern, bytes, at)) found.push(at);
  }
  return found;
}

/** Few different bytes, so that patterns come often, and now and then any. */
const byte = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(0, 0x41, 0x61, 0xff) },
  fc.integer({ min: 0, max: 255 }),
);
const content = fc.array(byte, { maxLength: 400 }).map((list) => Uint8Array.from(list));

const masked = (length: number) =>
  fc
    .record({
      bits: fc.array(byte, { minLength: length, maxLength: length }),
      mask: fc.array(fc.constantFrom(0xff, 0xff, 0xff, 0xf0, 0x0f, 0xdf, 0), {
        minLength: length,
        maxLength: length,
      }),
    })
    .map(({ bits, mask }) => ({
      value: Uint8Array.from(bits, (bit, i) => bit & (mask[i] ?? 0)),
      mask: Uint8Array.from(mask),
    }));

const bytePattern: fc.Arbitrary<Pattern> = fc
  .integer({ min: 1, max: 7 })
  .chain((length) =>
    fc
      .array(masked(length), { minLength: 1, maxLength: 2 })
      .map((alternatives) => ({ kind: 'bytes', length, alternatives })),
  );

const floatPattern: fc.Arbitrary<Pattern> = fc
  .record({
    length: fc.constantFrom(4 as const, 8 as const),
    centre: fc.constantFrom(0, 1, -2, 14, 1e-40, 12.07),
    margin: fc.constantFrom(0, 0.5, 100),
    littleEndian: fc.constantFrom([true], [false], [true, false]),
  })
  .map(({ length, centre, margin, littleEndian }) => ({
    kind: 'float',
    length,
    least: centre - margin,
    most: centre + margin,
    littleEndian,
  }));

const pattern = fc.oneof(bytePattern, floatPattern);

describe('findMatches', () => {
  it('finds what a comparison at every offset finds', () => {
    fc.assert(
      fc.property(pattern, content, (wanted, bytes) => {
        expect(findMatches(wanted, bytes)).toEqual(naive(wanted, bytes));
      }),
    );
  });

  it('finds the same in bytes where the pattern is rare', () => {
    fc.assert(
      fc.property(bytePattern, fc.array(fc.nat(4000), { maxLength: 5 }), (wanted, places) => {
        const bytes = new Uint8Array(4096 + 16).map((_, i) => (i * 7) & 0xff);
        const [first] = wanted.kind === 'bytes' ? wanted.alternatives : [];
        for (const at of places) bytes.set(first?.value ?? [], at);
        expect(findMatches(wanted, bytes)).toEqual(naive(wanted, bytes));
      }),
    );
  });

  it('finds the first hits up to a limit', () => {
    fc.assert(
      fc.property(pattern, content, fc.nat(5), (wanted, bytes, limit) => {
        expect(findMatches(wanted, bytes, limit)).toEqual(naive(wanted, bytes).slice(0, limit));
      }),
    );
  });
});

describe('search', () => {
  it('finds the same by slices of any size, in memory and from a Blob, inside its range', async () => {
    await fc.assert(
      fc.asyncProperty(
        pattern,
        content,
        fc.integer({ min: 1, max: 50 }),
        fc.nat(400),
        fc.nat(400),
        fc.boolean(),
        async (wanted, bytes, slice, a, b, asBlob) => {
          const [start, end] = [Math.min(a, b, bytes.length), Math.min(Math.max(a, b), bytes.length)];
          const whole = asBlob ? new Blob([bytes]) : bytes;
          const { starts, complete } = await search(whole, wanted, { start, end }, { slice });
          expect([...starts]).toEqual(naive(wanted, bytes, start, end));
          expect(complete).toBe(true);
        },
      ),
    );
  });

  it('keeps as many hits as it may, says when there are more, and how far it is', async () => {
    const zeros: Pattern = {
      kind: 'bytes',
      length: 1,
      alternatives: [{ value: Uint8Array.of(0), mask: Uint8Array.of(0xff) }],
    };
    const steps: [number, number][] = [];
    const progress = (done: number, found: number) => steps.push([done, found]);
    const range = { start: 0, end: 100 };
    const all = await search(new Uint8Array(100), zeros, range, {
      limit: 100,
      slice: 20,
      step: 40,
      progress,
    });
    expect([all.starts.length, all.complete]).toEqual([100, true]);
    expect(steps).toEqual([
      [40, 40],
      [80, 80],
      [100, 100],
    ]);
    const some = await search(new Uint8Array(101), zeros, { start: 0, end: 101 }, { limit: 100, slice: 40 });
    expect([some.starts.length, some.starts.at(-1), some.complete]).toEqual([100, 99, false]);
  });
});

const ascending = fc
  .uniqueArray(fc.nat(100), { minLength: 1, maxLength: 20 })
  .map((list) => Float64Array.from(list).sort());

describe('nextHit', () => {
  it('is the nearest hit on that side, else the one at the other end', () => {
    fc.assert(
      fc.property(ascending, fc.nat(101), fc.boolean(), (starts, offset, past) => {
        const list = [...starts];
        const after = list.find((start) => (past ? start > offset : start >= offset));
        const before = list.findLast((start) => start < offset);
        expect(nextHit(starts, offset, 1, past)).toEqual({
          index: after === undefined ? 0 : list.indexOf(after),
          wrapped: after === undefined,
        });
        expect(nextHit(starts, offset, -1, past)).toEqual({
          index: before === undefined ? list.length - 1 : list.indexOf(before),
          wrapped: before === undefined,
        });
      }),
    );
  });
});
