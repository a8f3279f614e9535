import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSorting, sortedOrder, UNSORTED } from '../../../web/structure/table/grid.ts';

describe('the order of a table', () => {
  it('puts infinities at the ends, NaN behind the numbers and nothing last, both ways', () => {
    const values = [Number.NaN, 2, Number.POSITIVE_INFINITY, null, -1, Number.NEGATIVE_INFINITY];
    expect([...sortedOrder(values, false)]).toEqual([5, 4, 1, 2, 0, 3]);
    expect([...sortedOrder(values, true)]).toEqual([2, 1, 4, 5, 0, 3]);
  });

  it('leaves equal values as in the file', () => {
    expect([...sortedOrder([3, 1, 3, 1], false)]).toEqual([1, 3, 0, 2]);
    expect([...sortedOrder([3, 1, 3, 1], true)]).toEqual([0, 2, 1, 3]);
  });

  it('sorts like the array’s own sort, and loses no row', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true })), (values) => {
        const order = [...sortedOrder(values, false)];
        // A typed array sorts by number; −0 and 0 are equal here.
        const plain = (list: Iterable<number>) => Array.from(list, (value) => value + 0);
        expect(plain(order.map((index) => values[index] ?? 0))).toEqual(
          plain(Float64Array.from(values).sort()),
        );
        expect(new Set(order).size).toBe(values.length);
      }),
    );
  });

  it('goes up, down, and back to the file with each press', () => {
    const up = nextSorting(UNSORTED, 3);
    expect(up).toEqual({ column: 3, descending: false });
    const down = nextSorting(up, 3);
    expect(down).toEqual({ column: 3, descending: true });
    expect(nextSorting(down, 3)).toEqual(UNSORTED);
    expect(nextSorting(down, 4)).toEqual({ column: 4, descending: false });
  });
});
