import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '../support/accessible.ts';
import { expect, openSample, putOnDisk, THOROUGH, test } from '../support/page.ts';
import { fileTab } from '../support/panels.ts';

const recent = (page: Page) => page.getByRole('region', { name: 'Recent files' });

/** Waits until the page has stored what was opened: the list in the file panel then names it. */
async function expectStored(page: Page, names: string[]): Promise<void> {
  await page.getByRole('tab', { name: /^Files/ }).click();
  await expect(page.locator('.file-list .recent-file')).toHaveText(names);
}

/** The page as a later visit finds it, without the link to what was open. */
async function visitAgain(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.goto('.');
}

test('a sample is offered again on the next visit, until it is forgotten', THOROUGH, async ({ page }) => {
  await page.goto('.');
  await expect(page.getByRole('button', { name: /^Try the sample “Clockwork”/ })).toBeVisible();
  await expect(recent(page)).toBeHidden();
  await openSample(page);
  await expectStored(page, ['clockwork.abc']);
  await visitAgain(page);
  await expect(recent(page).getByRole('listitem')).toHaveText(['clockwork.abc']);
  await expectAccessibleInBothThemes(page);
  await recent(page).getByRole('button', { name: 'clockwork.abc' }).click();
  await expect(fileTab(page, 'clockwork.abc')).toBeVisible();
  await page.getByRole('tab', { name: /^Files/ }).click();
  await expect(page.getByRole('region', { name: 'Recent', exact: true })).toBeVisible();
  await expectAccessible(page, '.file-list');
  await visitAgain(page);
  await recent(page).getByRole('button', { name: 'Clear recent files' }).click();
  await expect(recent(page)).toBeHidden();
  await visitAgain(page);
  await expect(page.getByRole('button', { name: /^Try the sample “Clockwork”/ })).toBeVisible();
  await expect(recent(page)).toBeHidden();
});

test(
  'a file on the disk is offered again, and leaves the list when it is gone or refused',
  THOROUGH,
  async ({ page }) => {
    await page.goto('.');
    const bytes = readFileSync(CLOCKWORK);
    await putOnDisk(page, [
      ['mine.abc', bytes],
      ['refused.abc', bytes],
    ]);
    await page.getByRole('button', { name: 'Open a file' }).click();
    await expectStored(page, ['mine.abc', 'refused.abc']);

    await visitAgain(page);
    await expect(recent(page).getByRole('listitem')).toHaveText(['mine.abc', 'refused.abc']);
    await recent(page).getByRole('button', { name: 'mine.abc' }).click();
    await expect(fileTab(page, 'mine.abc')).toBeVisible();

    await visitAgain(page);
    await page.evaluate(async () => {
      await (await navigator.storage.getDirectory()).removeEntry('mine.abc');
    });
    await recent(page).getByRole('button', { name: 'mine.abc' }).click();
    await expect(page.getByRole('alert')).toContainText('mine.abc is no longer where it was');
    await expect(recent(page).getByRole('listitem')).toHaveText(['refused.abc']);

    await page.evaluate(() => {
      Object.assign(FileSystemHandle.prototype, { requestPermission: async () => 'denied' });
    });
    await recent(page).getByRole('button', { name: 'refused.abc' }).click();
    await expect(page.getByRole('alert')).toContainText('refused.abc was not opened');
    await expect(recent(page)).toBeHidden();
  },
);

test('where storage is forbidden, files open as ever and none are recent', THOROUGH, async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['indexedDB', 'localStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('', 'SecurityError');
        },
      });
    }
  });
  await openSample(page);
  await expect(fileTab(page, 'clockwork.abc')).toBeVisible();
  await visitAgain(page);
  await expect(page.getByRole('button', { name: /^Try the sample “Clockwork”/ })).toBeVisible();
  await expect(recent(page)).toBeHidden();
});
