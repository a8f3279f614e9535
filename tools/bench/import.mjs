/** What an import of a large GLB costs, beside what three.js takes to read it. */
import { join } from 'node:path';
import { alias } from '../alias.mjs';
import { root, say } from '../lib/process.mjs';
import { digits } from './table.mjs';

/** @typedef {import('./table.mjs').Table} Table */

/** @returns {Promise<Table>} */
export async function measureImport() {
  say('Measuring the import …');
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, 'tests/bench/import.ts'), {
    logLevel: 'warn',
    resolve: { alias },
  });
  /** @type {string[][]} */
  const rows = [];
  for (const one of await module.benchImport([12])) {
    const { version, triangles, joints, animations, bytes, made, read, make, three } = one;
    const what = `${triangles.toLocaleString('en')} triangles, ${joints} joints, ${animations} animations (${(bytes / 1e6).toFixed(1)} MB) → v${version}`;
    rows.push([
      `${what} (${(made / 1e6).toFixed(1)} MB)`,
      digits(read + make),
      '–',
      'ms',
      `${digits((read + make) / three)} × GLTFLoader: ${digits(three)} ms; ${digits(read)} ms of it reading`,
    ]);
  }
  return { head: ['what an import of a GLB costs', 'measured', 'budget', 'unit', 'beside it'], rows };
}
