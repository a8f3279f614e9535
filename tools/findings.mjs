/** `npm run docs`: writes docs/findings.md from the catalogue of findings in the core. */
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
  const { module } = await runnerImport(join(root, 'wasm/lithoscope.ts'), {
    resolve: { alias },
    logLevel: 'warn',
  });
  const wasm = readFileSync(join(root, 'build/wasm/lithoscope.wasm'));
  const lithoscope = await module.Lithoscope.load(new Uint8Array(wasm).buffer);
  const catalogue = lithoscope.catalogue();
  writeFileSync(join(root, 'docs/findings.md'), findingsPage(catalogue));
  say(`Wrote docs/findings.md: ${catalogue.length} findings`);
});
