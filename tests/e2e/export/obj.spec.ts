/** The pose in the view as OBJ: what the dialog says is what three.js reads of the file. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { decode } from 'fast-png';
import { unzipSync } from 'fflate';
import type { Mesh } from 'three';
import { MTLLoader } from 'three/examples/jsm/loaders/MTLLoader.js';
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { countIn } from '../support/export.ts';
import { expect, openSample, test } from '../support/page.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export as OBJ' });

const countOf = (page: Page, name: string) => countIn(dialog(page), name);

async function saved(page: Page): Promise<{ name: string; files: Record<string, Uint8Array> }> {
  const button = dialog(page).getByRole('button', { name: 'Save' });
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: file.suggestedFilename(), files: unzipSync(readFileSync(await file.path())) };
}

const textOf = (files: Record<string, Uint8Array>, ending: string) =>
  new TextDecoder().decode(Object.entries(files).find(([name]) => name.endsWith(ending))?.[1]);

/** All corners, x alone. */
function cornersOf(obj: string): number[] {
  return new OBJLoader().parse(obj).children.flatMap((child) => {
    const { array } = (child as Mesh).geometry.getAttribute('position');
    return Array.from(array).filter((_, i) => i % 3 === 0);
  });
}

test('the pose in the view goes out with its skins, at the chosen scale', async ({ page }) => {
  await openSample(page);
  await page.getByRole('tab', { name: 'clockwork.abc' }).click();
  await page.keyboard.press('Shift+E');
  await page.getByRole('menuitem', { name: 'Pose as OBJ…' }).click();
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByText(/, as in the view\.$/)).toBeVisible();
  const triangles = await countOf(page, 'Triangles');
  const images = await countOf(page, 'Images');
  expect(triangles).toBeGreaterThan(100);
  expect(images).toBeGreaterThan(0);
  await expectAccessibleInBothThemes(page, 'dialog');
  const { name, files } = await saved(page);
  expect(name).toBe('clockwork obj.zip');
  await expect(dialog(page)).toHaveCount(0);
  const corners = cornersOf(textOf(files, '.obj'));
  expect(corners).toHaveLength(3 * triangles);
  const pngs = Object.keys(files).filter((file) => file.endsWith('.png'));
  expect(pngs).toHaveLength(images);
  expect(decode(files[pngs[0] ?? ''] ?? new Uint8Array()).width).toBeGreaterThan(1);
  const { materialsInfo } = new MTLLoader().parse(textOf(files, '.mtl'), '');
  expect(pngs).toContain(Object.values(materialsInfo)[0]?.map_kd);

  // In metres everything is smaller by the same.
  await page.keyboard.press('Shift+E');
  await page.getByRole('menuitem', { name: 'Pose as OBJ…' }).click();
  await dialog(page).getByRole('radio', { name: 'Metres' }).check();
  await dialog(page).getByRole('checkbox', { name: /skin/ }).uncheck();
  await expect(dialog(page).locator('dt:text-is("Images") + dd')).toHaveText('0');
  const metres = await saved(page);
  expect(Object.keys(metres.files)).toEqual(['clockwork.obj', 'clockwork.mtl']);
  expect(cornersOf(textOf(metres.files, '.obj'))).toHaveLength(corners.length);
});
