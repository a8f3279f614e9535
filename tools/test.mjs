/**
 * `npm test`: installs what is missing, builds and checks everything. The native half and the web
 * half run side by side; the browser tests, which are sensitive to a busy machine, come last. A failed
 * check does not stop the others. The last line is `N passed, N failed`.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildWasm, buildWeb, configure } from './lib/build.mjs';
import { moduleScript, root, run, runMain, Stop, say, step } from './lib/process.mjs';
import { setUp, TEST_NEEDS } from './lib/setup.mjs';

/** @typedef {{passed: number, failed: number, skipped: number, flaky?: number}} Counts */

const total = { passed: 0, failed: 0, skipped: 0 };

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
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
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
 * @returns {Promise<Counts>}
 */
async function single(program, args) {
  const { code, output } = await run(program, args);
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
 * @param {Record<string, string>} [env]
 * @returns {Promise<Counts>}
 */
async function runner(report, program, args, read, env = {}) {
  const path = join(reports, report);
  rmSync(path, { force: true });
  const { code, output } = await run(program, args, { env });
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

/** Builds the native tests, once: the WebAssembly tests compare poses with the same build. */
function nativeBuild() {
  building ??= (async () => {
    await configure('asan');
    await step('Building the native tests', 'cmake', ['--build', '--preset', 'asan']);
  })();
  return building;
}

async function nativeTests() {
  await nativeBuild();
  const shards = availableParallelism();
  const counts = await Promise.all([
    ...Array.from({ length: shards }, (_, shard) => googleTest('abc_tests', shard, shards)),
    googleTest('abc_work_tests'),
  ]);
  /** @param {'passed' | 'failed' | 'skipped'} key */
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/**
 * Runs a part of a program of tests in one process: one for each test, as ctest has it, takes twice the time.
 * @param {string} program
 */
function googleTest(program, shard = 0, shards = 1) {
  const report = `${program}-${shard}.json`;
  const args = ['--gtest_brief=1', `--gtest_output=json:${join(reports, report)}`];
  const env = { GTEST_TOTAL_SHARDS: String(shards), GTEST_SHARD_INDEX: String(shard) };
  return runner(report, join(root, 'build/asan/tests/cpp', program), args, readGoogleTest, env);
}

/** The committed samples are those that the generator makes. */
async function samples() {
  await nativeBuild();
  return single('ctest', ['--preset', 'asan', '-R', '^samples\\.']);
}

async function vitest() {
  // That it failed is the native tests' to report.
  await nativeBuild().catch(() => {});
  const report = join(reports, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return runner('vitest.json', node, [moduleScript('vitest/vitest.mjs'), ...args], readVitest);
}

function playwright() {
  const cli = moduleScript('@playwright/test/cli.js');
  return runner('playwright.json', node, [cli, 'test'], readPlaywright);
}

/** @param {() => Promise<void>} build @returns {() => Promise<Counts>} */
const asCheck = (build) => async () => {
  await build();
  return { passed: 1, failed: 0, skipped: 0 };
};

async function sourcesAndNative() {
  await check('format', () => single(node, [tool('format.mjs')]));
  await check('lint', () =>
    single(node, [moduleScript('@biomejs/biome/bin/biome'), 'lint', '--error-on-warnings']),
  );
  await check('types', () => single(node, [moduleScript('typescript/bin/tsc'), '--noEmit']));
  await check('native tests under ASan and UBSan', nativeTests);
  await check('samples as their generator makes them', samples);
  await check('clang-tidy over the core', () => single(node, [tool('tidy.mjs'), 'wasm']));
}

/** @returns {Promise<boolean>} whether there is a page to test in the browser */
async function wasmAndPage() {
  const wasm = await check('WebAssembly build', asCheck(buildWasm));
  if (!wasm) return false;
  const page = await check('page and command line build', asCheck(buildWeb));
  await check('Vitest (TypeScript, and the core in WebAssembly)', vitest);
  return page;
}

await runMain(async () => {
  await setUp(TEST_NEEDS);
  mkdirSync(reports, { recursive: true });
  const [, page] = await Promise.all([sourcesAndNative(), wasmAndPage()]);
  if (page) {
    await check('Playwright (the built page in Chromium)', playwright);
  } else {
    say('Not run, for want of a page: Playwright');
  }
  if (total.skipped > 0)
    say(`\n${total.skipped} skipped (the corpus tests need ../shared/corpus or LITHOSCOPE_CORPUS)`);
  say(`\n${total.passed} passed, ${total.failed} failed`);
  if (total.failed > 0) process.exitCode = 1;
});
