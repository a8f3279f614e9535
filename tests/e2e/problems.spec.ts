import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOCKWORK, dropBytes, expect, openSample, test } from './support/page.ts';

const panelTab = (page: Page) => page.getByRole('tab', { name: /^Problems/ });
const list = (page: Page) => page.getByRole('listbox', { name: 'Problems' });
const card = (page: Page) => page.getByRole('region', { name: 'Selected field' });
const status = (page: Page) => page.locator('.status-selection');

/** The sample, cut off in the middle of its first piece. */
const CUT = readFileSync(CLOCKWORK).subarray(0, 20_000);

async function openCut(page: Page): Promise<void> {
  await page.goto('.');
  await dropBytes(page, 'cut.abc', CUT);
  await page
    .getByRole('region', { name: 'Summary of the file' })
    .getByRole('button', { name: /findings/ })
    .click();
}

test('a sound file says that nothing was found', async ({ page }) => {
  await openSample(page);
  await page.getByRole('button', { name: 'Sound' }).click();
  await expect(panelTab(page)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText(/^Nothing found:/)).toBeVisible();
  await expect(list(page)).toBeHidden();
});

test('choosing a problem goes to its bytes and its row, and the list stays', async ({ page }) => {
  await openCut(page);
  const stopped = page.getByRole('option', { name: /Reading stopped/ });
  await expect(stopped).toContainText('DATA_TRUNCATED');
  await expect(stopped).toContainText('0x');
  await stopped.click();
  await expect(stopped).toHaveAttribute('aria-selected', 'true');
  await expect(card(page)).toContainText('Reading stopped');
  await expect(status(page)).toContainText('selected');
  await expect(page.locator('.hex-line', { hasText: /^004E/ }).first()).toBeInViewport();
  await expect(page.getByRole('tree').locator('[aria-selected="true"]')).toContainText('error');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid')).toBeFocused();
});

test('F8 goes from problem to problem, wherever one is', async ({ page }) => {
  await openCut(page);
  const chosen = list(page).locator('[aria-selected="true"]');
  const count = await list(page).getByRole('option').count();
  expect(count).toBeGreaterThan(1);
  await page.getByRole('tree').focus();
  await page.keyboard.press('F8');
  const first = await chosen.textContent();
  await page.keyboard.press('F8');
  await expect(chosen).not.toHaveText(first ?? '');
  await page.keyboard.press('Shift+F8');
  await expect(chosen).toHaveText(first ?? '');
  await page.keyboard.press('Shift+F8');
  await expect(chosen).toHaveId(`problem-${count - 1}`);
});

test('a kind of problems can be switched off', async ({ page }) => {
  await openCut(page);
  await page.getByRole('button', { name: /^\d+ errors$/ }).click();
  await expect(list(page)).toBeHidden();
  await expect(page.getByText('switched off')).toBeVisible();
});

test('the report can be copied, and saved as text and as JSON', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openCut(page);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Report copied.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('cut.abc: LithTech 2 model, ABC v12. Damaged');
  expect(copied).toContain('error DATA_TRUNCATED at 0x');

  const saved = async (name: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    const file = await download;
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  };
  expect(await saved('Save text')).toEqual({ name: 'cut-problems.txt', text: copied });
  const { name, text } = await saved('Save JSON');
  expect(name).toBe('cut-problems.json');
  const [file] = JSON.parse(text).files;
  expect(file).toMatchObject({ file: 'cut.abc', version: 12, truncated: false });
  expect(Object.keys(file.findings[0])).toEqual([
    'code',
    'severity',
    'message',
    'offset',
    'length',
    'path',
    'count',
  ]);
});
