import type { Page } from '@playwright/test';
import { hostileArchives } from '../../support/hostile-archives.ts';
import { assembled } from '../../support/parts.ts';
import { JELLYFISH } from '../../web/support/samples.ts';
import { TRAP } from '../support/hostile.ts';
import { dropBytes, expect, openWith, THOROUGH, test } from '../support/page.ts';
import { tab } from '../support/panels.ts';

const archives = hostileArchives();

/** Drops one of them. */
async function drop(page: Page, name: string): Promise<void> {
  const archive = archives.find((one) => one.name === name);
  if (!archive) throw new Error(`no ${name}`);
  await dropBytes(page, name, assembled(archive.parts));
}

const source = (page: Page, name: string) => page.locator('.library-source', { hasText: name });

/** What is open and what it shows. */
async function expectOpen(page: Page): Promise<void> {
  await expect(page.getByRole('tab', { name: /jellyfish/ })).toBeVisible();
  await expect(page.getByText('167,751 bytes', { exact: true })).toBeVisible();
}

test('what is open stays open, whatever archive is dropped', async ({ page }) => {
  await openWith(page, JELLYFISH);
  await expectOpen(page);

  // Not an archive that can be listed: a sentence each.
  for (const [name, says] of [
    ['signature.zip', 'directory of the zip cannot be read'],
    ['disk.zip', 'one part of several'],
    ['headers only.zip', 'directory of the zip cannot be read'],
  ] as const) {
    await drop(page, name);
    const notice = page.getByRole('alert');
    await expect(notice).toContainText(name);
    await expect(notice).toContainText(says);
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await expectOpen(page);
  }

  // A listing with what is wrong: bombs, names, loops.
  for (const name of [
    'bomb 3.zip',
    '2000 over each other.zip',
    'all names.zip',
    'a directory that is in itself.rez',
  ]) {
    await drop(page, name);
    await tab(page, /^Files/).click();
    await expect(source(page, name)).toContainText(/\d files?(?! · reading)/);
    await expect(page.getByRole('tab', { name: /jellyfish/ })).toBeVisible();
  }
  await expect(source(page, '2000 over each other.zip')).toContainText('1 problem');
  await page.locator('.library-chip', { hasText: 'All' }).click();
  await expect(page.getByRole('treegrid').getByRole('row').first()).toBeVisible();
  expect(await page.evaluate((name) => Reflect.get(window, name), TRAP)).toBe(undefined);
  await page.getByRole('tab', { name: /jellyfish/ }).click();
  await expectOpen(page);
});

test(
  'a file of an archive that cannot be read says why, and what was open stays',
  THOROUGH,
  async ({ page }) => {
    await openWith(page, JELLYFISH);
    for (const [name, says] of [
      ['encrypted.zip', 'It is encrypted.'],
      ['real bomb.zip', 'It inflates to more than the 1,000 bytes that the zip specifies.'],
      ['method 12.zip', 'BZIP2'],
    ] as const) {
      await drop(page, name);
      await tab(page, /^Files/).click();
      await expect(source(page, name)).toContainText('1 file');
      await page.getByRole('treegrid').getByText('a.abc').dblclick();
      await expect(page.getByRole('alert')).toContainText(says);
      await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
      await expect(page.getByRole('tab', { name: /jellyfish/ })).toBeVisible();
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Close', exact: true }).click();
    }
  },
);
