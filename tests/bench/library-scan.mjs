/** What reading a library costs the built page: models a second, and what is left of its frames. tools/bench.mjs runs it. */
import { withPage } from './page.mjs';

const MODELS = 1500;

/**
 * @param {string} address of the page
 * @returns {Promise<{ rate: number, frame: number, longest: number, cores: number }>} models a second; the median and
 *   the longest time between two frames meanwhile, ms
 */
export function benchLibraryScan(address) {
  return withPage(async (page) => {
    await page.goto(address);
    // The same three samples again and again, which need no memory.
    await page.evaluate(async (count) => {
      const names = ['clockwork', 'clockwork_base', 'jellyfish'];
      const models = await Promise.all(
        names.map(async (name) => (await fetch(`samples/${name}.abc`)).blob()),
      );
      const dataTransfer = new DataTransfer();
      for (let i = 0; i < count; i++) {
        dataTransfer.items.add(new File([/** @type {Blob} */ (models[i % 3])], `model-${i}.abc`));
      }
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, MODELS);
    const check = page.getByRole('button', { name: 'Check all' });
    await check.waitFor();
    await page.evaluate(() => {
      /** @type {number[]} */
      const frames = [];
      Object.assign(window, { frames });
      const next = (/** @type {number} */ time) => {
        frames.push(time);
        requestAnimationFrame(next);
      };
      requestAnimationFrame(next);
    });
    const begun = Date.now();
    await check.click();
    await page
      .locator('.scan-result', { hasText: `No errors in ${MODELS.toLocaleString('en')} files` })
      .waitFor();
    const seconds = (Date.now() - begun) / 1000;
    const { frames, cores } = await page.evaluate(() => ({
      frames: /** @type {{ frames: number[] }} */ (/** @type {unknown} */ (window)).frames,
      cores: navigator.hardwareConcurrency,
    }));
    const times = frames.slice(1).map((time, i) => time - /** @type {number} */ (frames[i]));
    times.sort((a, b) => a - b);
    return {
      rate: MODELS / seconds,
      frame: times[Math.floor(times.length / 2)] ?? 0,
      longest: times.at(-1) ?? 0,
      cores,
    };
  });
}
