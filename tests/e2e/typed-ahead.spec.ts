import type { Page } from '@playwright/test';
import { expect, openSample, test } from './support/page.ts';
import { bytes, goToField, status } from './support/panels.ts';

const find = (page: Page) => page.getByRole('search', { name: 'Find in the bytes' }).locator('.find-input');
const theme = (page: Page) => page.locator('html').getAttribute('data-theme');

/** Opens a sample while a part of the page is on a slow way; gives what lets it arrive. */
async function openWithout(page: Page, part: string): Promise<() => void> {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(`**/assets/${part}-*.js`, async (route) => {
    await arrived;
    await route.continue();
  });
  await openSample(page);
  await expect(page.locator('.summary-identity')).toBeVisible();
  return arrive;
}

test('what is typed for the go-to field before it has come stands in it', async ({ page }) => {
  const arrive = await openWithout(page, 'goto');
  await expect(bytes(page)).toBeVisible();
  const before = await theme(page);
  await page.keyboard.press('g');
  // Keys of the page, all of them.
  await page.keyboard.type('Socketst');
  await page.keyboard.press('Backspace');
  expect(await theme(page)).toBe(before);
  await expect(goToField(page)).toHaveCount(0);
  arrive();
  await expect(goToField(page)).toHaveValue('Sockets');
  await expect(goToField(page)).toBeFocused();
  await page.keyboard.type('.S');
  await expect(goToField(page)).toHaveValue('Sockets.S');
  expect(await theme(page)).toBe(before);
});

test('keys that follow go where the field sends them', async ({ page }) => {
  const arrive = await openWithout(page, 'goto');
  await expect(bytes(page)).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.type('0xC');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowLeft');
  await expect(status(page)).not.toContainText('selected');
  arrive();
  await expect(bytes(page)).toBeFocused();
  await expect(status(page)).toHaveText('0x8–0xB · 4 bytes selected');
});

test('what is typed for the find bar before the panels have come is searched', async ({ page }) => {
  const arrive = await openWithout(page, 'file-panels');
  await page.keyboard.press('/');
  await page.keyboard.type('48 65 61');
  arrive();
  await expect(find(page)).toHaveValue('48 65 61');
  await expect(page.locator('.find-outcome')).toHaveText(/^\d+ hits?$/);
});

test('Escape takes the wish back, and the page has its keys again', async ({ page }) => {
  const arrive = await openWithout(page, 'goto');
  const before = await theme(page);
  await page.keyboard.press('g');
  await page.keyboard.type('so');
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', before ?? '');
  arrive();
  await expect(goToField(page)).toBeVisible();
  await expect(goToField(page)).not.toBeFocused();
  await expect(goToField(page)).toHaveValue('');
});

test('a command is found by what was typed right after Ctrl+K', async ({ page }) => {
  const arrive = await openWithout(page, 'palette');
  const before = await theme(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('dark and');
  arrive();
  await expect(page.getByRole('combobox', { name: 'Find a command' })).toHaveValue('dark and');
  const commands = page.getByRole('listbox', { name: 'Find a command' });
  await expect(commands.getByRole('option', { selected: true })).toContainText(
    'Switch between dark and light',
  );
  await page.keyboard.press('Escape');
  // It is there now: nothing waits, and nothing is typed twice.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('dark');
  await expect(page.getByRole('combobox', { name: 'Find a command' })).toHaveValue('dark');
  expect(await theme(page)).toBe(before);
});

test.describe('a part that does not arrive', () => {
  test.use({ allowErrors: true });

  test('is said, and the page has its keys again', async ({ page }) => {
    await page.route('**/assets/goto-*.js', (route) => route.abort());
    await openSample(page);
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    const before = await theme(page);
    // The other parts have come: nothing else holds keys back.
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await expect(page.locator('html')).not.toHaveAttribute('data-theme', before ?? '');
  });
});
