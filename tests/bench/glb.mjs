/**
 * A GLB that this project made, as three's own loader shows it, against the model as it is opened here; and how long the
 * conversion takes. tools/bench/glb.mjs runs it.
 */
import { readFileSync } from 'node:fs';
import { frameTimes, timeFrames, waitFrames } from './frame.mjs';
import { prepareDrop, taskClock, withPage } from './page.mjs';
import { median, rounds } from './rounds.mjs';

/** Of so many fresh pages, and of so many conversions, the median is taken. */
const VISITS = rounds(5);
const CONVERSIONS = 1 + rounds(8);

/** What stands still so long is done: frames. */
const STILL = 30;

/** @param {(page: import('@playwright/test').Page) => Promise<number>} visit */
async function medianOf(visit) {
  /** @type {number[]} */
  const times = [];
  for (let i = 0; i < VISITS; i++) times.push(await withPage(visit));
  return median(times);
}

/**
 * Time of the main thread from the bytes of a model and its skins to its picture with them, milliseconds.
 * @param {string} address of the page
 * @param {string[]} files the model first
 */
export function benchModelShown(address, files) {
  return medianOf(async (page) => {
    await page.goto(address, { waitUntil: 'networkidle' });
    const drop = await prepareDrop(page, ...files);
    const busy = await taskClock(page);
    const before = await busy();
    await drop();
    await page.locator('.viewport[data-pose="-1@0"]').waitFor({ state: 'attached' });
    await untilStill(page);
    return (await busy()) - before;
  });
}

/** Until no more is drawn: skins come after the first picture. @param {import('@playwright/test').Page} page */
function untilStill(page) {
  return page.evaluate(async (still) => {
    const drawn = () => document.querySelector('.viewport')?.getAttribute('data-drawn');
    for (let last = drawn(), same = 0; same < still; same++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (drawn() === last) continue;
      last = drawn();
      same = -1;
    }
  }, STILL);
}

/**
 * The same of a GLB, which is loaded whole before it is drawn.
 * @param {string} address of tests/bench/glb-page
 * @param {string} file
 */
export function benchGlbShown(address, file) {
  return medianOf(async (page) => {
    await page.goto(address, { waitUntil: 'networkidle' });
    const show = await prepareShow(page, file);
    const busy = await taskClock(page);
    const before = await busy();
    await show(false);
    await waitFrames(page, STILL);
    return (await busy()) - before;
  });
}

/**
 * Scripting time of a frame while the first animation of a model plays, draw calls included; the median, milliseconds.
 * @param {string} address of the page
 * @param {string} file
 */
export function benchModelPlaying(address, file) {
  return withPage(async (page) => {
    await page.addInitScript(timeFrames);
    await page.goto(address);
    await (await prepareDrop(page, file))();
    await page.locator('.viewport[data-pose="-1@0"]').waitFor({ state: 'attached' });
    await page.locator('.scene-canvas').focus();
    await page.keyboard.press('Space');
    await page.locator('.viewport[data-pose^="0@"]').waitFor({ state: 'attached' });
    return median(await frameTimes(page));
  });
}

/**
 * The same of a GLB.
 * @param {string} address of tests/bench/glb-page
 * @param {string} file
 */
export function benchGlbPlaying(address, file) {
  return withPage(async (page) => {
    await page.addInitScript(timeFrames);
    await page.goto(address);
    await (await prepareShow(page, file))(true);
    return median(await frameTimes(page));
  });
}

/**
 * Milliseconds that the page's worker takes to convert a model, once it is warm.
 * @param {string} address of tests/bench/glb-page
 * @param {string} file
 */
export function benchConversion(address, file) {
  return withPage(async (page) => {
    await page.goto(address);
    const times = await page.evaluate(
      async ({ base64, count }) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const all = [];
        for (let i = 0; i < count; i++)
          all.push(await /** @type {any} */ (window).convert('model.abc', bytes));
        return all;
      },
      { base64: readFileSync(file).toString('base64'), count: CONVERSIONS },
    );
    return { first: times[0] ?? Number.NaN, median: median(times.slice(1)) };
  });
}

/** Hands a GLB to the page; the function returned shows it. @param {import('@playwright/test').Page} page @param {string} file */
async function prepareShow(page, file) {
  const bytes = await page.evaluateHandle(
    (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer,
    readFileSync(file).toString('base64'),
  );
  return (/** @type {boolean} */ plays) =>
    page.evaluate(({ bytes, plays }) => /** @type {any} */ (window).show(bytes, plays), { bytes, plays });
}
