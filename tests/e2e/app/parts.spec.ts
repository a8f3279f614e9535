/** The parts of the page that are fetched when they are asked for, and do not arrive. */
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { expect, openSample, openWith, passFrames, test } from '../support/page.ts';
import { bytes, filter, summary } from '../support/panels.ts';

test.use({ allowErrors: true });

/** Keeps a part from arriving; gives what lets it through. */
async function withhold(page: Page, part: string): Promise<() => Promise<void>> {
  const address = `**/assets/${part}-*.js`;
  await page.route(address, (route) => route.abort());
  return () => page.unroute(address);
}

const alert = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be loaded' });
const tryAgain = (page: Page) => alert(page).getByRole('button', { name: 'Try again' });

test('the panels of a file: said, and tried again', async ({ page }) => {
  const arrive = await withhold(page, 'file');
  await openSample(page);
  await expect(alert(page)).toBeVisible();
  await arrive();
  await tryAgain(page).click();
  await expect(summary(page)).toContainText('No problems');
  await expect(bytes(page)).toBeVisible();
  await expect(alert(page)).toBeHidden();
});

test('what a command asks for: said, the page has its keys, and it is tried again', async ({ page }) => {
  const arrive = await withhold(page, 'export');
  await openWith(page, CLOCKWORK);
  await page.getByRole('button', { name: 'Copy as …' }).click();
  await expect(alert(page)).toBeVisible();
  await page.getByRole('tree').focus();
  await page.keyboard.press('/');
  await expect(filter(page)).toBeFocused();
  await arrive();
  await tryAgain(page).click();
  await expect(page.getByRole('menu')).toBeVisible();
});

test('Escape takes back what has not come yet', async ({ page }) => {
  let arrive = () => {};
  const asked = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/assets/export-*.js', async (route) => {
    await asked;
    await route.continue();
  });
  await openWith(page, CLOCKWORK);
  await page.getByRole('tree').focus();
  const wanted = page.waitForRequest('**/assets/export-*.js');
  await page.keyboard.press('Control+Shift+C');
  await wanted;
  await page.keyboard.press('Escape');
  const came = page.waitForResponse('**/assets/export-*.js');
  arrive();
  await (await came).finished();
  await passFrames(page, 5);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.keyboard.press('Control+Shift+C');
  await expect(page.getByRole('menu')).toBeVisible();
});
