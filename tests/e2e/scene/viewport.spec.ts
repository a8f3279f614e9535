import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { drawsAndRests } from '../support/drawn.ts';
import { expect, expectPose, GL, openWith, picture, THOROUGH, test, viewport } from '../support/page.ts';
import { chooseAnimation, chooseLevel, levelButton, viewOptions } from '../support/panels.ts';
import { pixelsOf } from '../support/pixels.ts';

// Without damping the camera stands still at once, and pictures can be compared.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Triangles of a sample, whose shape may be improved. */
const THOUSANDS = /^[1-9]\d{3}$/;

/** What a PNG shows: its size, how opaque its corner is, and how many shades of clay its middle has. */
async function lookAt(page: Page, png: Buffer) {
  const pixels = await pixelsOf(page, png);
  return pixels.evaluate(({ data, width, height }) => {
    const clay = new Set<number>();
    // Clay is the only thing that is redder than blue by so much.
    for (let y = 0; y < height; y++) {
      for (let x = Math.floor(width / 2) - 20; x < width / 2 + 20; x++) {
        const at = 4 * (y * width + x);
        if ((data[at] ?? 0) - (data[at + 2] ?? 0) > 15) clay.add(data[at] ?? 0);
      }
    }
    return { width, height, corner: data[3], clay: clay.size };
  });
}

test.describe('viewport', GL, () => {
  test('draws a v12 model in its bind pose and then rests', ({ page }) => {
    return drawsAndRests(page, CLOCKWORK, THOUSANDS);
  });

  test('draws a v6 model in its rest pose and then rests', THOROUGH, ({ page }) => {
    return drawsAndRests(page, JELLYFISH, THOUSANDS);
  });

  test('shows something: the model covers the ground', THOROUGH, async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    const { clay } = await lookAt(page, await page.locator('.scene-canvas').screenshot());
    expect(clay).toBeGreaterThan(30);
  });

  test('saves its picture, twice as fine and without background', THOROUGH, async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await chooseAnimation(page, 'Wave');
    await page.getByRole('slider', { name: 'Time' }).focus();
    await page.keyboard.press('End');
    await expectPose(page, '2@3000');
    const size = await page.locator('.scene-canvas').boundingBox();
    const waiting = page.waitForEvent('download');
    await page.keyboard.press('p');
    const download = await waiting;
    expect(download.suggestedFilename()).toBe('clockwork-Wave-3000ms.png');
    await expect(page.getByRole('status').filter({ hasText: 'Saved clockwork' })).toBeVisible();
    const saved = await lookAt(page, readFileSync(await download.path()));
    expect(saved).toMatchObject({
      width: Math.round((size?.width ?? 0) * 2),
      height: Math.round((size?.height ?? 0) * 2),
      corner: 0,
    });
    expect(saved.clay).toBeGreaterThan(30);
  });

  test('turns, moves and zooms by mouse and keyboard, and Home frames again', THOROUGH, async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    const canvas = page.locator('.scene-canvas');
    await canvas.focus();
    await page.keyboard.press('Home');
    const framed = await picture(page);
    for (const key of ['ArrowLeft', 'ArrowUp', 'Shift+ArrowRight', '+', '-']) {
      const before = await picture(page);
      await page.keyboard.press(key);
      await expect.poll(async () => before.equals(await picture(page)), { message: key }).toBe(false);
    }
    // Up is higher, as for the element.
    const height = () =>
      page.evaluate(() => Number(new URLSearchParams(location.hash.slice(1)).get('cam')?.split(',')[1]));
    await expect.poll(height).not.toBeNaN();
    const low = await height();
    await page.keyboard.press('ArrowUp');
    await expect.poll(height).toBeGreaterThan(low);
    await page.keyboard.press('Home');
    await expect.poll(async () => framed.equals(await picture(page))).toBe(true);

    const box = await canvas.boundingBox();
    if (!box) throw new Error('the canvas has no box');
    const [x, y] = [box.x + 30, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 80, y + 10, { steps: 3 });
    await page.mouse.up();
    await expect.poll(async () => framed.equals(await picture(page))).toBe(false);
    await page.keyboard.press('Shift+ArrowRight');
    const moved = await picture(page);
    await page.getByRole('button', { name: 'Frame', exact: true }).click();
    await expect.poll(async () => moved.equals(await picture(page))).toBe(false);
  });

  test('switches skeleton, wireframe and grid', THOROUGH, async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    await page.getByRole('button', { name: 'Overlays' }).click();
    for (const name of ['Skeleton', 'Wireframe', 'Floor grid']) {
      const box = viewOptions(page, 'Overlays').getByRole('checkbox', { name, exact: true });
      const before = await picture(page);
      const isOn = await box.isChecked();
      await box.click();
      await expect(box).toBeChecked({ checked: !isOn });
      await expect.poll(async () => before.equals(await picture(page)), { message: name }).toBe(false);
    }
  });

  test('shows the levels of detail, v9+ as a list and v6 as collapses', THOROUGH, async ({ page }) => {
    await openWith(page, CLOCKWORK);
    const triangles = async () => Number(await viewport(page).getAttribute('data-triangles'));
    await expectPose(page, '-1@0');
    const full = await triangles();
    await chooseLevel(page, 2);
    await expect.poll(triangles).toBeLessThan(full / 2);

    await openWith(page, JELLYFISH);
    await expectPose(page, '-1@0');
    const whole = await triangles();
    await levelButton(page).click();
    await page.getByRole('slider', { name: 'Collapses' }).fill('100');
    await expect.poll(triangles).toBeLessThan(whole);
  });

  test('marks what is selected in the structure', THOROUGH, async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    const before = await picture(page);
    await page.getByRole('treeitem', { name: /^\[0\] ?Body/ }).click();
    await expect.poll(async () => before.equals(await picture(page))).toBe(false);
  });
});

test('a browser without WebGL gets a sentence, and structure and bytes', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await expect(page.getByText('WebGL is not available')).toBeVisible();
  await expect(page.getByRole('tree')).toBeVisible();
  await expect(page.getByRole('grid')).toBeVisible();
});

test.describe('a picture that is taken away', GL, () => {
  test.use({ allowErrors: true });

  test('a lost context comes back', THOROUGH, async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    const before = await viewport(page).getAttribute('data-drawn');
    const extension = await page
      .locator('.scene-canvas')
      .evaluateHandle((canvas: HTMLCanvasElement) =>
        canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context'),
      );
    await extension.evaluate((lose) => lose?.loseContext());
    await expect(page.getByText('The WebGL context was lost')).toBeVisible();
    await extension.evaluate((lose) => lose?.restoreContext());
    await expect(page.getByText('The WebGL context was lost')).toBeHidden();
    await expect(viewport(page)).not.toHaveAttribute('data-drawn', before ?? '');
  });
});
