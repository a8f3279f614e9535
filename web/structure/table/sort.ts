/** The order of a table's rows. */
import type { CellValue } from '../../lib/csv.ts';

export interface Sorting {
  /** −1: as in the file. */
  readonly column: number;
  readonly descending: boolean;
}

export const UNSORTED: Sorting = Object.freeze({ column: -1, descending: false });

/** What pressing a column's head makes of a sorting: up, down, as in the file. */
export function nextSorting({ column, descending }: Sorting, pressed: number): Sorting {
  if (column !== pressed) return { column: pressed, descending: false };
  return descending ? UNSORTED : { column, descending: true };
}

/**
 * Elements in the order of a column's values. Equal ones stay in the order of the file; NaN and then what is absent
 * come last in both directions.
 */
export function sortedOrder(values: readonly CellValue[], descending: boolean): Uint32Array {
  const order = Uint32Array.from(values.keys());
  const sign = descending ? -1 : 1;
  return order.sort((a, b) => {
    const [left = null, right = null] = [values[a], values[b]];
    return last(left) - last(right) || sign * compare(left, right) || a - b;
  });
}

/** 1 for what is no number, 2 for nothing. */
function last(value: CellValue): number {
  if (value === null) return 2;
  return Number.isNaN(value) ? 1 : 0;
}

function compare(a: CellValue, b: CellValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  const [left, right] = [String(a), String(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
