/** A file that is too large to be parsed: it is partially loaded, header and sections by name. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { JSHandle, Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { expect, THOROUGH, test } from '../support/page.ts';
import { line, treeRow } from '../support/panels.ts';

const MB = 1024 * 1024;

type Changes = readonly (readonly [offset: number, byte: number])[];

/** The block that the large part is made of, again and again. */
const BLOCK = Uint8Array.from({ length: MB }, (_, i) => (i * 31) & 255);

/**
 * A sample with its last section drawn out to a size, in the page, where the large part is made.
 * @param changed overwrites bytes of the sample
 */
async function bigFile(page: Page, size: number, changed: Changes = []): Promise<JSHandle<File>> {
  const sample = readFileSync(CLOCKWORK);
  for (const [offset, byte] of changed) sample[offset] = byte;
  // As text: of an array each number would be a value of its own on the way.
  return page.evaluateHandle(
    ({ sample, block, size }) => {
      const [first, repeated] = [sample, block].map((text) =>
        Uint8Array.from(atob(text), (character) => character.charCodeAt(0)),
      ) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
      const parts: BlobPart[] = [first];
      for (let left = size - first.length; left > 0; left -= repeated.length) {
        parts.push(left < repeated.length ? repeated.subarray(0, left) : repeated);
      }
      return new File(parts, 'big.abc');
    },
    { sample: sample.toString('base64'), block: Buffer.from(BLOCK).toString('base64'), size },
  );
}

/** The SHA-256 of the same file, made without the page. */
function digestOfBig(size: number): string {
  const hash = createHash('sha256').update(readFileSync(CLOCKWORK));
  for (let left = size - statSync(CLOCKWORK).size; left > 0; left -= MB) {
    hash.update(BLOCK.subarray(0, Math.min(left, MB)));
  }
  return hash.digest('hex');
}

/** Drops such a file. */
async function dropBig(page: Page, size: number, changed: Changes = []): Promise<void> {
  const file = await bigFile(page, size, changed);
  await file.evaluate((big) => {
    const data = new DataTransfer();
    data.items.add(big);
    document.body.dispatchEvent(
      new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
    );
  });
}

const bytes = (page: Page) => page.getByRole('grid');

test('a file of 70 MB shows header, sections and bytes, and says what it does not show', async ({ page }) => {
  await page.goto('.');
  await dropBig(page, 70 * MB);
  await expect(page.locator('.summary')).toContainText('ABC v12');
  await expect(page.locator('.summary')).toContainText('Partially loaded: the file is larger than 64 MB');
  await expect(line(page, '0000000')).toContainText('48 65 61 64 65 72');
  await expect(treeRow(page, /^Header/)).toBeVisible();
  await expect(treeRow(page, /^Animation/)).toBeVisible();
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
  await page.getByRole('button', { name: /^1 info/ }).click();
  await expect(page.locator('.problems')).toContainText('files above 64 MB are only partially loaded');
});

test('a broken chain is said, closing and opening again work', THOROUGH, async ({ page }) => {
  await page.goto('.');
  // The header's NextSectionOffset, after `u16 6, "Header"`: to itself.
  await dropBig(
    page,
    65 * MB,
    [0, 1, 2, 3].map((i) => [8 + i, 0] as const),
  );
  await page.getByRole('button', { name: /^1 error, 1 info/ }).click();
  await expect(page.locator('.problems')).toContainText(', where this one starts');
  await page.getByRole('button', { name: 'Close big.abc' }).click();
  await expect(bytes(page)).toBeHidden();
  await dropBig(page, 65 * MB);
  await expect(treeRow(page, /^Pieces/)).toBeVisible();
  await dropBig(page, 66 * MB);
  await expect(page.locator('.status-size')).toContainText(`${(66 * MB).toLocaleString('en-US')} bytes`);
});

test('a link to its bytes knows it again by its digest', THOROUGH, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const size = 65 * MB;
  await page.goto('.');
  await dropBig(page, size);
  await expect(treeRow(page, /^Pieces/)).toBeVisible();
  await bytes(page).focus();
  await page.keyboard.press('Control+g');
  await page.keyboard.type('0x2000003');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+ArrowRight');
  const selected = '0x2000003–0x2000004 · 2 bytes selected';
  await expect(page.locator('.status-selection')).toHaveText(selected);
  await page.keyboard.press('y');
  const dialog = page.getByRole('dialog', { name: /^Link to/ });
  await expect(dialog).toContainText(`SHA-256 ${digestOfBig(size).slice(0, 8)}`);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(`size=${size}&sha256=${digestOfBig(size)}`);

  // As if somebody else opened it.
  await page.goto('about:blank');
  await page.goto(link);
  const card = page.getByRole('region', { name: 'Files that the link needs' });
  await expect(card).toContainText('Drop it here or open it');
  await dropBig(page, size, [[2000, 1]]);
  await expect(card).toContainText('the content differs (SHA-256)');
  await dropBig(page, size);
  await expect(card).toBeHidden();
  await expect(page.locator('.status-selection')).toHaveText(selected);
  await expect(line(page, '2000000')).toContainText(/^2000000 {2}[0-9A-F]{2} /);
});

test(
  'comes by its address when that is wanted, is searched as it came, and is fetched again',
  THOROUGH,
  async ({ page }) => {
    await page.goto('.');
    const big = await bigFile(page, 65 * MB);
    // The file is where a server would be: sending it through the browser's own protocol takes seconds.
    const asked = await big.evaluateHandle((file) => {
      const requests: string[] = [];
      const { fetch } = window;
      window.fetch = async (url, options) => {
        if (!String(url).startsWith('https://models.invalid/')) return fetch(url, options);
        requests.push(String(url));
        return new Response(file, { headers: { 'content-length': String(file.size) } });
      };
      return requests;
    });
    await page.evaluate(() => {
      location.hash = 'model=https://models.invalid/big.abc&sel=0x2000003+2';
    });
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('big.abc is 65 MB');
    await alert.getByRole('button', { name: 'Load anyway' }).click();
    await expect(page.locator('.status-selection')).toHaveText('0x2000003–0x2000004 · 2 bytes selected');
    const before = await asked.evaluate((requests) => requests.length);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('48 65 61 64 65 72');
    await expect(page.getByRole('search').getByRole('status')).toHaveText('1 hit');
    expect(await asked.evaluate((requests) => requests.length)).toBe(before);
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    await expect(page.locator('.announcement')).toContainText('Reloaded big.abc');
    expect(await asked.evaluate((requests) => requests.length)).toBe(before + 1);
    await expect(page.locator('.status-selection')).toHaveText('0x2000003–0x2000004 · 2 bytes selected');
  },
);
