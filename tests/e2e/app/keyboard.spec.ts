/** A visit by keys alone, from the first page to copied bytes and back. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/page.ts';
import { status } from '../support/panels.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < 60; stops++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('the Tab key does not lead there');
}

test('tree, bytes, find, go to, copy and the way back work by keys alone', async ({ page }) => {
  await page.goto('.');
  const sample = page.getByRole('button', { name: 'Try the sample “Clockwork”' });
  await sample.waitFor();
  await tabTo(page, sample);
  await page.keyboard.press('Enter');
  const tree = page.getByRole('tree');
  const bytes = page.getByRole('grid', { name: /^Bytes of/ });
  await bytes.waitFor();

  await tabTo(page, tree);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const row = tree.locator('[aria-selected="true"]');
  await expect(row).toHaveAttribute('aria-level', '2');
  await page.keyboard.press('ArrowLeft');
  await expect(row).toContainText('Header');

  await page.keyboard.press('Control+g');
  await page.keyboard.type('Header.Version');
  await page.keyboard.press('Enter');
  await expect(bytes).toBeFocused();
  await expect(status(page)).toHaveText('0xC–0xF · 4 bytes selected');

  await page.keyboard.press('Control+f');
  await page.keyboard.type('48 65 61 64 65 72');
  const find = page.getByRole('search', { name: 'Find in the bytes' });
  await expect(find.getByRole('status')).toHaveText('1 hit');
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText('0x2–0x7 · 6 bytes selected');
  await page.keyboard.press('Escape');
  await expect(bytes).toBeFocused();

  await page.keyboard.press('Control+Shift+C');
  await expect(page.getByRole('menuitem', { name: 'Copy as hex' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => clipboard(page)).toBe('48 65 61 64 65 72');

  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.keyboard.press('Control+c');
  await expect.poll(() => clipboard(page)).toBe('48 65 61 64 65 72');

  await page.keyboard.press('Alt+ArrowLeft');
  await expect(status(page)).toHaveText('0xC–0xF · 4 bytes selected');
  await page.keyboard.press('Alt+ArrowRight');
  await expect(status(page)).toHaveText('0x2–0x7 · 6 bytes selected');
});
