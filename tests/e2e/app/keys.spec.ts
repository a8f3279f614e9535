/** Keys that mean the same wherever the focus is. */
import type { Page } from '@playwright/test';
import { expect, openSample, THOROUGH, THOROUGH_GL, test } from '../support/page.ts';
import {
  bytes,
  card,
  filter,
  goTo,
  selectedRow,
  showAnimations,
  status,
  tab,
  tree,
  treeRow,
} from '../support/panels.ts';

const find = (page: Page) => page.getByRole('search', { name: 'Find in the bytes' });
const findText = (page: Page) => find(page).locator('.find-input');
const editor = (page: Page) => page.locator('.value-editor');
const view = (page: Page) => page.locator('.scene-canvas');

test('F2 changes what is selected, from the bytes too, and the focus returns to them', async ({ page }) => {
  await openSample(page);
  await goTo(page, 'Nodes.Nodes[2].Name');
  await expect(bytes(page)).toBeFocused();
  await page.keyboard.press('F2');
  const inCard = await card(page).locator('.card-value').boundingBox();
  const field = await editor(page).boundingBox();
  // The card is under the bytes: there it is changed, not in the tree.
  expect(Math.abs((field?.y ?? 0) - (inCard?.y ?? 9999))).toBeLessThan(20);
  await page.keyboard.type('Renamed');
  await page.keyboard.press('Enter');
  await expect(bytes(page)).toBeFocused();
  await expect(card(page)).toContainText('Renamed');
  await goTo(page, 'Nodes');
  await page.keyboard.press('F2');
  await expect(page.locator('[role="status"]', { hasText: 'no value of its own' })).toHaveCount(1);
});

test('Ctrl+F finds bytes with the focus anywhere, and guesses what is typed', THOROUGH, async ({ page }) => {
  await openSample(page);
  await expect(treeRow(page, /^Header/)).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (const place of [null, tab(page, 'Animations'), tab(page, 'Problems')]) {
    await place?.focus();
    await page.keyboard.press('Control+f');
    await expect(findText(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(find(page)).toBeHidden();
  }
  await page.keyboard.press('Control+f');
  const kind = find(page).getByLabel('What to find');
  await page.keyboard.type('Head');
  await expect(kind).toHaveValue('text');
  await expect(find(page).getByRole('status')).toHaveText(/hit/);
  await findText(page).fill('48 65');
  await expect(kind).toHaveValue('bytes');
  await findText(page).fill('1200');
  await expect(kind).toHaveValue('integer');
  // What the user chose holds for this search.
  await kind.selectOption('text');
  await findText(page).fill('48 65');
  await expect(kind).toHaveValue('text');
  await findText(page).fill('');
  await findText(page).fill('48 65');
  await expect(kind).toHaveValue('bytes');
  // In a text field and in a dialog the key is the browser's.
  await tree(page).focus();
  await page.keyboard.press('?');
  await expect(page.locator('dialog[open]')).toBeVisible();
  const isTaken = await page.evaluate(() => {
    const press = new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true });
    return !(document.querySelector('dialog[open] button')?.dispatchEvent(press) ?? false);
  });
  expect(isTaken).toBe(false);
});

test('an exact name is gone to before one that only begins so', THOROUGH, async ({ page }) => {
  await openSample(page);
  await goTo(page, 'head');
  await expect(selectedRow(page)).toContainText('Head');
  await expect(selectedRow(page)).not.toContainText('Header');
});

test('/ filters the list in focus, else the list on the left', THOROUGH, async ({ page }) => {
  await openSample(page);
  const animations = await showAnimations(page);
  const search = page.getByRole('searchbox', { name: 'Search animations by name' });
  await animations.focus();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await tab(page, 'Animations').focus();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await tab(page, 'Structure').click();
  await bytes(page).focus();
  await page.keyboard.press('/');
  await expect(filter(page)).toBeFocused();
  await expect(find(page)).toBeHidden();
});

test('in lists small letters are names, capitals and ? keys of the page', THOROUGH, async ({ page }) => {
  await openSample(page);
  await tree(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.type('no');
  await expect(selectedRow(page)).toContainText('Nodes');
  await page.keyboard.press('Shift+L');
  await expect(tab(page, /^Library/)).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'Structure').click();
  const animations = await showAnimations(page);
  await animations.focus();
  await page.keyboard.press('Shift+G');
  const dialog = page.locator('dialog[open]');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await animations.focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Lithoscope' })).toBeVisible();
});

test('Escape leaves a list to the view, and clears the selection there', THOROUGH_GL, async ({ page }) => {
  await openSample(page);
  await goTo(page, 'Nodes');
  await tree(page).focus();
  await page.keyboard.press('Escape');
  await expect(view(page)).toBeFocused();
  await expect(status(page)).toContainText('selected');
  await page.keyboard.press('Escape');
  await expect(status(page)).not.toContainText('selected');
  const animations = await showAnimations(page);
  await animations.focus();
  await page.keyboard.press('Escape');
  await expect(view(page)).toBeFocused();
});
