import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { dropBytes, expect, THOROUGH, test } from '../support/page.ts';
import { summary, verdict } from '../support/panels.ts';

const SAMPLE = readFileSync(CLOCKWORK);
const list = (page: Page) => page.getByRole('list', { name: 'Problems' });
const problem = (page: Page, code: string) => list(page).getByRole('listitem').filter({ hasText: code });
const dialog = (page: Page) => page.getByRole('alertdialog');

/** The sample with four header counters that are wrong; they are numbers in a row from 0x10 on. */
function miscounted(): Uint8Array {
  const bytes = Uint8Array.from(SAMPLE);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of [
    [0, 1],
    [1, 2],
    [6, 3],
    [7, 4],
  ] as const) {
    view.setUint32(0x10 + 4 * index, value, true);
  }
  return bytes;
}

async function openProblems(page: Page): Promise<void> {
  await page.goto('.');
  await dropBytes(page, 'broken.abc', miscounted());
  await verdict(page).click();
  await expect(list(page).getByRole('listitem')).toHaveCount(4);
}

test('a problem is fixed after its change was shown, alone, with all of its kind, and undone', async ({
  page,
}) => {
  await openProblems(page);
  const first = problem(page, 'Header.KeyframeCount');
  await first.getByRole('button', { name: 'Fix…' }).click();
  await expect(dialog(page)).toContainText('Set the counter to the actual number in the file.');
  await expect(dialog(page).getByRole('listitem')).toHaveText(/Header\.KeyframeCount\s*1 → \d+/);
  await page.keyboard.press('Escape');
  await expect(list(page).getByRole('listitem')).toHaveCount(4);

  // By keyboard: from the place of the problem to its buttons.
  await first.getByRole('button', { name: /^0x/ }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Fix', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(list(page).getByRole('listitem')).toHaveCount(3);
  await expect(list(page).locator(':focus')).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: 'Fixed. 3 problems left.' })).toHaveCount(1);

  await problem(page, 'Header.AnimationCount').getByRole('button', { name: 'Fix all of these…' }).click();
  await expect(dialog(page).getByRole('listitem')).toHaveCount(3);
  await dialog(page).getByRole('button', { name: 'Fix', exact: true }).click();
  await expect(verdict(page)).toHaveAccessibleName(/^No problems/);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(list(page).getByRole('listitem')).toHaveCount(4);

  await page.getByRole('button', { name: 'Fix all', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Fix', exact: true }).click();
  await expect(list(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Fix all', exact: true })).toBeHidden();
});

test('bytes that a fix removes are shown before, with what they read as', THOROUGH, async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'model.abc', Buffer.concat([SAMPLE, Buffer.from('0000c84200000040', 'hex')]));
  await page.getByRole('tab', { name: /^Problems/ }).click();
  await page.getByRole('button', { name: 'Fix all', exact: true }).click();
  await expect(dialog(page).getByRole('listitem')).toHaveText(
    /removed: 8 bytes: 00 00 C8 42 00 00 00 40, as f32 100, 2$/,
  );
});

test('a model is written in another version after it was said what is lost', THOROUGH, async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'model.abc', SAMPLE);
  await summary(page)
    .getByRole('button', { name: /ABC v12/ })
    .click();
  const form = page.getByRole('dialog', { name: 'Convert the model' });
  await form.getByLabel('Format').selectOption('9');
  await expect(form.getByRole('status')).not.toBeEmpty();
  await form.getByRole('button', { name: 'Convert' }).click();
  await expect(summary(page)).toContainText('ABC v9');
  await page.keyboard.press('Control+z');
  await expect(summary(page)).toContainText('ABC v12');
});
