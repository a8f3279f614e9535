import type { Page } from '@playwright/test';
import { CLOCKWORK, CLOCKWORK_BASE } from '../../web/support/samples.ts';
import { expect, expectPose, openWith, picture, THOROUGH_GL, test } from '../support/page.ts';
import {
  chooseAnimation,
  chooseForAnimations,
  openPlaybackMenu,
  openSheet,
  sheet,
  sheetKey,
  showAnimations,
  status,
} from '../support/panels.ts';

const openSection = (page: Page, title: string) => page.getByRole('heading', { name: title }).click();

test(
  'the timeline: fields, there and back, events that light up, bytes of a frame string',
  THOROUGH_GL,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await chooseAnimation(page, 'Walk');
    const time = page.getByRole('spinbutton', { name: 'Time, ms' });
    const key = page.getByRole('spinbutton', { name: 'Key' });
    const menu = await openPlaybackMenu(page);
    await key.fill('3');
    await key.press('Enter');
    await page.keyboard.press('Escape');
    await expect(time).toHaveValue('120');
    await time.fill('500');
    await time.press('Enter');
    await expectPose(page, '1@500');
    await openPlaybackMenu(page);
    // The menu stays open, for the next step.
    await menu.getByRole('button', { name: 'Next frame' }).click();
    await expect(time).toHaveValue('533.3');
    await menu.getByRole('button', { name: 'Next frame' }).click();
    await expect(time).toHaveValue('566.7');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Playback', exact: true })).toBeFocused();

    await openSheet(page);
    await sheet(page).focus();
    await expect(sheet(page).getByRole('row').first()).toContainText('Frame strings');
    await page.keyboard.press('ArrowRight');
    await expect(sheetKey(page)).toHaveText(/^Key 11, 600 ms, \d+ nodes change, FOOTSTEP_KEY 2$/);
    await expect(page.locator('.sheet-foot')).toContainText('A foot touches the ground.');
    await expectPose(page, '1@600');
    await page.keyboard.press('Enter');
    await expect(status(page)).not.toBeEmpty();
    await expect(page.getByRole('treeitem', { selected: true })).toContainText('[10]');

    await openPlaybackMenu(page);
    await menu.getByRole('radio', { name: 'Back and forth' }).check();
    await menu.getByRole('combobox', { name: 'Speed' }).selectOption('4×');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Playback', exact: true })).toHaveText('4×');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await expectPose(page, /^1@/);
  },
);

test('curves of the selected node: keys lead to their bytes, scrubbing selects only with Follow on', async ({
  page,
}) => {
  await openWith(page, CLOCKWORK);
  await openSheet(page);
  await expect(page.getByText('Choose an animation to see its keys.')).toBeVisible();
  await chooseAnimation(page, 'Wave');
  await expect(page.getByText('Select a node to see its curves.')).toBeVisible();
  // The words stand alone: no numbers of axes under them.
  const painted = await page.locator('.sheet-curve-canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data = [] } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
    return Array.from(data).some((value) => value !== 0);
  });
  expect(painted).toBe(false);
  await page.getByRole('tab', { name: 'Model', exact: true }).click();
  await openSection(page, 'Skeleton');
  const nodes = page.getByRole('grid', { name: 'Nodes' }).getByRole('button');
  const quantity = page.getByRole('combobox', { name: 'Curve values' });
  await nodes.first().click();
  await expect(quantity).toHaveValue('translation');
  // Rotation only: its translations are none.
  await nodes.filter({ hasText: 'Spine' }).click();
  await expect(quantity).toHaveValue('euler');
  await nodes.nth(2).click();
  await quantity.selectOption('Quaternion');
  await expect(page.locator('.sheet-legend')).toContainText(/x .*y .*z .*w /);
  // From the name of the row to its first key, and on.
  await sheet(page).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('tab', { name: 'Raw' }).click();
  const selected = page.getByRole('treeitem', { selected: true });
  await expect(selected).toContainText('[1]');
  await expect(selected).toContainText('KeyTransform');

  const bytes = await status(page).textContent();
  await sheet(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(status(page)).toHaveText(bytes ?? '');
  const menu = await openPlaybackMenu(page);
  await menu.getByRole('checkbox', { name: 'Follow keys' }).check();
  await page.keyboard.press('Escape');
  await sheet(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(selected).toContainText('Keyframe');
});

test(
  'layers: one laid over the pose, through a weight set, and taken away',
  THOROUGH_GL,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await chooseAnimation(page, 'Idle');
    await expectPose(page, '0@0');
    const alone = await picture(page);
    await chooseForAnimations(page, 'Layer animations');
    await page.getByRole('button', { name: 'Add a layer' }).click();
    await page.getByRole('combobox', { name: 'Animation of layer 1' }).selectOption('Wave');
    await page.getByRole('combobox', { name: 'Weight set of layer 1' }).selectOption('Upper');
    await expect(page.getByText(/^\d+ nodes full.*unaffected$/)).toBeVisible();
    await page.getByRole('slider', { name: 'Time of layer 1' }).fill('1500');
    await expect.poll(async () => alone.equals(await picture(page))).toBe(false);
    await page.getByRole('button', { name: 'Remove layer 1' }).click();
    await expect.poll(async () => alone.equals(await picture(page))).toBe(true);
  },
);

test(
  'a missing child model is named, can be supplied, and lends its animations',
  THOROUGH_GL,
  async ({ page }) => {
    // Without this picker the page takes a file input, which is the one that Playwright can answer.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
    await openWith(page, CLOCKWORK);
    await page.getByRole('tab', { name: 'Model', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Child models' })).toContainText('1 not open');
    await openSection(page, 'Child models');
    await expect(page.getByRole('note')).toContainText('Missing child model: Models\\clockwork_base.abc');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /^Choose a file for .*clockwork_base\.abc/ }).click();
    await (await chooser).setFiles(CLOCKWORK_BASE);
    await expect(page.getByRole('note')).toBeHidden();
    const list = await showAnimations(page);
    await expect(list.getByRole('group', { name: 'In this file' }).getByRole('option')).toHaveCount(5);
    await expect(
      list.getByRole('group', { name: 'From clockwork_base.abc' }).getByRole('option'),
    ).toHaveCount(2);
    await chooseAnimation(page, 'Dance');
    await expectPose(page, '1:0@0');
    await page.keyboard.press('Space');
    await expectPose(page, /^1:0@[1-9]/);
    await chooseAnimation(page, 'Salute');
    await expectPose(page, /^1:1@[1-9]/);
    await page.keyboard.press('Space');
    const menu = await openPlaybackMenu(page);
    await menu.getByRole('button', { name: 'Go to clockwork_base.abc' }).click();
    await expect(menu).toBeHidden();
    await expectPose(page, /^1@[1-9]/);
  },
);
