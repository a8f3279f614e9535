/**
 * `npm run test:thorough`: what `npm test` has no time for: the native tests under AddressSanitizer and
 * UndefinedBehaviorSanitizer, in 32 bits as in WebAssembly where the processor can; the tests that sample a space, with
 * more of it (LITHOSCOPE_THOROUGH); the browser tests tagged @thorough; and clang-tidy. Of the largest spaces it takes
 * another part each day: LITHOSCOPE_DAY, in days since 1970, repeats that of another one. Where that is set, as in
 * .ci/run, it takes a seventh of the browser tests and of the native tests with larger samples, a fifth of the
 * sanitized ones, and other ones on the next day.
 */
import { join } from 'node:path';
import { check, conclude, single } from './lib/checks.mjs';
import { setUpPackageTools } from './lib/package.mjs';
import { root, runMain, say } from './lib/process.mjs';
import { needs, setUp, TEST_NEEDS, TIDY_NEEDS } from './lib/setup.mjs';
import { pageChecks, thoroughNativeChecks } from './lib/suites.mjs';

process.env.LITHOSCOPE_THOROUGH = '1';

/** The part of a day, where each takes one of so many. @param {number} count @returns {string | undefined} */
const partOf = (count) =>
  process.env.LITHOSCOPE_DAY ? `${(Number(process.env.LITHOSCOPE_DAY) % count) + 1}/${count}` : undefined;
/** Of the browser tests, and of the native ones with larger samples. An odd number: some tests alternate from day to day. */
const part = partOf(7);
const parts = { larger: part, sanitized: partOf(5) };
process.env.LITHOSCOPE_DAY ??= `${Math.floor(Date.now() / 86_400_000)}`;

/** Unit tests that take more of what they sample import this. */
const SAMPLING = 'tests/web/support/thorough.ts';

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
  const has32Bits = process.arch === 'x64';
  await setUp([...TEST_NEEDS, ...TIDY_NEEDS, needs.compiler, ...(has32Bits ? [needs.compiler32] : [])]);
  await setUpPackageTools();
  await Promise.all([
    thoroughNativeChecks(has32Bits ? 'asan32' : 'asan', parts).then(tidy),
    pageChecks({ native: true, units: [SAMPLING], specs: 'all', only: '@thorough', part }),
  ]);
  conclude();
});
