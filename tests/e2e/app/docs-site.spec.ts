/** The docs site: reading, searching, and the way from a field to its bytes and back. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from '../support/accessible.ts';
import { expect, PHONE, THOROUGH, test } from '../support/page.ts';

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);
/** The row or caption that the address names is in view and marked. */
async function expectMarked(page: Page, anchor: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.hash === `#${anchor}`);
  const target = page.locator(':target');
  await expect(target).toHaveAttribute('id', anchor);
  await expect(target).toBeInViewport();
  const colours = await target.evaluate((row) => [
    getComputedStyle(row).backgroundColor,
    getComputedStyle(row.nextElementSibling ?? document.body).backgroundColor,
  ]);
  expect(colours[0]).not.toBe(colours[1]);
}

test('a field leads to its bytes in a sample, and its card leads back', async ({ page, context }) => {
  await page.goto('docs/format/abc.html#v9.Weight.Bias');
  await expectMarked(page, 'v9.Weight.Bias');
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: /^Open clockwork.abc with Weight.Bias selected/ }).click(),
  ]);
  const card = opened.locator('.inspector-card');
  await expect(card.locator('.card-crumb').last()).toHaveText('Bias');
  await expect(card).toContainText('4 bytes at 0x');
  // The same tab shows the next field that is asked for.
  await page.getByRole('link', { name: /^Open clockwork.abc with Weight.Location selected/ }).click();
  await expect(card.locator('.card-crumb').last()).toHaveText('Location');

  const [reference] = await Promise.all([
    context.waitForEvent('page'),
    card.getByRole('link', { name: 'Format reference' }).click(),
  ]);
  await expectMarked(reference, 'v9.Weight.Location');
  await reference.close();

  // An archive's bytes are opened by a link too; a made file says so.
  await page.goto('docs/format/rez.html');
  await page.getByRole('link', { name: /^Open note.rez with Header.RootDirSize selected/ }).click();
  await expect(card.locator('.card-crumb').last()).toHaveText('RootDirSize');
  await expect(card.getByRole('link', { name: 'Format reference' })).toHaveAttribute(
    'href',
    'docs/format/rez.html#rez.section.Header.RootDirSize',
  );
  await opened.keyboard.press('?');
  await expect(opened.getByRole('dialog').getByRole('link', { name: 'Documentation' })).toHaveAttribute(
    'href',
    'docs/index.html',
  );
  await opened.close();
});

test('the search finds a field by its name and is worked by keys', THOROUGH, async ({ page }) => {
  await page.goto('docs/index.html');
  await page.keyboard.press('/');
  const box = page.getByRole('combobox', { name: 'Search the documentation' });
  await expect(box).toBeFocused();
  await page.keyboard.type('NumKey');
  const results = page.getByRole('option');
  await expect(results.first()).toContainText('Anim.NumKeyframes');
  await expect(results.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(results.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expectMarked(page, 'v6.Anim.NumKeyframes');

  // From a page in a folder, to a code on another page.
  await expect(box).toBeEnabled();
  await page.keyboard.press('/');
  await page.keyboard.type('socket_node');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/docs\/findings\.html#socket_node_missing$/);
  await expect(box).toBeEnabled();
  await page.keyboard.press('/');
  await page.keyboard.type('xyzzyplugh');
  await expect(page.getByRole('option')).toHaveText('Nothing found');
  await page.keyboard.press('Escape');
  await expect(box).toHaveAttribute('aria-expanded', 'false');
});

test(
  'the start page leads to the guide, whose page of keys has every key of the help',
  THOROUGH,
  async ({ page }) => {
    await page.goto('.');
    const guide = page.getByRole('region', { name: 'Start' }).getByRole('link', { name: 'User guide' });
    await expect(guide).toHaveAttribute('href', 'docs/guide/getting-started.html');
    await page.keyboard.press('?');
    const shown = page.getByRole('dialog').locator('kbd');
    await expect(shown.first()).toBeVisible();
    const text = readFileSync(new URL('../../../docs/guide/keys.md', import.meta.url), 'utf8');
    const written = new Set([...text.matchAll(/`([^`]+)`/g)].map(([, key]) => key));
    expect((await shown.allTextContents()).filter((key) => !written.has(key))).toEqual([]);
    await page.goto('docs/guide/getting-started.html');
    await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('link').first()).toHaveText(
      'Getting started',
    );
  },
);

test(
  'the guide shows the pictures of the theme, at their size before they come',
  THOROUGH,
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('docs/guide/getting-started.html');
    const pictures = page.getByRole('main').getByRole('img');
    const sources = () => pictures.evaluateAll((all) => all.map((one) => one.getAttribute('src') ?? ''));
    await expect(pictures).toHaveCount(5);
    expect((await sources()).every((source) => source.endsWith('-light.webp'))).toBe(true);
    const others = await page.evaluate(() =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('-dark.webp')),
    );
    expect(others).toEqual([]);
    const [first] = await pictures.all();
    const { width = 0, height = 0 } = (await first?.boundingBox()) ?? {};
    expect(width / height).toBeCloseTo(1280 / 800, 1);
    await page.getByRole('button', { name: 'Switch between dark and light' }).click();
    await expect(pictures).toHaveCount(5);
    expect((await sources()).every((source) => source.endsWith('-dark.webp'))).toBe(true);
    await expectAccessible(page);
    // In full size.
    await expect(page.getByRole('link', { name: /^The start page: / })).toHaveAttribute(
      'href',
      '../media/start-dark.webp',
    );
  },
);

test(
  'pages are accessible in both themes, follow the theme of the page, and fit a phone',
  THOROUGH,
  async ({ page }) => {
    await page.goto('docs/format/rez.html');
    await expectAccessibleInBothThemes(page);
    const first = await theme(page);
    await page.getByRole('button', { name: 'Switch between dark and light' }).click();
    const second = await theme(page);
    expect(second).not.toBe(first);
    await page.setViewportSize(PHONE);
    for (const path of ['findings.html', 'format/rez.html', 'guide/keys.html', 'readme.html', 'index.html']) {
      await page.goto(`docs/${path}`);
      expect(await theme(page), path).toBe(second);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0);
      // Tables scroll in themselves, and by keyboard.
      if (path === 'findings.html') await expect(page.locator('.wide[tabindex="0"]').first()).toBeAttached();
    }
    await expectAccessible(page);
    await page.goto('.');
    expect(await theme(page)).toBe(second);
  },
);
