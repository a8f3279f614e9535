/** The popover of the changes: by key, from the header, and on a phone. */
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { expect, openWith, PHONE, THOROUGH, test } from '../support/page.ts';
import { bytes, chooseMore, goTo, selectedRow } from '../support/panels.ts';

const popover = (page: Page) => page.getByRole('dialog', { name: 'Changes' });
const rows = (page: Page) => popover(page).locator('.change-go');

async function change(page: Page, path: string, value: string): Promise<void> {
  await goTo(page, path);
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.type(value);
  await page.keyboard.press('Enter');
}

test('F2 in the bytes changes the field; Alt+Z lists the change, and reverts it', async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await goTo(page, 'Header.InternalRadius');
  await bytes(page).focus();
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('77');
  await page.keyboard.press('Enter');
  await expect(bytes(page)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await page.keyboard.press('Alt+z');
  await expect(popover(page)).toContainText('1 unsaved change');
  await expect(rows(page)).toHaveCount(1);
  await popover(page)
    .getByRole('button', { name: /^Revert: / })
    .click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(popover(page)).toBeHidden();
  await expect(bytes(page)).toBeFocused();
});

test(
  'arrows move between changes, Enter goes to one, Escape gives the focus back',
  THOROUGH,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await change(page, 'Sockets.Sockets[0].Name', 'Paw');
    await change(page, 'Sockets.Sockets[1].Name', 'Fin');
    const button = page.getByRole('button', { name: '2 changes not saved: show the changes' });
    await button.press('Enter');
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await rows(page).first().press('ArrowDown');
    await expect(rows(page).last()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(selectedRow(page)).toContainText('Paw');
    await expectAccessibleInBothThemes(page, '.changes');
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await expect(button).toHaveAttribute('aria-expanded', 'false');
  },
);

test('on a phone they are a sheet', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await change(page, 'Sockets.Sockets[0].Name', 'Paw');
  await page.setViewportSize(PHONE);
  await chooseMore(page, /^1 change…/);
  await expect(popover(page)).toBeInViewport({ ratio: 1 });
  const box = await popover(page).boundingBox();
  expect(box?.width).toBe(PHONE.width);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(PHONE.height);
});
