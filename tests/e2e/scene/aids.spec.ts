/** Motion trails, onion skins, scale figure, ruler, the light of a game and backgrounds, as they are used and seen. */
import { readFileSync } from 'node:fs';
import type { FileChooser, Locator, Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, expectPose, GL, openWith, PHONE, picture, test, viewport } from '../support/page.ts';
import { openGroup, viewOptions } from '../support/panels.ts';
import { pixelsOf } from '../support/pixels.ts';

// Without damping the camera stands still at once, and pictures can be compared.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const notes = (page: Page) => page.locator('.scene-notes');
const WALK = '#model=samples/clockwork.abc&anim=Walk&t=400';

async function openLink(page: Page, more = ''): Promise<void> {
  await page.goto(`./${WALK}${more}&v=1`);
  await expectPose(page, '1@400');
}

/** How many pixels of the view have nearly a colour: `[r, g, b]`. */
async function pixelsLike(page: Page, png: Buffer, color: readonly number[]): Promise<number> {
  const pixels = await pixelsOf(page, png);
  return pixels.evaluate(({ data }, color) => {
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (color.every((value, c) => Math.abs((data[at + c] ?? 0) - value) < 24)) count++;
    }
    return count;
  }, color);
}

/** A PNG of one colour, made by the browser. */
const plainPng = (page: Page, color: string) =>
  page.evaluate(async (color) => {
    const canvas = new OffscreenCanvas(64, 48);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = color;
    context.fillRect(0, 0, 64, 48);
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  }, color);

/** Past and future of the light theme (styles/tokens.css). */
const PAST = [184, 82, 10];
const FUTURE = [11, 122, 138];

/** Chooses a file as the background of the view, in its options. */
async function chooseBackground(page: Page, file: Parameters<FileChooser['setFiles']>[0]): Promise<Locator> {
  await page.locator('.scene-canvas').focus();
  await page.keyboard.press('Shift+Z');
  const options = viewOptions(page, 'Shading');
  await options.getByRole('radio', { name: 'Image' }).check();
  const choosing = page.waitForEvent('filechooser');
  await options.getByRole('button', { name: 'Choose a background image' }).click();
  await (await choosing).setFiles(file);
  return options;
}

test.describe('aids of the view', GL, () => {
  test('a selected socket has a trail, of which more can be kept and removed', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await openLink(page);
    await page.locator('.scene-canvas').focus();
    await page.keyboard.press('j');
    await expect(notes(page)).toContainText('Motion trails: select a node or a socket.');
    const before = await picture(page);
    await openGroup(page, 'Sockets');
    await page.locator('.outline-list, .panels').getByText('LeftHand', { exact: true }).first().click();
    await expect(notes(page)).toContainText(/Motion trail: LeftHand \(17 keys, \d+(\.\d)? units\)/);
    const during = await picture(page);
    for (const color of [PAST, FUTURE]) {
      const more = (await pixelsLike(page, during, color)) - (await pixelsLike(page, before, color));
      expect(more).toBeGreaterThan(60);
    }
    await page.keyboard.press('Shift+J');
    await page.keyboard.press('Escape');
    await expect(notes(page)).toContainText('Motion trail: LeftHand');
    await expect(page).toHaveURL(/trail=s1&view=trails/);
    await page.locator('.scene-canvas').focus();
    await page.keyboard.press('d');
    const options = viewOptions(page, 'Overlays');
    await expectAccessible(page, '.view-overlays');
    await options.getByRole('button', { name: 'Remove the motion trail of LeftHand' }).click();
    await expect(notes(page)).toContainText('select a node or a socket');
  });

  test('the present of a trail divides past and future', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await openLink(page, '&trail=s1&view=trails,-grid');
    await expect(notes(page)).toContainText('Motion trail: LeftHand');
    await page.getByRole('slider', { name: 'Time' }).focus();
    await page.keyboard.press('Home');
    await expectPose(page, '1@0');
    const first = await picture(page);
    await page.keyboard.press('End');
    await expectPose(page, '1@960');
    const last = await picture(page);
    expect(await pixelsLike(page, first, FUTURE)).toBeGreaterThan(await pixelsLike(page, last, FUTURE));
    expect(await pixelsLike(page, last, PAST)).toBeGreaterThan(await pixelsLike(page, first, PAST));
  });

  test('onion skins are around the present, as many as were chosen, and not while it plays', async ({
    page,
  }) => {
    await openLink(page);
    const alone = await picture(page);
    await page.locator('.scene-canvas').focus();
    await page.keyboard.press('i');
    await expect(notes(page)).toContainText('Onion skins: 2 before, 2 after');
    await expect.poll(async () => (await picture(page)).equals(alone)).toBe(false);
    await page.keyboard.press('d');
    const options = viewOptions(page, 'Overlays');
    await options.getByLabel('Before').fill('3');
    await options.getByLabel('After').fill('0');
    await options.getByLabel('Every').selectOption('5 frames');
    // 400 ms is 12 frames: the third skin would be before the animation.
    await expect(notes(page)).toContainText('Onion skins: 2 before, 0 after');
    await page.keyboard.press('Escape');
    await page.locator('.scene-canvas').focus();
    await page.keyboard.press('Space');
    await expect(notes(page)).toContainText('Onion skins: shown when paused.');
    await page.keyboard.press('Space');
    await expect(notes(page)).toContainText(/Onion skins: \d before, 0 after/);
    await expect(page).toHaveURL(/onionBefore:3,onionAfter:0,onionStep:5/);
  });

  test('a figure of a chosen height and a ruler stand beside the model', async ({ page }) => {
    await openLink(page);
    const camera = () => viewport(page).getAttribute('data-camera');
    const before = await camera();
    await page.locator('.scene-canvas').focus();
    await page.keyboard.press('q');
    await expect(page.getByText('100 units', { exact: true })).toBeVisible();
    // The camera makes room for it.
    await expect.poll(camera).not.toBe(before);
    await page.keyboard.press('Shift+Q');
    await expect(notes(page)).toContainText(
      /Ruler: a number every 10 units; model at rest: [\d.]+ × 108.5 × /,
    );
    await page.keyboard.press('d');
    await viewOptions(page, 'Overlays').getByLabel('Height in units').fill('72');
    await expect(page.getByText('72 units', { exact: true })).toBeVisible();
    // The browser keeps the height.
    await page.goto('about:blank');
    await openLink(page);
    await page.locator('.scene-canvas').focus();
    await page.keyboard.press('q');
    await expect(page.getByText('72 units', { exact: true })).toBeVisible();
  });

  test('an image is the background, of the view and of saved images, and of no link', async ({ page }) => {
    await page.addInitScript(() =>
      localStorage.setItem('lithoscope.picture', JSON.stringify({ ground: 'view', scale: 1 })),
    );
    await openLink(page, '&view=-grid');
    const bytes = await plainPng(page, '#c83ce6');
    const sky = { name: 'sky.png', mimeType: 'image/png', buffer: Buffer.from(bytes) };
    const options = await chooseBackground(page, sky);
    await expect(options).toContainText('sky.png. It stays on your computer.');
    await expectAccessible(page, '.view-shading');
    const screen = await page.locator('.scene-canvas').screenshot();
    expect(await pixelsLike(page, screen, [200, 60, 230])).toBeGreaterThan(10_000);
    await expect(page).toHaveURL(/view=-grid&/);
    await page.keyboard.press('Escape');
    const waiting = page.waitForEvent('download');
    await page.keyboard.press('p');
    const saved = readFileSync(await (await waiting).path());
    expect(await pixelsLike(page, saved, [200, 60, 230])).toBeGreaterThan(10_000);
    await page.keyboard.press('Shift+Z');
    await options.getByRole('button', { name: 'Remove the background image' }).click();
    await expect(viewport(page)).toHaveAttribute('data-background', 'theme');
  });

  test('what is no image is refused, and the background stays', async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await chooseBackground(page, CLOCKWORK);
    await expect(page.getByText('it is not a PNG, JPEG or WebP')).toBeVisible();
    await expect(viewport(page)).toHaveAttribute('data-background', 'theme');
  });

  test('an image that is dropped on the options is the background', async ({ page }) => {
    await openLink(page);
    const bytes = await plainPng(page, '#c83ce6');
    await page.locator('.scene-canvas').focus();
    await page.keyboard.press('Shift+Z');
    const options = viewOptions(page, 'Shading');
    await options.getByRole('radio', { name: 'Image' }).check();
    const dataTransfer = await page.evaluateHandle((bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(bytes)], 'dropped.png', { type: 'image/png' }));
      return data;
    }, bytes);
    await options.dispatchEvent('drop', { dataTransfer });
    await expect(options).toContainText('dropped.png. It stays on your computer.');
    await expect(viewport(page)).toHaveAttribute('data-background', 'picture');
  });

  test('a saved image shows the overlays and the background of the view', async ({ page }) => {
    await page.addInitScript(() =>
      localStorage.setItem(
        'lithoscope.picture',
        JSON.stringify({ ground: 'view', overlays: true, scale: 1 }),
      ),
    );
    await openLink(page, '&trail=s1&view=trails,ruler,background:color,backgroundColor:c83ce6');
    await expect(notes(page)).toContainText('Motion trail: LeftHand');
    const waiting = page.waitForEvent('download');
    await page.locator('.scene-canvas').focus();
    await page.keyboard.press('p');
    const saved = readFileSync(await (await waiting).path());
    expect(await pixelsLike(page, saved, [200, 60, 230])).toBeGreaterThan(10_000);
    await page.keyboard.press('j');
    await expect(notes(page)).not.toContainText('Motion trail');
    const again = page.waitForEvent('download');
    await page.keyboard.press('p');
    expect(readFileSync(await (await again).path()).equals(saved)).toBe(false);
  });

  test('the light of a game stays where it is when the camera goes around', async ({ page }) => {
    await openLink(page, '&view=lighting:game,shading:shaded,-grid');
    /** Mean brightness of the model, which alone is redder than blue. */
    const brightness = async () =>
      (await pixelsOf(page, await picture(page))).evaluate(({ data }) => {
        let [sum, count] = [0, 0];
        for (let at = 0; at < data.length; at += 4) {
          const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
          if (r - b < 15) continue;
          sum += r + g + b;
          count++;
        }
        return sum / 3 / count;
      });
    await page.locator('.scene-canvas').focus();
    await page.keyboard.press('7');
    const above = await brightness();
    await page.keyboard.press('9');
    // Below there is only the even light.
    await expect.poll(brightness).toBeLessThan(above - 25);
  });

  test('on a phone, the options are reached by touch and are accessible', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await openLink(page, '&view=trails,onion,figure,ruler');
    await page.getByRole('button', { name: 'Overlays' }).click();
    const options = viewOptions(page, 'Overlays');
    await options.getByLabel('Height in units').scrollIntoViewIfNeeded();
    await expect(options.getByLabel('Height in units')).toBeInViewport();
    await expectAccessible(page, '.view-overlays');
  });
});
