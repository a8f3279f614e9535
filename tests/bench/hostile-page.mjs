/** What files that are made to cost as much as they can (tests/cpp/support/hostile.cpp) cost the page's main thread. */
import { basename } from 'node:path';
import { longestTaskIn, mainThreadClock, prepareDrop, withPage } from './page.mjs';

/** @typedef {{ms: number, file: string}} Worst */

/** What a user does with an open file; each is timed alone. @type {Record<string, (page: import('@playwright/test').Page) => Promise<void>>} */
const ACTIONS = {
  'show the tab Model': (page) => tab(page, /^Model/),
  'focus the animations': (page) => page.keyboard.press('a'),
  'go to the next problem': (page) => page.keyboard.press('F8'),
  'show the tab Problems': (page) => tab(page, /^Problems/),
  'open the search for bytes': (page) => page.keyboard.press('g'),
  'search for bytes': (page) => page.keyboard.type('s'),
  'close it': (page) => page.keyboard.press('Escape'),
  'open the search': (page) => page.keyboard.press('Control+k'),
  'search for all': (page) => page.keyboard.type('s'),
  'close the search': (page) => page.keyboard.press('Escape'),
  'show the tab Table': (page) => tab(page, /^Table/),
  'show the tree': (page) => tab(page, /^Raw$/),
};

/** @param {import('@playwright/test').Page} page @param {RegExp} name */
const tab = (page, name) => page.getByRole('tab', { name }).first().click();

/** Waits until what an action began has been drawn. @param {import('@playwright/test').Page} page */
const settled = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30))));

/**
 * Opens each file in a page of its own and does every action with it.
 * @param {string} address of the page
 * @param {string[]} files paths of models
 * @returns {Promise<{opening: Worst, action: Worst & {name: string, clock: number}}>} the costliest of all files:
 *   main-thread ms to open it, and the longest task in which an action stops the page, ms of the processor and by the clock
 */
export async function benchHostilePage(address, files) {
  let opening = { ms: 0, file: '' };
  let action = { ms: 0, clock: 0, file: '', name: '' };
  for (const path of files) {
    const file = basename(path, '.abc');
    await withPage(async (page) => {
      await page.goto(address);
      await page.waitForSelector('.empty');
      const drop = await prepareDrop(page, path);
      const clock = await mainThreadClock(page);
      const before = await clock();
      await drop();
      await page.waitForSelector('.app[data-state="file"]');
      await settled(page);
      const ms = (await clock()) - before;
      if (ms > opening.ms) opening = { ms, file };
      // What a search does in slices stops nobody.
      const longest = await longestTaskIn(page);
      for (const [name, act] of Object.entries(ACTIONS)) {
        const { cpu, clock } = await longest(async () => {
          await act(page);
          await settled(page);
        });
        if (cpu > action.ms) action = { ms: cpu, clock, file, name };
      }
    });
  }
  return { opening, action };
}
