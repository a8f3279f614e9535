/**
 * Files of a few hundred kilobytes that claim 10,000s of parts: every list makes elements for what is in view, or says
 * how many it leaves out (SECURITY-REVIEW S2). Times are in `npm run bench`; here the elements are counted.
 */
import type { Page } from '@playwright/test';
import { dropBytes, expect, THOROUGH, test } from '../support/page.ts';
import { goTo, tab } from '../support/panels.ts';
import { brokenSections, childModels, emptyPieces, weights } from '../support/shapes.ts';

/** Elements of the whole page at most: a sound model makes about 1,500 with all panels visited. */
const MAX_ELEMENTS = 6000;

const open = async (page: Page, name: string, bytes: Buffer) => {
  await page.goto('.');
  await dropBytes(page, name, bytes);
  await expect(page.getByRole('tab', { name, exact: true })).toBeVisible();
};

/** Looks into every panel that lists something, and counts the elements of the page. */
async function visitAll(page: Page): Promise<number> {
  let most = 0;
  const count = async () => {
    most = Math.max(most, await page.evaluate(() => document.getElementsByTagName('*').length));
  };
  for (const name of ['Files', 'Outline', 'Raw', 'Model', 'Problems', 'Table', 'Bytes']) {
    const panel = tab(page, new RegExp(`^${name}`)).first();
    if (!(await panel.isVisible())) continue;
    await panel.click();
    await expect(panel).toHaveAttribute('aria-selected', 'true');
    if (name === 'Model') {
      const closed = page.locator('.outline .group-title[aria-expanded="false"]:visible');
      while ((await closed.count()) > 0) await closed.first().click();
    }
    await count();
  }
  for (const key of ['Control+k', 'Escape', 'g', 'Escape']) {
    await page.keyboard.press(key);
    await count();
  }
  return most;
}

test('100,000s of pieces: rows are made as they come into view, to the last', THOROUGH, async ({ page }) => {
  await open(page, 'pieces.abc', emptyPieces(30_000));
  await tab(page, /^Model/)
    .first()
    .click();
  const pieces = page.getByRole('grid', { name: 'Pieces', exact: true });
  await expect(pieces).toHaveAttribute('aria-rowcount', '30000');
  await pieces.getByRole('button', { name: 'p0', exact: true }).focus();
  await page.keyboard.press('End');
  const last = pieces.getByRole('button', { name: 'p29999', exact: true });
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
  // Those that went out of view are gone again.
  await expect(pieces.getByRole('button', { name: 'p0', exact: true })).toHaveCount(0);
  expect(await pieces.getByRole('row').count()).toBeLessThan(400);
  expect(await visitAll(page)).toBeLessThan(MAX_ELEMENTS);
});

test(
  'child models and sections without number: the first are listed, the rest is counted',
  THOROUGH,
  async ({ page }) => {
    await open(page, 'children.abc', childModels(20_000));
    await tab(page, /^Model/)
      .first()
      .click();
    await page.getByRole('heading', { name: 'Child models' }).click();
    await expect(page.locator('.animation-source')).toHaveCount(32);
    await expect(page.getByText('19,967 more are not listed.')).toBeVisible();
    expect(await visitAll(page)).toBeLessThan(MAX_ELEMENTS);
  },
);

test('a vertex of 60,000 weights shows the first of them', THOROUGH, async ({ page }) => {
  await open(page, 'weights.abc', weights(60_000));
  await goTo(page, 'Pieces.Pieces[0].LODs[0].Vertices[0].Normal');
  await expect(page.getByText('and 59,984 more')).toBeVisible();
  expect(await visitAll(page)).toBeLessThan(MAX_ELEMENTS);
});

test(
  'as many problems as are kept: a batch is made, and those that are gone to',
  THOROUGH,
  async ({ page }) => {
    await open(page, 'broken.abc', brokenSections(5000));
    await tab(page, /^Problems/).click();
    const problems = page.getByRole('list', { name: 'Problems' }).getByRole('listitem');
    await expect(problems.first()).toBeVisible();
    expect(await problems.count()).toBeLessThan(300);
    await expect(page.getByText(/more problems below/)).toBeAttached();
    await page.keyboard.press('Shift+F8');
    const chosen = problems.and(page.locator('[aria-current="true"]'));
    await expect(chosen).toBeInViewport();
    expect(await visitAll(page)).toBeLessThan(30_000);
  },
);
