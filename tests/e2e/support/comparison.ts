/** A comparison of two files, as a user finds it. */
import type { Locator, Page } from '@playwright/test';

export const summary = (page: Page): Locator => page.locator('.compare-summary');
export const list = (page: Page): Locator => page.getByRole('tree', { name: 'Differences' });
export const selected = (page: Page): Locator => list(page).locator('[aria-selected="true"]');
export const bytes = (page: Page, name: string): Locator =>
  page.getByRole('grid', { name: `Bytes of ${name}` });

/** Offset that the first visible line of a file's bytes begins with. */
export async function top(page: Page, name: string): Promise<number> {
  const text = await bytes(page, name).locator('.hex-line').first().textContent();
  return Number.parseInt(text ?? '', 16);
}
