/** A file that is too large to be parsed: its bytes by slices, header and sections by name. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOCKWORK, expect, test } from './support/page.ts';

const MB = 1024 * 1024;

/**
 * Drops a sample with its last section drawn out to a size. The large part is made in the page, of one block again
 * and again; `changed` overwrites bytes of the sample.
 */
async function dropBig(
  page: Page,
  size: number,
  changed: readonly (readonly [number, number])[] = [],
): Promise<void> {
  const sample = [...readFileSync(CLOCKWORK)];
  for (const [offset, byte] of changed) sample[offset] = byte;
  await page.evaluate(
    ({ sample, size }) => {
      const block = Uint8Array.from({ length: 1 << 20 }, (_, i) => (i * 31) & 255);
      const parts: BlobPart[] = [Uint8Array.from(sample)];
      for (let left = size - sample.length; left > 0; left -= block.length) {
        parts.push(left < block.length ? block.subarray(0, left) : block);
      }
      const data = new DataTransfer();
      data.items.add(new File(parts, 'big.abc'));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    },
    { sample, size },
  );
}

const bytes = (page: Page) => page.getByRole('grid');
const line = (page: Page, offset: string) =>
  page.locator('.hex-line', { hasText: new RegExp(`^${offset} `) });
const row = (page: Page, name: RegExp) => page.getByRole('treeitem', { name });

test('a file of 70 MB shows header, sections and bytes, and says what it does not show', async ({ page }) => {
  await page.goto('.');
  await dropBig(page, 70 * MB);
  await expect(page.locator('.summary')).toContainText('LithTech 2 model');
  await expect(page.locator('.summary')).toContainText('Shown as bytes only: it is larger than 64 MB');
  await expect(line(page, '0000000')).toContainText('48 65 61 64 65 72');
  await expect(row(page, /^Header/)).toBeVisible();
  await expect(row(page, /^Animation/)).toBeVisible();
  await bytes(page).focus();
  await page.keyboard.press('Control+End');
  await expect(line(page, '45FFFF0')).toContainText(/^45FFFF0 {2}[0-9A-F]{2} /);
  // Where the field begins had to be fetched too.
  await expect(page.getByRole('region', { name: 'Selected field' })).toContainText(/04 00 00 00 .* …/);
  await page.keyboard.press('Control+g');
  await page.keyboard.type('Nodes');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tree').locator('[aria-selected="true"]')).toContainText('Nodes');
  await page.keyboard.press('Control+g');
  await page.keyboard.type('0x2000003');
  await page.keyboard.press('Enter');
  await expect(line(page, '2000000')).toContainText(/^2000000 {2}[0-9A-F]{2} /);
  await page.getByRole('button', { name: '1 finding' }).click();
  await expect(page.locator('.problems')).toContainText('above 64 MB only its bytes are shown');
});

test('a broken chain is said, closing and opening again work', async ({ page }) => {
  await page.goto('.');
  // The header's NextSectionOffset, behind `u16 6, "Header"`: to itself.
  await dropBig(
    page,
    65 * MB,
    [0, 1, 2, 3].map((i) => [8 + i, 0] as const),
  );
  await page.getByRole('button', { name: '2 findings' }).click();
  await expect(page.locator('.problems')).toContainText('which is where this one starts');
  await page.getByRole('button', { name: 'Close big.abc' }).click();
  await expect(bytes(page)).toBeHidden();
  await dropBig(page, 65 * MB);
  await expect(row(page, /^Pieces/)).toBeVisible();
  await dropBig(page, 66 * MB);
  await expect(page.locator('.status-selection')).toContainText(`${(66 * MB).toLocaleString('en-US')} bytes`);
});
