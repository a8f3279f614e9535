/**
 * `npm run docs`: writes the parts of docs/ that follow from the core (findings, field tables, worked examples), and the lines
 * of links into the sources.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alias } from './alias.mjs';
import { buildWasm } from './lib/build.mjs';
import { root, runMain, say } from './lib/process.mjs';
import { BUILD_NEEDS, setUp } from './lib/setup.mjs';

await runMain(async () => {
  await setUp(BUILD_NEEDS);
  await buildWasm();
  const { runnerImport } = await import('vite');
  const source = join(root, 'tools/docs/all-pages.ts');
  const { pages } = (await runnerImport(source, { resolve: { alias }, logLevel: 'warn' })).module;
  for (const [path, text] of pages) writeFileSync(join(root, path), text);
  say(`Wrote ${[...pages.keys()].join(', ')}`);
});
