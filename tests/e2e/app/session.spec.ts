/** A reload of the page loses nothing that the user had open. */
import type { Page } from '@playwright/test';
import { bytesOf, CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { dropFiles, expect, keptNames, openSample, putOnDisk, THOROUGH, test } from '../support/page.ts';
import { fileTab, goTo, status, summary } from '../support/panels.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Files from last time' });

/** Waits until what is open is kept: the names that a reload would offer. */
function expectKept(page: Page, names: readonly string[]): Promise<void> {
  return expect.poll(async () => (await keptNames(page)).files).toEqual(names);
}

/** Opens two files of the disk by handles, and one that the browser gives no handle of. */
async function openThree(page: Page): Promise<void> {
  await page.goto('.');
  await putOnDisk(page, [
    ['one.abc', bytesOf(CLOCKWORK)],
    ['two.abc', bytesOf(CLOCKWORK)],
  ]);
  await page.getByRole('button', { name: 'Open a file' }).click();
  await expect(fileTab(page, 'two.abc')).toBeVisible();
  await dropFiles(page, [['three.abc', bytesOf(JELLYFISH)]]);
  await expect(fileTab(page, 'three.abc')).toBeVisible();
}

test(
  'files of the disk and dropped ones are offered, and come back with their views',
  THOROUGH,
  async ({ page }) => {
    await openThree(page);
    await fileTab(page, 'two.abc').click();
    await goTo(page, '0x100..0x10F');
    await expect(status(page)).toContainText('0x100–0x10F');
    await page.waitForFunction(() => location.hash.includes('sel=0x100'));
    await expectKept(page, ['one.abc', 'two.abc', 'three.abc']);
    await page.reload();
    await expect(bar(page)).toContainText('3 files were open last time: one.abc, two.abc, three.abc.');
    // The link in the address waits for the file that is offered: that need not be asked for twice.
    await expect(page.getByRole('region', { name: 'Files that the link needs' })).toBeHidden();
    await expectAccessibleInBothThemes(page);
    await bar(page).getByRole('button', { name: 'Reopen 3 files' }).click();
    await expect(page.getByRole('tab', { name: /^(one|two|three)\.abc$/ })).toHaveText([
      'one.abc',
      'two.abc',
      'three.abc',
    ]);
    await expect(fileTab(page, 'two.abc')).toHaveAttribute('aria-selected', 'true');
    await expect(status(page)).toContainText('0x100–0x10F');
    await expect(bar(page)).toBeHidden();
    // It is the file of the disk again, not a copy.
    await page.keyboard.press('r');
    await expect(page.getByRole('status').filter({ hasText: 'two.abc is unchanged.' })).toBeVisible();
    await fileTab(page, 'three.abc').click();
    await expect(summary(page)).toContainText('ABC v6');
  },
);

test('what is offered stays offered until it is taken or forgotten', THOROUGH, async ({ page }) => {
  await openThree(page);
  await expectKept(page, ['one.abc', 'two.abc', 'three.abc']);
  await page.goto('./#');
  await page.reload();
  await expect(bar(page)).toBeVisible();
  await bar(page).getByRole('button', { name: 'Not now' }).click();
  await expect(bar(page)).toBeHidden();
  // Another file is opened beside: after the next reload all are offered, but the one that is open again by its link.
  await dropFiles(page, [['four.abc', bytesOf(JELLYFISH)]]);
  await expectKept(page, ['four.abc', 'one.abc', 'two.abc', 'three.abc']);
  await page.reload();
  await expect(bar(page)).toContainText('4 files were open');
  // A file that cannot be read any more is said, the others come.
  await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry('one.abc'));
  await bar(page).getByRole('button', { name: 'Reopen 4 files' }).click();
  await expect(page.getByRole('alert')).toContainText('one.abc could not be read');
  await expect(fileTab(page, 'three.abc')).toBeVisible();
  await page.evaluate(() => {
    location.hash = '';
  });
  await expectKept(page, ['four.abc', 'two.abc', 'three.abc']);
  await page.reload();
  await bar(page).getByRole('button', { name: 'Forget files from last time' }).click();
  await expect(bar(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Try the sample “Clockwork”/ })).toBeVisible();
  await expect(bar(page)).toBeHidden();
});

test(
  'a sample opens by the link in the address; what was beside it is offered',
  THOROUGH,
  async ({ page }) => {
    await openSample(page);
    await expect(fileTab(page, 'clockwork_base.abc')).toBeVisible();
    await dropFiles(page, [['mine.abc', bytesOf(JELLYFISH)]]);
    await expect(fileTab(page, 'mine.abc')).toBeVisible();
    await fileTab(page, 'clockwork.abc').click();
    await page.waitForFunction(() => location.hash.includes('clockwork.abc'));
    await expectKept(page, ['clockwork.abc', 'clockwork_base.abc', 'mine.abc']);
    await page.reload();
    await expect(fileTab(page, 'clockwork.abc')).toBeVisible();
    await expect(bar(page)).toContainText('1 file was open last time: mine.abc.');
    await bar(page).getByRole('button', { name: 'Reopen' }).click();
    await expect(fileTab(page, 'mine.abc')).toHaveAttribute('aria-selected', 'true');
  },
);

test(
  'a damaged record keeps no link from opening, and no other file from being offered',
  THOROUGH,
  async ({ page }) => {
    await page.goto('.');
    await dropFiles(page, [['three.abc', bytesOf(JELLYFISH)]]);
    await expectKept(page, ['three.abc']);
    await page.evaluate(async () => {
      const opened = indexedDB.open('lithoscope-session');
      await new Promise((resolve) => opened.addEventListener('success', resolve));
      const store = opened.result.transaction('kept', 'readwrite').objectStore('kept');
      const key = `session-${sessionStorage.getItem('lithoscope.tab')}`;
      const read = store.get(key);
      await new Promise((resolve) => read.addEventListener('success', resolve));
      const damaged = [null, { name: 'x.abc', view: '', url: 'javascript:alert(1)' }];
      const written = store.put({ ...read.result, files: [...damaged, ...read.result.files] }, key);
      await new Promise((resolve) => written.addEventListener('success', resolve));
      opened.result.close();
    });
    await page.goto('about:blank');
    await page.goto('./#model=samples/clockwork.abc&sel=0xC+4');
    await expect(status(page)).toContainText('0xC–0xF');
    await expect(bar(page)).toContainText('1 file was open last time: three.abc.');
  },
);
