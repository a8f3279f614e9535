/** The differences as rows of a tree: sections, and what differs in them. */
import type { ComparedDifference, ComparedGroup } from '@lithoscope/core';

export type ListRow =
  | {
      readonly kind: 'section';
      readonly group: ComparedGroup;
      readonly open: boolean;
      readonly count: number;
    }
  | {
      readonly kind: 'difference';
      readonly difference: ComparedDifference;
      readonly group: ComparedGroup;
      /** Counted from 1 in its section, and of how many. */
      readonly place: number;
      readonly siblings: number;
    }
  | { readonly kind: 'more'; readonly group: ComparedGroup; readonly place: number };

export interface ListOptions {
  /** Names of sections that are folded. */
  readonly folded: ReadonlySet<string>;
  /** Also counts and offsets that only follow from something else. */
  readonly derived: boolean;
}

export function listRows(groups: readonly ComparedGroup[], { folded, derived }: ListOptions): ListRow[] {
  const rows: ListRow[] = [];
  for (const group of groups) {
    const shown = group.differences.filter((difference) => derived || !difference.derived);
    if (shown.length === 0 && group.more === 0) continue;
    const open = !folded.has(group.section);
    rows.push({ kind: 'section', group, open, count: shown.length + group.more });
    if (!open) continue;
    const siblings = shown.length + (group.more > 0 ? 1 : 0);
    for (const [i, difference] of shown.entries()) {
      rows.push({ kind: 'difference', difference, group, place: i + 1, siblings });
    }
    if (group.more > 0) rows.push({ kind: 'more', group, place: siblings });
  }
  return rows;
}

/** Row of the next difference from a row on, in either direction; −1 when there is none. */
export function nextDifference(rows: readonly ListRow[], from: number, step: 1 | -1): number {
  for (let row = from + step; row >= 0 && row < rows.length; row += step) {
    if (rows[row]?.kind === 'difference') return row;
  }
  return -1;
}

/** Which difference is selected, among how many. */
export interface Place {
  /** Among the listed ones, counted from 1; 0 is none. */
  readonly at: number;
  readonly listed: number;
  /** With those that are only counted: what the sections say, added up. */
  readonly all: number;
}

/** The place of a difference in the whole list: what is folded counts as well. */
export function placeOf(
  selected: ComparedDifference | null,
  groups: readonly ComparedGroup[],
  derived: boolean,
): Place {
  const rows = listRows(groups, { folded: new Set(), derived });
  const listed = rows.filter((row) => row.kind === 'difference');
  const all = rows.reduce((sum, row) => (row.kind === 'section' ? sum + row.count : sum), 0);
  return {
    at: listed.findIndex(({ difference }) => difference === selected) + 1,
    listed: listed.length,
    all,
  };
}
