/**
 * `npm run bench [-- PART…] [MODEL…]`: how fast the core is, natively and in WebAssembly, and what the page, a library, a
 * change, an export and an import cost. A part is one of PARTS; without one, all of them run. Models that are named are
 * measured beside those that are made. A corpus of real models, where there is one (LITHOSCOPE_CORPUS, else
 * ../shared/corpus), adds rows of its own.
 *
 * `--write` measures everything and writes docs/performance.md. Under load it refuses.
 * `--once` runs each case once and shows no times: it proves that the benchmarks build, run and produce numbers.
 */
import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { isOnce } from '../tests/bench/rounds.mjs';
import { measureCore } from './bench/core.mjs';
import { coreReport } from './bench/core-report.mjs';
import { writeDocument } from './bench/document.mjs';
import { measureEdits } from './bench/edit.mjs';
import { measureExport } from './bench/export.mjs';
import { measureImport } from './bench/import.mjs';
import { measureLibrary } from './bench/library.mjs';
import { corpusFolder, makeModels } from './bench/models.mjs';
import { measurePage } from './bench/page.mjs';
import { asText, summaryOf, tablesOf } from './bench/table.mjs';
import { buildWasm, buildWeb, configure } from './lib/build.mjs';
import { runMain, Stop, say, step } from './lib/process.mjs';
import { BENCH_NEEDS, setUp } from './lib/setup.mjs';

/** What can be measured alone, in the order of the document. @type {Record<string, () => Promise<import('./bench/table.mjs').Report>>} */
const PARTS = {
  core: async () => coreReport(await measureCore(models)),
  page: measurePage,
  library: measureLibrary,
  edit: measureEdits,
  export: measureExport,
  import: measureImport,
};

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const models = words.filter((word) => !(word in PARTS)).map((path) => resolve(path));
const asked = words.filter((word) => word in PARTS);
const parts = asked.length > 0 ? asked : Object.keys(PARTS);
const writes = process.argv.includes('--write');

/** Looks at the command before anything is built, since building is a load of its own. */
function checkCommand() {
  const unknown = process.argv.slice(2).find((word) => /^--(?!(?:write|once)$)/.test(word));
  if (unknown) throw new Stop(`There is no option ${unknown}; there are --write and --once.`);
  const missing = models.find((path) => !existsSync(path));
  if (missing) throw new Stop(`Neither a file nor a part (${Object.keys(PARTS).join(', ')}): ${missing}`);
  if (writes && (words.length > 0 || isOnce))
    throw new Stop('--write measures everything: it takes no part, no model and no --once.');
  const [load = 0] = loadavg();
  if (isOnce || load <= cpus().length) return;
  const busy = `The load average is ${load.toFixed(1)} on ${cpus().length} processors`;
  if (writes) throw new Stop(`${busy}: times would be those of a busy machine. Try again when it is quiet.`);
  say(`${busy}: times will be too long.`);
}

async function build() {
  await setUp(BENCH_NEEDS);
  await buildWasm();
  const modules = ['--target', 'bench_module', 'counted_module'];
  await step('Building the WebAssembly benchmarks', 'cmake', ['--build', '--preset', 'wasm', ...modules]);
  await configure('bench');
  await step('Building the native benchmarks', 'cmake', ['--build', '--preset', 'bench']);
  await buildWeb();
  await makeModels();
}

/** @param {number} since */
function elapsed(since) {
  const seconds = Math.round((performance.now() - since) / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

await runMain(async () => {
  checkCommand();
  const begun = performance.now();
  await build();
  const built = elapsed(begun);
  const corpus = corpusFolder();
  say(corpus ? `With the corpus in ${corpus}` : 'Without a corpus: the rows of its models are left out');
  /** @type {Record<string, import('./bench/table.mjs').Report>} */
  const reports = {};
  for (const name of parts) {
    const start = performance.now();
    const report = await /** @type {() => Promise<import('./bench/table.mjs').Report>} */ (PARTS[name])();
    // Tables refuse what is no number.
    const tables = tablesOf(report);
    reports[name] = report;
    if (!isOnce) say(`\n${tables.map(asText).join('\n')}`);
    say(`${name}: ${report.rows.length} numbers in ${elapsed(start)}`);
  }
  if (!isOnce) say(`\n${summaryOf(Object.values(reports)).join('\n')}`);
  if (writes) {
    writeDocument(reports);
    say('\nWritten: docs/performance.md and docs/performance.svg');
  }
  say(`\nBuilt in ${built}, all in ${elapsed(begun)}`);
});
