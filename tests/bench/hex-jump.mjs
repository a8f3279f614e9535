/** What a jump in the hex panel costs the built page. tools/bench.mjs runs it. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from '../../tools/chromium.mjs';

/** Jumps that are measured: from the file's start to its end and back. */
const JUMPS = 100;

/**
 * Time of the main thread (script, style, layout) for one jump from end to end of a file, milliseconds.
 * Frame times would measure the machine's software renderer instead.
 * @param {string} address of the page
 * @param {string} file path of a model
 * @returns {Promise<number>}
 */
export async function benchHexJump(address, file) {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(address);
    const dropped = { name: basename(file), base64: readFileSync(file).toString('base64') };
    const transfer = await page.evaluateHandle(({ name, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name));
      return data;
    }, dropped);
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
    const hex = page.getByRole('grid', { name: dropped.name });
    await hex.focus();
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const busy = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      const counted = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];
      return metrics.reduce((sum, { name, value }) => sum + (counted.includes(name) ? value * 1000 : 0), 0);
    };
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
  } finally {
    await browser.close();
  }
}
