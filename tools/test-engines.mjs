/**
 * `npm run test:engines [-- chromium|firefox|webkit …] [-- Vitest options]`: the journeys of tests/engines in three
 * browsers, and films, which depend on a browser's own encoders, in Firefox.
 * Exit codes: 0 all is as it should be, 1 something is not, 77 all is as far as it ran, and a browser is not there.
 */
import { buildWasm, buildWeb } from './lib/build.mjs';
import { moduleScript, root, run, runMain, SKIPPED, Stop, say } from './lib/process.mjs';
import { portFromEnvironment, serveDist } from './lib/server.mjs';
import { BUILD_NEEDS, needs, setUp } from './lib/setup.mjs';

/** WebGL needs an X server with GLX. */
const SCREEN = '-screen 0 1600x1000x24 +extension GLX';

/** @type {Record<string, import('./lib/setup.mjs').Need>} */
const ENGINES = { chromium: needs.chromium, firefox: needs.firefox, webkit: needs.webkit };

/** @param {string} name @param {import('./lib/setup.mjs').Need} need @returns {Promise<boolean>} whether it is there */
async function isThere(name, need) {
  try {
    await setUp([need, needs.screen]);
    return true;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    say(`Skipped: ${name}, which needs ${need.name}.\n${error.message}`);
    return false;
  }
}

/**
 * Runs a program inside an X server without a screen.
 * @param {string} title
 * @param {string[]} program
 * @param {NodeJS.ProcessEnv} [env]
 */
async function inScreen(title, program, env = {}) {
  say(`${title} …`);
  const { code, seconds } = await run('xvfb-run', ['-a', '-s', SCREEN, process.execPath, ...program], {
    inherit: true,
    env,
  });
  say(`${code === 0 ? 'ok    ' : 'FAILED'} ${title} (${seconds.toFixed(1)} s)`);
  return code === 0;
}

/** @param {string[]} engines @param {string[]} options of Vitest */
async function runJourneys(engines, options) {
  const { address, close } = await serveDist(portFromEnvironment(5191));
  try {
    const projects = engines.map((name) => `--project=${name}`);
    const vitest = [moduleScript('vitest/vitest.mjs'), 'run', '--config', 'tests/engines/vitest.config.ts'];
    return await inScreen(`Journeys in ${engines.join(', ')}`, [...vitest, ...projects, ...options], {
      LITHOSCOPE_ADDRESS: address,
    });
  } finally {
    close();
  }
}

await runMain(async () => {
  const args = process.argv.slice(2);
  const named = args.filter((arg) => arg in ENGINES);
  const options = args.filter((arg) => !(arg in ENGINES));
  /** @type {string[]} */
  const engines = [];
  /** @type {string[]} */
  const skipped = [];
  for (const [name, need] of Object.entries(ENGINES)) {
    if (named.length > 0 && !named.includes(name)) continue;
    if (await isThere(name, need)) engines.push(name);
    else skipped.push(name);
  }
  if (engines.length > 0) {
    await setUp(BUILD_NEEDS);
    await buildWasm();
    await buildWeb();
    const isFine = [await runJourneys(engines, options)];
    if (engines.includes('firefox') && options.length === 0)
      isFine.push(await inScreen('Films in Firefox', [`${root}/tests/engines/films.mjs`]));
    if (isFine.includes(false)) process.exitCode = 1;
  }
  if (skipped.length === 0) return;
  say(`Did not run: ${skipped.join(', ')}, which the machine has not.`);
  process.exitCode ??= SKIPPED;
});
