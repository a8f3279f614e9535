/** The pictures of the library: drawn, kept, and playing. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { assembled } from '../../support/parts.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { CLOCKWORK, JELLYFISH, sample } from '../../web/support/samples.ts';
import { dropBytes, expect, THOROUGH_GL, test } from '../support/page.ts';

const bytesOf = (path: string) => new Uint8Array(readFileSync(path));

/** A game: two models, the skin of one, a broken model, a sprite without its frame, and a file of another kind. */
const zip = () =>
  assembled(
    zipParts([
      { path: 'MODELS/CLOCKWORK.ABC', content: bytesOf(CLOCKWORK), deflate: true },
      { path: 'MODELS/JELLYFISH.ABC', content: bytesOf(JELLYFISH), deflate: true },
      { path: 'MODELS/BROKEN.ABC', content: bytesOf(JELLYFISH).slice(0, 300) },
      { path: 'SKINS/JELLYFISH.DTX', content: sample('jellyfish.dtx') },
      { path: 'README.TXT', content: new TextEncoder().encode('A game.') },
    ]),
  );

const box = (page: Page, name: string) =>
  page
    .getByRole('treegrid', { name: 'Files of the library' })
    .getByTitle(new RegExp(`${name}$`))
    .locator('.library-picture');

/** Opens the zip and lists all of it as pictures, in a window that has room for them. */
async function openPictures(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 1300 });
  await page.goto('.');
  await dropBytes(page, 'GAME.zip', zip());
  const list = page.getByRole('treegrid', { name: 'Files of the library' });
  await expect(list).toBeVisible();
  await page.getByRole('button', { name: /^All/ }).click();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Show the library as a grid');
  await page.keyboard.press('Enter');
}

/** What a picture or a frame shows: how much of it is drawn on, and the sum of its colours. */
function shown(picture: Locator): Promise<{ covered: number; sum: number }> {
  return picture.evaluate((element) => {
    const image = element as HTMLImageElement | HTMLCanvasElement;
    const canvas = new OffscreenCanvas(64, 64);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(image, 0, 0, 64, 64);
    const { data } = context.getImageData(0, 0, 64, 64);
    let covered = 0;
    let sum = 0;
    for (let at = 0; at < data.length; at += 4) {
      if ((data[at + 3] ?? 0) < 128) continue;
      covered++;
      // By its place, so that another pose is another sum.
      sum =
        (sum + ((data[at] ?? 0) + 2 * (data[at + 1] ?? 0) + 3 * (data[at + 2] ?? 0)) * (at + 1)) % 2147483647;
    }
    return { covered: covered / (64 * 64), sum };
  });
}

test(
  'models show themselves with their skins, what is none says so, and a second visit draws nothing',
  THOROUGH_GL,
  async ({ page }) => {
    await openPictures(page);
    const models = ['CLOCKWORK.ABC', 'JELLYFISH.ABC'].map((name) => box(page, name));
    const texture = box(page, 'JELLYFISH.DTX');
    for (const picture of [...models, texture]) {
      await expect(picture).toHaveAttribute('data-picture', 'drawn');
      await expect(picture.locator('img')).toBeVisible();
    }
    const [clockwork, jellyfish] = await Promise.all(models.map((model) => shown(model.locator('img'))));
    for (const picture of [clockwork, jellyfish]) {
      expect(picture?.covered).toBeGreaterThan(0.04);
      expect(picture?.covered).toBeLessThan(0.95);
    }
    expect(clockwork?.sum).not.toBe(jellyfish?.sum);
    // A texture is opaque, as the games draw it.
    expect((await shown(texture.locator('img'))).covered).toBe(1);
    // A pointer that rests on a model plays it.
    await models[1]?.hover();
    await expect(box(page, 'JELLYFISH.ABC').locator('canvas')).toBeVisible();
    await page.mouse.move(700, 5);
    await expect(box(page, 'JELLYFISH.ABC').locator('canvas')).toHaveCount(0);
    await expect(box(page, 'BROKEN.ABC')).toHaveText('Cannot be read');
    await expect(box(page, 'BROKEN.ABC')).toHaveAttribute('title', /BROKEN\.ABC: /);
    await expect(box(page, 'README.TXT')).toHaveText('Other file');

    await openPictures(page);
    for (const picture of [...models, texture]) await expect(picture).toHaveAttribute('data-picture', 'kept');
    expect(await shown(models[1]?.locator('img') as Locator)).toEqual(jellyfish);
    await expect(page.locator('.library-picture[data-picture="drawn"]')).toHaveCount(0);
  },
);

test.describe('where no motion is wanted', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('Space plays a model in its cell, and ends that', THOROUGH_GL, async ({ page }) => {
    await openPictures(page);
    const picture = box(page, 'JELLYFISH.ABC');
    await expect(picture).toHaveAttribute('data-picture', /drawn|kept/);
    await page
      .getByRole('treegrid', { name: 'Files of the library' })
      .getByTitle(/JELLYFISH\.ABC$/)
      .click();
    await page.keyboard.press('Space');
    const frame = picture.locator('canvas');
    await expect(frame).toBeVisible();
    const first = await picture.screenshot();
    await expect.poll(async () => (await picture.screenshot()).equals(first)).toBe(false);
    await page.keyboard.press('Space');
    await expect(frame).toHaveCount(0);
    await expect(picture.locator('img')).toBeVisible();
  });
});
