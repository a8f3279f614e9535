import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { JELLYFISH } from '../../web/support/samples.ts';
import { dropBytes, expect, openSample, THOROUGH, test } from '../support/page.ts';
import { bytes, fileTab, goTo, searchField, searchResults, selectedRow, status } from '../support/panels.ts';

/** Keys do something once the file is open. */
async function openModel(page: Page): Promise<void> {
  await openSample(page);
  await expect(bytes(page)).toBeVisible();
}

test('goes to offsets, and steps from the caret', async ({ page }) => {
  await openModel(page);
  await page.keyboard.press('g');
  await expect(searchField(page)).toBeFocused();
  await expect(searchField(page)).toHaveValue('#');
  await page.keyboard.type('0xC');
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText('0xC–0xF · 4 bytes selected');
  await expect(bytes(page)).toBeFocused();
  await page.keyboard.press('Control+g');
  await page.keyboard.type('+0x10');
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText('0x1C');
  await page.keyboard.press('g');
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await expect(selectedRow(page)).toContainText('Version');
});

test('says where the file ends, and Escape goes back', THOROUGH, async ({ page }) => {
  await openModel(page);
  await page.getByRole('tree').focus();
  await page.keyboard.press('Control+g');
  await page.keyboard.type('0xFFFFFFF');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/There is no byte at 0xFFFFFFF: the last byte is/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tree')).toBeFocused();
});

test('completes structure paths, in any case', THOROUGH, async ({ page }) => {
  await openModel(page);
  await page.keyboard.press('g');
  await page.keyboard.type('nod');
  await expect(page.getByRole('option', { name: /^Nodes/ }).first()).toBeVisible();
  await searchField(page).fill('#nodes.nodes[0].');
  await expect(page.getByRole('option', { name: /Nodes\.Nodes\[0\]\.Matrix/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText('selected');
  await expect(selectedRow(page)).toContainText('Name');
  await page.keyboard.press('g');
  await page.keyboard.type('nodes.nodes[0].mat');
  await page.keyboard.press('Tab');
  await expect(searchField(page)).toHaveValue('#Nodes.Nodes[0].Matrix[');
  await page.keyboard.press('Enter');
  await expect(selectedRow(page)).toContainText('[0]');
});

test('Enter takes the first suggestion when the text is no place itself', THOROUGH, async ({ page }) => {
  await openModel(page);
  await page.keyboard.press('g');
  await page.keyboard.type('L_Forearm');
  await expect(searchResults(page).first()).toHaveText(/L_Forearm/);
  await page.keyboard.press('Enter');
  await expect(searchField(page)).toBeHidden();
  await expect(selectedRow(page)).toContainText('L_Forearm');
  await expect(bytes(page)).toBeFocused();
});

test('takes ranges, and says on hover how they are written', THOROUGH, async ({ page }) => {
  await openModel(page);
  for (const [text, selected] of [
    ['0x10..0x1F', '0x10–0x1F · 16 bytes selected'],
    ['0x20-0x2F', '0x20–0x2F · 16 bytes selected'],
    ['0x100+0x20', '0x100–0x11F · 32 bytes selected'],
  ] as const) {
    await goTo(page, text);
    await expect(status(page)).toHaveText(selected);
  }
  await page.keyboard.press('g');
  await expect(searchField(page)).toHaveAttribute('title', /0x10\.\.0x1F/);
});

test('keeps the focus where it is when another file comes to the front', THOROUGH, async ({ page }) => {
  await openModel(page);
  await dropBytes(page, 'other.abc', readFileSync(JELLYFISH));
  await expect(fileTab(page, 'other.abc')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.type('0x100');
  await page.keyboard.press('Enter');
  await expect(bytes(page)).toBeFocused();
  await page.keyboard.press('Alt+PageDown');
  await expect(page.getByRole('tab', { name: 'clockwork.abc' })).toHaveAttribute('aria-selected', 'true');
  await expect(bytes(page)).toBeFocused();
  await fileTab(page, 'other.abc').click();
  await expect(fileTab(page, 'other.abc')).toHaveAttribute('aria-selected', 'true');
  await expect(fileTab(page, 'other.abc')).toBeFocused();
});

test.describe('Ctrl+G', () => {
  test('is the browser’s own where no bytes are', async ({ page }) => {
    await openModel(page);
    await expect(page.getByRole('tree')).toBeVisible();
    await page.getByRole('button', { name: 'More', exact: true }).focus();
    await page.keyboard.press('Control+g');
    await expect(searchField(page)).toBeHidden();
  });
});
