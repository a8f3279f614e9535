/** `npm run test:corpus`: the browser tests that take real files, over a folder of them, and those of known files. */
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import config from '../../playwright.config.ts';
import { isKnownCorpus, testsOverFiles } from '../../tools/lib/corpus.mjs';
import { root } from '../../tools/lib/process.mjs';

const tests = join(root, 'tests');
const known = isKnownCorpus(process.env.LITHOSCOPE_CORPUS) ? [join(tests, 'corpus/e2e/**/*.spec.ts')] : [];

export default defineConfig({
  ...config,
  testDir: tests,
  testMatch: [...testsOverFiles('tests/e2e', '.spec.ts'), ...known],
  // These are relative to the configuration's folder.
  outputDir: join(root, 'test-results'),
  reporter: [['list'], ['json', { outputFile: join(root, 'build/reports/corpus-playwright.json') }]],
  webServer: [config.webServer ?? []].flat().map((server) => ({ cwd: root, ...server })),
});
