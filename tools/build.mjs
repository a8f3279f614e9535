/** `npm run build`: the static page in dist/, command line and API of the npm package in dist-cli/. */
import { buildWasm, buildWeb } from './lib/build.mjs';
import { runMain, say } from './lib/process.mjs';
import { BUILD_NEEDS, setUp } from './lib/setup.mjs';

await runMain(async () => {
  await setUp(BUILD_NEEDS);
  await buildWasm();
  await buildWeb('all');
  say('Ready: dist/ (the page, for any web server and folder) and dist-cli/ (npx lithoscope, and the API)');
});
