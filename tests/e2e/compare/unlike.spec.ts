/** Comparisons of what is not all there, and those that cannot be made. */
import type { Page } from '@playwright/test';
import { assembled } from '../../support/parts.ts';
import { rezParts } from '../../support/rez-writer.ts';
import { bytesOf, CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { list, selected, summary } from '../support/comparison.ts';
import { dropBytes, dropFiles, expect, THOROUGH, test } from '../support/page.ts';
import { fileTab } from '../support/panels.ts';

const rez = (...files: (readonly [path: string, size: number])[]) =>
  assembled(rezParts(files.map(([path, content]) => ({ path, content }))));

/** Opens an archive as a file beside those that are open. */
async function openArchive(page: Page, name: string, content: Uint8Array): Promise<void> {
  await dropBytes(page, name, content);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Show structure and bytes' }).click();
  await expect(fileTab(page, name)).toBeVisible();
}

test('archives are compared by the names and sizes of what is in them', THOROUGH, async ({ page }) => {
  await page.goto('.');
  await openArchive(page, 'old.rez', rez(['A.TXT', 20], ['B.TXT', 30], ['C.TXT', 40]));
  await openArchive(page, 'new.rez', rez(['A.TXT', 20], ['C.TXT', 44], ['D.TXT', 50]));
  await page.keyboard.press('m');
  await expect(summary(page)).toContainText('sections are compared by name and size, not by their bytes.');
  await expect(list(page).getByRole('treeitem', { level: 2 }).first()).toBeVisible();
  await page.keyboard.press('n');
  await expect(selected(page)).toBeVisible();
});

test.describe('without the part that compares', () => {
  test.use({ allowErrors: true });

  test('a sentence says so, and the next comparison has it', THOROUGH, async ({ page }) => {
    await page.goto('.');
    await dropFiles(page, [
      ['here.abc', bytesOf(CLOCKWORK)],
      ['there.abc', bytesOf(JELLYFISH)],
    ]);
    await expect(fileTab(page, 'there.abc')).toBeVisible();
    await page.route('**/editing-*.wasm', (route) => route.abort());
    await page.keyboard.press('m');
    await expect(summary(page)).toContainText('could not be loaded');
    await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeVisible();
    await page.unroute('**/editing-*.wasm');
    await page.getByRole('button', { name: 'Swap' }).click();
    await expect(summary(page)).toContainText('They are different versions, ABC v6 and ABC v12');
  });
});
