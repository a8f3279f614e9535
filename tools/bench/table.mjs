/** What was measured, beside what it may cost; and tables of it, for a terminal and for Markdown. */
import { Stop } from '../lib/process.mjs';

/**
 * One measurement. With `atMost` or `atLeast` it has a budget.
 * @typedef {object} Row
 * @property {string} what
 * @property {number} value
 * @property {string} unit
 * @property {number} [atMost]
 * @property {number} [atLeast]
 * @property {string} [cause] why the budget is missed, where it is; found by profiling
 * @property {string} [beside] what else the same run says of it
 */

/** @typedef {{head: string[], rows: string[][]}} Table */

/**
 * What one part of the run measured: rows, further tables, and a plot as SVG.
 * @typedef {{title: string, rows: Row[], tables?: Table[], plot?: string}} Report
 */

const NONE = '–';

/** @param {number | undefined} value three digits that matter, or all before the point */
export function digits(value) {
  if (value === undefined) return NONE;
  if (!Number.isFinite(value)) throw new Stop(`A benchmark produced ${value} instead of a number.`);
  if (value === 0) return '0';
  return Math.abs(value) < 100 ? value.toPrecision(3) : Math.round(value).toLocaleString('en-US');
}

/** @param {Row} row */
const hasBudget = ({ atMost, atLeast }) => atMost !== undefined || atLeast !== undefined;

/** Of the digits that are shown. @param {Row} row */
function isMissed({ value, atMost = Infinity, atLeast = -Infinity }) {
  const shown = Number(value.toPrecision(3));
  return shown > atMost || shown < atLeast;
}

/** @param {Row} row */
function measuredOf({ what, value, unit }) {
  if (!Number.isFinite(value)) throw new Stop(`The benchmark "${what}" produced no number.`);
  return `${digits(value)} ${unit}`.trim();
}

/** @param {Row} row */
function targetOf({ unit, atMost, atLeast }) {
  const limit = (/** @type {number} */ value) =>
    `${Number(value.toPrecision(3)).toLocaleString('en-US')} ${unit}`.trim();
  if (atMost !== undefined) return `≤ ${limit(atMost)}`;
  return atLeast === undefined ? NONE : `≥ ${limit(atLeast)}`;
}

/** @param {Row} row */
const verdictOf = (row) => (hasBudget(row) ? (isMissed(row) ? '**missed**' : 'met') : '');

/** @param {Report} report @returns {Table[]} */
export const tablesOf = ({ title, rows, tables = [] }) => [
  {
    head: [title, 'measured', 'target', '', 'beside it, in the same run'],
    rows: rows.map((row) => [row.what, measuredOf(row), targetOf(row), verdictOf(row), row.beside ?? '']),
  },
  ...tables,
];

/** How many budgets are met, and those that are not with their causes, in Markdown. @param {Report[]} reports */
export function summaryOf(reports) {
  const budgets = reports.flatMap(({ rows }) => rows).filter(hasBudget);
  const missed = budgets.filter(isMissed);
  const count = `${budgets.length - missed.length} of ${budgets.length} budgets are met.`;
  if (missed.length === 0) return [count];
  return [
    `${count} Missed:`,
    '',
    ...missed.map(
      (row) =>
        `- ${row.what}: ${measuredOf(row)}, target ${targetOf(row)}. ${row.cause ?? 'The cause is unknown.'}`,
    ),
  ];
}

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
