/** What a wholly open structure tree keeps in memory. tools/bench.mjs runs it. */
import { prepareDrop, withPage } from './page.mjs';

/**
 * JavaScript heap that opening everything in a file's tree adds, measured after collections.
 * @param {string} address of the page
 * @param {string} file path of a model
 * @returns {Promise<{ added: number, rows: number, milliseconds: number }>} MiB, rows then open, and the time it took
 */
export function benchTreeHeap(address, file) {
  return withPage(async (page) => {
    await page.goto(address);
    const drop = await prepareDrop(page, file);
    await drop();
    await page.getByRole('tab', { name: 'Raw' }).click();
    const tree = page.getByRole('tree');
    await tree.waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.enable');
    const heap = async () => {
      await session.send('HeapProfiler.collectGarbage');
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
    };
    const level = (/** @type {string} */ key) => tree.press(key);
    await level('Control+ArrowLeft');
    await level('End');
    await page.waitForTimeout(1000);
    const before = await heap();
    const sections = await tree.locator('[aria-level="1"]').first().getAttribute('aria-setsize');
    const begun = performance.now();
    for (let section = 0; section < Number(sections); section++) {
      await level('*');
      await page
        .locator('#panel-structure .filter-status', { hasText: /^$/ })
        .waitFor({ state: 'attached', timeout: 120_000 });
      // From the end up: a section that is closed still has its neighbour right above it.
      if (section < Number(sections) - 1) await level('ArrowUp');
    }
    const milliseconds = performance.now() - begun;
    await level('End');
    await page.waitForTimeout(1500);
    const ids = await tree.locator('.tree-row:not([hidden])').evaluateAll((all) => all.map(({ id }) => id));
    const rows = Math.max(...ids.map((id) => Number(id.replace(/\D/g, ''))));
    return { added: (await heap()) - before, rows: rows + 1, milliseconds };
  });
}
