/** The toolbar over the view: one tab stop, menus, measuring, and the page for the model alone. */
import type { Page } from '@playwright/test';
import { CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import {
  expect,
  expectPose,
  GL,
  openWith,
  PHONE,
  passFrames,
  THOROUGH_GL,
  test,
  viewport,
} from '../support/page.ts';
import { levelButton, viewOptions } from '../support/panels.ts';

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'View' });
const tool = (page: Page, name: string) => toolbar(page).getByRole('button', { name, exact: true });
const columns = (page: Page) => page.locator('.column-left, .column-bytes');

async function open(page: Page): Promise<void> {
  await openWith(page, CLOCKWORK);
  await expectPose(page, '-1@0');
}

test('is one tab stop, and arrows go from button to button', GL, async ({ page }) => {
  await open(page);
  await expect(levelButton(page)).toBeVisible();
  await tool(page, 'Shading').focus();
  for (const name of ['Overlays', 'Camera', 'LOD 0', 'Measure', 'Frame', 'Only the model', 'Shading']) {
    await page.keyboard.press('ArrowRight');
    await expect(tool(page, name)).toBeFocused();
  }
  await page.keyboard.press('ArrowLeft');
  await expect(tool(page, 'Only the model')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(tool(page, 'Shading')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await expect(toolbar(page).locator(':focus')).toHaveCount(0);
  // Back at the button that had the focus.
  await page.keyboard.press('Shift+Tab');
  await expect(tool(page, 'Overlays')).toBeFocused();

  // Its menu gives the focus back.
  await page.keyboard.press('Enter');
  const overlays = viewOptions(page, 'Overlays');
  await expect(overlays.getByRole('checkbox', { name: 'Skeleton', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(overlays).toBeHidden();
  await expect(tool(page, 'Overlays')).toBeFocused();
  await expectAccessible(page, '.scene-toolbar');
});

test('statistics are an overlay, and measuring a switch', THOROUGH_GL, async ({ page }) => {
  await open(page);
  const statistics = page.getByRole('table', { name: 'Statistics' });
  await expect(statistics).toBeHidden();
  await tool(page, 'Overlays').click();
  await viewOptions(page, 'Overlays').getByRole('checkbox', { name: 'Statistics' }).check();
  await page.keyboard.press('Escape');
  await expect(statistics).toContainText(/Triangles\s*3,854/);
  await expect(statistics).toContainText(/Pieces\s*8/);

  await tool(page, 'Measure').click();
  await expect(tool(page, 'Measure')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.scene-notes')).toContainText('click the first point');
  await page.keyboard.press('Escape');
  await expect(tool(page, 'Measure')).toHaveAttribute('aria-pressed', 'false');
});

test('levels have a menu where the model has levels', THOROUGH_GL, async ({ page }) => {
  await open(page);
  await expect(levelButton(page)).toHaveText('LOD 0');
  await openWith(page, JELLYFISH);
  await expectPose(page, '-1@0');
  await expect(levelButton(page)).toHaveText('LOD 0');
});

test('Ctrl+\\ gives the page to the model, and back to the panels as they were', GL, async ({ page }) => {
  await open(page);
  const before = await columns(page).evaluateAll((all) => all.map((one) => one.clientWidth));
  await page.getByRole('tree').focus();
  await page.keyboard.press('Control+\\');
  await expect(columns(page)).toHaveCount(2);
  for (const column of await columns(page).all()) await expect(column).toBeHidden();
  expect((await viewport(page).boundingBox())?.width).toBe(page.viewportSize()?.width);
  await expect(tool(page, 'Only the model')).toHaveAttribute('aria-pressed', 'true');
  // The list that had the focus is hidden.
  await expect(page.locator('.scene-canvas')).toBeFocused();
  await page.keyboard.press('Control+\\');
  await expect(columns(page).first()).toBeVisible();
  expect(await columns(page).evaluateAll((all) => all.map((one) => one.clientWidth))).toEqual(before);

  // What is asked for comes, and ends it.
  await tool(page, 'Only the model').click();
  await expect(columns(page).first()).toBeHidden();
  await page.keyboard.press('e');
  await expect(page.getByRole('tab', { name: 'Problems' })).toBeVisible();
  await expect(columns(page).first()).toBeVisible();
  await expect(tool(page, 'Only the model')).toHaveAttribute('aria-pressed', 'false');
});

test('on a phone the model has all but the title and the transport', THOROUGH_GL, async ({ page }) => {
  await page.setViewportSize(PHONE);
  await open(page);
  const before = (await viewport(page).boundingBox())?.height ?? 0;
  const dock = page.getByRole('navigation', { name: 'Panels' });
  const room = (await dock.boundingBox())?.height ?? 0;
  expect(room).toBeGreaterThanOrEqual(40);
  await tool(page, 'Only the model').click();
  await passFrames(page);
  await expect(dock).toBeHidden();
  // All the room that the dock had.
  expect((await viewport(page).boundingBox())?.height).toBeCloseTo(before + room, 0);
  for (const button of await toolbar(page).getByRole('button').all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await tool(page, 'Only the model').click();
  await expect(dock).toBeVisible();
});
