/** The rows of the list of differences. */
import type { ComparedDifference, ComparedGroup } from '@lithoscope/core';
import { describe, expect, test } from 'vitest';
import { listRows, nextDifference } from '../../../web/compare/list.ts';

describe('listRows', () => {
  const difference = (where: string, derived = false): ComparedDifference => ({
    kind: 'changed',
    left: null,
    right: null,
    where,
    derived,
    differing: 0,
    numbers: 0,
    deviation: 0,
  });
  const groups: ComparedGroup[] = [
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
