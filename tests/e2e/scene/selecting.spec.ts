/** Selecting in the picture, and selecting nothing again. */
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import {
  expect,
  expectPose,
  openWith,
  passFrames,
  picture,
  THOROUGH_GL,
  test,
  viewport,
} from '../support/page.ts';
import { bytes, card, goTo, selectedRow, status, tree, treeRow, viewOptions } from '../support/panels.ts';

// Without damping the camera stands still at once, and pictures can be compared.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const canvas = (page: Page) => page.locator('.scene-canvas');

/** Nothing is selected: no panel shows a selection, and the link has none. */
async function expectNothingSelected(page: Page): Promise<void> {
  await expect(status(page)).not.toContainText('selected');
  await expect(card(page)).toContainText('Select a byte');
  await expect(selectedRow(page)).toHaveCount(0);
  await expect.poll(() => new URL(page.url()).hash).not.toContain('sel=');
}

test('a click beside the model, and Escape in every panel, select nothing', THOROUGH_GL, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await expectPose(page, '-1@0');
  await passFrames(page);
  await page.mouse.move(0, 0);
  const plain = await picture(page);
  const body = treeRow(page, /^\[0\] ?Body/);
  const select = async () => {
    await body.click();
    await expect(status(page)).toContainText('selected');
  };

  await select();
  await expect.poll(async () => plain.equals(await picture(page))).toBe(false);
  const box = await canvas(page).boundingBox();
  if (!box) throw new Error('the canvas has no box');
  await page.mouse.click(box.x + box.width - 24, box.y + box.height / 2);
  await expectNothingSelected(page);
  // Marks and tint are gone with it.
  await page.mouse.move(0, 0);
  await expect.poll(async () => plain.equals(await picture(page))).toBe(true);

  const list = tree(page);
  for (const panel of [canvas(page), list, bytes(page)]) {
    await select();
    await panel.focus();
    await page.keyboard.press('Escape');
    // A list is left to the view first.
    if (panel === list) {
      await expect(canvas(page)).toBeFocused();
      await page.keyboard.press('Escape');
    }
    await expectNothingSelected(page);
  }

  // What is open over the page closes first.
  await select();
  await canvas(page).focus();
  await page.keyboard.press('d');
  await expect(viewOptions(page, 'Overlays')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewOptions(page, 'Overlays')).toBeHidden();
  await expect(status(page)).toContainText('selected');
  await page.keyboard.press('Escape');
  await expectNothingSelected(page);

  await page.keyboard.press('Alt+ArrowLeft');
  await expect(status(page)).toContainText('selected');
});

test(
  'the view says where the selection is when it is not in the picture, and shows it',
  THOROUGH_GL,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    const line = page.locator('.scene-out-of-view');
    const show = line.getByRole('button', { name: 'Show it' });
    await goTo(page, 'Pieces.Pieces[0].LODs[2].Vertices[3]');
    await expect(line).toHaveText('The selection is in level 2; level 0 is drawn.Show it');
    const full = Number(await viewport(page).getAttribute('data-triangles'));
    const unmarked = await picture(page);
    await show.click();
    await expect(line).toBeEmpty();
    await expect
      .poll(async () => Number(await viewport(page).getAttribute('data-triangles')))
      .toBeLessThan(full);
    await expect.poll(async () => unmarked.equals(await picture(page))).toBe(false);
    await goTo(page, 'Pieces.Pieces[0].LODs[0].Vertices[3]');
    await expect(line).toContainText('The selection is in level 0; level 2 is drawn.');
  },
);

test(
  'what a click would select lights up under the pointer, and not under a finger',
  THOROUGH_GL,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    await passFrames(page);
    await page.mouse.move(0, 0);
    const box = await canvas(page).boundingBox();
    if (!box) throw new Error('the canvas has no box');
    const middle = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    const plain = await picture(page);
    const pointed = async (pointerType: string) => {
      await canvas(page).dispatchEvent('pointermove', { ...middle, pointerType, buttons: 0, bubbles: true });
      await passFrames(page, 10);
      return picture(page);
    };
    expect(plain.equals(await pointed('touch'))).toBe(true);
    const first = await pointed('mouse');
    expect(plain.equals(first)).toBe(false);
    // Once that is selected, it is the next around it that a click selects.
    await canvas(page).click();
    await expect(status(page)).toContainText('selected');
    await page.mouse.move(0, 0);
    await passFrames(page, 5);
    const selected = await picture(page);
    expect(selected.equals(await pointed('mouse'))).toBe(false);
  },
);
