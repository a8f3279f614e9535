/** What a jump in the hex panel costs the built page. tools/bench.mjs runs it. */
import { basename } from 'node:path';
import { mainThreadClock, prepareDrop, withPage } from './page.mjs';

/** Jumps that are measured: from the file's start to its end and back. */
const JUMPS = 100;

/**
 * Time of the main thread for one jump from end to end of a file, milliseconds.
 * @param {string} address of the page
 * @param {string} file path of a model
 * @returns {Promise<number>}
 */
export function benchHexJump(address, file) {
  return withPage(async (page) => {
    await page.goto(address);
    const drop = await prepareDrop(page, file);
    await drop();
    const hex = page.getByRole('grid', { name: basename(file) });
    await hex.focus();
    const busy = await mainThreadClock(page);
    /** @param {number} jumps */
    const jump = (jumps) =>
      hex.evaluate(async (box, jumps) => {
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        for (let i = 0; i < jumps; i++) {
          const key = i % 2 === 0 ? 'End' : 'Home';
          box.dispatchEvent(
            new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true }),
          );
          await frame();
          await frame();
        }
      }, jumps);
    await jump(20);
    const before = await busy();
    await jump(JUMPS);
    return ((await busy()) - before) / JUMPS;
  });
}
