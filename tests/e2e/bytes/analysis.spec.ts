/** The tab *Analysis*: strings, statistics, hits in one file and in all, and the columns and rows of the bytes. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Page } from '@playwright/test';
import { CLOCKWORK, CLOCKWORK_BASE } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { dropFiles, expect, openWith, THOROUGH, test } from '../support/page.ts';
import { bytes, fileTab, goTo, line, selectedRow, status, tab } from '../support/panels.ts';

const list = (page: Page, name: string) => page.getByRole('listbox', { name, exact: true });
const rows = (page: Page, name: string) => list(page, name).getByRole('option');
const panel = (page: Page, name: string) => page.getByRole('tabpanel', { name, exact: true });

async function show(page: Page, view: string): Promise<void> {
  await tab(page, 'Analysis').click();
  await page.getByRole('tab', { name: view, exact: true }).click();
}

test('strings are listed with the field they are in, and filtered', async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await show(page, 'Strings');
  await expect(panel(page, 'Strings').getByRole('status')).toHaveText(/^[\d,]+ strings$/);
  await expect(rows(page, 'Strings').first()).toHaveText(/^0x2Header\s*Header\.Type$/);
  await page.getByRole('textbox', { name: 'Filter the strings' }).fill('l_foreARM');
  await expect(rows(page, 'Strings').first()).toContainText('L_Forearm');
  await expect(panel(page, 'Strings').getByRole('status')).toHaveText(/^\d+ of [\d,]+ strings$/);
  await rows(page, 'Strings').first().click();
  await expect(selectedRow(page)).toContainText('L_Forearm');
  await expectAccessible(page, '.analysis');
});

test('checksums are those of the selection, and of the file', THOROUGH, async ({ page }) => {
  const file = readFileSync(CLOCKWORK);
  await openWith(page, CLOCKWORK);
  await goTo(page, '0x100+0x200');
  await show(page, 'Statistics');
  const facts = page.getByRole('table', { name: 'Entropy and checksums' });
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  for (const [choice, content] of [
    ['Selection', file.subarray(0x100, 0x300)],
    ['Whole file', file],
  ] as const) {
    await page.getByRole('button', { name: choice }).click();
    await expect(facts).toContainText(hex(crc32(content)));
    for (const name of ['sha1', 'sha256']) {
      await expect(facts).toContainText(createHash(name).update(content).digest('hex'));
    }
  }
  await expect(facts).toContainText(/Entropy\s*\d\.\d{3} of 8 bits a byte/);
  await expect(page.getByRole('img', { name: /Most frequent: 00/ })).toBeVisible();
  await expectAccessible(page, '.analysis');
});

test('every hit is listed; a press goes to it; all open files are searched', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await dropFiles(page, [['base.abc', readFileSync(CLOCKWORK_BASE)]]);
  await fileTab(page, 'clockwork.abc').click();
  await show(page, 'Hits');
  await page.getByRole('button', { name: 'Find …' }).click();
  await page.getByRole('combobox', { name: 'What to find' }).selectOption('text');
  await page.getByRole('textbox', { name: 'Text to find' }).fill('Antenna');
  // How often it is there, counted here.
  const count = (path: string) =>
    readFileSync(path)
      .toString('latin1')
      .split(/antenna/i).length - 1;
  const own = count(CLOCKWORK);
  await expect(rows(page, 'Hits')).toHaveCount(own);
  await rows(page, 'Hits').last().click();
  await expect(page.locator('.find-outcome')).toHaveText(`${own} of ${own}`);
  await expect(status(page)).toContainText('7 bytes selected');

  await page.getByRole('button', { name: 'In all files' }).click();
  const both = own + count(CLOCKWORK_BASE);
  await expect(panel(page, 'Hits').getByRole('status')).toHaveText(
    `${both} hits of “Antenna” in 2 files of 2`,
  );
  await expect(rows(page, 'Hits')).toHaveCount(both + 2);
  await rows(page, 'Hits').last().click();
  await expect(fileTab(page, 'base.abc')).toHaveAttribute('aria-selected', 'true');
  await expect(status(page)).toContainText('7 bytes selected');
  await expectAccessible(page, '.analysis');
});

test('the head marks the caret’s column, and an offset selects its row', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  const head = page.locator('.hex-head');
  await expect(head).toHaveText(/^000102030405060708090A0B0C0D0E0F$/);
  await goTo(page, '0x1B');
  await expect(head.locator('.hex-head-current').first()).toHaveText('0B');
  const press = async (offset: string, modifiers: 'Shift'[] = []) =>
    line(page, offset).click({ position: { x: 30, y: 8 }, modifiers });
  await press('000020');
  await expect(status(page)).toHaveText('0x20–0x2F · 16 bytes selected');
  await press('000050', ['Shift']);
  await expect(status(page)).toHaveText('0x20–0x5F · 64 bytes selected');
  await press('000000', ['Shift']);
  await expect(status(page)).toHaveText('0x0–0x20 · 33 bytes selected');
  await expect(bytes(page)).toBeFocused();
});

test('a number of bytes is selected from the caret', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await goTo(page, '0x40');
  await page.keyboard.press('Control+K');
  await page.keyboard.type('number of bytes');
  await page.keyboard.press('Enter');
  await expect(page.locator('#go-to')).toHaveValue('0x40+');
  await page.keyboard.type('24');
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText('0x40–0x57 · 24 bytes selected');
});
