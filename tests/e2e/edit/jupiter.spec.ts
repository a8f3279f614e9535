/** Changes to models of the Jupiter engine: texts (LTA) and compiled models (LTB). */
import type { Page } from '@playwright/test';
import { packedModel, TEXT, textModel } from '../../support/lta-text.ts';
import { compiledModel } from '../../support/ltb-writer.ts';
import { downloaded } from '../support/library.ts';
import { dropBytes, expect, test } from '../support/page.ts';
import { goTo, showAnimations, verdict } from '../support/panels.ts';

const option = (page: Page, name: RegExp) =>
  page.getByRole('listbox', { name: 'Animations' }).getByRole('option', { name });
const menuItems = (page: Page) => page.getByRole('menuitem');

async function write(page: Page, text: string): Promise<void> {
  const field = page.locator('.value-editor input').first();
  await expect(field).toBeFocused();
  await field.fill(text);
  await field.press('Enter');
  await expect(field).toHaveCount(0);
}

test('a value of a text is changed in place, and everything else stays', async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'model.lta', textModel());
  const text = page.getByRole('region', { name: 'Text of model.lta' });
  await goTo(page, `0x${TEXT.indexOf('12.5 )').toString(16)}`);
  await expect(text.locator('mark')).toHaveText('12.5');
  await page.keyboard.press('F2');
  await write(page, '3*2.25');
  await expect(text.locator('mark')).toHaveText('6.75');
  await expect(text.locator('.text-row').filter({ hasText: 'set-global-radius' })).toContainText(
    '(set-global-radius 6.75 )',
  );
  await expect(page.getByRole('button', { name: /^1 change not saved/ })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(text.locator('mark')).toHaveText('12.5');
  await page.keyboard.press('F2');
  const field = page.locator('.value-editor input').first();
  await field.fill('wide');
  await expect(page.locator('.value-editor')).toContainText('“wide” is not a number.');
  await page.keyboard.press('Escape');
  await expect(verdict(page)).toContainText('No problems');
});

test('animations of a text are renamed with their bindings, repeated and deleted', async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'model.lta', textModel());
  await showAnimations(page);
  await option(page, /^rise/).click();
  await page.keyboard.press('F2');
  await write(page, 'climb');
  await expect(option(page, /^climb/)).toBeVisible();
  await page.keyboard.press('Control+d');
  await expect(option(page, /^climb_2/)).toHaveAttribute('aria-selected', 'true');
  await expect(verdict(page)).toContainText('No problems');
  await option(page, /^climb_2/).click({ button: 'right' });
  // What has no place in a text is not offered.
  await expect(menuItems(page)).toHaveText([/^Rename/, /^Duplicate/, /^Move up/, /^Move down/, /^Delete/]);
  await menuItems(page).filter({ hasText: 'Delete' }).click();
  await expect(option(page, /^climb_2/)).toHaveCount(0);
  for (let i = 0; i < 3; i++) await page.keyboard.press('Control+z');
  await expect(option(page, /^rise/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
});

test('a compiled model is renamed, and what has no place in it is not offered', async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'model.ltb', compiledModel());
  await goTo(page, 'Nodes.Nodes[0].Name');
  await page.keyboard.press('F2');
  await write(page, 'a longer name');
  await expect(page.getByRole('button', { name: /^1 change not saved/ })).toBeVisible();
  await expect(verdict(page)).toContainText('No problems');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('mirror');
  await expect(page.getByRole('option', { name: /Scale, rotate or mirror/ })).toHaveCount(0);
});

test('a packed text is changed as text, and saved packed', async ({ page }) => {
  await page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
  await page.goto('.');
  await dropBytes(page, 'model.ltc', packedModel());
  await goTo(page, `0x${TEXT.indexOf('12.5 )').toString(16)}`);
  await page.keyboard.press('F2');
  await write(page, '7.5');
  await expect(page.getByRole('button', { name: /^1 change not saved/ })).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Control+s');
  const bytes = await downloaded(await saved);
  expect([...bytes.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
  expect(bytes.length).toBeLessThan(packedModel().length);
  await expect(page.getByRole('button', { name: /not saved/ })).toBeHidden();
  await dropBytes(page, 'again.ltc', bytes);
  await expect(page.getByRole('region', { name: 'Text of again.ltc' })).toContainText('7.5 )');
});
