/** Two files side by side. */
import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { CLOCKWORK, dropFiles, expect, test } from './support/page.ts';

/** Where the sample has the first vertex of its first piece, by the core's own tests of `resolve`. */
const VERTEX_Y = 13515;
const TEMPO = 433698;

/** The sample, and the same with a vertex 0.25 units higher. */
async function openBoth(page: Page): Promise<void> {
  const sample = readFileSync(CLOCKWORK);
  const patched = Buffer.from(sample);
  patched.writeFloatLE(patched.readFloatLE(VERTEX_Y) + 0.25, VERTEX_Y);
  patched.writeFloatLE(1.5, TEMPO);
  await page.goto('.');
  await dropFiles(page, [
    ['clockwork.abc', sample],
    ['patched.abc', patched],
  ]);
  await expect(page.getByRole('tree', { name: 'Structure of clockwork.abc' })).toBeVisible();
}
test('shot', async ({ page }) => {
  await openBoth(page);
  await page.keyboard.press('m');
  await page.waitForTimeout(1500);
  await page.keyboard.press('n');
  await page.waitForTimeout(700);
  await page.screenshot({ path: '/tmp/c2/a.png' });
});
