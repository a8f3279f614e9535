import { readFileSync } from 'node:fs';
import { choose, downloaded, list, preview, row } from '../../e2e/support/library.ts';
import { dropBytes, expect, test } from '../../e2e/support/page.ts';
import { corpusPath } from '../support.ts';

test('an archive is listed, shown, searched by names, looked into and taken apart', async ({ page }) => {
  const archive = readFileSync(corpusPath('other/ENGINE.REZ'));
  await page.goto('.');
  await dropBytes(page, 'ENGINE.REZ', archive);
  await expect(page.getByRole('list', { name: 'Library sources' })).toContainText('REZ · 16 files');
  // Without a model all is listed, and what can be seen is previewed.
  await expect(preview(page, 'CONSOLE_FONT.DTX')).toHaveAttribute('aria-selected', 'true');
  await expect(row(page, /RS_FULLBRIGHT\.LTB/)).toBeVisible();
  const search = page.getByRole('combobox', { name: 'Search the library' });
  await search.fill('path:fullbright -base');
  await expect(list(page).locator('.library-row')).toHaveCount(1);
  const download = page.waitForEvent('download');
  await choose(page, /RS_FULLBRIGHT\.LTB/, 'Extract');
  // Its entry by the format's description: Pos and Size stand 24 and 20 bytes before the name.
  const name = archive.indexOf('RS_FULLBRIGHT\0');
  const [start, size] = [archive.readUInt32LE(name - 24), archive.readUInt32LE(name - 20)];
  const extracted = await downloaded(await download);
  expect(Buffer.compare(extracted, archive.subarray(start, start + size))).toBe(0);

  await page.getByRole('button', { name: 'Actions for ENGINE.REZ' }).click();
  await page.getByRole('menuitem', { name: 'Show structure and bytes' }).click();
  await expect(page.getByRole('tree').getByRole('treeitem', { name: /RS_FULLBRIGHT\.LTB/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^No problems/ })).toBeVisible();
});
