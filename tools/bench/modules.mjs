/** The benchmarks of tests/bench that are TypeScript: they run in Node, on the modules in build/wasm. */
import { join } from 'node:path';
import { alias } from '../alias.mjs';
import { root } from '../lib/process.mjs';

/** @param {string} name of a module of tests/bench */
export async function benchModule(name) {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, `tests/bench/${name}.ts`), {
    logLevel: 'warn',
    resolve: {
      alias: {
        ...alias,
        '@lithoscope/bench-module': join(root, 'build/wasm/bench.js'),
        '@lithoscope/counted-module': join(root, 'build/wasm/counted.js'),
      },
    },
  });
  return module;
}
