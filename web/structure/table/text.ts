/** What stands in a table's cells, on the page and on the clipboard. No DOM. */
import { formatF32 } from '../../explain/values.ts';
import type { Column } from './columns.ts';
import type { CellValue, TableRows } from './rows.ts';

/** A cell at a glance: a whole number, or six digits of another. */
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

/** `units`, or what the numbers of a list count. */
export function unitText({ type, unit }: Column): string {
  return type === 'count' ? 'count' : unit;
}

/** The table as lines of values with tabs between them, the first with the titles; all digits. */
export function tabSeparated(rows: TableRows, order: Uint32Array | null): string {
  const { columns, count } = rows.layout;
  const lines = [['Index', ...columns.map(({ title }) => title)].join('\t')];
  for (let row = 0; row < count; row++) {
    const index = order?.[row] ?? row;
    const cells = columns.map((column, at) => oneCell(exactText(rows.value(index, at), column)));
    lines.push([String(index), ...cells].join('\t'));
  }
  return `${lines.join('\n')}\n`;
}

/** Text with a tab, a line break or a quotation mark goes between quotation marks. */
function oneCell(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
