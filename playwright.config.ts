import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from './tools/chromium.mjs';

const port = Number(process.env.PORT ?? 5183);

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: 2,
  // Software rendering on two busy cores: slow is no failure.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  // A failed test runs once more, with a trace; one that passes then is reported as flaky, in words.
  retries: 1,
  forbidOnly: process.env.CI === 'true',
  reporter: [['list'], ['json', { outputFile: 'build/reports/playwright.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${port}/`,
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: chromiumPath,
      args: CHROMIUM_ARGS,
    },
    trace: 'on-first-retry',
  },
  // The production build behind the real policy; `exec` so that the server dies with the runner.
  webServer: {
    command: 'exec node tools/serve.mjs',
    url: `http://localhost:${port}/`,
    env: { PORT: String(port) },
    reuseExistingServer: false,
  },
});
