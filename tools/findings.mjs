/** `npm run docs`: writes docs/findings.md from the catalogues of findings. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alias } from './alias.mjs';
import { buildWasm } from './lib/build.mjs';
import { findingsPage } from './lib/findings-page.mjs';
import { root, runMain, say } from './lib/process.mjs';
import { BUILD_NEEDS, setUp } from './lib/setup.mjs';

await runMain(async () => {
  await setUp(BUILD_NEEDS);
  await buildWasm();
  const { runnerImport } = await import('vite');
  /** @param {string} source */
  const load = async (source) =>
    (await runnerImport(join(root, source), { resolve: { alias }, logLevel: 'warn' })).module;
  /** @param {string} source @param {string} library @param {string} wasm */
  const catalogueOf = async (source, library, wasm) => {
    const module = await load(source);
    const bytes = readFileSync(join(root, 'build/wasm', wasm));
    return (await module[library].load(new Uint8Array(bytes).buffer)).catalogue();
  };
  const catalogue = [
    ...(await catalogueOf('wasm/js/lithoscope.ts', 'Lithoscope', 'lithoscope.wasm')),
    ...(await catalogueOf('wasm/js/dtx.ts', 'DtxLibrary', 'dtx.wasm')),
    ...(await load('web/files/partial/findings.ts')).SLICED_CATALOGUE,
  ];
  writeFileSync(join(root, 'docs/findings.md'), findingsPage(catalogue));
  say(`Wrote docs/findings.md: ${catalogue.length} findings`);
});
