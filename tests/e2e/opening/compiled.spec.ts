/** Compiled models (LTB): shown like others. */
import { compiledModel } from '../../support/ltb-writer.ts';
import { dropBytes, expect, GL, test } from '../support/page.ts';
import { summary, treeRow, verdict, viewOptions } from '../support/panels.ts';

test('an LTB opens as a model whose bytes can be changed', async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'model.ltb', compiledModel());
  await expect(summary(page)).toContainText('LTB v25');
  await expect(summary(page)).not.toContainText('read-only');
  await expect(verdict(page)).toContainText('No problems');
  await treeRow(page, 'Header').click();
  await expect(page.locator('.hex-line').first()).toBeVisible();
  const overwrite = page.getByRole('button', { name: 'Overwrite bytes' });
  await expect(overwrite).toBeEnabled();
});

test('the hit boxes of an LTB are an overlay', GL, async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'model.ltb', compiledModel({ boxes: [[0, 1, 0, 0]] }));
  await page.getByRole('button', { name: 'Overlays' }).click();
  await viewOptions(page, 'Overlays').getByLabel('Hit boxes').check();
  await expect(page.getByText('1 hit box', { exact: true })).toBeAttached();
});
