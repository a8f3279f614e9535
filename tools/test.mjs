/**
 * `npm test [-- --changed]`: installs what is missing, builds and checks everything, or with `--changed` what the
 * changes since main concern. It never looks outside the checkout. The browser tests begin as soon as there is a page;
 * the native tests run beside them and take only the time that they leave. A failed check does not stop the others.
 * The last line is `N passed, N failed`; the seconds of each check are kept in build/reports/checks.json.
 */
import { changedFiles, EVERYTHING, scopeOf } from './lib/changed.mjs';
import { conclude } from './lib/checks.mjs';
import { setUpPackageTools } from './lib/package.mjs';
import { runMain } from './lib/process.mjs';
import { setUp, TEST_NEEDS } from './lib/setup.mjs';
import { nativeChecks, pageChecks, sourceChecks } from './lib/suites.mjs';

// These are for test:corpus and test:thorough: here they would make another run of it.
for (const name of ['LITHOSCOPE_CORPUS', 'LITHOSCOPE_THOROUGH', 'LITHOSCOPE_DAY']) delete process.env[name];

await runMain(async () => {
  const scope = process.argv.includes('--changed') ? scopeOf(changedFiles()) : EVERYTHING;
  await setUp(TEST_NEEDS);
  // The check of types reads tools/package too, long before its API is built.
  await setUpPackageTools();
  await Promise.all([sourceChecks(), scope.native && nativeChecks(), pageChecks(scope)]);
  conclude();
});
