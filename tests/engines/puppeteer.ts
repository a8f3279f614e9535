/** Chromium by its own protocol, Firefox by WebDriver BiDi. */
import puppeteer, { type KeyInput, type LaunchOptions } from 'puppeteer-core';
import { CHROMIUM_ARGS, chromiumPath } from '../../tools/chromium.mjs';
import { which } from '../../tools/lib/process.mjs';
import { type Engine, keysOf, LONGEST, type Session, type Size } from './session.ts';

const LAUNCH: Record<'chromium' | 'firefox', LaunchOptions> = {
  chromium: { browser: 'chrome', executablePath: chromiumPath, args: CHROMIUM_ARGS, headless: 'shell' },
  firefox: {
    browser: 'firefox',
    executablePath: which('firefox-esr') ?? which('firefox') ?? 'firefox',
    // Without a window it makes no WebGL context.
    headless: false,
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  },
};

export async function puppeteerEngine(name: 'chromium' | 'firefox'): Promise<Engine> {
  const browser = await puppeteer.launch({ ...LAUNCH[name], protocolTimeout: LONGEST });
  return {
    session: async (size) => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      return puppeteerSession(page, size);
    },
    close: () => browser.close(),
  };
}

async function puppeteerSession(page: import('puppeteer-core').Page, size: Size): Promise<Session> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.setViewport({ ...size });
  const hold = async (keys: readonly string[], last: () => Promise<void>) => {
    for (const key of keys) await page.keyboard.down(key as KeyInput);
    await last();
    for (const key of keys) await page.keyboard.up(key as KeyInput);
  };
  return {
    open: async (address) => {
      await page.goto(address, { timeout: LONGEST });
    },
    evaluate: (run, ...args) => page.evaluate(run as never, ...args) as never,
    press: (keys) => {
      const names = keysOf(keys);
      const last = names.pop() ?? '';
      return hold(names, () => page.keyboard.press(last as KeyInput));
    },
    write: (text) => page.keyboard.type(text),
    click: (x, y) => page.mouse.click(x, y),
    screenshot: () => page.screenshot(),
    errors: async () => errors,
    close: () => page.browserContext().close(),
  };
}
