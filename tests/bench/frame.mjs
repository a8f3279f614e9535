/** What a playing frame costs the built page, and that an idle one costs nothing. tools/bench.mjs runs it. */
import { prepareDrop, withPage } from './page.mjs';
import { median, rounds } from './rounds.mjs';
import { countTypedArrays } from './typed-arrays.mjs';

/** Frames that are measured, after those that warm up. */
const FRAMES = rounds(150, 10);
const WARM_UP = rounds(40, 10);

/** For the start of a page: notes how long the callbacks of each frame take. */
export function timeFrames() {
  /** Milliseconds of all callbacks of a frame, by its time. @type {Map<number, number>} */
  const frames = new Map();
  Object.assign(window, { frames });
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    request((time) => {
      const begun = performance.now();
      callback(time);
      frames.set(time, (frames.get(time) ?? 0) + performance.now() - begun);
    });
}

/** @param {import('@playwright/test').Page} page @param {number} count */
export function waitFrames(page, count) {
  return page.evaluate(async (count) => {
    for (let i = 0; i < count; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, count);
}

/** Milliseconds of each of the frames to come, after some that warm up; `timeFrames` was there at the start. @param {import('@playwright/test').Page} page */
export async function frameTimes(page) {
  await waitFrames(page, WARM_UP);
  await page.evaluate(() => /** @type {any} */ (window).frames.clear());
  await waitFrames(page, FRAMES);
  /** @type {number[]} */
  const times = await page.evaluate(() => [.../** @type {any} */ (window).frames.values()]);
  return times;
}

/**
 * Scripting time of a frame while an animation plays: pose, deformation, normals, buffers, timeline; the median,
 * milliseconds; typed arrays that a frame makes, views included; and pictures drawn in as many frames after it has
 * stopped.
 * @param {string} address of the page
 * @param {string} file path of a model with an animation
 * @returns {Promise<{ median: number, typedArrays: number, idlePictures: number, triangles: number }>}
 */
export function benchFrame(address, file) {
  return withPage(async (page) => {
    await page.addInitScript(countTypedArrays);
    await page.addInitScript(timeFrames);
    await page.goto(address);
    const drop = await prepareDrop(page, file);
    await drop();
    const viewport = page.locator('.viewport');
    await page.locator('.viewport[data-pose="-1@0"]').waitFor({ state: 'attached' });
    await page.locator('.scene-canvas').focus();
    await page.keyboard.press('n');
    await page.locator('.viewport[data-pose="0@0"]').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    const wait = (/** @type {number} */ count) => waitFrames(page, count);
    await wait(WARM_UP);
    const typedArrays = () => page.evaluate(() => /** @type {any} */ (window).typedArrays);
    await page.evaluate(() => /** @type {any} */ (window).frames.clear());
    const arraysBefore = await typedArrays();
    await wait(FRAMES);
    const arrays = (await typedArrays()) - arraysBefore;
    const times = await page.evaluate(() => [.../** @type {any} */ (window).frames.values()]);
    await page.keyboard.press('Space');
    await wait(10);
    const drawn = async () => Number(await viewport.getAttribute('data-drawn'));
    const before = await drawn();
    await wait(FRAMES);
    return {
      median: median(times),
      typedArrays: arrays / FRAMES,
      idlePictures: (await drawn()) - before,
      triangles: Number(await viewport.getAttribute('data-triangles')),
    };
  });
}
