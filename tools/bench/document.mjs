/** docs/performance.md and its plot: the measured part is made anew, the words around it are kept. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { outputOf, root } from '../lib/process.mjs';
import { frameSteps, KINDS, nanosecondsPerByte, peerRatios, SIZES, targets, times } from './core-report.mjs';
import { plot } from './plot.mjs';
import { asMarkdown } from './table.mjs';

/** @typedef {import('./core-report.mjs').Results} Results */

const PAGE = join(root, 'docs/performance.md');
const PLOT = join(root, 'docs/performance.svg');
const PLOT_TITLE = 'Parse and layout: nanoseconds a byte';
const BEGIN = '<!-- measured: npm run bench -- --write -->';
const END = '<!-- end of measured -->';
const EDIT_BEGIN = '<!-- measured: npm run bench -- edit --write -->';
const EDIT_END = '<!-- end of measured changes -->';
const EXPORT_BEGIN = '<!-- measured: npm run bench -- export --write -->';
const EXPORT_END = '<!-- end of measured export -->';
const IMPORT_BEGIN = '<!-- measured: npm run bench -- import --write -->';
const IMPORT_END = '<!-- end of measured import -->';
const LIGHTHOUSE_BEGIN = '<!-- measured: npm run lighthouse -- --write -->';
const LIGHTHOUSE_END = '<!-- end of measured by Lighthouse -->';

/** @param {string} program */
const firstLine = (program) => outputOf(program, ['--version'])?.split('\n')[0]?.trim() ?? program;

function machine() {
  const [first] = cpus();
  return `${first?.model.trim()}, ${cpus().length} of them; Node ${process.versions.node}; ${firstLine('g++')}; ${firstLine('emcc')}.`;
}

/** @param {Results} results */
function timePerByte(results) {
  const lines = KINDS.flatMap(({ name, title }) =>
    /** @type {const} */ (['wasm', 'native']).map((where) => ({
      label: `${title}, ${where === 'wasm' ? 'WebAssembly' : 'native'}`,
      hue: name,
      dashed: where === 'native',
      values: SIZES.map((size) => nanosecondsPerByte(results, where, name, size)),
    })),
  );
  const names = SIZES.map((size) => (size < 1000 ? `${size} KB` : `${size / 1000} MB`));
  return plot(PLOT_TITLE, names, lines);
}

/**
 * @param {Results} results of the generated models
 * @param {import('./measure.mjs').Peers} peers
 * @param {...import('./table.mjs').Table} pages what the page costs, and what a library does
 */
export function writeDocument(results, peers, ...pages) {
  const tables = [targets(results), times(results), frameSteps(results), peerRatios(peers), ...pages];
  const measured = tables.map(asMarkdown);
  replace(BEGIN, END, [machine(), '', ...measured, `![${PLOT_TITLE}](performance.svg)`, '']);
  writeFileSync(PLOT, timePerByte(results));
}

/** Writes what an export costs. @param {import('./table.mjs').Table} table */
export function writeExport(table) {
  replace(EXPORT_BEGIN, EXPORT_END, [machine(), '', asMarkdown(table)]);
}

/** Writes what an import costs. @param {import('./table.mjs').Table} table */
export function writeImport(table) {
  replace(IMPORT_BEGIN, IMPORT_END, [machine(), '', asMarkdown(table)]);
}

/** Writes what changes cost. @param {import('./table.mjs').Table} table */
export function writeEdits(table) {
  replace(EDIT_BEGIN, EDIT_END, [machine(), '', asMarkdown(table)]);
}

/** Writes what Lighthouse says of the page. @param {import('./table.mjs').Table} table */
export function writeLighthouse(table) {
  replace(LIGHTHOUSE_BEGIN, LIGHTHOUSE_END, [machine(), '', asMarkdown(table)]);
}

/** Puts lines between two marks of the document. @param {string} begin @param {string} end @param {string[]} lines */
function replace(begin, end, lines) {
  const text = readFileSync(PAGE, 'utf8');
  const before = text.slice(0, text.indexOf(begin));
  const after = text.slice(text.indexOf(end) + end.length);
  writeFileSync(PAGE, before + [begin, '', ...lines, end].join('\n') + after);
}
