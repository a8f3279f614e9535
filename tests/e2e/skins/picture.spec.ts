/** The picture itself: how the model is lit and marked. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { expect, expectPose, openWith, passFrames, THOROUGH_GL, test } from '../support/page.ts';
import { treeRow, viewOptions } from '../support/panels.ts';
import { pixelsOf } from '../support/pixels.ts';

// Without damping the camera stands still at once. The colours are those of the dark theme.
test.use({ contextOptions: { reducedMotion: 'reduce' }, colorScheme: 'dark' });
// Many pictures are made, and small ones are sooner.
test.use({ viewport: { width: 1100, height: 640 } });

type Colour = readonly [number, number, number];
/** tokens.css: `--model`, `--select`, dark. */
const MODEL: Colour = [0xc9, 0xb8, 0xa0];
const SELECTED: Colour = [0x5b, 0x9b, 0xff];

async function saved(page: Page): Promise<Buffer> {
  const waiting = page.waitForEvent('download');
  await page.keyboard.press('p');
  return readFileSync(await (await waiting).path());
}

/** Of a PNG: its size, how many pixels are opaque, how many have a colour, and which is the most frequent. */
async function lookAt(page: Page, png: Buffer, colour: Colour = MODEL) {
  const pixels = await pixelsOf(page, png);
  return pixels.evaluate(({ data, width, height }, [r, g, b]) => {
    const counts = new Map<number, number>();
    let opaque = 0;
    let same = 0;
    let reds = 0;
    for (let i = 0; i < data.length; i += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(i, i + 4);
      if (alpha < 255) continue;
      opaque++;
      if (Math.max(Math.abs(red - r), Math.abs(green - g), Math.abs(blue - b)) <= 5) same++;
      if (red > 1.5 * green && red > 1.5 * blue) reds++;
      const key = (red << 16) | (green << 8) | blue;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const corner = [...data.subarray(0, 4)];
    return { width, height, opaque, same, reds, corner };
  }, colour);
}

test('light comes as is wished, and without it colours are as they are', THOROUGH_GL, async ({ page }) => {
  await openWith(page, JELLYFISH);
  await expectPose(page, '-1@0');
  await page.locator('.scene-canvas').focus();
  const pictures: Buffer[] = [];
  for (let i = 0; i < 5; i++) {
    pictures.push(await saved(page));
    await page.keyboard.press('h');
    await passFrames(page, 3);
  }
  expect(new Set(pictures.map((png) => png.toString('base64'))).size).toBe(5);
  const [studio, , side, game, unlit] = pictures as [Buffer, Buffer, Buffer, Buffer, Buffer];
  const flat = await lookAt(page, unlit);
  expect(flat.same).toBeGreaterThan(flat.opaque * 0.95);
  expect((await lookAt(page, studio)).same).toBeLessThan(flat.same / 2);
  expect((await lookAt(page, side)).same).toBeLessThan(flat.same / 2);
  expect((await lookAt(page, game)).same).toBeLessThan(flat.same / 2);
  await expect(page).not.toHaveURL(/lighting/);
  await page.keyboard.press('h');
  await expect(page).toHaveURL(/view=lighting:headlight/);
});

test('backs of faces are red, and a selected piece is outlined or tinted', THOROUGH_GL, async ({ page }) => {
  await openWith(page, JELLYFISH);
  await expectPose(page, '-1@0');
  const canvas = page.locator('.scene-canvas');
  await canvas.focus();
  expect((await lookAt(page, await saved(page))).reds).toBe(0);
  await page.keyboard.press('d');
  await viewOptions(page, 'Overlays').getByLabel('Highlight back faces').check();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+C');
  await viewOptions(page, 'Camera').getByRole('button', { name: 'Bottom' }).click();
  await page.keyboard.press('Escape');
  await passFrames(page, 3);
  expect((await lookAt(page, await saved(page))).reds).toBeGreaterThan(20);

  await openWith(page, CLOCKWORK);
  await expectPose(page, '-1@0');
  await passFrames(page, 3);
  // The axes have the colour too.
  const axes = (await lookAt(page, await canvas.screenshot(), SELECTED)).same;
  await treeRow(page, /^\[0\] ?Body/).click();
  await passFrames(page, 3);
  const outlined = await lookAt(page, await canvas.screenshot(), SELECTED);
  expect(outlined.same - axes).toBeGreaterThan(150);
  await canvas.focus();
  await page.keyboard.press('d');
  await viewOptions(page, 'Overlays').getByLabel('Outline selected piece').uncheck();
  await page.keyboard.press('Escape');
  await passFrames(page, 3);
  // The ring around what has the focus has the colour as well.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  const tinted = await lookAt(page, await canvas.screenshot(), SELECTED);
  expect(tinted.same - axes).toBeLessThan((outlined.same - axes) / 4);
});
