/** Texts of a table's cells, on the page, on the clipboard and in CSV files. */

import { formatF32, isCut } from '../../explain/values.ts';
import { BYTE_ORDER_MARK, type CellValue, csvLine, tabbedLine } from '../../lib/csv.ts';
import type { Column } from './columns.ts';
import type { TableRows } from './rows.ts';

export { csvLine, tabbedLine };

/** A cell for display: integers exactly, other numbers with six digits. */
export function cellText(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  const isExact = Number.isSafeInteger(value) || !Number.isFinite(value);
  const text = String(isExact ? value : Number(value.toPrecision(6)));
  return (Object.is(value, -0) ? '-0' : text).replaceAll('-', '−');
}

/** A cell with all its digits. */
export function exactText(value: CellValue, { type }: Column): string {
  if (value === null) return '';
  return type === 'f32' && typeof value === 'number' ? formatF32(value) : String(value);
}

/** The unit of a column; `count` for lengths of lists. */
export function unitText({ type, unit }: Column): string {
  return type === 'count' ? 'count' : unit;
}

/** A cell with all its digits; for column −1, all cells of the row, separated by tabs. */
export function cellsText(rows: TableRows, index: number, column: number): string {
  const { columns } = rows.layout;
  const chosen = columns[column];
  if (chosen) return exactText(rows.value(index, column), chosen);
  return tabbedLine(columns.map((_, at) => rows.value(index, at))).slice(0, -1);
}

/** Formats the values of a row. */
export type ToLine = (values: readonly CellValue[]) => string;

/** The titles, then a line for each element in display order, beginning with its index. */
export function tableText(rows: TableRows, order: Uint32Array | null, toLine: ToLine): string {
  const lines = [titleLine(rows, toLine)];
  for (let row = 0; row < rows.layout.count; row++) lines.push(rowLine(rows, order?.[row] ?? row, toLine));
  return lines.join('');
}

/** Cells in a part of a long table. */
const PART = 2000;

/** A table as a CSV file, in parts of a few milliseconds each. */
export function csvParts(
  rows: TableRows,
  order: Uint32Array | null,
): { readonly count: number; readonly parts: AsyncIterable<string> } {
  const { count, columns } = rows.layout;
  const size = Math.max(1, Math.floor(PART / (columns.length + 1)));
  async function* parts() {
    for (let row = 0; row < count; row += size) {
      const lines = row === 0 ? [BYTE_ORDER_MARK + titleLine(rows, csvLine)] : [];
      for (let i = row; i < Math.min(row + size, count); i++) {
        const index = order?.[i] ?? i;
        const coming = rows.arrival(index);
        if (coming) await coming;
        lines.push(rowLine(rows, index, csvLine));
      }
      yield lines.join('');
    }
  }
  return { count: Math.ceil(count / size), parts: parts() };
}

function titleLine({ layout }: TableRows, toLine: ToLine): string {
  return toLine(['Index', ...layout.columns.map(({ title }) => title)]);
}

function rowLine(rows: TableRows, index: number, toLine: ToLine): string {
  const cells = rows.layout.columns.map(({ type, length }, at) => {
    const value = rows.value(index, at);
    return type !== 'count' && isCut(type, length) && value !== null ? `${value}…` : value;
  });
  return toLine([index, ...cells]);
}
