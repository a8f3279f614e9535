/**
 * `npm run test:thorough`: what `npm test` has no time for: the native tests under AddressSanitizer and
 * UndefinedBehaviorSanitizer, more of every space that tests sample (LITHOSCOPE_THOROUGH), the browser tests tagged
 * @thorough, and clang-tidy. Of the largest spaces it takes another part each day: LITHOSCOPE_DAY, in days since 1970,
 * repeats that of another one.
 */
import { join } from 'node:path';
import { check, conclude, single } from './lib/checks.mjs';
import { setUpPackageTools } from './lib/package.mjs';
import { root, runMain, say } from './lib/process.mjs';
import { setUp, TEST_NEEDS, TIDY_NEEDS } from './lib/setup.mjs';
import { nativeChecks, pageChecks } from './lib/suites.mjs';

process.env.LITHOSCOPE_THOROUGH = '1';
process.env.LITHOSCOPE_DAY ??= `${Math.floor(Date.now() / 86_400_000)}`;

const tidy = () =>
  check(
    'clang-tidy over the core',
    single(process.execPath, [join(root, 'tools/tidy.mjs'), 'wasm'], {
      idle: true,
      repeat: 'npm run tidy -- wasm',
    }),
  );

await runMain(async () => {
  say(`LITHOSCOPE_DAY=${process.env.LITHOSCOPE_DAY}`);
  await setUp([...TEST_NEEDS, ...TIDY_NEEDS]);
  await setUpPackageTools();
  await Promise.all([
    nativeChecks('asan').then(tidy),
    pageChecks('asan', { native: true, units: 'all', specs: 'all', only: '@thorough' }),
  ]);
  conclude();
});
