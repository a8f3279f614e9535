import type { Page } from '@playwright/test';
import { expect, openSample, test } from './support/page.ts';
import { bytes, goToField, selectedRow, status } from './support/panels.ts';

/** Keys do something once the file is open. */
async function openModel(page: Page): Promise<void> {
  await openSample(page);
  await expect(bytes(page)).toBeVisible();
}

test('goes to offsets, and steps from the caret', async ({ page }) => {
  await openModel(page);
  await page.keyboard.press('g');
  await expect(goToField(page)).toBeFocused();
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

test('says where the file ends, and Escape goes back', async ({ page }) => {
  await openModel(page);
  await page.getByRole('tree').focus();
  await page.keyboard.press('Control+g');
  await page.keyboard.type('0xFFFFFFF');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/There is no byte at 0xFFFFFFF: the last byte is/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tree')).toBeFocused();
});

test('completes structure paths, in any case', async ({ page }) => {
  await openModel(page);
  await page.keyboard.press('g');
  await page.keyboard.type('nod');
  await expect(page.getByRole('option', { name: /^Nodes/ }).first()).toBeVisible();
  await goToField(page).fill('nodes.nodes[0].');
  await expect(page.getByRole('option', { name: /Nodes\.Nodes\[0\]\.Matrix/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText('selected');
  await expect(selectedRow(page)).toContainText('Name');
  await page.keyboard.press('g');
  await page.keyboard.type('nodes.nodes[0].mat');
  await page.keyboard.press('Tab');
  await expect(goToField(page)).toHaveValue('Nodes.Nodes[0].Matrix[');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(selectedRow(page)).toContainText('[0]');
});

test.describe('Ctrl+G', () => {
  test('is the browser’s own where no bytes are', async ({ page }) => {
    await openModel(page);
    await expect(page.getByRole('tree')).toBeVisible();
    await page.getByRole('button', { name: 'Show keys and help' }).focus();
    await page.keyboard.press('Control+g');
    await expect(goToField(page)).not.toBeFocused();
  });
});
