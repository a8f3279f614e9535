import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextHit } from '../../../web/bytes/find/session.ts';

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
