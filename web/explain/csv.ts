/** Tables as text for spreadsheets: CSV (RFC 4180) in files, tabs on the clipboard. No DOM. */

/** What a cell says; null: nothing. */
export type CellValue = number | string | null;

export const CSV_TYPE = 'text/csv;charset=utf-8';

/** Stands before a CSV file: without it Excel takes UTF-8 for the code page of the country. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Values with commas between them. Ends with CR LF, as RFC 4180 has it. */
export function csvLine(values: readonly CellValue[]): string {
  return `${values.map((value) => quoted(cellWords(value), CSV_SPECIAL)).join(',')}\r\n`;
}

/** Values with tabs between them, which spreadsheets take from the clipboard. Ends with a line break. */
export function tabbedLine(values: readonly CellValue[]): string {
  return `${values.map((value) => quoted(cellWords(value), TAB_SPECIAL)).join('\t')}\n`;
}

/** A spreadsheet takes a text that begins so for a formula, which could call programs. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

const CSV_SPECIAL = /[",\r\n]/;
const TAB_SPECIAL = /["\t\r\n]/;

/** A number with all its digits, −0 too; a text that no spreadsheet runs. */
function cellWords(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return FORMULA.test(value) ? `'${value}` : value;
}

function quoted(text: string, special: RegExp): string {
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
