import type { Page } from '@playwright/test';
import { hostileArchives } from '../support/hostile-archives.ts';
import { assembled } from '../support/parts.ts';
import { JELLYFISH } from '../web/support/samples.ts';
import { TRAP } from './support/hostile.ts';
import { dropBytes, expect, openWith, test } from './support/page.ts';
import { tab } from './support/panels.ts';

const archives = hostileArchives();

/** Drops one of them. */
async function drop(page: Page, name: string): Promise<void> {
  const archive = archives.find((one) => one.name === name) ?? expect.fail(`no ${name}`);
  await dropBytes(page, name, assembled(archive.parts));
}

/** The sentence that stands until it is dismissed, which it then is. */
async function sentence(page: Page): Promise<string> {
  const notice = page.locator('.notice');
  await expect(notice).toBeVisible();
  const text = await notice.locator('.notice-text').innerText();
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  return text;
}

test('what is open stays open, whatever archive is dropped', async ({ page }) => {
  await openWith(page, JELLYFISH);
  await expect(page.getByRole('tab', { name: /jellyfish/ })).toBeVisible();

  for (const [name, says] of [
    ['signature.zip', 'no directory'],
    ['disk.zip', 'one part of several'],
    ['headers only.zip', 'no directory'],
    ['ends only.zip', ''],
    ['encrypted.rez', ''],
  ] as const) {
    await drop(page, name);
    const said = await sentence(page);
    expect(said).toContain(name);
    expect(said).toContain(says);
  }

  for (const name of ['bomb 3.zip', '2000 over each other.zip', 'all names.zip', 'a thousand of the same bytes.rez']) {
    await drop(page, name);
    await tab(page, /^Library/).click();
    await expect(page.locator('.library-source', { hasText: name })).toBeVisible();
    await expect(page.locator('.library-source', { hasText: name })).not.toContainText('Reading');
  }
  await page.locator('.library-chip', { hasText: 'All' }).click();
  await expect(page.getByRole('treegrid').getByRole('row').first()).toBeVisible();
  expect(await page.evaluate((name) => Reflect.get(window, name), TRAP)).toBe(undefined);
  await expect(page.getByRole('tab', { name: /jellyfish/ })).toBeVisible();
});

test('a file that cannot be read says why, and the one before stays', async ({ page }) => {
  await openWith(page, JELLYFISH);
  await drop(page, 'real bomb.zip');
  await drop(page, 'encrypted.zip');
  await tab(page, /^Library/).click();
});
