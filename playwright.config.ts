import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGS, CHROMIUM_ARGS_WITHOUT_WEBGL, chromiumPath } from './tools/chromium.mjs';

/** What only the whole check runs. */
const left = process.env.LITHOSCOPE_THOROUGH ? [] : [/@thorough/];

const port = Number(process.env.PORT ?? 5183);

const chromium = (args: string[]) => ({ launchOptions: { executablePath: chromiumPath, args } });

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
    // Each test has the page from the server, as it is now; app/offline.spec.ts has the service worker.
    serviceWorkers: 'block',
    trace: 'on-first-retry',
    // What the page is made of is loaded and compiled once for many tests: a third of the time of most of them.
    reuseContext: true,
  },
  // What looks at the picture is tagged and has WebGL; all else saves the time that drawing takes.
  projects: [
    { name: 'gl', grep: /@gl/, grepInvert: left, use: chromium(CHROMIUM_ARGS) },
    {
      name: 'plain',
      grepInvert: [/@gl/, ...left],
      use: chromium(CHROMIUM_ARGS_WITHOUT_WEBGL),
    },
  ],
  snapshotPathTemplate: '{testDir}/{testFilePath}-snapshots/{arg}-{platform}{ext}',
  // The production build behind the real policy; `exec` so that the server dies with the runner.
  webServer: {
    command: 'exec node tools/serve.mjs',
    url: `http://localhost:${port}/`,
    env: { PORT: String(port) },
    reuseExistingServer: false,
  },
});
