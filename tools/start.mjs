/** `npm start`: installs what is missing, builds, and serves the page. `--open` opens a browser. */
import { spawn } from 'node:child_process';
import { buildWasm, buildWeb } from './lib/build.mjs';
import { runMain, say } from './lib/process.mjs';
import { portFromEnvironment, serveDist } from './lib/server.mjs';
import { BUILD_NEEDS, setUp } from './lib/setup.mjs';

/** @param {string} address */
function openBrowser(address) {
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  spawn(opener, [address], { detached: true, stdio: 'ignore' })
    .on('error', () => say(`Could not start a browser (no ${opener}): open the address yourself.`))
    .unref();
}

await runMain(async () => {
  const port = portFromEnvironment(5173);
  await setUp(BUILD_NEEDS);
  await buildWasm();
  await buildWeb();
  const { address } = await serveDist(port);
  say(`\nLithoscope is at ${address}  (Ctrl+C stops it)`);
  if (process.argv.includes('--open')) openBrowser(address);
});
