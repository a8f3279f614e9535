/** What changes of a model cost, through the binding of the page. */
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { alias } from '../alias.mjs';
import { root, say } from '../lib/process.mjs';
import { digits } from './table.mjs';

/** @typedef {import('./table.mjs').Table} Table */

/** Milliseconds for one change of 4 MB. */
const BUDGET = '5';

/** @param {string[]} generated models of `makeModels` @returns {Promise<Table>} */
export async function measureEdits(generated) {
  say('Measuring changes of 4 MB …');
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, 'tests/bench/edit.ts'), {
    logLevel: 'warn',
    resolve: { alias },
  });
  /** @type {string[][]} */
  const rows = [];
  for (const file of generated.filter((path) => /-4000\.abc$/.test(path))) {
    const kilobytes = (statSync(file).size / 1000).toFixed(0);
    for (const { name, edit, open } of await module.benchEdits(file)) {
      rows.push([
        `${basename(file)} (${kilobytes} KB): ${name}`,
        `${digits(edit.median)} (${digits(edit.least)})`,
        name.includes('in one call') ? '–' : BUDGET,
        'ms',
        `${digits(edit.median / open.median)} × opening the file: ${digits(open.median)} ms`,
      ]);
    }
  }
  return {
    head: ['what a change costs, WebAssembly: median (least)', 'measured', 'budget', 'unit', 'beside it'],
    rows,
  };
}
