import type { Page } from '@playwright/test';
import { CLOCKWORK, CLOCKWORK_BASE } from '../../web/support/samples.ts';
import { expect, expectPose, openWith, picture, THOROUGH_GL, test } from '../support/page.ts';
import { chooseAnimation, openDrawer, showAnimations, status } from '../support/panels.ts';

const openSection = (page: Page, title: string) => page.locator('summary', { hasText: title }).click();

test(
  'the timeline: fields, there and back, events that light up, bytes of a frame string',
  THOROUGH_GL,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await chooseAnimation(page, 'Walk');
    const time = page.getByRole('spinbutton', { name: 'Time, ms' });
    const key = page.getByRole('spinbutton', { name: 'Key' });
    await page.getByRole('button', { name: 'More playback controls' }).click();
    await key.fill('3');
    await key.press('Enter');
    await page.keyboard.press('Escape');
    await expect(time).toHaveValue('120');
    await time.fill('500');
    await time.press('Enter');
    await expectPose(page, '1@500');
    await page.getByRole('button', { name: 'Next frame' }).click();
    await expect(time).toHaveValue('533.3');

    await openDrawer(page);
    await page.getByRole('tab', { name: /^Events/ }).click();
    const events = page.getByRole('grid', { name: 'Frame strings' });
    await expect(events.getByRole('row')).toHaveCount(2);
    const second = events.getByRole('button', { name: /key 11$/ });
    await expect(events).toContainText('FOOTSTEP_KEY 2 A foot touches the ground.');
    await second.click();
    await expect(status(page)).not.toBeEmpty();
    await expect(page.getByRole('treeitem', { selected: true })).toContainText('[10]');
    await second.press('Enter');
    await expectPose(page, '1@600');

    await page.getByRole('combobox', { name: 'At the end' }).selectOption('Back and forth');
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('4×');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(events.locator('.flashing')).not.toHaveCount(0);
  },
);

test('curves of the selected node: keys lead to their bytes, scrubbing selects only with Follow on', async ({
  page,
}) => {
  await openWith(page, CLOCKWORK);
  await openDrawer(page);
  await page.getByRole('tab', { name: 'Curves' }).click();
  await expect(page.getByText('Choose an animation to see its curves.')).toBeVisible();
  await chooseAnimation(page, 'Wave');
  await expect(page.getByText(/^Select a node/)).toBeVisible();
  // The words stand alone: no numbers of axes under them.
  const painted = await page.locator('.curve-canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data = [] } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
    return Array.from(data).some((value) => value !== 0);
  });
  expect(painted).toBe(false);
  await page.getByRole('tab', { name: 'Model', exact: true }).click();
  await openSection(page, 'Nodes');
  const nodes = page.getByRole('grid', { name: 'Nodes' }).getByRole('button');
  const quantity = page.getByRole('combobox', { name: 'What the curves show' });
  await nodes.first().click();
  await expect(quantity).toHaveValue('translation');
  // Rotation only: its translations are none.
  await nodes.filter({ hasText: 'Spine' }).click();
  await expect(quantity).toHaveValue('euler');
  await nodes.nth(2).click();
  await quantity.selectOption('Rotation, quaternion');
  await expect(page.locator('.curve-legend')).toContainText(/x .*y .*z .*w /);
  const curves = page.getByRole('application', { name: /^Curves/ });
  await curves.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Structure' }).click();
  const selected = page.getByRole('treeitem', { selected: true });
  await expect(selected).toContainText('[1]');

  const bytes = await status(page).textContent();
  await curves.focus();
  await page.keyboard.press('ArrowRight');
  await expect(status(page)).toHaveText(bytes ?? '');
  await page.getByRole('button', { name: 'More playback controls' }).click();
  await page.getByRole('button', { name: 'Follow keys' }).click();
  await page.keyboard.press('Escape');
  await curves.focus();
  await page.keyboard.press('ArrowRight');
  await expect(selected).toContainText('[3]');
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
    await page.getByRole('tab', { name: 'Model', exact: true }).click();
    await openSection(page, 'Layers');
    await page.getByRole('button', { name: 'Add a layer' }).click();
    await page.getByRole('combobox', { name: 'Animation of layer 1' }).selectOption('Wave');
    await page.getByRole('combobox', { name: 'Weight set of layer 1' }).selectOption('Upper');
    await expect(page.getByText(/^\d+ nodes whole.*untouched$/)).toBeVisible();
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
    await expect(page.getByRole('note')).toContainText(
      '1 child model is not open: Models\\clockwork_base.abc',
    );
    await page.getByRole('tab', { name: 'Model', exact: true }).click();
    await openSection(page, 'Child models');
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
    await page.getByRole('button', { name: 'More playback controls' }).click();
    await page.getByRole('button', { name: 'Go to clockwork_base.abc' }).click();
    await expectPose(page, /^1@[1-9]/);
  },
);
