/** Two folders or archives, compared by what they contain. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { assembled } from '../../support/parts.ts';
import { type ZipEntry, zipParts } from '../../support/zip-writer.ts';
import { bytesOf, CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { dropBytes, expect, test } from '../support/page.ts';

const text = (of: string) => new TextEncoder().encode(of);
const zipped = (files: readonly ZipEntry[]) => assembled(zipParts(files));

/** The robot with another name of a node, of the same length. */
function changed(): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(bytesOf(CLOCKWORK));
  const at = Buffer.from(bytes).indexOf('Head', 0x100, 'latin1');
  bytes.set(text('Hood'), at);
  return bytes;
}

/** Opens an archive of a game, and one of a mod. */
async function openBoth(page: Page): Promise<void> {
  await page.goto('.');
  const game = [
    { path: 'MODELS/ROBOT.ABC', content: bytesOf(CLOCKWORK) },
    { path: 'MODELS/SAME.ABC', content: bytesOf(JELLYFISH) },
    { path: 'OLD/MOVED.TXT', content: text('moves') },
    { path: '<b>GONE.TXT', content: text('gone') },
  ];
  const mod = [
    { path: 'models/robot.abc', content: changed() },
    { path: 'models/same.abc', content: bytesOf(JELLYFISH) },
    { path: 'new/moved.txt', content: text('moves') },
    { path: 'added.txt', content: text('add') },
  ];
  await dropBytes(page, 'game.zip', zipped(game));
  await dropBytes(page, 'mod.zip', zipped(mod));
  await expect(page.getByRole('list', { name: 'Library sources' })).toContainText('mod.zip');
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Compare folders or archives' });
const rows = (page: Page) => dialog(page).locator('tbody tr');

async function compare(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Actions for game.zip' }).click();
  await page.getByRole('menuitem', { name: 'Compare with…' }).click();
  await expect(dialog(page).getByLabel('Left')).toHaveValue('game.zip');
  await expect(dialog(page).getByLabel('Right')).toHaveValue('mod.zip');
  await dialog(page).getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(dialog(page).getByRole('status')).toHaveText(
    '1 added, 1 removed, 1 moved, 1 changed, 1 same.',
  );
}

test('says what was added, removed, moved and changed, and opens both files', async ({ page }) => {
  await openBoth(page);
  await compare(page);
  await expect(rows(page)).toHaveText([
    /^removed<b>GONE\.TXT4 bytes\.$/,
    /^addedadded\.txt3 bytes\.$/,
    /^changedmodels\/robot\.abc1 difference in Pieces\. [\d,]+ bytes as before\.$/,
    /^movednew\/moved\.txtMoved from OLD\/MOVED\.TXT to new\/moved\.txt\.$/,
  ]);
  await dialog(page).getByRole('button', { name: '1 added' }).click();
  await expect(rows(page)).toHaveCount(3);
  await dialog(page).getByRole('button', { name: '1 added' }).click();
  await dialog(page).getByRole('button', { name: 'models/robot.abc' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Comparison' })).toContainText('Hood');
  // The list is still there, at the row that was opened.
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(rows(page)).toHaveCount(4);
  await expect(dialog(page).getByRole('button', { name: 'models/robot.abc' })).toBeFocused();
});

test('the list is saved as the command line writes it', async ({ page }) => {
  await openBoth(page);
  await compare(page);
  const saved: Record<string, string> = {};
  for (const format of ['Text', 'CSV', 'JSON', 'HTML']) {
    const coming = page.waitForEvent('download');
    await dialog(page).getByRole('button', { name: format, exact: true }).click();
    saved[format] = readFileSync(await (await coming).path(), 'utf8');
  }
  expect(saved.Text).toContain('moved    OLD/MOVED.TXT → new/moved.txt\n');
  expect(saved.CSV?.split('\r\n')[1]).toBe('removed,<b>GONE.TXT,,4,,4 bytes.');
  const { left, right, counts, files } = JSON.parse(saved.JSON ?? '');
  expect({ left, right, counts }).toEqual({
    left: 'game.zip',
    right: 'mod.zip',
    counts: { added: 1, removed: 1, moved: 1, changed: 1, same: 1 },
  });
  expect(files[2].sections).toEqual({ Pieces: 1 });
  // Names are text there, too.
  await page.goto('about:blank');
  await page.setContent(saved.HTML ?? '');
  await expect(page.getByRole('heading')).toHaveText('game.zip and mod.zip');
  await expect(page.getByRole('cell', { name: '<b>GONE.TXT' })).toBeVisible();
  await expect(page.locator('b')).toHaveCount(0);
});

test('folders are compared, too; without a difference that is said', async ({ page }) => {
  await openBoth(page);
  await page.getByRole('button', { name: 'Actions for game.zip' }).click();
  await page.getByRole('menuitem', { name: 'Compare with…' }).click();
  await dialog(page).getByLabel('Left').selectOption('game.zip/MODELS');
  await dialog(page).getByLabel('Right').selectOption('game.zip/MODELS');
  await dialog(page).getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(dialog(page).getByRole('status')).toHaveText('The files are the same, byte for byte.');
  await dialog(page).getByLabel('Right').selectOption('mod.zip/models');
  await dialog(page).getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(dialog(page).getByRole('status')).toHaveText(
    '0 added, 0 removed, 0 moved, 1 changed, 1 same.',
  );
  await expect(rows(page)).toHaveText([/^changedrobot\.abc/]);
});
