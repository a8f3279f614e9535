/** What the dialogs of exports say. */
import { expect, type Locator } from '@playwright/test';

/** A number of the result, once it is known. */
export async function countIn(dialog: Locator, name: string): Promise<number> {
  const value = dialog.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('+ dd');
  await expect(value).toHaveText(/^[\d,]+$/);
  return Number((await value.innerText()).replaceAll(',', ''));
}
