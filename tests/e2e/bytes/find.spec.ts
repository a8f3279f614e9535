import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { dropBytes, expect, openSample, PHONE, THOROUGH, test } from '../support/page.ts';
import { card, status, tab } from '../support/panels.ts';

const bar = (page: Page) => page.getByRole('search', { name: 'Find in the bytes' });
const input = (page: Page) => bar(page).locator('.find-input');
const outcome = (page: Page) => bar(page).getByRole('status');
const strip = (page: Page) => page.getByRole('region', { name: 'Results' });
const grid = (page: Page) => page.getByRole('grid');

const sample = readFileSync(CLOCKWORK);

/** Where a test holds in the sample, byte by byte: independent of how the page searches. */
function offsetsWhere(holds: (offset: number) => boolean, length: number): number[] {
  return Array.from({ length: sample.length - length + 1 }, (_, offset) => offset).filter(holds);
}

const hits = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'hit' : 'hits'}`;
const range = (start: number, length: number) =>
  `0x${start.toString(16).toUpperCase()}–0x${(start + length - 1).toString(16).toUpperCase()} ·`;

async function openFind(page: Page): Promise<void> {
  await openSample(page);
  await expect(grid(page)).toBeVisible();
  await page.keyboard.press('Control+f');
  await expect(input(page)).toBeFocused();
}

test('finds bytes with holes, steps and goes round, by keys alone', async ({ page }) => {
  await openSample(page);
  await grid(page).focus();
  await page.keyboard.press('Control+f');
  await expect(input(page)).toBeFocused();
  await page.keyboard.type('4? 6F ?? 65');
  const expected = offsetsWhere(
    (at) => (sample[at] ?? 0) >> 4 === 4 && sample[at + 1] === 0x6f && sample[at + 3] === 0x65,
    4,
  );
  expect(expected.length).toBeGreaterThan(1);
  await expect(outcome(page)).toHaveText(hits(expected.length));
  // Seen once, in the strip: the bar only says it.
  await expect(strip(page)).toContainText(hits(expected.length));
  expect((await outcome(page).boundingBox())?.width).toBeLessThan(8);
  for (const [i, start] of expected.entries()) {
    await page.keyboard.press('Enter');
    await expect(outcome(page)).toHaveText(`${i + 1} of ${expected.length}`);
    await expect(status(page)).toContainText(range(start, 4));
  }
  await page.keyboard.press('F3');
  await expect(outcome(page)).toHaveText(`1 of ${expected.length}, continued from the start`);
  await page.keyboard.press('Shift+Enter');
  await expect(outcome(page)).toHaveText(`${expected.length} of ${expected.length}, continued from the end`);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
  await expect(grid(page)).toBeFocused();
  // The next hit of what was looked for last, without going back to the field.
  await page.keyboard.press('F3');
  await expect(strip(page)).toContainText(`1 of ${expected.length} hits for bytes 4? 6F ?? 65 in this file`);
  await expect(bar(page)).toBeHidden();
  await expect(grid(page)).toBeFocused();
});

test('from anywhere, the kind is guessed; without hits there is no strip', THOROUGH, async ({ page }) => {
  await openSample(page);
  await expect(grid(page)).toBeVisible();
  await tab(page, 'Problems').focus();
  await page.keyboard.press('Control+f');
  await expect(input(page)).toBeFocused();
  const kind = bar(page).getByLabel('What to find');
  for (const [text, guess] of [
    ['arm', 'text'],
    ['4E 6F', 'bytes'],
    ['1200', 'integer'],
    ['0.5', 'float'],
  ] as const) {
    await input(page).fill(text);
    await expect(kind).toHaveValue(guess);
  }
  await input(page).fill('arm');
  await expect(strip(page)).toContainText(/^\d+ hits for text “arm” in this file/);
  await input(page).fill('no such words');
  await expect(outcome(page)).toHaveText('Nothing found');
  await expect(outcome(page)).toBeInViewport({ ratio: 1 });
  expect((await outcome(page).boundingBox())?.width).toBeGreaterThan(40);
  await expect(strip(page)).toBeHidden();
});

test('a hit inside a name is read and edited as the name', async ({ page }) => {
  await openFind(page);
  // The name of the node is “Antenna”: of the file, the bytes around the first hit.
  const at = sample.indexOf('ntenn');
  const name = sample.toString('latin1', at - 1, at - 1 + sample.readUInt16LE(at - 3));
  expect(name).toBe('Antenna');
  await input(page).fill('ntenn');
  await expect(strip(page)).toContainText('hit');
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText(range(at, 5));
  await expect(card(page)).toContainText(`“${name}”`);
  await page.keyboard.press('Escape');
  await page.keyboard.press('F2');
  await expect(page.locator('.value-editor input')).toHaveValue(name);
});

test('finds text, integers and floats, as often as they are there', THOROUGH, async ({ page }) => {
  await openFind(page);
  const view = new DataView(sample.buffer, sample.byteOffset, sample.length);
  const kind = bar(page).getByLabel('What to find');

  await kind.selectOption('text');
  await input(page).fill('NODE');
  const latin1 = sample.toString('latin1');
  const anyCase = offsetsWhere((at) => latin1.slice(at, at + 4).toLowerCase() === 'node', 4);
  const exact = offsetsWhere((at) => latin1.slice(at, at + 4) === 'NODE', 4);
  await expect(outcome(page)).toHaveText(hits(anyCase.length));
  await bar(page).getByLabel('Match case').check();
  await expect(outcome(page)).toHaveText(exact.length ? hits(exact.length) : 'Nothing found');

  await kind.selectOption('integer');
  await input(page).fill('0xC');
  const little = offsetsWhere((at) => view.getUint32(at, true) === 12, 4);
  const both = offsetsWhere((at) => view.getUint32(at, true) === 12 || view.getUint32(at) === 12, 4);
  await expect(outcome(page)).toHaveText(hits(little.length));
  await bar(page).getByLabel('Byte order').selectOption('both');
  await expect(outcome(page)).toHaveText(hits(both.length));
  await bar(page).getByLabel('Byte order').selectOption('little');
  await bar(page).getByLabel('Integer size').selectOption('8');
  await input(page).fill('300');
  await expect(outcome(page)).toHaveText('300 does not fit in 8 bits (−128 to 255).');

  await kind.selectOption('float');
  await input(page).fill('1');
  await bar(page).getByLabel('Tolerance').fill('0.01');
  const near = offsetsWhere((at) => Math.abs(view.getFloat32(at, true) - 1) <= 0.01, 4);
  await expect(outcome(page)).toHaveText(hits(near.length));
});

test('searches the selection alone, which stays the one chosen', THOROUGH, async ({ page }) => {
  await openSample(page);
  await page.getByRole('treeitem', { name: /^Header/ }).click();
  await page.keyboard.press('Control+f');
  await bar(page).getByLabel('What to find').selectOption('bytes');
  await input(page).fill('00 00');
  await bar(page).getByLabel('Only the selection').check();
  const end = sample.readUInt32LE(8);
  const inHeader = offsetsWhere((at) => at + 2 <= end && sample[at] === 0 && sample[at + 1] === 0, 2);
  await expect(outcome(page)).toHaveText(`${hits(inHeader.length)} in the range`);
  await input(page).press('Enter');
  await input(page).press('Enter');
  await expect(outcome(page)).toHaveText(`2 of ${inHeader.length}`);
  await expect(bar(page).getByLabel(/^Only 0x0–/)).toBeChecked();
});

test('says what it expects, and a search can be cancelled', THOROUGH, async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // A worker that does not come is a search that takes as long as it likes.
  await page.route(/assets\/search-worker-.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await openFind(page);
  await page.keyboard.type('4E 6');
  await expect(outcome(page)).toContainText('Bytes are pairs of hex digits');
  await input(page).fill('00 00 00');
  await expect(bar(page).getByRole('progressbar')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(outcome(page)).toHaveText('Cancelled');
  await expect(bar(page).getByRole('progressbar')).toBeHidden();
  release();
  // Asked for again, it runs.
  await page.keyboard.press('Enter');
  await expect(outcome(page)).toHaveText(/^1 of/);
});

test('finds in a partially loaded file, across their borders too', THOROUGH, async ({ page }) => {
  const MB = 1024 * 1024;
  const places = [20 * MB, 32 * MB - 2, 48 * MB - 1, 70 * MB - 4];
  await page.goto('.');
  await page.evaluate(
    ({ sample, size, places }) => {
      const bytes = new Uint8Array(size);
      bytes.set(Uint8Array.from(atob(sample), (character) => character.charCodeAt(0)));
      for (const place of places) bytes.set([0xde, 0xad, 0xbe, 0xef], place);
      const data = new DataTransfer();
      data.items.add(new File([bytes], 'big.abc'));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    },
    { sample: Buffer.from(sample).toString('base64'), size: 70 * MB, places },
  );
  await expect(grid(page)).toBeVisible();
  await page.keyboard.press('Control+f');
  await expect(input(page)).toBeFocused();
  await page.keyboard.type('DE AD BE EF');
  await expect(outcome(page)).toHaveText(hits(places.length));
  for (const place of places) {
    await page.keyboard.press('Enter');
    await expect(status(page)).toContainText(range(place, 4));
  }
});

test('a phone, which has no keys, opens the bar by its button', THOROUGH, async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openSample(page);
  await page.getByRole('button', { name: 'Bytes', exact: true }).click();
  await page.getByRole('button', { name: 'Find bytes, text or numbers' }).click();
  await expect(input(page)).toBeFocused();
  await input(page).fill('48 65 61 64');
  await strip(page).getByRole('button', { name: 'Next result' }).click();
  await expect(outcome(page)).toHaveText(/^1 of/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('the bar is accessible', THOROUGH, async ({ page }) => {
  await openFind(page);
  for (const kind of ['text', 'integer', 'float']) {
    await bar(page).getByLabel('What to find').selectOption(kind);
    await expectAccessible(page, '.find');
  }
});

test('steps through the uninterpreted bytes', THOROUGH, async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'cut.abc', sample.subarray(0, 20_000));
  await expect(grid(page)).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.locator('.announcement')).toContainText('unparsed; uninterpreted, 1 of');
  await expect(status(page)).toContainText('selected');
  const first = await status(page).textContent();
  await page.keyboard.press('Shift+U');
  await expect(page.locator('.announcement')).toContainText('continued from the end of the file');
  const known = page.locator('.status').getByRole('button', { name: /^known/ });
  await known.click();
  await page.getByRole('menuitem', { name: /^Unparsed/ }).click();
  await expect(page.locator('.announcement')).toContainText('unparsed, 1 of');
  await expect(status(page)).toHaveText(first ?? '');
  await known.click();
  await page.getByRole('menuitem', { name: /^Known/ }).click();
  await expect(page.locator('.announcement')).toContainText('known, 1 of');
});

test('says so when all bytes are interpreted', THOROUGH, async ({ page }) => {
  await openSample(page);
  await expect(grid(page)).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.locator('.announcement')).toHaveText('All bytes are interpreted');
  await page
    .locator('.status')
    .getByRole('button', { name: /^known 100 %/ })
    .click();
  await expect(page.getByRole('menuitem', { name: /^Opaque.*, 0 %$/ })).toBeDisabled();
});
