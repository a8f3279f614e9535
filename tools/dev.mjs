/** `npm run dev`: the page with hot reload on its own port. C++ changes need `npm run build`. */
import { buildWasm } from './lib/build.mjs';
import { moduleScript, run, runMain } from './lib/process.mjs';
import { BUILD_NEEDS, setUp } from './lib/setup.mjs';

await runMain(async () => {
  await setUp(BUILD_NEEDS);
  await buildWasm();
  const vite = moduleScript('vite/bin/vite.js');
  const { code } = await run(process.execPath, [vite, ...process.argv.slice(2)], { inherit: true });
  process.exitCode = code;
});
