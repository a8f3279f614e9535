/**
 * `npm run docs`: writes the parts of docs/ that follow from the core (findings, field tables, worked examples), and the lines
 * of links into the sources.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alias } from './alias.mjs';
import { buildWasm } from './lib/build.mjs';
import { root, runMain, say } from './lib/process.mjs';
import { BUILD_NEEDS, setUp } from './lib/setup.mjs';

await runMain(async () => {
  await setUp(BUILD_NEEDS);
  await buildWasm();
  const { runnerImport } = await import('vite');
  /** @param {string} source */
  const load = async (source) =>
    (await runnerImport(join(root, source), { resolve: { alias }, logLevel: 'warn' })).module;
  /** @param {string} name */
  const wasm = (name) => new Uint8Array(readFileSync(join(root, 'build/wasm', name))).buffer;
  const { writtenPages } = await load('tools/docs/pages.ts');
  const { linkedPages } = await load('tools/docs/source-links.ts');
  const { Lithoscope } = await load('wasm/js/lithoscope.ts');
  const { DtxLibrary } = await load('wasm/js/dtx.ts');
  const { RezLibrary } = await load('wasm/js/rez.ts');
  const written = await writtenPages(
    await Lithoscope.load(wasm('lithoscope.wasm')),
    await DtxLibrary.load(wasm('dtx.wasm')),
    await RezLibrary.load(wasm('rez.wasm')),
  );
  const pages = new Map([...written, ...linkedPages()]);
  for (const [path, text] of pages) writeFileSync(join(root, path), text);
  say(`Wrote ${[...pages.keys()].join(', ')}`);
});
