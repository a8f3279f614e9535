/** Lists without names against each other: what is put in or taken out is known by construction. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { align, type Lists } from '../../../web/compare/align.ts';

/** Lists of numbers that count what is asked of them. */
class Counted implements Lists {
  hashes = 0;
  comparisons = 0;

  constructor(
    readonly lefts: readonly number[],
    readonly rights: readonly number[],
    readonly hash: (value: number) => number = (value) => Math.imul(value, 0x9e3779b1),
  ) {}

  get left(): number {
    return this.lefts.length;
  }

  get right(): number {
    return this.rights.length;
  }

  leftHash(index: number): number {
    this.hashes++;
    return this.hash(this.lefts[index] ?? 0);
  }

  rightHash(index: number): number {
    this.hashes++;
    return this.hash(this.rights[index] ?? 0);
  }

  equal(i: number, j: number): boolean {
    this.comparisons++;
    return this.lefts[i] === this.rights[j];
  }
}

function partners(lists: Lists): number[] {
  const steps = align(lists);
  for (;;) {
    const step = steps.next();
    if (step.done) return [...step.value];
  }
}

const aligned = (left: readonly number[], right: readonly number[]) => partners(new Counted(left, right));
const unpaired = (partner: readonly number[]) => partner.filter((index) => index < 0).length;

/** A list with something put in before some of its elements. */
function withInserted(list: readonly number[], inserted: readonly (readonly [number, number])[]): number[] {
  const result = [...list];
  for (const [place, value] of inserted) result.splice(place % (result.length + 1), 0, value);
  return result;
}

/** Few values: most stand several times. */
const repeated = fc.array(fc.nat({ max: 5 }), { maxLength: 40 });
const edits = fc.array(fc.tuple(fc.nat({ max: 100 }), fc.nat({ max: 7 })), { maxLength: 8 });

describe('align', () => {
  test('one put into the middle moves none of those behind it', () => {
    expect(aligned([1, 2, 3, 4], [1, 2, 9, 3, 4])).toEqual([0, 1, 3, 4]);
    expect(aligned([1, 2, 9, 3, 4], [1, 2, 3, 4])).toEqual([0, 1, -1, 2, 3]);
  });

  test('where nothing is as it was, nothing is paired', () => {
    expect(aligned([1, 2, 3], [4, 5, 6])).toEqual([-1, -1, -1]);
  });

  test('equals beside one that stands once are found, and in gaps what stands once there', () => {
    // 7 stands once; 1 and 2 do on each side of it.
    expect(aligned([0, 1, 2, 7, 2, 1, 0], [5, 1, 2, 7, 9, 2, 1, 5])).toEqual([-1, 1, 2, 3, 5, 6, -1]);
  });

  test('however many of one kind there are, k put in are k too many, and none is missing', () => {
    fc.assert(
      fc.property(repeated, edits, (list, inserted) => {
        const longer = withInserted(list, inserted);
        expect(unpaired(aligned(list, longer))).toBe(0);
        expect(unpaired(aligned(longer, list))).toBe(inserted.length);
      }),
    );
  });

  test('of elements that stand once, k put in and l taken out leave just these', () => {
    const list = Array.from({ length: 60 }, (_, i) => i);
    fc.assert(
      fc.property(fc.subarray(list), edits, (kept, inserted) => {
        const other = withInserted(
          kept,
          inserted.map(([place], i) => [place, 1000 + i]),
        );
        const partner = aligned(list, other);
        expect(unpaired(partner)).toBe(list.length - kept.length);
        expect(other.length - (list.length - unpaired(partner))).toBe(inserted.length);
      }),
    );
  });

  test('whatever the lists and their hashes, pairs are equal and ascend', () => {
    fc.assert(
      fc.property(repeated, repeated, fc.constantFrom(1, 2, 1000), (left, right, hashes) => {
        const partner = partners(new Counted(left, right, (value) => value % hashes));
        let last = -1;
        for (const [i, j] of partner.entries()) {
          if (j < 0) continue;
          expect(left[i]).toBe(right[j]);
          expect(j).toBeGreaterThan(last);
          last = j;
        }
      }),
    );
  });

  test('twice as many elements cost twice as much: each is hashed once and compared a few times', () => {
    const shapes: Record<string, (count: number) => readonly [number[], number[]]> = {
      'all changed': (n) => [numbers(n, (i) => i), numbers(n, (i) => -1 - i)],
      'all equal among themselves': (n) => [numbers(n, () => 1), numbers(n, (i) => (i % 7 === 3 ? 2 : 1))],
      backwards: (n) => [numbers(n, (i) => i), numbers(n, (i) => n - i)],
      'every third put in': (n) => [numbers(n, (i) => i), numbers(n, (i) => (i % 3 ? i : -i))],
      'in pairs': (n) => [numbers(n, (i) => i >> 1), numbers(n, (i) => ((i * 7919) % n) >> 1)],
      // In each gap one more stands once: without an end to the rounds this would take as many as there are.
      'one more in each gap': (n) => [numbers(n, zigzag), numbers(n, (i) => zigzag(n - 1 - i))],
    };
    for (const [name, shape] of Object.entries(shapes)) {
      for (const count of [1000, 2000, 16000]) {
        const lists = new Counted(...shape(count));
        partners(lists);
        expect(lists.hashes, name).toBeLessThanOrEqual(2 * count);
        expect(lists.comparisons, `${name}, ${count}`).toBeLessThanOrEqual(6 * count);
      }
    }
  });
});

function numbers(count: number, value: (index: number) => number): number[] {
  return Array.from({ length: count }, (_, i) => value(i));
}

/** 0 1 0 2 1 3 2 4 3 … */
function zigzag(index: number): number {
  return index % 2 ? (index + 1) >> 1 : Math.max(0, (index >> 1) - 1);
}
