import type { Page } from '@playwright/test';
import { corpusNote, corpusPath, hasCorpus } from '../web/support/corpus.ts';
import { CLOCKWORK, JELLYFISH } from '../web/support/samples.ts';
import { expect, expectPose, GL, openWith, passFrames, picture, test, viewport } from './support/page.ts';

/** The list; the speeds are options too. */
const animations = (page: Page) => page.getByRole('listbox', { name: 'Animation' });

/** Chooses an animation by the start of its name. */
const choose = (page: Page, name: RegExp) => animations(page).getByRole('option', { name }).click();

/** Checks that an animation stands at its start, and that its second key is another picture. */
async function nextKeyMoves(page: Page, animation: number): Promise<void> {
  await expectPose(page, `${animation}@0`);
  const still = await picture(page);
  await page.getByRole('slider', { name: 'Time' }).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expectPose(page, new RegExp(`^${animation}@[1-9]`));
  expect(still.equals(await picture(page))).toBe(false);
}

test.describe('timeline', GL, () => {
  test('lists the bind pose and every animation, and plays nothing by itself', async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    await expect(animations(page).getByRole('option')).toHaveCount(5);
    await expect(animations(page).getByRole('option', { selected: true })).toHaveText('Bind pose');
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeDisabled();

    await choose(page, /^Wave/);
    await expectPose(page, '2@0');
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled();
    await expect(page.getByText('/ 3,000 ms')).toBeVisible();
    await expect(page.getByRole('spinbutton', { name: 'Time, ms' })).toHaveValue('0');
  });

  test('playing moves the mesh, and Space pauses it', async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await choose(page, /^Wave/);
    await expectPose(page, '2@0');
    const still = await picture(page);
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await expectPose(page, /^2@[1-9]/);
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    expect(still.equals(await picture(page))).toBe(false);
    const drawn = await viewport(page).getAttribute('data-pose');
    await passFrames(page);
    await expectPose(page, drawn ?? '');
  });

  test('scrubs by keyboard: steps, keys, ends', async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await choose(page, /^Wave/);
    const bar = page.getByRole('slider', { name: 'Time' });
    await bar.focus();
    await page.keyboard.press('End');
    await expectPose(page, '2@3000');
    await expect(bar).toHaveAttribute('aria-valuenow', '3000');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expectPose(page, /^2@33\.33/);
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(bar).toHaveAttribute('aria-valuetext', /key 2 of /);
  });

  test('scrubs by mouse while it plays, and goes on from there', async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await choose(page, /^Wave/);
    await page.keyboard.press('Space');
    const box = await page.getByRole('slider', { name: 'Time' }).boundingBox();
    if (!box) throw new Error('the bar has no box');
    const y = box.y + box.height - 6;
    await page.mouse.move(box.x + 10, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, y, { steps: 4 });
    await page.mouse.up();
    await expectPose(page, /^2@2\d\d\d/);
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  });

  test('stops at the end when the loop is off', async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await choose(page, /^Blink/);
    await page.getByRole('combobox', { name: 'At the end' }).selectOption('Once');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expectPose(page, '3@200');
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  });

  test('a key selects its record, and its record the key', async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await choose(page, /^Wave/);
    const bar = page.getByRole('slider', { name: 'Time' });
    await bar.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    const selected = page.getByRole('treeitem', { selected: true });
    await expect(selected).toContainText('[1]');
    await expect(selected).toContainText('Keyframe');
    await page
      .getByRole('treeitem', { name: /^\[3\]/ })
      .last()
      .click();
    await expect(bar).toHaveAttribute('aria-valuetext', /key 4 of /);
  });

  test('v6 has a rest pose and plays deformation', async ({ page }) => {
    await openWith(page, JELLYFISH);
    await expect(animations(page).getByRole('option', { selected: true })).toHaveText('Rest pose');
    await choose(page, /^swim/);
    await nextKeyMoves(page, 2);
  });
});

test.describe(`real files${corpusNote}`, GL, () => {
  test.skip(!hasCorpus);

  test('the names of a real file, which begin with +, are listed and found by typing', async ({ page }) => {
    await openWith(page, corpusPath('nolf/models/FEMBASE.ABC'));
    await expect(animations(page).getByRole('option')).toHaveCount(17);
    await animations(page).focus();
    await page.keyboard.type('+3StRu');
    await expectPose(page, '4@0');
    await expect(page.getByText('/ 600 ms')).toBeVisible();
  });

  test('deformation vertices of a real v6 file move', async ({ page }) => {
    await openWith(page, corpusPath('kiss/models/FLAG.ABC'));
    await choose(page, /^SomeAnim/);
    await nextKeyMoves(page, 0);
  });
});
