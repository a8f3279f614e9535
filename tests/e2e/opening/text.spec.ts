/** Models as text (LTA, LTC): shown like others, their bytes as text. */
import type { Locator, Page } from '@playwright/test';
import { packedModel, TEXT, textModel } from '../../support/lta-text.ts';
import { dropBytes, expect, test } from '../support/page.ts';
import { summary, verdict } from '../support/panels.ts';

/** Presses the first character of a word that stands in one row. */
async function pressOn(page: Page, text: Locator, word: string): Promise<void> {
  const at = await text
    .locator('.text-code')
    .filter({ hasText: word })
    .evaluate((code, wanted) => {
      const node = code.firstChild as Text;
      const range = document.createRange();
      const from = node.data.indexOf(wanted);
      range.setStart(node, from);
      range.setEnd(node, from + 1);
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }, word);
  await page.mouse.click(at.x, at.y);
}

test('an LTA opens as a model whose text follows the tree, and the tree the text', async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'model.lta', textModel());
  await expect(summary(page)).toContainText('LTA (text)');
  await expect(verdict(page)).toContainText('No problems');
  const text = page.getByRole('region', { name: 'Text of model.lta' });
  await expect(text.locator('.text-row').first()).toHaveText('1(lt-model-0');
  await pressOn(page, text, '"ShadowEnable"');
  await expect(text.locator('mark')).toHaveText('"ShadowEnable"');
  const line = TEXT.slice(0, TEXT.indexOf('"ShadowEnable"')).split('\n').length;
  await expect(page.locator('.text-place')).toHaveText(`line ${line}, column 24`);
  await expect(page.getByRole('treeitem', { name: '[1] “ShadowEnable”' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await text.press('ArrowRight');
  await expect(text.locator('mark')).toHaveText('set-global-radius');

  await page.getByRole('button', { name: 'Show bytes' }).click();
  await expect(page.locator('.hex-line').first()).toBeVisible();
  await expect(text).toBeHidden();
  await page.getByRole('button', { name: 'Show text' }).click();
  await expect(text).toBeVisible();
});

test('an LTC is shown as the text that it holds, and says what its offsets mean', async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'model.ltc', packedModel());
  await expect(summary(page)).toContainText('LTC (packed text)');
  await expect(summary(page)).not.toContainText('read-only');
  await expect(
    page.getByRole('region', { name: 'Text of model.ltc' }).locator('.text-row').first(),
  ).toHaveText('1(lt-model-0');
  await expect(page.locator('.status-size')).toHaveText(`${TEXT.length.toLocaleString('en-US')} bytes`);
});
