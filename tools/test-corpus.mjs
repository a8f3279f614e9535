/**
 * `npm run test:corpus [FOLDER]`: the tests of real files, which are not part of the project. FOLDER is one of game
 * files, at any depth; without it LITHOSCOPE_CORPUS, else ../shared/corpus. All its models, textures, sprites and
 * archives go through the tests that `npm test` runs over the samples. What tests/corpus knows of particular files runs
 * where those are there.
 * Exit codes: 0 passed, 1 failed, 77 there is no such folder.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildWasm, buildWeb } from './lib/build.mjs';
import { check, conclude } from './lib/checks.mjs';
import { isKnownCorpus } from './lib/corpus.mjs';
import { root, runMain, SKIPPED, say } from './lib/process.mjs';
import { googleTest, playwright, vitest } from './lib/runners.mjs';
import { setUp, TEST_NEEDS } from './lib/setup.mjs';
import { nativeBuild, nativeTest } from './lib/suites.mjs';

await runMain(async () => {
  const named = process.argv[2] ?? process.env.LITHOSCOPE_CORPUS;
  const folder = resolve(named ?? join(root, '../shared/corpus'));
  if (!existsSync(folder)) {
    say(`There are no files to test: no folder ${folder}. Name one: npm run test:corpus -- FOLDER`);
    process.exitCode = SKIPPED;
    return;
  }
  process.env.LITHOSCOPE_CORPUS = folder;
  const known = isKnownCorpus(folder);
  if (!known)
    say(`${folder} is not the corpus that tests/corpus knows: its files go through the tests of any files.`);
  await setUp(TEST_NEEDS);
  await buildWasm();
  await buildWeb('all');
  await check('native tests of the files', async (running) => {
    await nativeBuild('test', ['abc_tests', 'write_fixtures', 'pose_hash']);
    return googleTest(nativeTest('test', 'abc_tests'), { filter: 'Real/*' })(running);
  });
  if (known) {
    await check('native tests of known files', async (running) => {
      await nativeBuild('test', ['corpus_tests']);
      return googleTest(nativeTest('test', 'corpus_tests'))(running);
    });
  }
  const configs = 'tests/corpus';
  await check(
    'Vitest',
    vitest(['run'], { config: `${configs}/vitest.config.ts`, report: 'corpus-vitest.json' }),
  );
  await check(
    'Playwright',
    playwright([], { config: `${configs}/playwright.config.ts`, report: 'corpus-playwright.json' }),
  );
  conclude();
});
