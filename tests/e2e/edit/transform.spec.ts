/** The whole model scaled, turned and mirrored: by the keyboard alone, and shown before it is done. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, GL, modelPicture, openWith, PHONE, test, viewport } from '../support/page.ts';
import { expectNothingToUndo, tree } from '../support/panels.ts';

const form = (page: Page) => page.getByRole('dialog', { name: 'Scale, rotate or mirror the model' });
const scale = (page: Page) => form(page).getByRole('spinbutton', { name: 'Scale, ×' });
/** The button that counts the changes. */
const changes = (page: Page) => page.getByRole('button', { name: /not saved: show the changes$/ });

/** Finds the command by its words, as one does without a pointer. */
async function openForm(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('mirror the model');
  await expect(page.getByRole('option', { name: /Scale, rotate or mirror the model…/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(scale(page)).toBeFocused();
}

/** The file as `Save as…` writes it. */
async function saved(page: Page): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await page.keyboard.press('Control+Shift+S');
  return readFileSync(await (await download).path());
}

// What is saved is a download.
test.beforeEach(({ page }) =>
  page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined })),
);

test('a model is scaled by the keyboard, and undo brings every byte back', async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await tree(page).focus();
  await openForm(page);
  await expect(form(page).getByRole('status')).toHaveText(/^Size: [\d.,]+ × [\d.,]+ × [\d.,]+\.$/);
  await expectAccessible(page, '.edit-form');
  await page.keyboard.type('0');
  await expect(form(page).getByRole('status')).toHaveText('The scale must be a number above 0.');
  await expect(form(page).getByRole('button', { name: 'Apply' })).toBeDisabled();
  await page.keyboard.press('Backspace');
  await expect(form(page).getByRole('status')).toHaveText('Enter a number in each field.');
  await page.keyboard.type('2');
  await expect(form(page).getByRole('status')).toHaveText(/^Size: .+ → .+\.$/);
  const sides = form(page).getByRole('checkbox', { name: 'Swap left and right in names' });
  await expect(sides).toBeDisabled();
  await form(page).getByRole('combobox', { name: 'Mirror' }).press('x');
  await expect(sides).toBeEnabled();
  await form(page).getByRole('combobox', { name: 'Mirror' }).press('Home');
  await expect(sides).toBeDisabled();
  await form(page)
    .getByRole('group', { name: 'Rotate' })
    .getByRole('spinbutton', { name: 'Rotate Y, °' })
    .press('Enter');

  await expect(form(page)).toHaveCount(0);
  await expect(tree(page)).toBeFocused();
  await page.keyboard.press('Alt+z');
  const changes = page.getByRole('list', { name: 'Changes, newest first' });
  await expect(changes.locator('.change-label')).toHaveText(['Transform the model: scaled by 2']);
  const original = readFileSync(CLOCKWORK);
  const doubled = await saved(page);
  expect(doubled.length).toBe(original.length);
  expect(Buffer.compare(doubled, original)).not.toBe(0);
  await page.keyboard.press('Control+z');
  await expectNothingToUndo(page);
  expect(Buffer.compare(await saved(page), original)).toBe(0);
});

test('Escape leaves the file as it was', async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await tree(page).focus();
  await openForm(page);
  await page.keyboard.type('3');
  await expect(form(page).getByRole('status')).toHaveText(/ → /);
  await page.keyboard.press('Escape');
  await expect(form(page)).toHaveCount(0);
  await expect(tree(page)).toBeFocused();
  await expect(changes(page)).toHaveCount(0);
  // What changes nothing is no change.
  await openForm(page);
  await page.keyboard.press('Enter');
  await expect(form(page)).toHaveCount(0);
  await expect(changes(page)).toHaveCount(0);
  expect(Buffer.compare(await saved(page), readFileSync(CLOCKWORK))).toBe(0);
});

test(
  'the viewport shows the model as it would become, from where the camera stands',
  GL,
  async ({ page }) => {
    // Without skins, which would come into the picture later.
    await openWith(page, CLOCKWORK);
    const view = viewport(page);
    await tree(page).focus();
    const before = await modelPicture(page);
    const isAsBefore = async () => Buffer.compare(await modelPicture(page), before) === 0;
    await openForm(page);
    await expect.poll(isAsBefore).toBe(true);
    // Only now: what is still being opened may give the viewport another size, to which the camera fits the model.
    const camera = (await view.getAttribute('data-camera')) ?? '';
    expect(camera).toMatch(/,/);
    await page.keyboard.type('0.5');
    await expect.poll(isAsBefore).toBe(false);
    await expect(view).toHaveAttribute('data-camera', camera);
    await page.keyboard.press('Escape');
    await expect.poll(isAsBefore).toBe(true);
    await expect(view).toHaveAttribute('data-camera', camera);
    await expect(changes(page)).toHaveCount(0);
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('the form is over the model, with its buttons in sight', async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Outline' }).click();
    await openForm(page);
    await expect(viewport(page)).toBeVisible();
    await expect(form(page).getByRole('button', { name: 'Apply' })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
    await page.keyboard.press('Escape');
    await openForm(page);
    await expect(form(page).getByRole('button', { name: 'Apply' })).toBeInViewport({ ratio: 1 });
  });
});
