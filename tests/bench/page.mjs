/** The built page in a browser, for benchmarks. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from '../../tools/chromium.mjs';

/**
 * Runs `use` with a fresh page of a fresh browser: nothing is cached or warm.
 * @template T
 * @param {(page: import('@playwright/test').Page) => Promise<T>} use
 */
export async function withPage(use) {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS });
  try {
    // What is kept for later visits is fetched at leisure: it is no part of what is measured.
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
    // A model at rest is measured; what playing costs is measured by itself.
    await page.addInitScript(() => localStorage.setItem('lithoscope.play-on-open', 'false'));
    return await use(page);
  } finally {
    await browser.close();
  }
}

/**
 * Hands files to the page; the function returned drops them.
 * @param {import('@playwright/test').Page} page
 * @param {...string} files paths of a model and what belongs to it
 */
export async function prepareDrop(page, ...files) {
  const contents = files.map((file) => ({
    name: basename(file),
    base64: readFileSync(file).toString('base64'),
  }));
  const transfer = await page.evaluateHandle((contents) => {
    const data = new DataTransfer();
    for (const { name, base64 } of contents) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], name));
    }
    return data;
  }, contents);
  return () => page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

/**
 * Opens the start page and moves the mouse on it, after which it is ready for a file.
 * @param {import('@playwright/test').Page} page
 * @param {string} address
 */
export async function arrive(page, address) {
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.mouse.move(9, 9);
  await page.locator('.panels').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
}

/** Script, style and layout. */
const WORK = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];

/**
 * A clock of the main thread's work (script, style, layout), milliseconds of the processor. Other programs do not change
 * it. Frame times would measure the machine's software renderer instead.
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<() => Promise<number>>}
 */
export const mainThreadClock = (page) => clockOf(page, WORK, 'threadTicks');

/**
 * The same with what the main thread waits for: graphics, which the processor draws here.
 * @param {import('@playwright/test').Page} page
 */
export const waitingClock = (page) => clockOf(page, WORK, 'timeTicks');

/**
 * A clock of all tasks of the main thread, milliseconds: those that go on after a promise too, which the others leave out.
 * @param {import('@playwright/test').Page} page
 */
export const taskClock = (page) => clockOf(page, ['TaskDuration'], 'timeTicks');

/**
 * @param {import('@playwright/test').Page} page
 * @param {string[]} counted metrics of the browser
 * @param {'timeTicks' | 'threadTicks'} timeDomain
 */
async function clockOf(page, counted, timeDomain) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.reduce((sum, { name, value }) => sum + (counted.includes(name) ? value * 1000 : 0), 0);
  };
}

/** What a task of the main thread took, milliseconds: of the processor, and by the clock, with what it waited for. @typedef {{cpu: number, clock: number}} Task */

/**
 * Measures the longest task of the main thread in what is done: so long the page stands still. It is the longest by time
 * of the processor, since the page waits for graphics, which the processor draws here.
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<(act: () => Promise<void>) => Promise<Task>>}
 */
export async function longestTaskIn(page) {
  const session = await page.context().newCDPSession(page);
  /** @type {any[]} */
  let events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  return async (act) => {
    events = [];
    await session.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: ['toplevel'] },
    });
    await act();
    const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
    await session.send('Tracing.end');
    await complete;
    const main = new Set(
      events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(thread),
    );
    const tasks = events.filter((event) => event.tdur !== undefined && main.has(thread(event)));
    if (tasks.length === 0) throw new Error('The trace has no task of the main thread.');
    const longest = tasks.reduce((longest, task) => (task.tdur > longest.tdur ? task : longest));
    return { cpu: longest.tdur / 1000, clock: longest.dur / 1000 };
  };
}

/** @param {{pid: number, tid: number}} event */
const thread = ({ pid, tid }) => `${pid} ${tid}`;
