/** What a first visit costs: loading the built page, and its first file. tools/bench.mjs runs it. */
import { gzipSync } from 'node:zlib';
import { arrive, mainThreadClock, prepareDrop, waitingClock, withPage } from './page.mjs';
import { median, rounds } from './rounds.mjs';

/** Visits of which the median is taken. */
const VISITS = rounds(5);

/**
 * Bytes, each file gzipped, that the page loads: until it is ready for a drop, and with those that a first model without
 * skins and its panels need. Samples are not counted.
 * @param {string} address of the page
 * @param {string} file path of a model
 * @returns {Promise<{empty: number, model: number}>}
 */
export function benchFirstLoad(address, file) {
  return withPage(async (page) => {
    // Idle time never comes: the workspace is fetched for the drop.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    /** @type {import('@playwright/test').Response[]} */
    const responses = [];
    page.on('response', (response) => responses.push(response));
    const loaded = async () => {
      await page.waitForLoadState('networkidle');
      const counted = responses.filter((response) => !response.url().startsWith(`${address}samples/`));
      const bodies = await Promise.all(counted.map((response) => response.body()));
      return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    };
    await page.goto(address, { waitUntil: 'networkidle' });
    const empty = await loaded();
    await (await prepareDrop(page, file))();
    // Whichever: a model that is opened plays.
    await page.locator('.viewport[data-pose]').waitFor({ state: 'attached' });
    return { empty, model: await loaded() };
  });
}

/**
 * Time of the main thread from the drop of a file to its first picture, milliseconds: that of the processor, and with
 * what it waits for.
 * @param {string} address of the page
 * @param {string} file path of a model
 * @returns {Promise<{work: number, waited: number}>}
 */
export async function benchFirstFrame(address, file) {
  /** @type {number[]} */
  const work = [];
  /** @type {number[]} */
  const waited = [];
  for (let i = 0; i < VISITS; i++) {
    work.push(await withPage((page) => firstFrame(page, address, file, mainThreadClock)));
    waited.push(await withPage((page) => firstFrame(page, address, file, waitingClock)));
  }
  return { work: median(work), waited: median(waited) };
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} address
 * @param {string} file
 * @param {typeof mainThreadClock} clock
 */
async function firstFrame(page, address, file, clock) {
  await arrive(page, address);
  const drop = await prepareDrop(page, file);
  const busy = await clock(page);
  const before = await busy();
  await drop();
  // The bind pose, drawn.
  await page.locator('.viewport[data-pose="-1@0"]').waitFor({ state: 'attached' });
  return (await busy()) - before;
}
