/** What an import of a large GLB costs, beside what three.js takes to read it. */
import { say } from '../lib/process.mjs';
import { benchModule } from './modules.mjs';
import { digits } from './table.mjs';

/** @returns {Promise<import('./table.mjs').Report>} */
export async function measureImport() {
  say('Measuring the import …');
  const { benchImport } = await benchModule('import');
  /** @type {import('../../tests/bench/import.ts').ImportTiming} */
  const timing = await benchImport();
  const { version, triangles, joints, animations, bytes, made, read, make, three } = timing;
  const megabytes = (/** @type {number} */ size) => `${(size / 1e6).toFixed(1)} MB`;
  const row = {
    what: `${triangles.toLocaleString('en-US')} triangles, ${joints} joints, ${animations} animations (${megabytes(bytes)}) → v${version} (${megabytes(made)})`,
    value: read + make,
    unit: 'ms',
    beside: `${digits((read + make) / three)} × GLTFLoader: ${digits(three)} ms; ${digits(read)} ms of it reading`,
  };
  return { title: 'an import of a GLB, in Node', rows: [row] };
}
