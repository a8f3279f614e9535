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
  const text = readFileSync(PAGE, 'utf8');
  const before = text.slice(0, text.indexOf(BEGIN));
  const after = text.slice(text.indexOf(END) + END.length);
  const section = [BEGIN, '', machine(), '', ...measured, `![${PLOT_TITLE}](performance.svg)`, '', END].join(
    '\n',
  );
  writeFileSync(PAGE, before + section + after);
  writeFileSync(PLOT, timePerByte(results));
}
