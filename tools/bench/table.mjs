/** Tables, for a terminal and for Markdown. */

/** @typedef {{head: string[], rows: string[][]}} Table */

/** @param {number | undefined} value three digits that matter, or all before the point */
export const digits = (value) =>
  value === undefined ? '–' : value < 100 ? value.toPrecision(3) : value.toFixed(0);

/** @param {Table} table */
export function asText({ head, rows }) {
  const cells = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const pad = (/** @type {string} */ cell, /** @type {number} */ i) =>
    i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0);
  return cells.map((row) => `  ${row.map(pad).join('  ')}\n`).join('');
}

/** @param {Table} table */
export function asMarkdown({ head, rows }) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(head.map((_, i) => (i === 0 ? '---' : '---:'))) + rows.map(line).join('');
}
