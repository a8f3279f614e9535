/**
 * `npm run test:corpus [FOLDER]`: the tests of real files, which are not part of the project. FOLDER is one of game
 * files, at any depth; without it LITHOSCOPE_CORPUS, else ../shared/corpus. All its models, textures, sprites and
 * archives go through the tests that `npm test` runs over the samples. What tests/corpus knows of particular files runs
 * where those are there.
 * Exit codes: 0 passed, 1 failed, 77 there is no such folder.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildWasm, buildWeb } from './lib/build.mjs';
import { built, check, conclude } from './lib/checks.mjs';
import { root, runMain, SKIPPED, say } from './lib/process.mjs';
import { googleTest, playwright, vitest } from './lib/runners.mjs';
import { setUp, TEST_NEEDS } from './lib/setup.mjs';
import { nativeBuild, nativeTest } from './lib/suites.mjs';

/** Tests that take their files from here run over those of the corpus too. */
const TAKES_FILES = /from '[^']*support\/real-files\.ts'/;

/** @param {string} folder @param {string} ending @returns {string[]} tests that take real files */
const overFiles = (folder, ending) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => TAKES_FILES.test(readFileSync(join(root, path), 'utf8')));

/** Where tests/corpus knows the files by their names. @param {string} folder */
const isKnown = (folder) => existsSync(join(folder, 'nolf/expected'));

await runMain(async () => {
  const named = process.argv[2] ?? process.env.LITHOSCOPE_CORPUS;
  const folder = resolve(named ?? join(root, '../shared/corpus'));
  if (!existsSync(folder)) {
    say(`There are no files to test: no folder ${folder}. Name one: npm run test:corpus -- FOLDER`);
    process.exitCode = SKIPPED;
    return;
  }
  process.env.LITHOSCOPE_CORPUS = folder;
  const known = isKnown(folder);
  if (!known) say(`${folder} is not the corpus that tests/corpus knows: its files go through the tests of any files.`);
  await setUp(TEST_NEEDS);
  await buildWasm();
  await buildWeb('all');
  await check('native tests of the files', async (running) => {
    await nativeBuild(['abc_tests', 'write_fixtures', 'pose_hash']);
    return googleTest(nativeTest('abc_tests'), { filter: 'Real/*' })(running);
  });
  if (known) {
    await check('native tests of known files', async (running) => {
      await nativeBuild(['corpus_tests']);
      return googleTest(nativeTest('corpus_tests'))(running);
    });
  }
  const units = [...overFiles('tests/web', '.test.ts'), ...(known ? ['tests/corpus/web'] : [])];
  await check('Vitest', vitest(['run', '--config', 'tests/corpus/vitest.config.ts', ...units], { report: 'corpus-vitest.json' }));
  const specs = [...overFiles('tests/e2e', '.spec.ts'), ...(known ? ['tests/corpus/e2e'] : [])];
  await check(
    'Playwright',
    playwright(specs, { config: 'tests/corpus/playwright.config.ts', report: 'corpus-playwright.json' }),
  );
  conclude();
});
