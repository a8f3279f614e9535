/** Tables as text for spreadsheets: CSV (RFC 4180) in files, tabs on the clipboard. */

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

/** A spreadsheet takes a text that begins so for a formula, which could call programs; it drops one apostrophe before it. */
const FORMULA = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

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

/**
 * The cells of a text from a spreadsheet: lines of values with tabs between them, in quotation marks where they hold such
 * signs themselves; what `tabbedLine` wrote comes back. The last line may end or not. Bounded by the length of the text.
 */
export function cellsOfTabbed(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { value, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
    line.push(FORMULA.test(value.slice(1)) && value.startsWith("'") ? value.slice(1) : value);
    at = end;
    const next = text[at];
    if (next === '\t') {
      at++;
      // A tab at the end of a line has an empty cell behind it.
      if (at < text.length && text[at] !== '\r' && text[at] !== '\n') continue;
      line.push('');
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    lines.push(line);
    line = [];
  }
  return lines;
}

function plainCell(text: string, start: number): { value: string; end: number } {
  CELL_END.lastIndex = start;
  const end = CELL_END.exec(text)?.index ?? text.length;
  return { value: text.slice(start, end), end };
}

const CELL_END = /[\t\r\n]/g;

/** A quotation mark in it is written twice; one that is left open ends with the text. */
function quotedCell(text: string, start: number): { value: string; end: number } {
  let at = start + 1;
  for (;;) {
    const close = text.indexOf('"', at);
    if (close < 0) return { value: text.slice(start + 1).replaceAll('""', '"'), end: text.length };
    if (text[close + 1] !== '"') {
      const rest = plainCell(text, close + 1);
      return { value: text.slice(start + 1, close).replaceAll('""', '"') + rest.value, end: rest.end };
    }
    at = close + 2;
  }
}
