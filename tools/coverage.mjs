/**
 * `npm run coverage [-- FILE…]`: which lines of the core the native tests run, file by file; of FILE, which these are.
 * Fails below 95 % of any folder, as `npm test` does.
 */
import { join } from 'node:path';
import { check, conclude } from './lib/checks.mjs';
import { coverageOf, emptyProfile, mergedProfile } from './lib/coverage.mjs';
import { root, run, runMain } from './lib/process.mjs';
import { googleTest } from './lib/runners.mjs';
import { needs, setUp } from './lib/setup.mjs';
import { nativeBuild, nativeTest } from './lib/suites.mjs';

await runMain(async () => {
  await setUp([needs.cmake, needs.ninja, needs.clang, needs.googleTest, needs.json]);
  await nativeBuild('test', ['abc_tests']);
  const program = nativeTest('test', 'abc_tests');
  const profile = emptyProfile();
  await check('native tests', googleTest(program, { env: profile.env }));
  const named = process.argv.slice(2);
  if (named.length > 0)
    await run('llvm-cov-14', ['show', ...(await mergedProfile(join(root, program), profile)), ...named], {
      inherit: true,
    });
  await check(
    'lines of the core that the native tests run',
    coverageOf(join(root, program), profile, { files: true }),
  );
  conclude();
});
