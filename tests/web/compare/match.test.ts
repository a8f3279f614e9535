/** Pairing by name, and the rows of the list. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Difference, Group } from '../../../web/compare/difference.ts';
import { listRows, nextDifference } from '../../../web/compare/list-rows.ts';
import { pairByName } from '../../../web/compare/match.ts';

const never = () => false;

describe('pairByName', () => {
  test('what was put in between moves nothing', () => {
    expect(pairByName(['a', 'b', 'c'], ['a', 'x', 'b', 'c'], never)).toEqual([
      { left: 0, right: 0, moved: false },
      { left: -1, right: 1, moved: false },
      { left: 1, right: 2, moved: false },
      { left: 2, right: 3, moved: false },
    ]);
  });

  test('of one that changed its place and those around it, the one has moved', () => {
    const moved = pairByName(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'], never).filter((pair) => pair.moved);
    expect(moved).toEqual([{ left: 3, right: 0, moved: true }]);
  });

  test('duplicates are paired in their order', () => {
    const pairs = pairByName(['a', 'a', 'b'], ['a', 'a', 'a', 'b'], never);
    expect(pairs.map(({ left, right }) => [left, right])).toEqual([
      [0, 0],
      [1, 1],
      [-1, 2],
      [2, 3],
    ]);
  });

  test('what is alike at the same place was renamed', () => {
    const pairs = pairByName(['a', 'b', 'c'], ['a', 'B', 'c'], (left, right) => left === 1 && right === 1);
    expect(pairs[1]).toEqual({ left: 1, right: 1, moved: false });
  });

  test('has every element of both lists once; equal names as often as both have them', () => {
    const names = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', ''), { maxLength: 12 });
    fc.assert(
      fc.property(names, names, (left, right) => {
        const pairs = pairByName(left, right, never);
        const indices = (side: 'left' | 'right') =>
          pairs
            .map((pair) => pair[side])
            .filter((index) => index >= 0)
            .sort((a, b) => a - b);
        expect(indices('left')).toEqual(left.map((_, i) => i));
        expect(indices('right')).toEqual(right.map((_, i) => i));
        for (const pair of pairs) {
          if (pair.left >= 0 && pair.right >= 0) expect(left[pair.left]).toBe(right[pair.right]);
        }
        const still = pairs.filter((pair) => pair.left >= 0 && pair.right >= 0 && !pair.moved);
        for (const [i, pair] of still.entries()) {
          const before = still[i - 1];
          if (before) expect(pair.right).toBeGreaterThan(before.right);
        }
      }),
    );
  });
});

describe('listRows', () => {
  const difference = (where: string, derived = false): Difference => ({
    kind: 'changed',
    left: null,
    right: null,
    where,
    derived,
  });
  const groups: Group[] = [
    { section: 'Header', differences: [difference('NodeCount', true)], more: 0 },
    { section: 'Nodes', differences: [difference('a'), difference('b', true)], more: 7 },
  ];

  test('leaves out what only follows, and sections of nothing else', () => {
    const rows = listRows(groups, { folded: new Set(), derived: false });
    expect(rows.map(({ kind, group }) => `${kind} ${group.section}`)).toEqual([
      'section Nodes',
      'difference Nodes',
      'more Nodes',
    ]);
    expect(rows[0]).toMatchObject({ count: 8, open: true });
  });

  test('shows all on demand; folded sections keep their row', () => {
    expect(listRows(groups, { folded: new Set(), derived: true })).toHaveLength(6);
    expect(listRows(groups, { folded: new Set(['Header', 'Nodes']), derived: true })).toHaveLength(2);
  });

  test('steps from difference to difference', () => {
    const rows = listRows(groups, { folded: new Set(), derived: true });
    expect(nextDifference(rows, -1, 1)).toBe(1);
    expect(nextDifference(rows, 1, 1)).toBe(3);
    expect(nextDifference(rows, 3, -1)).toBe(1);
    expect(nextDifference(rows, 1, -1)).toBe(-1);
  });
});
