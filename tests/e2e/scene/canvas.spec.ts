/** What the samples look like: pictures of the canvas against the committed ones. */
import type { Page } from '@playwright/test';
import { CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { expect, expectPose, GL, openWith, THOROUGH_GL, test, viewport } from '../support/page.ts';
import { chooseAnimation } from '../support/panels.ts';
import { pixelsOf } from '../support/pixels.ts';

const SIZE = 480;

// Without damping the camera stands still at once.
test.use({ contextOptions: { reducedMotion: 'reduce' }, colorScheme: 'dark' });

/** Makes the viewport a plain square without overlays, so that neither fonts nor the page's layout matter. */
async function isolate(page: Page): Promise<void> {
  await viewport(page).evaluate((host, size) => {
    const square = { position: 'fixed', inset: '0', zIndex: '1000', width: `${size}px`, height: `${size}px` };
    Object.assign(host.style, square, { background: 'rgb(24, 28, 36)' });
    const overlays = host.querySelectorAll<HTMLElement | SVGElement>(':scope > :not(canvas)');
    for (const overlay of overlays) overlay.style.display = 'none';
  }, SIZE);
  await expect(page.locator('.scene-canvas')).toHaveJSProperty('width', SIZE);
  await expect(page.locator('.scene-canvas')).toHaveJSProperty('height', SIZE);
}

/** How much of a PNG is clay, the only thing that is redder than blue by so much, and in how many colours. */
async function clayIn(page: Page, png: Buffer): Promise<{ share: number; colours: number }> {
  const pixels = await pixelsOf(page, png);
  return pixels.evaluate(({ data, width, height }) => {
    const colours = new Set<number>();
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      const [red = 0, green = 0, blue = 0] = [data[i], data[i + 1], data[i + 2]];
      if (red - blue <= 15) continue;
      count++;
      colours.add((red << 16) | (green << 8) | blue);
    }
    return { share: count / (width * height), colours: colours.size };
  });
}

for (const { name, path, animation, key, pose, details = GL } of [
  { name: 'clockwork-bind-pose', path: CLOCKWORK, animation: '', key: 0, pose: '-1@0' },
  { name: 'clockwork-walk', path: CLOCKWORK, animation: 'Walk', key: 4, pose: '1@240' },
  {
    name: 'clockwork-wave',
    path: CLOCKWORK,
    animation: 'Wave',
    key: 10,
    pose: '2@1200',
    details: THOROUGH_GL,
  },
  { name: 'jellyfish-rest-pose', path: JELLYFISH, animation: '', key: 0, pose: '-1@0', details: THOROUGH_GL },
  { name: 'jellyfish-swim', path: JELLYFISH, animation: 'swim', key: 6, pose: '2@600' },
]) {
  test(`${name} looks as it should`, details, async ({ page }) => {
    await openWith(page, path);
    await expectPose(page, '-1@0');
    await isolate(page);
    if (animation) {
      await chooseAnimation(page, animation);
      for (let i = 0; i < key; i++) await page.keyboard.press('.');
    }
    await expectPose(page, pose);

    const canvas = page.locator('.scene-canvas');
    await expect(canvas).toHaveScreenshot(`${name}.png`, { maxDiffPixelRatio: 0.002 });
    // So that a baseline of nothing cannot pass.
    const { share, colours } = await clayIn(page, await canvas.screenshot());
    expect(share).toBeGreaterThan(0.05);
    expect(colours).toBeGreaterThan(200);
  });
}
