/** GoogleTest, Vitest and Playwright: each is run, watched while it runs, and its report read. */
import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { Failed, reports } from './checks.mjs';
import { moduleScript, root, run } from './process.mjs';

/** @typedef {import('./checks.mjs').Counts} Counts */
/** @typedef {import('./status.mjs').Running} Running */

/** No colours: what is printed is read. */
const PLAIN = { NO_COLOR: '1', FORCE_COLOR: '0' };

/** A word that a shell takes as it is. @param {string} text */
const quoted = (text) => (/^[\w./:=@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/**
 * What of the environment decides on which tests run, as it stands before a command.
 * @param {NodeJS.ProcessEnv} [env] added to ours
 */
function settings(env = {}) {
  const all = { ...process.env, ...env };
  return ['LITHOSCOPE_CORPUS', 'LITHOSCOPE_THOROUGH', 'LITHOSCOPE_DAY']
    .filter((name) => all[name])
    .map((name) => `${name}=${quoted(all[name] ?? '')} `)
    .join('');
}

/**
 * @typedef {object} Runner
 * @property {string} program
 * @property {string[]} args
 * @property {string} report the file that it writes, in the folder of reports
 * @property {string} repeat the command for people that runs all of it
 * @property {(output: string) => string} progress how far it is, of what it has printed
 * @property {(report: string) => Counts} read
 * @property {NodeJS.ProcessEnv} env
 * @property {boolean} [idle] it takes only the time that others leave
 */

/**
 * Runs a test runner that leaves a report, and reads the counts from that. What it printed is shown where a test
 * failed; a runner that fails without a failed test has failed itself.
 * @param {Runner} runner
 * @param {(progress: string) => void} tell
 * @returns {Promise<Counts>}
 */
async function runnerCounts({ program, args, report, repeat, progress, read, env, idle = false }, tell) {
  const path = join(reports, report);
  rmSync(path, { force: true });
  const onOutput = (/** @type {string} */ output) => tell(progress(output));
  const { code, output } = await run(program, args, { env: { ...env, ...PLAIN }, idle, onOutput });
  /** @type {Counts} */
  let counts;
  try {
    counts = read(readFileSync(path, 'utf8'));
  } catch {
    throw new Failed(`${output}\nNo report from: ${[program, ...args].join(' ')}`, repeat);
  }
  const failed = counts.failures?.length ?? 0;
  if (code !== 0 && failed === 0) throw new Failed(output, repeat);
  if (failed > 0 || counts.flaky?.length) process.stdout.write(`${output}\n`);
  return counts;
}

/** @param {RegExp} each @param {string} output */
const countOf = (each, output) => output.match(each)?.length ?? 0;

/** @param {readonly Counts[]} parts @returns {Counts} */
const together = (parts) => ({
  passed: parts.reduce((sum, { passed }) => sum + passed, 0),
  skipped: parts.reduce((sum, { skipped = 0 }) => sum + skipped, 0),
  failures: parts.flatMap(({ failures = [] }) => failures),
});

/**
 * A part of the tests on each core: a process for each test, as ctest has it, takes twice the time.
 * @param {string} program in the checkout
 * @param {{filter?: string, env?: NodeJS.ProcessEnv, part?: string | undefined}} [options] `part`: one of several, as 1/2
 * @returns {(running: Running) => Promise<Counts>}
 */
export const googleTest =
  (program, { filter = '*', env = {}, part } = {}) =>
  async (running) => {
    const processors = availableParallelism();
    const [index = 1, of = 1] = part?.split('/').map(Number) ?? [];
    const done = Array.from({ length: processors }, () => 0);
    const all = Array.from({ length: processors }, () => 0);
    const parts = Array.from({ length: processors }, (_, shard) => {
      const report = `${program.split('/').at(-1)}-${shard}.json`;
      const runner = {
        program: join(root, program),
        args: [`--gtest_filter=${filter}`, `--gtest_output=json:${join(reports, report)}`],
        report,
        repeat: `${settings(env)}${program} --gtest_filter=${quoted(filter)}`,
        read: (/** @type {string} */ json) => readGoogleTest(json, `${settings(env)}${program}`),
        progress(/** @type {string} */ output) {
          all[shard] = Number(/Running (\d+) tests? from/.exec(output)?.[1] ?? 0);
          done[shard] = countOf(/^\[ {2}(?: {5}OK|FAILED {1}|SKIPPED) \]/gm, output);
          const sum = (/** @type {number[]} */ counts) => counts.reduce((total, count) => total + count);
          return `${sum(done)} of ${sum(all)} tests`;
        },
        env: {
          ...env,
          GTEST_TOTAL_SHARDS: `${processors * of}`,
          GTEST_SHARD_INDEX: `${shard * of + index - 1}`,
        },
        idle: true,
      };
      return runnerCounts(runner, (progress) => {
        running.progress = progress;
      });
    });
    return together(await Promise.all(parts));
  };

/** @param {string} json as GoogleTest writes it @param {string} command that runs it @returns {Counts} */
function readGoogleTest(json, command) {
  /** @type {{testsuites: {name: string, testsuite: {name: string, status: string, result: string, failures?: unknown[]}[]}[]}} */
  const { testsuites } = JSON.parse(json);
  const tests = testsuites.flatMap(({ name, testsuite }) =>
    testsuite
      .filter(({ status }) => status === 'RUN')
      .map((test) => ({ ...test, name: `${name}.${test.name}` })),
  );
  const failures = tests
    .filter(({ failures }) => failures)
    .map(({ name }) => ({ name, repeat: `${command} --gtest_filter=${quoted(name)}` }));
  const skipped = tests.filter(({ result }) => result === 'SKIPPED').length;
  return { passed: tests.length - failures.length - skipped, skipped, failures };
}

/**
 * @param {string[]} words of Vitest's command line: what runs
 * @param {{report?: string, config?: string, env?: NodeJS.ProcessEnv}} [options]
 * @returns {(running: Running) => Promise<Counts>}
 */
export const vitest =
  (words, { report = 'vitest.json', config, env = {} } = {}) =>
  (running) => {
    const args = [...words, ...(config ? ['--config', config] : [])];
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, report)}`];
    const runner = {
      program: process.execPath,
      args: [moduleScript('vitest/vitest.mjs'), ...args, ...reporters],
      report,
      repeat: `${settings()}npx vitest ${args.join(' ')}`,
      read: (/** @type {string} */ json) => readVitest(json, config),
      progress: (/** @type {string} */ output) =>
        `${[...output.matchAll(/^ *[✓❯] .*\((\d+) tests?\b/gm)].reduce((sum, [, n]) => sum + Number(n), 0)} tests`,
      env,
    };
    return runnerCounts(runner, (progress) => {
      running.progress = progress;
    });
  };

/** @param {string} json @param {string | undefined} config @returns {Counts} */
function readVitest(json, config) {
  /** @type {{numPassedTests: number, numPendingTests: number, numTodoTests: number, testResults: {name: string, status: string, assertionResults: {status: string, fullName: string}[]}[]}} */
  const results = JSON.parse(json);
  const failures = results.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    const command = `${settings()}npx vitest run ${config ? `--config ${config} ` : ''}${file}`;
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [{ name: file, repeat: command }];
    return failed.map(({ fullName }) => ({
      name: `${file}: ${fullName}`,
      repeat: `${command} -t ${quoted(fullName.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))}`,
    }));
  });
  return {
    passed: results.numPassedTests,
    skipped: results.numPendingTests + results.numTodoTests,
    failures,
  };
}

/**
 * @param {string[]} files of tests, none for all
 * @param {{report?: string, config?: string, only?: string | undefined, part?: string | undefined, env?: NodeJS.ProcessEnv}} [options]
 *     `only`: a tag; `part`: 1/2 is the first of two halves
 * @returns {(running: Running) => Promise<Counts>}
 */
export const playwright =
  (files, { report = 'playwright.json', config, only, part, env = {} } = {}) =>
  (running) => {
    const args = [
      'test',
      ...(config ? ['--config', config] : []),
      ...(only ? ['--grep', only] : []),
      ...(part ? ['--shard', part] : []),
      ...files,
    ];
    const runner = {
      program: process.execPath,
      args: [moduleScript('@playwright/test/cli.js'), ...args],
      report,
      repeat: `${settings(env)}npx playwright ${args.join(' ')}`,
      read: (/** @type {string} */ json) => readPlaywright(json, config, env),
      progress: (/** @type {string} */ output) =>
        `${countOf(/^ +(?:✓|✘|-|ok|x) +\d+ (?!.*\(retry #)/gm, output)} of ${/Running (\d+) tests?/.exec(output)?.[1] ?? '…'} tests`,
      env,
    };
    return runnerCounts(runner, (progress) => {
      running.progress = progress;
    });
  };

/**
 * @typedef {object} Suite
 * @property {string} title
 * @property {{title: string, file: string, line: number, tests: {projectName: string, status: string}[]}[]} [specs]
 * @property {Suite[]} [suites]
 */

/** @param {string} json @param {string | undefined} config @param {NodeJS.ProcessEnv} env @returns {Counts} */
function readPlaywright(json, config, env) {
  /** @type {{config: {rootDir: string}, suites: Suite[], errors?: {message: string}[], stats: {expected: number, flaky: number, skipped: number}}} */
  const report = JSON.parse(json);
  /** @type {(suite: Suite) => NonNullable<Suite['specs']>} */
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
  const tests = report.suites
    .flatMap(specsOf)
    .flatMap(({ tests, ...spec }) => tests.map((test) => ({ ...spec, ...test })));
  const named = (/** @type {string} */ status) =>
    tests
      .filter((test) => test.status === status)
      .map(({ title, file, line, projectName }) => ({
        name: `${file}: ${title}`,
        repeat: [
          `${settings(env)}npx playwright test`,
          config && `--config ${config}`,
          `${relative(root, join(report.config.rootDir, file))}:${line}`,
          projectName && `--project ${projectName}`,
        ]
          .filter(Boolean)
          .join(' '),
      }));
  return {
    passed: report.stats.expected + report.stats.flaky,
    skipped: report.stats.skipped,
    failures: named('unexpected'),
    flaky: named('flaky').map(({ name }) => name),
  };
}
