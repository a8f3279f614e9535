/** `npm run test:corpus`: the browser tests that take real files, over a folder of them, and those of known files. */
import { defineConfig } from '@playwright/test';
import config from '../../playwright.config.ts';

export default defineConfig(config, {
  testDir: '..',
  testMatch: ['e2e/**/*.spec.ts', 'corpus/e2e/**/*.spec.ts'],
});
