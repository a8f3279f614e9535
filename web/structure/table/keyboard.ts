/** Where keys take the cursor of a table, by the ARIA pattern for grids. */
import type { Cell } from './grid.ts';

export interface TableSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows in view. */
  readonly page: number;
}

/** The cell that a key leads to, which may lie beyond the table; null for a key that does not move. */
export function cellAfter(key: string, { row, column }: Cell, size: TableSize): Cell | null {
  const { rows, columns, page } = size;
  switch (key) {
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'PageDown':
      return { row: row + page, column };
    // Not into the head.
    case 'PageUp':
      return { row: Math.max(row - page, 0), column };
    case 'Home':
      return { row, column: -1 };
    case 'End':
      return { row, column: columns - 1 };
    case 'Ctrl+Home':
      return { row: 0, column };
    case 'Ctrl+End':
      return { row: rows - 1, column };
    default:
      return null;
  }
}
