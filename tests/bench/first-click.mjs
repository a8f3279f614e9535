/** What a first visitor waits for: from a press on a sample's card to the model that moves beside its bytes. */
import { arrive, withPage } from './page.mjs';
import { median, rounds } from './rounds.mjs';

/** Visits of which the median is taken. */
const VISITS = rounds(5);

/** In the page: notes when the card is pressed, and when the model has moved and the bytes are there. */
function watchFirstClick() {
  const times = { pressed: 0, moved: 0, bytes: 0 };
  Object.assign(window, { firstClick: times });
  window.addEventListener(
    'click',
    () => {
      times.pressed = performance.now();
      const look = () => {
        const now = performance.now();
        const pose = document.querySelector('.viewport')?.getAttribute('data-pose') ?? '';
        if (!times.moved && /^\d+@(?!0$)/.test(pose)) times.moved = now;
        // The rows for assistive technology are written with those that are painted.
        const bytes = document.querySelector('.hex-line')?.textContent?.trim() ?? '';
        if (!times.bytes && bytes.length > 16) times.bytes = now;
        if (!times.moved || !times.bytes) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    { capture: true, once: true },
  );
}

/**
 * Milliseconds from the press to a picture of another moment than the first, and bytes painted: the median of fresh
 * browsers. Cold: pressed as soon as the card is there, and not a byte of the workspace has been fetched.
 * @param {string} address of the page
 * @param {'idle' | 'cold'} when the card is pressed: after the page has got ready, or at once
 * @returns {Promise<number>}
 */
export async function benchFirstClick(address, when) {
  const times = [];
  for (let i = 0; i < VISITS; i++) times.push(await withPage((page) => visit(page, address, when)));
  return median(times);
}

/** @param {import('@playwright/test').Page} page @param {string} address @param {'idle' | 'cold'} when */
async function visit(page, address, when) {
  await page.addInitScript(watchFirstClick);
  if (when === 'cold') {
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
  }
  if (when === 'idle') await arrive(page, address);
  else await page.goto(address, { waitUntil: 'domcontentloaded' });
  await page.locator('.sample-card').first().click();
  const handle = await page.waitForFunction(() => {
    const { pressed, moved, bytes } = /** @type {any} */ (window).firstClick;
    return moved && bytes ? Math.max(moved, bytes) - pressed : null;
  });
  return Number(await handle.jsonValue());
}
