/** The library, as a user finds it. */
import { readFileSync } from 'node:fs';
import type { Download, Locator, Page } from '@playwright/test';
import { fileTab } from './panels.ts';

export const list = (page: Page): Locator => page.getByRole('treegrid', { name: 'Files of the library' });
export const row = (page: Page, name: string | RegExp): Locator => list(page).getByRole('row', { name });
export const selected = (page: Page): Locator => list(page).locator('[aria-selected="true"]');
export const preview = (page: Page, name: string): Locator => fileTab(page, `${name}, preview`);
/** The row of a file whose path ends so. */
export const cell = (page: Page, name: string): Locator =>
  page.getByRole('treegrid', { name: 'Files of the library' }).getByTitle(new RegExp(`${name}$`));
export const openTabs = (page: Page): Locator => page.locator('.tab');

/** Chooses an item of the menu that a right click on a row opens. */
export async function choose(page: Page, name: RegExp, item: string): Promise<void> {
  await row(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: item }).click();
}

/** The bytes of a download. */
export async function downloaded(download: Download): Promise<Uint8Array> {
  return new Uint8Array(readFileSync(await download.path()));
}
