import { expect, openWith, test } from '../../e2e/support/page.ts';
import { found, selectedRow, tree, treeRow } from '../../e2e/support/panels.ts';
import { corpusPath } from '../support.ts';

test('nodes open with everything below them, and few rows exist', async ({ page }) => {
  await openWith(page, corpusPath('nolf/models/FEMBASE.ABC'));
  await treeRow(page, /^Animation/).click();
  await page.keyboard.press('*');
  await expect(found(page)).toHaveText('');
  await page.keyboard.press('End');
  await expect(selectedRow(page)).toContainText('AnimBindings');
  const number = await tree(page).getAttribute('aria-activedescendant');
  expect(Number(number?.replace(/\D/g, ''))).toBeGreaterThan(250_000);
  expect(await page.getByRole('treeitem').count()).toBeLessThan(80);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(selectedRow(page)).toContainText('W');
  await page.keyboard.press('ArrowLeft');
  await expect(selectedRow(page)).toContainText('Rotation');
  await page.keyboard.press('ArrowLeft');
  await expect(selectedRow(page)).toHaveAttribute('aria-expanded', 'false');
});
