/** Tables as text for spreadsheets: CSV (RFC 4180) in files, tabs on the clipboard. */

/** The value of a cell; null when empty. */
export type CellValue = number | string | null;

export const CSV_TYPE = 'text/csv;charset=utf-8';

/** Starts a CSV file: without it, Excel reads UTF-8 in the local code page. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Values with commas between them. Ends with CR LF, as RFC 4180 has it. */
export function csvLine(values: readonly CellValue[]): string {
  return `${values.map((value) => quoted(cellWords(value), CSV_SPECIAL)).join(',')}\r\n`;
}

/** Values with tabs between them, which spreadsheets take from the clipboard. Ends with a line break. */
export function tabbedLine(values: readonly CellValue[]): string {
  return `${values.map((value) => quoted(cellWords(value), TAB_SPECIAL)).join('\t')}\n`;
}

/** Starts of formulas, which could run programs in a spreadsheet. Spreadsheets drop an apostrophe before them. */
const FORMULA = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

const CSV_SPECIAL = /[",\r\n]/;
const TAB_SPECIAL = /["\t\r\n]/;

/** A number with all its digits and −0, or a text that no spreadsheet runs. */
function cellWords(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return FORMULA.test(value) ? `'${value}` : value;
}

function quoted(text: string, special: RegExp): string {
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The cells of a text from a spreadsheet, or of `tabbedLine`: lines of values with tabs between them. Values with tabs or line
 * breaks are in quotation marks. The last line break is optional. Work is bounded by the length of the text.
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
      // An empty cell follows a tab at the end of a line.
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

/** Reads a quoted value. Quotation marks in it are doubled; an open one ends with the text. */
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
