/** Running other programs, and telling the user about it. Node built-ins only. */
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Running, say } from './status.mjs';

export { say };

/** The checkout's root folder, without a slash at the end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Exit code of a check that cannot run here, as of other programs that run tests. */
export const SKIPPED = 77;

/** A failure whose message is all that the user needs: no stack trace. */
export class Stop extends Error {}

/**
 * Runs a command's main function; a failure becomes its message and exit code 1.
 * @param {() => Promise<void>} main
 */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(
      `\n${error instanceof Stop ? error.message : error instanceof Error ? error.stack : error}\n`,
    );
    process.exitCode = 1;
  }
}

/** @param {string} program @returns {string | null} its full path */
export function which(program) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, program);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/** What a short command prints, or null when it fails. @param {string} program @param {string[]} args */
export function outputOf(program, args) {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? stdout : null;
}

/**
 * @typedef {object} Result
 * @property {number} code exit code; −1 when it could not be started
 * @property {string} output stdout and stderr, in order
 * @property {number} seconds
 */

/** What runs only when nothing else wants the processor, where the system knows that. */
const NICE = which('nice');

/**
 * @typedef {object} Options
 * @property {NodeJS.ProcessEnv} [env] added to ours
 * @property {boolean} [inherit] its output goes to ours
 * @property {boolean} [idle] it runs when nothing else wants the processor
 * @property {(output: string) => void} [onOutput] is given all of its output so far, whenever there is more
 */

/**
 * Runs a program in the checkout's root.
 * @param {string} program
 * @param {string[]} args
 * @param {Options} [options]
 * @returns {Promise<Result>}
 */
export function run(program, args, { env, inherit = false, idle = false, onOutput } = {}) {
  const start = performance.now();
  const [first, rest] = idle && NICE ? [NICE, ['-n', '19', program, ...args]] : [program, args];
  return new Promise((resolve) => {
    const child = spawn(first, rest, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const finish = (/** @type {number} */ code) =>
      resolve({ code, output, seconds: (performance.now() - start) / 1000 });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
        onOutput?.(output);
      });
    child.on('error', (error) => {
      output += `${error.message}\n`;
      finish(-1);
    });
    child.on('close', (code) => finish(code ?? 1));
  });
}

/**
 * Runs a step of a longer job: one line before it, its output only when it fails. Of Ninja it shows how far it is.
 * @param {string} title
 * @param {string} program
 * @param {string[]} args
 * @param {Options} [options]
 */
export async function step(title, program, args, options) {
  say(`${title} …`);
  const whole = Running.whole();
  const running = whole ?? new Running(title);
  const onOutput = (/** @type {string} */ output) => {
    const [, done, all] = /\[(\d+)\/(\d+)\](?!.*\[\d+\/\d+\])/s.exec(output.slice(-2000)) ?? [];
    if (done) running.progress = `${whole ? `${title}: ` : ''}${done} of ${all}`;
  };
  const { code, output } = await run(program, args, { onOutput, ...options });
  if (whole) whole.progress = '';
  else running.end();
  if (code !== 0) {
    throw new Stop(`${output}\nFailed (exit code ${code}): ${[program, ...args].join(' ')}`);
  }
}

/** The path of a script of an npm package, to be run with `process.execPath`. @param {string} path */
export const moduleScript = (path) => join(root, 'node_modules', path);
