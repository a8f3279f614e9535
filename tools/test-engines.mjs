/**
 * `npm run test:engines`: what depends on a browser's own encoders, in another browser than Chromium: films in Firefox.
 * Exit codes: 0 all is as it should be, 1 something is not, 77 Firefox is not there and cannot be installed.
 */
import { buildWasm, buildWeb } from './lib/build.mjs';
import { root, run, runMain, SKIPPED, Stop, say } from './lib/process.mjs';
import { BUILD_NEEDS, needs, setUp } from './lib/setup.mjs';

/** WebGL needs an X server with GLX. */
const SCREEN = '-screen 0 1600x1000x24 +extension GLX';

/** @returns {Promise<boolean>} whether there is a Firefox */
async function findFirefox() {
  try {
    await setUp([needs.firefox]);
    return true;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    say(`Skipped: this needs Firefox and an X server without a screen.\n${error.message}`);
    return false;
  }
}

await runMain(async () => {
  if (!(await findFirefox())) {
    process.exitCode = SKIPPED;
    return;
  }
  await setUp(BUILD_NEEDS);
  await buildWasm();
  await buildWeb();
  say('Films in Firefox …');
  const program = [process.execPath, `${root}/tests/engines/films.mjs`];
  const { code, seconds } = await run('xvfb-run', ['-a', '-s', SCREEN, ...program], { inherit: true });
  say(`${code === 0 ? 'ok    ' : 'FAILED'} films in Firefox (${seconds.toFixed(1)} s)`);
  process.exitCode = code === 0 ? 0 : 1;
});
