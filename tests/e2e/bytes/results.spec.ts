/** Results under the bytes: strings, hits in one file and in all; statistics; the columns and rows of the bytes. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Page } from '@playwright/test';
import { CLOCKWORK, CLOCKWORK_BASE } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { dropFiles, expect, openSample, openWith, THOROUGH, test } from '../support/page.ts';
import { bytes, fileTab, goTo, line, searchField, selectedRow, status, tab } from '../support/panels.ts';

const list = (page: Page, name: string) => page.getByRole('listbox', { name, exact: true });
const rows = (page: Page, name: string) => list(page, name).getByRole('option');
const strip = (page: Page) => page.getByRole('region', { name: 'Results' });

async function runCommand(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

test('strings are listed with the field they are in, and filtered', async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await runCommand(page, 'List the strings');
  await expect(strip(page).getByRole('status')).toHaveText(
    /^[\d,]+ strings of 4 or more characters in clockwork\.abc$/,
  );
  await expect(rows(page, 'Strings').first()).toHaveText(/^0x2Header\s*Header\.Type$/);
  const filter = page.getByRole('textbox', { name: 'Filter the strings' });
  await filter.fill('l_foreARM');
  await expect(rows(page, 'Strings').first()).toContainText('L_Forearm');
  await expect(strip(page).getByRole('status')).toHaveText(/^\d+ of [\d,]+ strings/);
  await rows(page, 'Strings').first().click();
  await expect(selectedRow(page)).toContainText('L_Forearm');
  await expectAccessible(page, '.results');
  // Escape: clears the filter, leaves the strip, closes it.
  await filter.press('Escape');
  await expect(filter).toHaveValue('');
  await filter.press('Escape');
  await expect(bytes(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(strip(page)).toBeHidden();
  await expect(status(page)).toContainText('selected');
});

test('checksums are those of the selection, and of the file', THOROUGH, async ({ page }) => {
  const file = readFileSync(CLOCKWORK);
  await openWith(page, CLOCKWORK);
  const facts = page.getByRole('table', { name: 'Entropy and checksums' });
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  const expectSumsOf = async (content: Buffer) => {
    await expect(facts).toContainText(hex(crc32(content)));
    for (const name of ['sha1', 'sha256']) {
      await expect(facts).toContainText(createHash(name).update(content).digest('hex'));
    }
  };
  // Without a selection, those of the whole file.
  await runCommand(page, 'Histogram, entropy');
  await expect(status(page)).toContainText('463,484 bytes selected');
  await expectSumsOf(file);
  await goTo(page, '0x100+0x200');
  await expectSumsOf(file.subarray(0x100, 0x300));
  await expect(facts).toContainText(/Entropy\s*\d\.\d{3} bits per byte/);
  await expect(page.getByRole('img', { name: /Most frequent: 00/ })).toBeVisible();
  await expectAccessible(page, '.panel-card');
  await goTo(page, '0x100');
  await bytes(page).press('Shift+ArrowRight');
  await expect(page.getByText('Statistics', { exact: true })).toBeVisible();
});

test('every hit is listed; a press goes to it; all open files are searched', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await dropFiles(page, [['base.abc', readFileSync(CLOCKWORK_BASE)]]);
  await fileTab(page, 'clockwork.abc').click();
  await page.keyboard.press('Control+F');
  await page.keyboard.type('Antenna');
  // How often it is there, counted here.
  const count = (path: string) =>
    readFileSync(path)
      .toString('latin1')
      .split(/antenna/i).length - 1;
  const own = count(CLOCKWORK);
  await expect(strip(page)).toContainText(
    `${own} ${own === 1 ? 'hit' : 'hits'} for text “Antenna” in this file`,
  );
  await expect(list(page, 'Hits')).toBeHidden();
  await strip(page).getByRole('button', { name: 'List' }).click();
  await expect(rows(page, 'Hits')).toHaveCount(own);
  await rows(page, 'Hits').last().click();
  await expect(page.locator('.find-outcome')).toHaveText(`${own} of ${own}`);
  await expect(status(page)).toContainText('7 bytes selected');

  await page.getByRole('button', { name: 'In all open files' }).click();
  const both = own + count(CLOCKWORK_BASE);
  await expect(strip(page)).toContainText(`${both} hits for text “Antenna” in 2 of 2 files`);
  await list(page, 'Hits').press('End');
  await expect(fileTab(page, 'base.abc')).toHaveAttribute('aria-selected', 'true');
  await expect(status(page)).toContainText('7 bytes selected');
  await expectAccessible(page, '.results');
  await strip(page).getByRole('button', { name: 'Close the results' }).click();
  await expect(strip(page)).toBeHidden();
  await expect(bytes(page)).toBeFocused();
});

test('a link to a panel that was there before opens the bytes', THOROUGH, async ({ page }) => {
  await openSample(page);
  await goTo(page, 'Header.Version');
  await expect.poll(() => page.url()).toContain('#');
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(`${link}&panel=analysis`);
  await expect(tab(page, 'Bytes')).toHaveAttribute('aria-selected', 'true');
  await expect(bytes(page)).toBeVisible();
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
  await expect(searchField(page)).toHaveValue('#0x40+');
  await page.keyboard.type('24');
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText('0x40–0x57 · 24 bytes selected');
});
