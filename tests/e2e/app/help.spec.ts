/** The sheet of keys: filtered, and printed. */

import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { expect, openSample, PHONE, THOROUGH, test } from '../support/page.ts';

test('keys are filtered by their names and by words', THOROUGH, async ({ page }) => {
  await openSample(page);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Lithoscope' });
  const filter = sheet.getByRole('searchbox', { name: 'Filter keys' });
  await expect(filter).toBeFocused();
  await page.keyboard.type('previous bookmark');
  await expect(sheet.locator('dd:visible')).toHaveText(['Previous bookmark']);
  await expect(sheet.getByRole('status')).toHaveText('1 key');
  await filter.fill('ctrl+k');
  await expect(sheet.locator('dd:visible')).toHaveText(['Search or go to']);
  await filter.fill('no such key');
  await expect(sheet.getByRole('status')).toHaveText('0 keys');
  await expect(sheet.locator('section:visible')).toHaveCount(0);
  await filter.fill('');
  expect(await sheet.locator('section:visible').count()).toBeGreaterThan(5);
  await expect(sheet.getByRole('status')).toBeEmpty();
  await expectAccessibleInBothThemes(page, 'dialog[open]');
  await page.setViewportSize(PHONE);
  await expect(filter).toBeVisible();
});

test('the sheet is printed alone, on one page', THOROUGH, async ({ page }) => {
  await openSample(page);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Lithoscope' });
  await expect(sheet).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.app')).toBeHidden();
  await expect(sheet.getByText('Previous bookmark', { exact: true })).toBeVisible();
  await expect(sheet.getByRole('searchbox')).toBeHidden();
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test.describe('under a finger', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('gestures come first', THOROUGH, async ({ page }) => {
    await openSample(page);
    await page.getByRole('button', { name: 'More', exact: true }).tap();
    await page.getByRole('menuitem', { name: 'Keys and help' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Lithoscope' });
    await expect(sheet.getByRole('heading', { level: 3 }).first()).toHaveText('Touch');
    await expect(sheet.getByRole('heading', { name: 'Touch', exact: true })).toHaveCount(1);
  });
});
