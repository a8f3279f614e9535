/** What a library of a whole game costs in the page: opened, checked, seen as pictures. tools/bench/library.mjs runs it. */
import { withPage } from './page.mjs';
import { median, rounds } from './rounds.mjs';

/** @typedef {import('@playwright/test').Page} Page */

/** Milliseconds that pictures are counted, and that the grid is scrolled. */
const PICTURES_MS = rounds(8000, 1000);
const SCROLL_MS = rounds(4000, 500);

/** Hands a file of the disk to the page, which does not read it. @param {Page} page @param {string} path */
async function prepareFile(page, path) {
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.hidden = true;
    input.id = 'bench-file';
    document.body.append(input);
  });
  await page.setInputFiles('#bench-file', path);
}

/**
 * Drops that file and waits until all its entries are listed.
 * @param {Page} page
 * @param {number} count of entries
 * @returns {Promise<number>} milliseconds
 */
function dropAndList(page, count) {
  return page.evaluate(
    async (words) => {
      const input = /** @type {HTMLInputElement} */ (document.getElementById('bench-file'));
      const dataTransfer = new DataTransfer();
      const [file] = input.files ?? [];
      if (file) dataTransfer.items.add(file);
      const begun = performance.now();
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      const isListed = () =>
        [...document.querySelectorAll('.library-chip')].some((chip) => chip.getAttribute('title') === words);
      while (!isListed()) {
        if (performance.now() - begun > 60_000)
          throw new Error('The archive was not listed within a minute.');
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return performance.now() - begun;
    },
    `${count.toLocaleString('en-US')} files`,
  );
}

/** Reads so much of the end of the file in one piece: what no listing can do without. @param {Page} page @param {number} bytes */
function readTail(page, bytes) {
  return page.evaluate(async (length) => {
    const input = /** @type {HTMLInputElement} */ (document.getElementById('bench-file'));
    const [file] = input.files ?? [];
    const begun = performance.now();
    await file?.slice(-length).arrayBuffer();
    return performance.now() - begun;
  }, bytes);
}

/** @param {Page} page @returns {Promise<() => Promise<number>>} MiB of JavaScript in the page, after a collection */
async function heapOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  return async () => {
    await session.send('HeapProfiler.collectGarbage');
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
  };
}

/**
 * Opens an archive in a fresh page.
 * @param {string} address of the page
 * @param {{ path: string, count: number, directory: number }} archive its path, entries, and bytes of its directories
 * @returns {Promise<{ listed: number, reading: number, heap: number }>} ms until listed, ms of reading its directories
 *   alone, MiB of heap added
 */
export function benchListing(address, { path, count, directory }) {
  return withPage(async (page) => {
    await page.goto(address);
    await prepareFile(page, path);
    const heap = await heapOf(page);
    const before = await heap();
    const reading = await readTail(page, directory);
    const listed = await dropAndList(page, count);
    return { listed, reading, heap: (await heap()) - before };
  });
}

/**
 * Checks all files of an archive, by the page's workers.
 * @param {string} address
 * @param {{ path: string, count: number }} archive
 * @returns {Promise<{ perSecond: number, files: number, frame: number, worstFrame: number }>} files a second, how many,
 *   and the median and the longest time between two frames meanwhile, ms
 */
export function benchScan(address, { path, count }) {
  return withPage(async (page) => {
    await page.goto(address);
    await prepareFile(page, path);
    await dropAndList(page, count);
    const { frames, ...scan } = await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const bar = document.querySelector('.scan-bar');
      const check = [...(bar?.querySelectorAll('button') ?? [])].find(
        (one) => one.textContent === 'Check all',
      );
      if (!check) throw new Error('There is nothing to press that checks all.');
      const begun = performance.now();
      check.click();
      const frames = [];
      let last = begun;
      const isOver = () =>
        / in ([\d,]+) file/.test(bar?.querySelector('.scan-result:not([hidden])')?.textContent ?? '');
      while (!isOver()) {
        await frame();
        const now = performance.now();
        frames.push(now - last);
        last = now;
        if (now - begun > 300_000) throw new Error('The check did not end within five minutes.');
      }
      const [, text = '0'] =
        / in ([\d,]+) file/.exec(bar?.querySelector('.scan-result')?.textContent ?? '') ?? [];
      const files = Number(text.replaceAll(',', ''));
      if (files === 0) throw new Error('No file was checked.');
      return { perSecond: (files * 1000) / (performance.now() - begun), files, frames };
    });
    return { ...scan, frame: median(frames), worstFrame: Math.max(...frames) };
  });
}

/**
 * Shows an archive as pictures.
 * @param {string} address
 * @param {{ path: string, count: number }} archive
 * @returns {Promise<{ pictures: number, frames: number, idleFrames: number }>} pictures a second while more and more of
 *   the grid is shown; frames a second while it is scrolled and pictures arrive, and of the page before
 */
export function benchPictures(address, { path, count }) {
  return withPage(async (page) => {
    await page.goto(address);
    await prepareFile(page, path);
    await dropAndList(page, count);
    const idleFrames = await framesWhile(page, 0, SCROLL_MS);
    await page.getByRole('button', { name: 'Grid view' }).click();
    await page.locator('.library-picture[data-picture]').first().waitFor();
    const pictures = await page.evaluate(async (time) => {
      const list = document.querySelector('.library [role="treegrid"]');
      const drawn = new Set();
      const begun = performance.now();
      while (performance.now() - begun < time) {
        const boxes = [...document.querySelectorAll('.library-cell')].filter((cell) =>
          cell.querySelector('.library-picture'),
        );
        const done = boxes.filter((cell) => cell.querySelector('[data-picture="drawn"]'));
        for (const cell of done) drawn.add(cell.id);
        // The next ones as soon as those in view are there.
        if (done.length === boxes.length) list?.scrollBy(0, list.clientHeight);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return (drawn.size * 1000) / (performance.now() - begun);
    }, PICTURES_MS);
    return { pictures, frames: await framesWhile(page, 25, SCROLL_MS), idleFrames };
  });
}

/** Frames a second while the list moves by so many pixels a frame. @param {Page} page @param {number} step @param {number} time */
function framesWhile(page, step, time) {
  return page.evaluate(
    async ([by, duration]) => {
      const list = document.querySelector('.library [role="treegrid"]');
      const begun = performance.now();
      let frames = 0;
      while (performance.now() - begun < duration) {
        list?.scrollBy(0, by);
        await new Promise((resolve) => requestAnimationFrame(resolve));
        frames++;
      }
      return (frames * 1000) / (performance.now() - begun);
    },
    /** @type {const} */ ([step, time]),
  );
}
