/** The one search box: commands, files, names, places in the bytes and the guide, in one list. */
import { readFileSync } from 'node:fs';
import { CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import {
  dropBytes,
  expect,
  expectPose,
  openSample,
  openWith,
  PHONE,
  THOROUGH,
  THOROUGH_GL,
  test,
  WIDE,
} from '../support/page.ts';
import { bytes, fileTab, openSearch, searchField, searchResults, status } from '../support/panels.ts';

test('finds commands by the words of other programs, and those used last come first', async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await page.keyboard.press('Control+k');
  await expect(searchField(page)).toBeFocused();
  for (const [text, label] of [
    ['video', /^Export a video/],
    ['screenshot', /image/],
    ['hide skel', /^Show the skeleton/],
    ['blender', /GLB/],
    ['night', /dark and light/],
  ] as const) {
    await searchField(page).fill(`>${text}`);
    await expect(searchResults(page).filter({ hasText: label }).first()).toBeVisible();
  }
  await searchField(page).fill('orthographic');
  await expect(searchResults(page).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(searchField(page)).toBeHidden();
  await page.reload();
  await page.keyboard.press('Control+k');
  await dropBytes(page, 'hero.abc', readFileSync(CLOCKWORK));
  await expect(searchResults(page).first()).toHaveText(/^Orthographic camera ?Recently used/);
});

test(
  'an exact name comes before what begins with it, and an animation plays',
  THOROUGH_GL,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    await openSearch(page, 'Head');
    await expect(searchResults(page).first()).toHaveText(/^Head.*Socket$/);
    await expect(
      searchResults(page)
        .filter({ hasText: /^Header/ })
        .first(),
    ).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.locator('.inspector-card')).toContainText('Sockets');
    // The same where only bytes are asked for.
    await page.keyboard.press('g');
    await page.keyboard.type('Head');
    await expect(searchResults(page).first()).toHaveText(/\]\s*Head\s*Piece/);
    await page.keyboard.press('Escape');
    await openSearch(page, '@wal');
    await page.keyboard.press('Enter');
    await expectPose(page, /^1@/);
  },
);

test('says how much it has found, or why there is nothing, and gives the focus back', async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await page.getByRole('tree').focus();
  await page.keyboard.press('Control+k');
  const field = searchField(page);
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await field.fill('>skeleton');
  await expect(dialog.getByRole('status').filter({ hasText: /^\d+ results?$/ })).toBeAttached();
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await expect(field).toHaveAttribute('aria-activedescendant', 'search-0');
  await page.keyboard.press('ArrowDown');
  await expect(searchResults(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await field.fill('0xFFFFFFF');
  await expect(dialog.getByText(/^There is no byte at 0xFFFFFFF: the last byte is/)).toBeVisible();
  await field.fill('>no such thing');
  await expect(dialog.getByText('Nothing matches “no such thing”.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('tree')).toBeFocused();
  // Its own key closes it as well.
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(dialog).toBeHidden();
});

test('finds open files, samples and bytes, and hands a text to the find bar', THOROUGH, async ({ page }) => {
  await openSample(page);
  await dropBytes(page, 'other.abc', readFileSync(JELLYFISH));
  await expect(fileTab(page, 'other.abc')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Shift+F');
  await expect(searchField(page)).toHaveValue('/');
  await expect(searchResults(page).filter({ hasText: 'Sample' }).first()).toBeVisible();
  await page.keyboard.type('clockwork.a');
  await page.keyboard.press('Enter');
  await expect(fileTab(page, 'clockwork.abc')).toHaveAttribute('aria-selected', 'true');
  await openSearch(page, 'jelly');
  await searchResults(page)
    .filter({ hasText: /Sample$/ })
    .click();
  await expect(fileTab(page, 'jellyfish.abc')).toHaveAttribute('aria-selected', 'true');
  await fileTab(page, 'clockwork.abc').click();
  await openSearch(page, '0x10-0x1F');
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText('0x10–0x1F · 16 bytes selected');
  await expect(bytes(page)).toBeFocused();
  await openSearch(page, 'ShadowEnable');
  await searchResults(page).filter({ hasText: 'in the bytes' }).click();
  const find = page.getByRole('search', { name: 'Find in the bytes' });
  await expect(find.getByRole('textbox')).toHaveValue('ShadowEnable');
  await expect(find.getByRole('status')).toHaveText('1 hit');
});

test('finds pages of the guide, which open in a tab of their own', THOROUGH, async ({ page, context }) => {
  await page.goto('.');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('?');
  await expect(searchResults(page).filter({ hasText: 'Guide' }).first()).toBeVisible();
  await page.keyboard.type('bookmarks');
  await expect(searchResults(page).first()).toHaveText(/^Bookmarks.*Guide$/);
  const [opened] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')]);
  await expect(opened).toHaveURL(/docs\/guide\/.*#bookmarks/);
});

for (const size of [WIDE, PHONE]) {
  test(`is accessible and inside the window at ${size.width} pixels`, THOROUGH, async ({ page }) => {
    await page.setViewportSize(size);
    await openWith(page, CLOCKWORK);
    await openSearch(page, 'a');
    await expect(searchResults(page).nth(5)).toBeVisible();
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await expect(dialog).toBeInViewport({ ratio: 1 });
    await expectAccessibleInBothThemes(page, 'dialog[open]');
    // A press writes the sign of a kind, and takes it away again.
    await page.getByRole('button', { name: 'names' }).click();
    await expect(searchField(page)).toHaveValue('@a');
    await expect(searchField(page)).toBeFocused();
    await page.getByRole('button', { name: 'names' }).click();
    await expect(searchField(page)).toHaveValue('a');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Search or go to' })).toBeFocused();
  });
}

test('hands what it has no answer to to the documentation', THOROUGH, async ({ page, context }) => {
  await page.goto('.');
  await openSearch(page, 'socket attach');
  const offer = searchResults(page).filter({ hasText: 'Search the documentation for “socket attach”' });
  const [docs] = await Promise.all([context.waitForEvent('page'), offer.click()]);
  await expect(docs.getByRole('option').first()).toContainText('Attachments');
  await docs.close();
});
