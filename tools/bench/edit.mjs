/** What changes of a model cost, through the binding of the page. */
import { say } from '../lib/process.mjs';
import { madeModel, nameAndSize } from './models.mjs';
import { benchModule } from './modules.mjs';
import { digits } from './table.mjs';

/** Milliseconds for one change of 4 MB. */
const BUDGET = 5;

/** By the name of a change. @type {Record<string, string>} */
const CAUSES = {
  'a new node':
    'Every animation gets a track for the node, every weight of a later node is rewritten, the places that changed are sorted and joined, and the file is copied and read again.',
  'the name of a node': 'After a longer name the file is copied and read again.',
};

/** @returns {Promise<import('./table.mjs').Report>} */
export async function measureEdits() {
  say('Measuring changes of 4 MB …');
  const { benchEdits } = await benchModule('edit');
  /** @type {import('./table.mjs').Row[]} */
  const rows = [];
  for (const file of [madeModel('keys-4000'), madeModel('vertices-4000')]) {
    /** @type {import('../../tests/bench/edit.ts').EditTiming[]} */
    const timings = await benchEdits(file);
    for (const { name, edit, open, isOne } of timings) {
      rows.push({
        what: `${nameAndSize(file)}: ${name}`,
        value: edit.median,
        unit: 'ms',
        ...(isOne && { atMost: BUDGET, cause: CAUSES[name] }),
        beside: `least: ${digits(edit.least)} ms; ${digits(edit.median / open.median)} × opening the file: ${digits(open.median)} ms`,
      });
    }
  }
  return { title: 'a change, in WebAssembly: median', rows };
}
