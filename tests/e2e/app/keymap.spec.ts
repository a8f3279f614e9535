/** Keys that the user changes. */
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { expect, openWith, THOROUGH, test } from '../support/page.ts';

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keys', exact: true });
const key = (page: Page, command: string) =>
  sheet(page).getByRole('button', { name: new RegExp(`^${command}: `) });

async function openKeys(page: Page): Promise<void> {
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Change keys…' }).click();
  await expect(sheet(page)).toBeVisible();
}

test(
  'a command gets another key, which is kept and can be exported, imported and reset',
  THOROUGH,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await openKeys(page);
    const theme = key(page, 'Switch between dark and light');
    await theme.click();
    await page.keyboard.press('ArrowLeft');
    await expect(sheet(page).getByText('← is used by lists and fields. Press another key.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toBeVisible();
    await theme.click();
    // A key of another command must be pressed twice.
    await page.keyboard.press('y');
    await expect(
      sheet(page).getByText(/^Y is the key of “Copy .*Press it again to use it here\.$/),
    ).toBeVisible();
    await page.keyboard.press('y');
    await expect(theme).toHaveText('Y');
    await expect(key(page, 'Copy a link to this view')).toHaveText('–');

    const download = page.waitForEvent('download');
    await sheet(page).getByRole('button', { name: 'Export…' }).click();
    const file = await (await download).path();
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toBeHidden();

    const root = page.locator('html');
    const before = await root.getAttribute('data-theme');
    await page.keyboard.press('y');
    await expect(root).not.toHaveAttribute('data-theme', before ?? '');

    await page.reload();
    await openKeys(page);
    await expect(key(page, 'Switch between dark and light')).toHaveText('Y');
    await sheet(page).getByRole('button', { name: 'Reset all' }).click();
    await expect(key(page, 'Copy a link to this view')).toHaveText('Y');
    const chooser = page.waitForEvent('filechooser');
    await sheet(page).getByRole('button', { name: 'Import…' }).click();
    await (await chooser).setFiles(file);
    await expect(key(page, 'Switch between dark and light')).toHaveText('Y');
    await sheet(page).getByRole('button', { name: 'Reset the key of Switch between dark and light' }).click();
    await expect(key(page, 'Copy a link to this view')).toHaveText('Y');
  },
);
