/** Which lines of the core the native tests run, by clang's source-based coverage. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Failed } from './checks.mjs';
import { root, run, Stop, say } from './process.mjs';

const CORE = [
  'core',
  'abc',
  'dtx',
  'rez',
  'spr',
  'ltb',
  'lta',
  'gltf',
  'compile',
  'import',
  'drafting',
  'export',
  'merge',
  'convert',
  'retarget',
].map((room) => `wasm/${room}`);
const LEAST_PERCENT = 95;

/** @typedef {{count: number, covered: number}} Lines */

/** Where runs leave what they ran, and what they are told of it. @typedef {{folder: string, env: NodeJS.ProcessEnv}} Profile */

const NONE = { count: 1, covered: 0 };

/** @param {Lines} lines */
const percent = ({ count, covered }) => (100 * covered) / count;

/** @param {string} name @param {Lines} lines */
const row = (name, lines) =>
  `  ${name.padEnd(24)} ${percent(lines).toFixed(1).padStart(6)} %  ${String(lines.count - lines.covered).padStart(5)} of ${lines.count} lines not run`;

/**
 * A folder in which nothing is yet, for what runs leave.
 * @returns {Profile}
 */
export function emptyProfile() {
  const folder = join(root, 'build/test/profile');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return { folder, env: { LLVM_PROFILE_FILE: join(folder, 'tests-%p.profraw') } };
}

/**
 * Merges what the runs of a program left.
 * @param {string} program
 * @param {Profile} profile
 * @returns {Promise<string[]>} arguments of llvm-cov
 */
export async function mergedProfile(program, { folder }) {
  const merged = join(folder, 'tests.profdata');
  const raw = readdirSync(folder).filter((name) => name.endsWith('.profraw'));
  const paths = raw.map((name) => join(folder, name));
  const { code, output } = await run('llvm-profdata-14', ['merge', '-sparse', ...paths, '-o', merged]);
  if (code !== 0) throw new Stop(output);
  return [program, `-instr-profile=${merged}`];
}

/**
 * A check that says how much of each folder of the core was run, and fails when it is less than 95 % of one. The bindings
 * have a test instead (tests/web/core/bindings.test.ts), since they run in WebAssembly only.
 * @param {string} program
 * @param {Profile} profile
 * @param {{files?: boolean}} [options] `files`: says it of each file too
 */
export const coverageOf =
  (program, profile, { files: shown = false } = {}) =>
  async () => {
    const merged = await mergedProfile(program, profile);
    const { code, output } = await run('llvm-cov-14', ['export', '-summary-only', ...merged, ...CORE]);
    if (code !== 0) throw new Stop(output);
    /** @type {{data: [{files: {filename: string, summary: {lines: Lines}}[]}]}} */
    const { data } = JSON.parse(output);
    const prefix = join(root, 'wasm/');
    const files = data[0].files
      .map(({ filename, summary }) => ({ path: resolve(root, filename), lines: summary.lines }))
      // Of an inline function in a header the linker may have taken the copy of a test, which is not counted.
      .filter(({ path }) => path.startsWith(prefix) && path.endsWith('.cpp'));
    /** @type {Map<string, Lines>} */
    const totals = new Map(CORE.map((folder) => [folder, { count: 0, covered: 0 }]));
    for (const { path, lines } of files) {
      const name = path.slice(prefix.length);
      if (shown) say(row(name, lines));
      const total = totals.get(join('wasm', dirname(name)));
      if (!total) continue;
      total.count += lines.count;
      total.covered += lines.covered;
    }
    for (const [folder, total] of totals) say(row(folder, total));
    const few = CORE.filter((folder) => percent(totals.get(folder) ?? NONE) < LEAST_PERCENT);
    if (few.length > 0)
      throw new Failed(`Less than ${LEAST_PERCENT} % of ${few.join(', ')} is tested.`, 'npm run coverage');
    return { passed: 1 };
  };
