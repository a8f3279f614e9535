/**
 * `npm test [-- --changed]`: installs what is missing, builds and checks everything, or with `--changed` what the
 * changes since main concern. The browser tests begin as soon as there is a page; the native tests and clang-tidy run
 * beside them and take only the time that they leave. A failed check does not stop the others. The last line is
 * `N passed, N failed`; the seconds that each check took are kept in build/reports/checks.json.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildWasm, buildWeb, configure } from './lib/build.mjs';
import { changedFiles, EVERYTHING, scopeOf } from './lib/changed.mjs';
import { setUpPackageTools } from './lib/package.mjs';
import { moduleScript, root, run, runMain, Stop, say, step } from './lib/process.mjs';
import { setUp, TEST_NEEDS } from './lib/setup.mjs';

/** @typedef {{passed: number, failed: number, skipped: number, flaky?: number}} Counts */

const total = { passed: 0, failed: 0, skipped: 0 };

/** What was checked, for the report. @type {(Counts & {title: string, seconds: number})[]} */
const checked = [];

/** Where the runners leave their results. */
const reports = join(root, 'build/reports');

/**
 * Runs one check, reports it in a line, and adds it to the total. A check that throws has failed.
 * @param {string} title
 * @param {() => Promise<Counts>} check
 * @returns {Promise<boolean>} whether nothing failed
 */
async function check(title, check) {
  const start = performance.now();
  /** @type {Counts} */
  let counts = { passed: 0, failed: 1, skipped: 0 };
  let problem = '';
  try {
    counts = await check();
  } catch (error) {
    problem = error instanceof Stop ? error.message : String(error instanceof Error ? error.stack : error);
  }
  const { passed, failed, skipped, flaky } = counts;
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  const seconds = Number(((performance.now() - start) / 1000).toFixed(1));
  checked.push({ title, seconds, ...counts });
  const details = [
    `${passed} passed`,
    failed && `${failed} failed`,
    skipped && `${skipped} skipped`,
    flaky && `${flaky} of them flaky`,
  ];
  if (problem) say(`\n${problem}`);
  say(`${failed > 0 ? 'FAILED' : 'ok    '} ${title} (${seconds} s): ${details.filter(Boolean).join(', ')}`);
  return failed === 0;
}

/**
 * Runs a program as one check.
 * @param {string} program
 * @param {string[]} args
 * @param {import('./lib/process.mjs').Options} [options]
 * @returns {Promise<Counts>}
 */
async function single(program, args, options) {
  const { code, output } = await run(program, args, options);
  if (code !== 0) throw new Stop(output);
  return { passed: 1, failed: 0, skipped: 0 };
}

/**
 * Runs a test runner that leaves a report, and reads the counts from that. Failed tests show the
 * runner's output; a runner that fails without a failed test counts as one.
 * @param {string} report file in the reports folder
 * @param {string} program
 * @param {string[]} args
 * @param {(text: string) => Counts} read
 * @param {import('./lib/process.mjs').Options} [options]
 * @returns {Promise<Counts>}
 */
async function runner(report, program, args, read, options) {
  const path = join(reports, report);
  rmSync(path, { force: true });
  const { code, output } = await run(program, args, options);
  let counts;
  try {
    counts = read(readFileSync(path, 'utf8'));
  } catch {
    throw new Stop(`${output}\nNo report from: ${[program, ...args].join(' ')}`);
  }
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  if (counts.failed > 0 || counts.flaky) say(output);
  return counts;
}

/** @param {string} json as GoogleTest writes it @returns {Counts} */
function readGoogleTest(json) {
  /** @type {{testsuites: {testsuite: {status: string, result: string, failures?: unknown[]}[]}[]}} */
  const { testsuites } = JSON.parse(json);
  const tests = testsuites.flatMap(({ testsuite }) => testsuite).filter(({ status }) => status === 'RUN');
  const failed = tests.filter(({ failures }) => failures).length;
  const skipped = tests.filter(({ result }) => result === 'SKIPPED').length;
  return { passed: tests.length - failed - skipped, failed, skipped };
}

/** @param {string} json @returns {Counts} */
function readVitest(json) {
  const results = JSON.parse(json);
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}

/** A test that passed only when it ran again counts as passed, and is named. @param {string} json @returns {Counts} */
function readPlaywright(json) {
  const { expected, unexpected, flaky, skipped } = JSON.parse(json).stats;
  return { passed: expected + flaky, failed: unexpected, skipped, flaky };
}

/** @param {string} script */
const tool = (script) => join(root, 'tools', script);
const node = process.execPath;

/** @type {Promise<void> | undefined} */
let building;

/** What the unit tests take from the native build: fixtures, and poses to compare those of WebAssembly with. */
const FOR_UNIT_TESTS = ['--target', 'write_fixtures', 'pose_hash'];

/** Builds the native tests, or those targets of them, once. @param {string[]} [targets] */
function nativeBuild(targets = []) {
  building ??= (async () => {
    await configure('asan');
    const args = ['--build', '--preset', 'asan', ...targets];
    await step('Building the native tests', 'cmake', args, { idle: true });
  })();
  return building;
}

/** A part of the tests on each core: a process for each test, as ctest has it, takes twice the time. */
async function nativeTests() {
  await nativeBuild();
  const shards = availableParallelism();
  const counts = await Promise.all(
    Array.from({ length: shards }, (_, shard) => {
      const report = `abc_tests-${shard}.json`;
      const args = ['--gtest_brief=1', `--gtest_output=json:${join(reports, report)}`];
      const env = { GTEST_TOTAL_SHARDS: `${shards}`, GTEST_SHARD_INDEX: `${shard}` };
      const program = join(root, 'build/asan/tests/cpp/abc_tests');
      return runner(report, program, args, readGoogleTest, { env, idle: true });
    }),
  );
  /** @param {'passed' | 'failed' | 'skipped'} key */
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** The committed samples are those that the generator makes. */
async function samples() {
  await nativeBuild();
  return single('ctest', ['--preset', 'asan', '-R', '^samples\\.']);
}

/** @param {import('./lib/changed.mjs').Scope} scope */
async function vitest({ native, units }) {
  // That it failed is the native tests' to report.
  await nativeBuild(native ? [] : FOR_UNIT_TESTS).catch(() => {});
  const report = join(reports, 'vitest.json');
  const what = units === 'all' ? ['run'] : ['related', '--run', '--passWithNoTests', ...units];
  const args = [...what, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return runner('vitest.json', node, [moduleScript('vitest/vitest.mjs'), ...args], readVitest);
}

/** @param {'all' | string[]} specs 'all', or their names */
function playwright(specs) {
  const cli = moduleScript('@playwright/test/cli.js');
  const files = specs === 'all' ? [] : specs.map((name) => `/${name}.spec.ts`);
  return runner('playwright.json', node, [cli, 'test', ...files], readPlaywright);
}

/** @param {() => Promise<void>} build @returns {() => Promise<Counts>} */
const asCheck = (build) => async () => {
  await build();
  return { passed: 1, failed: 0, skipped: 0 };
};

/** Format, lint and types, which take seconds. */
async function sources() {
  await check('format', () => single(node, [tool('format.mjs')]));
  await check('lint', () =>
    single(node, [moduleScript('@biomejs/biome/bin/biome'), 'lint', '--error-on-warnings']),
  );
  await check('types', () => single(node, [moduleScript('typescript/bin/tsc'), '--noEmit']));
  await check('types of explain/, cli/ and wasm/js without the DOM', () =>
    single(node, [moduleScript('typescript/bin/tsc'), '--noEmit', '-p', 'tsconfig.no-dom.json']),
  );
  await check('types of the service worker', () =>
    single(node, [moduleScript('typescript/bin/tsc'), '--noEmit', '-p', 'tsconfig.service-worker.json']),
  );
}

/** clang-tidy takes the core that the longer part of the native tests leaves, but none from their compiler. */
async function nativeChecks() {
  // That it failed is the native tests' to report.
  await nativeBuild().catch(() => {});
  const tests = async () => {
    await check('native tests under ASan and UBSan', nativeTests);
    await check('samples as their generator makes them', samples);
  };
  const tidy = () => single(node, [tool('tidy.mjs'), 'wasm'], { idle: true });
  await Promise.all([tests(), check('clang-tidy over the core', tidy)]);
}

/**
 * The page and all that is tested with it.
 * @param {import('./lib/changed.mjs').Scope} scope
 */
async function pageChecks(scope) {
  const { units, specs } = scope;
  if (!(await check('WebAssembly build', asCheck(buildWasm)))) return;
  const page = await check('page and command line build', asCheck(buildWeb));
  // What the unit tests install and run as its users do.
  const published =
    page &&
    check(
      'API with its types and reference',
      asCheck(() => buildWeb('all')),
    );
  if (!page) say('Not run, for want of a page: Playwright');
  else if (specs.length > 0) await check('Playwright (the built page in Chromium)', () => playwright(specs));
  await published;
  if (units.length > 0) await check('Vitest (TypeScript, and the core in WebAssembly)', () => vitest(scope));
}

await runMain(async () => {
  const scope = process.argv.includes('--changed') ? scopeOf(changedFiles()) : EVERYTHING;
  await setUp(TEST_NEEDS);
  // The check of types reads tools/package too, long before its API is built.
  await setUpPackageTools();
  mkdirSync(reports, { recursive: true });
  await Promise.all([sources(), scope.native && nativeChecks(), pageChecks(scope)]);
  writeFileSync(join(reports, 'checks.json'), `${JSON.stringify(checked, null, 2)}\n`);
  if (total.skipped > 0)
    say(
      `\n${total.skipped} skipped (the corpus tests need ../shared/corpus or LITHOSCOPE_CORPUS, the longest LITHOSCOPE_THOROUGH)`,
    );
  say(`\n${total.passed} passed, ${total.failed} failed`);
  if (total.failed > 0) process.exitCode = 1;
});
