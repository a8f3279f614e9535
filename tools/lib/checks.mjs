/** The checks of a test run: each is counted and timed, and those that failed are named at the end with what repeats them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, Stop } from './process.mjs';
import { Running, say } from './status.mjs';

/**
 * @typedef {object} Failure
 * @property {string} name of the test
 * @property {string} repeat the command that runs it again
 */

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} [skipped]
 * @property {Failure[]} [failures]
 * @property {string[]} [flaky] those that passed only when they ran again
 */

/** Where the runners leave their results. */
export const reports = join(root, 'build/reports');

/** A run that did not come to its end or whose program failed; the message is what it printed. */
export class Failed extends Stop {
  /** @param {string} output @param {string} repeat the command that runs it again */
  constructor(output, repeat) {
    super(output);
    this.repeat = repeat;
  }
}

/** At most so many failed tests are named. */
const MOST_NAMED = 40;

/** @type {{title: string, seconds: number, passed: number, failed: number, skipped: number}[]} */
const checked = [];

/** @type {Failure[]} */
const failures = [];

/**
 * Runs one check and reports it in a line. A check that throws has failed.
 * @param {string} title
 * @param {(running: Running) => Promise<Counts>} work
 * @returns {Promise<boolean>} whether nothing failed
 */
export async function check(title, work) {
  const running = new Running(title);
  /** @type {Counts} */
  let counts = { passed: 0 };
  try {
    counts = await running.with(() => work(running));
  } catch (error) {
    const repeat = error instanceof Failed ? error.repeat : 'npm test';
    counts = { passed: 0, failures: [{ name: title, repeat }] };
    say(`\n${error instanceof Stop ? error.message : error instanceof Error ? error.stack : error}`);
  }
  running.end();
  const { passed, skipped = 0, failures: failed = [], flaky = [] } = counts;
  const seconds = Number(running.seconds.toFixed(1));
  checked.push({ title, seconds, passed, failed: failed.length, skipped });
  failures.push(...failed);
  const details = [
    `${passed} passed`,
    failed.length > 0 && `${failed.length} failed`,
    skipped > 0 && `${skipped} skipped`,
    flaky.length > 0 && `${flaky.length} passed at the second try: ${flaky.join('; ')}`,
  ];
  say(
    `${failed.length > 0 ? 'FAILED' : 'ok    '} ${title} (${seconds} s): ${details.filter(Boolean).join(', ')}`,
  );
  return failed.length === 0;
}

/**
 * A program that is one check.
 * @param {string} program
 * @param {string[]} args
 * @param {import('./process.mjs').Options & {repeat?: string}} [options] `repeat`: the command for people
 * @returns {() => Promise<Counts>}
 */
export const single =
  (program, args, { repeat = [program, ...args].join(' '), ...options } = {}) =>
  async () => {
    const { code, output } = await run(program, args, options);
    if (code !== 0) throw new Failed(output, repeat);
    return { passed: 1 };
  };

/** Something that is built, as a check. @param {() => Promise<void>} build @returns {() => Promise<Counts>} */
export const built = (build) => async () => {
  await build();
  return { passed: 1 };
};

/**
 * Ends the run: names what failed, tells the total in the last line, `N passed, N failed`, and keeps the seconds of
 * each check in build/reports/checks.json.
 */
export function conclude() {
  mkdirSync(reports, { recursive: true });
  writeFileSync(join(reports, 'checks.json'), `${JSON.stringify(checked, null, 2)}\n`);
  if (failures.length > 0) {
    say('\nFailed, each with the command that repeats it:');
    for (const { name, repeat } of failures.slice(0, MOST_NAMED)) say(`  ${name}\n      ${repeat}`);
    if (failures.length > MOST_NAMED) say(`  and ${failures.length - MOST_NAMED} more`);
    process.exitCode = 1;
  }
  const sum = (/** @type {'passed' | 'skipped'} */ key) =>
    checked.reduce((total, counts) => total + counts[key], 0);
  const skipped = sum('skipped');
  say(`\n${sum('passed')} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
}
