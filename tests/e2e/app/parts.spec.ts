/** The parts of the page that are fetched when they are asked for, and do not arrive. */
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { expect, openSample, openWith, passFrames, THOROUGH, test } from '../support/page.ts';
import { bytes, filter, verdict } from '../support/panels.ts';

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
  await expect(verdict(page)).toContainText('No problems');
  await expect(bytes(page)).toBeVisible();
  await expect(alert(page)).toBeHidden();
});

test(
  'what a command asks for: said, the page has its keys, and it is tried again',
  THOROUGH,
  async ({ page }) => {
    const arrive = await withhold(page, 'export');
    await openWith(page, CLOCKWORK);
    await page.getByRole('button', { name: 'Copy as…' }).click();
    await expect(alert(page)).toBeVisible();
    await page.getByRole('tree').focus();
    await page.keyboard.press('/');
    await expect(filter(page)).toBeFocused();
    await arrive();
    await tryAgain(page).click();
    await expect(page.getByRole('menu')).toBeVisible();
  },
);

/** Holds a part back; gives what waits until it is asked for, and what lets it through and waits until it is there. */
async function holdBack(page: Page, part: string) {
  const address = `**/assets/${part}-*.js`;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = page.waitForRequest(address);
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  const arrive = async () => {
    const came = page.waitForResponse(address);
    release();
    await (await came).finished();
  };
  return { asked, arrive };
}

test('Escape takes back what has not come yet', THOROUGH, async ({ page }) => {
  const { asked, arrive } = await holdBack(page, 'export');
  await openWith(page, CLOCKWORK);
  await page.getByRole('tree').focus();
  await page.keyboard.press('Control+Shift+C');
  await asked;
  await page.keyboard.press('Escape');
  await arrive();
  await passFrames(page, 5);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.keyboard.press('Control+Shift+C');
  await expect(page.getByRole('menu')).toBeVisible();
});

test('what is typed before the find bar has come stands in it', THOROUGH, async ({ page }) => {
  const { asked, arrive } = await holdBack(page, 'panels');
  await openWith(page, CLOCKWORK);
  await bytes(page).focus();
  await page.keyboard.press('Control+f');
  await asked;
  await page.keyboard.type('48 65 61 64');
  await arrive();
  const find = page.getByRole('search', { name: 'Find in the bytes' });
  await expect(find.getByRole('textbox')).toHaveValue('48 65 61 64');
  await page.keyboard.type(' 65 72');
  await expect(find.getByRole('textbox')).toHaveValue('48 65 61 64 65 72');
  await expect(find.getByRole('status')).toHaveText('1 hit');
});
