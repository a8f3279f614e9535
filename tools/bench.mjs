/**
 * `npm run bench [-- --write] [FILE…]`: how fast the core is, natively and in WebAssembly, and what the page, a library,
 * an export and an import cost. `npm run bench -- export`, `import` or `edit` measures exports, imports or changes alone.
 * `--write` puts the results into docs/performance.md.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { frameSteps, peerRatios, targets, times } from './bench/core-report.mjs';
import { writeDocument, writeEdits, writeExport, writeImport } from './bench/document.mjs';
import { measureEdits } from './bench/edit.mjs';
import { measureExport } from './bench/glb.mjs';
import { measureImport } from './bench/import.mjs';
import { measureLibrary } from './bench/library.mjs';
import {
  buildBenchModule,
  buildNative,
  makeModels,
  measureAllocations,
  measureNative,
  measurePeer,
  measureWasm,
} from './bench/measure.mjs';
import { bundle, measurePage } from './bench/page.mjs';
import { asText } from './bench/table.mjs';
import { buildWasm, buildWeb } from './lib/build.mjs';
import { root, runMain, say } from './lib/process.mjs';
import { BENCH_NEEDS, setUp } from './lib/setup.mjs';

const corpus = process.env.LITHOSCOPE_CORPUS ?? resolve(root, '../shared/corpus');

/** Models to measure beside the generated ones: those named, else the samples and the corpus where there is one. */
function otherModels() {
  const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  if (named.length > 0) return named.map((path) => resolve(path));
  const folders = [join(root, 'public'), join(corpus, 'nolf/models'), join(corpus, 'kiss/models')];
  const found = folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => extname(name).toLowerCase() === '.abc')
      .map((name) => join(folder, name)),
  );
  // The largest tell the most.
  return found.sort((a, b) => statSync(b).size - statSync(a).size).slice(0, 5);
}

/** A sample, and the larger of the generated models. @param {string[]} generated */
const peerModels = (generated) => [
  join(root, 'public/samples/clockwork.abc'),
  ...generated.filter((path) => statSync(path).size > 2e6),
];

/** What an export costs, shown and written. */
async function benchExport() {
  const table = await measureExport(corpus);
  say(asText(table));
  if (process.argv.includes('--write')) writeExport(table);
}

/** What an import costs, shown and written. */
async function benchImport() {
  const table = await measureImport();
  say(asText(table));
  if (process.argv.includes('--write')) writeImport(table);
}

/** What changes cost, shown and written. @param {string[]} generated models */
async function benchEdits(generated) {
  const table = await measureEdits(generated);
  say(asText(table));
  if (process.argv.includes('--write')) writeEdits(table);
}

await runMain(async () => {
  await setUp(BENCH_NEEDS);
  await buildWasm();
  if (process.argv.includes('export')) {
    await buildWeb();
    await benchExport();
    return;
  }
  if (process.argv.includes('import')) {
    await benchImport();
    return;
  }
  if (process.argv.includes('edit')) {
    await buildNative('make_bench_models');
    await benchEdits(await makeModels());
    return;
  }
  await buildBenchModule();
  await buildWeb();
  await buildNative();
  const generated = await makeModels();
  const others = otherModels();
  const files = [...generated, ...others];
  const { times: native, allocations: nativeAllocations } = await measureNative(files);
  const { times: wasm, layouts } = await measureWasm(files);
  const allocations = {
    ...(await measureAllocations(join(root, 'public/samples/clockwork.abc'))),
    native: Math.max(...nativeAllocations.values()),
  };
  const results = { files, native, wasm, layouts, allocations };
  const peers = await measurePeer(peerModels(generated));
  say('');
  say(asText(targets(results)));
  say(asText(times(results)));
  say(asText(frameSteps(results)));
  say(asText(peerRatios(peers)));
  const page = await measurePage(corpus);
  say(asText(page));
  const library = await measureLibrary();
  say(asText(library));
  say(asText(bundle()));
  await benchEdits(generated);
  await benchExport();
  await benchImport();
  if (process.argv.includes('--write')) {
    writeDocument({ ...results, files: generated }, peers, page, library);
    say('Written: docs/performance.md and docs/performance.svg');
  }
});
