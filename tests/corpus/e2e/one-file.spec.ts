import { dropBytes, expect, openWith, test } from '../../e2e/support/page.ts';
import { summary, treeRow, verdict } from '../../e2e/support/panels.ts';
import { bytesOf } from '../../web/support/samples.ts';
import { corpusPath } from '../support.ts';

test('a file is told in words, whole and cut off', async ({ page }) => {
  const woman = corpusPath('nolf/models/INTHERO_CASUAL.abc');
  await openWith(page, woman);
  // Its lower levels have no one bind position a vertex.
  for (const words of ['ABC v12', '7 pieces', '1,638 faces']) {
    await expect(summary(page)).toContainText(words);
  }
  await expect(verdict(page)).toHaveText('Loads · 1 hint');
  await expect(page.locator('.status-coverage')).toContainText('known 100 %');
  await dropBytes(page, 'cut.abc', bytesOf(woman).subarray(0, 220_000));
  await expect(verdict(page)).toContainText('error');
  await expect(summary(page)).toContainText('5 pieces');
  await expect(treeRow(page, /^\[4\] ?head_zTex1_1.*error/)).toBeVisible();
});
