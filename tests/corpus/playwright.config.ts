/** `npm run test:corpus`: the browser tests that take real files, over a folder of them, and those of known files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import config from '../../playwright.config.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tests = join(root, 'tests');

/** Tests that take their files from here run over those of the corpus too. */
const TAKES_FILES = /from '[^']*support\/real-files\.ts'/;

const overFiles = readdirSync(join(tests, 'e2e'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => join(tests, 'e2e', name))
  .filter((path) => TAKES_FILES.test(readFileSync(path, 'utf8')));

export default defineConfig({
  ...config,
  testDir: tests,
  testMatch: [...overFiles, join(tests, 'corpus/e2e/**/*.spec.ts')],
  // These are relative to the configuration's folder.
  outputDir: join(root, 'test-results'),
  reporter: [['list'], ['json', { outputFile: join(root, 'build/reports/corpus-playwright.json') }]],
  webServer: [config.webServer ?? []].flat().map((server) => ({ cwd: root, ...server })),
});
