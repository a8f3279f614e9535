import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { dropBytes, expect, openSample, THOROUGH, test } from '../support/page.ts';

const { length: size } = readFileSync(CLOCKWORK);
const map = (page: Page) => page.locator('.minimap');

/** The offset of the row in the middle of the view. */
async function middle(page: Page): Promise<number> {
  const rows = await page.locator('.hex-line:visible').allTextContents();
  return Number.parseInt(rows[Math.floor(rows.length / 2)] ?? '', 16);
}

/** Colours on the map's middle line, from top to bottom, each once in a row. */
function bands(page: Page): Promise<string[]> {
  return map(page).evaluate((canvas: HTMLCanvasElement) => {
    // The map has no size until its panel has one.
    const { data } =
      (canvas.height && canvas.getContext('2d')?.getImageData(canvas.width >> 1, 0, 1, canvas.height)) || {};
    const colours: string[] = [];
    for (let i = 0; data && i < data.length; i += 4) {
      const colour = [...data.subarray(i, i + 4)].join(' ');
      if (colours.at(-1) !== colour) colours.push(colour);
    }
    return colours;
  });
}

async function pointAt(page: Page, height: number): Promise<[number, number]> {
  const box = await map(page).boundingBox();
  if (!box) throw new Error('no map');
  return [box.x + box.width / 2, box.y + box.height * height];
}

test('a press and a drag bring those bytes into view', async ({ page }) => {
  await openSample(page);
  await expect.poll(() => bands(page).then(({ length }) => length)).toBeGreaterThan(4);
  await page.mouse.click(...(await pointAt(page, 0.6)));
  await expect.poll(() => middle(page)).toBeGreaterThan(size * 0.58);
  expect(await middle(page)).toBeLessThan(size * 0.62);
  // What is in view is taken where it is and dragged.
  await page.mouse.move(...(await pointAt(page, 0.6)));
  await page.mouse.down();
  await page.mouse.move(...(await pointAt(page, 0.25)), { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => middle(page)).toBeLessThan(size * 0.28);
  expect(await middle(page)).toBeGreaterThan(size * 0.22);
  await expect(page.locator('.status-selection')).not.toContainText('selected');
});

test('says what is at the pointer', THOROUGH, async ({ page }) => {
  await openSample(page);
  await expect.poll(() => bands(page).then(({ length }) => length)).toBeGreaterThan(4);
  await page.mouse.move(...(await pointAt(page, 0)));
  await expect(page.locator('.minimap-tip')).toContainText('Header');
  await expect(page.locator('.minimap-tip')).toContainText('0x');
  await page.mouse.move(10, 10);
  await expect(page.locator('.minimap-tip')).toBeHidden();
});

test('marks hits, and files of no and of one byte have a map too', THOROUGH, async ({ page }) => {
  await page.goto('.');
  for (const bytes of [new Uint8Array(0), Uint8Array.of(0x4e)]) {
    await dropBytes(page, `of-${bytes.length}`, bytes);
    const show = page.getByRole('button', { name: 'Show the bytes anyway' });
    if (bytes.length > 0) await show.click();
  }
  await expect(page.getByRole('grid')).toBeVisible();
  const before = await bands(page);
  await page.keyboard.press('Control+f');
  await page.getByRole('search').locator('.find-input').fill('4E');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('1 hit');
  await page.keyboard.press('Enter');
  await expect.poll(() => bands(page)).not.toEqual(before);
});
