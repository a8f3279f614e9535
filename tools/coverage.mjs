/**
 * `npm run coverage`: which lines of the core the native tests run, by clang's source-based coverage.
 * Fails below 95 % of any folder of it; the bindings have a test instead (tests/web/core/bindings.test.ts), since they run
 * in WebAssembly only. The lines themselves: `npm run coverage -- FILE…`.
 */
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { configure } from './lib/build.mjs';
import { root, run, runMain, Stop, say, step } from './lib/process.mjs';
import { needs, setUp } from './lib/setup.mjs';

const CORE = ['wasm/core', 'wasm/abc', 'wasm/dtx', 'wasm/rez', 'wasm/spr'];
const LEAST_PERCENT = 95;

/** @typedef {{count: number, covered: number}} Lines */

const NONE = { count: 1, covered: 0 };

/** @param {Lines} lines */
const percent = ({ count, covered }) => (100 * covered) / count;

/** @param {string} name @param {Lines} lines */
const row = (name, lines) =>
  `  ${name.padEnd(20)} ${percent(lines).toFixed(1).padStart(6)} %  ${String(lines.count - lines.covered).padStart(5)} of ${lines.count} lines not run`;

/** Runs the tests, a share on each core, and gives what they ran, as llvm-cov wants it. */
async function profile() {
  const folder = join(root, 'build/coverage');
  const merged = join(folder, 'tests.profdata');
  const tests = join(folder, 'tests/cpp/abc_tests');
  const shards = availableParallelism();
  say('Running the native tests …');
  const runs = Array.from({ length: shards }, async (_, shard) => {
    const raw = join(folder, `tests-${shard}.profraw`);
    const env = { LLVM_PROFILE_FILE: raw, GTEST_TOTAL_SHARDS: `${shards}`, GTEST_SHARD_INDEX: `${shard}` };
    const { code, output } = await run(tests, ['--gtest_brief=1'], { env });
    if (code !== 0) throw new Stop(output);
    return raw;
  });
  const raw = await Promise.all(runs);
  await step('Reading what they ran', 'llvm-profdata-14', ['merge', '-sparse', ...raw, '-o', merged]);
  return [tests, `-instr-profile=${merged}`];
}

await runMain(async () => {
  await setUp([needs.cmake, needs.ninja, needs.fuzzer, needs.coverage, needs.googleTest, needs.json]);
  await configure('coverage');
  await step('Building the tests for coverage', 'cmake', [
    '--build',
    '--preset',
    'coverage',
    '--target',
    'abc_tests',
  ]);
  const profiled = await profile();

  const named = process.argv.slice(2);
  if (named.length > 0) await run('llvm-cov-14', ['show', ...profiled, ...named], { inherit: true });

  const { code, output } = await run('llvm-cov-14', ['export', '-summary-only', ...profiled, ...CORE]);
  if (code !== 0) throw new Stop(output);
  /** @type {{data: [{files: {filename: string, summary: {lines: Lines}}[]}]}} */
  const { data } = JSON.parse(output);
  const prefix = join(root, 'wasm/');
  const files = data[0].files
    .map(({ filename, summary }) => ({ path: resolve(filename), lines: summary.lines }))
    .filter(({ path }) => path.startsWith(prefix));
  /** @type {Map<string, Lines>} */
  const totals = new Map(CORE.map((folder) => [folder, { count: 0, covered: 0 }]));
  for (const { path, lines } of files) {
    const name = path.slice(prefix.length);
    say(row(name, lines));
    const total = totals.get(join('wasm', dirname(name)));
    if (!total) continue;
    total.count += lines.count;
    total.covered += lines.covered;
  }
  say('');
  for (const [folder, total] of totals) say(row(folder, total));
  const few = CORE.filter((folder) => percent(totals.get(folder) ?? NONE) < LEAST_PERCENT);
  if (few.length > 0) throw new Stop(`Less than ${LEAST_PERCENT} % of ${few.join(', ')} is tested.`);
});
