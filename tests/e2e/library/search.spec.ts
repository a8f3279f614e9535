/** The search of the library by what is inside the files. */
import type { Page } from '@playwright/test';
import { assembled } from '../../support/parts.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { sample } from '../../web/support/samples.ts';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { dropBytes, expect, THOROUGH, test } from '../support/page.ts';

const FILES = ['clockwork.abc', 'clockwork_base.abc', 'jellyfish.abc', 'clockwork.dtx', 'jellyfish.dtx'];

const zip = () =>
  assembled(
    zipParts(
      FILES.map((name) => ({ path: `GAME/${name}`, content: Uint8Array.from(sample(name)), deflate: true })),
    ),
  );

const field = (page: Page) => page.getByRole('combobox', { name: 'Search the library' });
const found = (page: Page) => page.locator('.library-search-found');
const options = (page: Page) => page.getByRole('listbox', { name: 'Completions' }).getByRole('option');
const names = (page: Page) => page.locator('.library-row .library-name');

async function openLibrary(page: Page): Promise<void> {
  await page.goto('.');
  await dropBytes(page, 'game.zip', zip());
  // The models are few: they are read by themselves.
  await expect(page.locator('.scan-result')).toHaveText('3 of 5: no errors');
}

test('finds models by what is inside, completed by keyboard', THOROUGH, async ({ page }) => {
  await openLibrary(page);
  await field(page).pressSequentially('vers');
  await expect(options(page)).toHaveText(['version:format version, version:6']);
  await page.keyboard.press('Tab');
  await expect(field(page)).toHaveValue('version:');
  await expect(options(page)).toHaveText(['122', '61']);
  await expectAccessibleInBothThemes(page, '.library-search');
  await page.keyboard.press('ArrowDown');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', 'library-search-list-0');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('version:12 ');
  await expect(names(page)).toHaveText(['clockwork.abc', 'clockwork_base.abc']);
  await field(page).pressSequentially('-path:base');
  await expect(names(page)).toHaveText(['clockwork.abc']);
  await expect(found(page)).toContainText('1 found');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.library-box')).toBeFocused();
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('');
  await expect(names(page)).toHaveCount(3);
});

test('says what was not read yet, and reads it', THOROUGH, async ({ page }) => {
  await openLibrary(page);
  await page.getByRole('button', { name: /^All / }).click();
  await field(page).fill('width>1');
  await expect(found(page)).toContainText('0 found, 2 not read yet');
  await found(page).getByRole('button', { name: 'Read them' }).click();
  await expect(names(page)).toHaveText(['clockwork.dtx', 'jellyfish.dtx']);
  await expect(found(page)).toHaveText(/^2 found/);
});

test('says what means nothing, and what can be searched for', THOROUGH, async ({ page }) => {
  await openLibrary(page);
  await field(page).fill('anin:walk jelly');
  await expect(page.locator('.library-search-problem')).toContainText('Unknown filter “anin”.');
  await expect(names(page)).toHaveText(['jellyfish.abc']);
  await page.getByRole('button', { name: 'Search syntax' }).click();
  const help = page.getByRole('dialog', { name: 'Search syntax' });
  await expect(help).toContainText('anim:walk');
  await expectAccessibleInBothThemes(page, '.library-help');
});

test('stands in the link', THOROUGH, async ({ page }) => {
  await openLibrary(page);
  await field(page).fill('jelly');
  await names(page).first().click();
  await expect(page).toHaveURL(/find=jelly/);
  await field(page).fill('');
  await expect(page).not.toHaveURL(/find=/);
  await page.evaluate(() => {
    location.hash = 'find=version%3A12&v=1';
  });
  await expect(field(page)).toHaveValue('version:12');
  await expect(names(page)).toHaveText(['clockwork.abc', 'clockwork_base.abc']);
});

test('a link opens an archive with the search in place', THOROUGH, async ({ page }) => {
  await page.route('**/game.zip', (route) =>
    route.fulfill({ body: Buffer.from(zip()), contentType: 'application/zip' }),
  );
  await page.goto('./#model=game.zip&find=jelly&v=1');
  await expect(field(page)).toHaveValue('jelly');
  await expect(names(page)).toHaveText(['jellyfish.abc']);
});
