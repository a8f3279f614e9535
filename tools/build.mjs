/** `npm run build`: the static page in dist/ and the command line in dist-cli/. */
import { buildWasm, buildWeb } from './lib/build.mjs';
import { runMain, say } from './lib/process.mjs';
import { BUILD_NEEDS, setUp } from './lib/setup.mjs';

await runMain(async () => {
  await setUp(BUILD_NEEDS);
  await buildWasm();
  await buildWeb();
  say('Ready: dist/ (the page, for any web server and folder) and dist-cli/ (npx lithoscope)');
});
