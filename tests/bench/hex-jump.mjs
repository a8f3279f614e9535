/** What a jump in the hex panel and a selection cost the built page. tools/bench.mjs runs it. */
import { readFileSync } from 'node:fs';
import { mountNaiveHex } from './naive-hex.mjs';
import { withPage } from './page.mjs';
import { median, rounds } from './rounds.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const JUMPS = rounds(60);
const WARM_UP = rounds(15);

export const SMALL = 100 * 1024;
export const BIG = 500 * 1024 * 1024;

/**
 * Scripting of a jump to any offset, milliseconds, the median: in a file of 100 KiB, in one of 500 MiB, and in a
 * view with an element for each byte; and of a selection that tree, card, picture, timeline and foot follow.
 * @param {string} address of the page
 * @param {string} file path of a model whose bytes both files are made of
 * @returns {Promise<{ small: number, big: number, naive: number, select: number }>}
 */
export async function benchHexJump(address, file) {
  const base64 = readFileSync(file).toString('base64');
  const small = await withPage(async (page) => {
    await open(page, address, base64, SMALL);
    return costOf(page, scrollSomewhere);
  });
  const big = await withPage(async (page) => {
    await open(page, address, base64, BIG);
    return costOf(page, scrollSomewhere);
  });
  const naive = await withPage(async (page) => {
    await page.evaluate(mountNaiveHex, { size: SMALL, rows: 36 });
    return costOf(page, goNaively);
  });
  const select = await withPage(async (page) => {
    await open(page, address, base64, 0);
    return costOf(page, selectSomething);
  });
  return { small, big, naive, select };
}

/**
 * Opens a file of a size: a model, cut or drawn out with its own bytes; 0 leaves it as it is.
 * @param {Page} page
 * @param {string} address
 * @param {string} base64
 * @param {number} size
 */
async function open(page, address, base64, size) {
  await page.goto(address);
  await page.evaluate(
    ({ base64, size }) => {
      // A blob in a blob is a reference: nobody holds all these bytes.
      const model = new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))]);
      const parts = [];
      for (let left = size || model.size; left > 0; left -= model.size) {
        parts.push(left < model.size ? model.slice(0, left) : model);
      }
      const data = new DataTransfer();
      data.items.add(new File(parts, 'bench.abc'));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    },
    { base64, size },
  );
  await page.locator('.hex-line').first().waitFor();
  // What comes with the first file is not a jump's.
  await page.waitForTimeout(1500);
}

/**
 * Median of what `step` costs in script.
 * @param {Page} page
 * @param {(random: number) => Promise<void>} step runs in the page, until all is drawn
 */
async function costOf(page, step) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const clock = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000;
  };
  const costs = [];
  for (let i = 0; i < WARM_UP + JUMPS; i++) {
    // The same places in every run, far from each other.
    const random = (i * 0.6180339887) % 1;
    const before = await clock();
    await page.evaluate(step, random);
    if (i >= WARM_UP) costs.push((await clock()) - before);
  }
  return median(costs);
}

/*
 * Each does its work in a frame, as a user's would be: what runs by page.evaluate itself is not counted as script.
 */

/** @param {number} random */
async function scrollSomewhere(random) {
  const box = /** @type {HTMLElement} */ (document.querySelector('.hex-box'));
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  requestAnimationFrame(() => {
    box.scrollTop = random * (box.scrollHeight - box.clientHeight);
  });
  for (let i = 0; i < 4; i++) await frame();
}

/** @param {number} random */
async function goNaively(random) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  requestAnimationFrame(() => /** @type {any} */ (window).goTo(Math.floor(random * 100 * 1024)));
  for (let i = 0; i < 4; i++) await frame();
}

/** @param {number} random */
async function selectSomething(random) {
  const box = /** @type {HTMLElement} */ (document.querySelector('.hex-box'));
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const key = ['End', 'Home', 'ArrowRight', 'ArrowLeft'][Math.floor(random * 4)] ?? 'End';
  requestAnimationFrame(() =>
    box.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true })),
  );
  for (let i = 0; i < 4; i++) await frame();
}
