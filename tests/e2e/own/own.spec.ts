/** The user's own structures over the bytes of a file: what a pattern finds, what is wrong with it, and what is kept. */
import type { Page } from '@playwright/test';
import { bytesOf, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { dropBytes, dropFiles, expect, openSample, test } from '../support/page.ts';
import { card, goTo, status, tab } from '../support/panels.ts';

const ownTree = (page: Page) => page.getByRole('tree', { name: 'Own structures' });
const row = (page: Page, name: string | RegExp) => ownTree(page).getByRole('treeitem', { name });
const said = (page: Page) => page.locator('.own-words').first();
const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the pattern' });
const from = (page: Page) => page.getByRole('textbox', { name: 'Offset where the pattern begins' });

async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Patterns' }).click();
  await page.getByRole('menuitem', { name: label, exact: true }).click();
}

/** Writes a pattern and runs it by its key. */
async function run(page: Page, pattern: string): Promise<void> {
  await text(page).fill(pattern);
  await text(page).press('Control+Enter');
}

/** No model: a count, that many 16-bit numbers, and four letters. */
const SAVE = Uint8Array.of(3, 0, 0, 0, 7, 0, 8, 0, 9, 0, 0x4c, 0x49, 0x54, 0x48);
const SAVE_PATTERN =
  'struct Save {\n    u32 count;\n    u16 values[count];\n    char name[4];\n};\nSave save @ 0;';

async function openSave(page: Page): Promise<void> {
  await page.goto('.');
  await dropBytes(page, 'game.sav', SAVE);
  await page.getByRole('button', { name: 'Show the bytes anyway' }).click();
  await tab(page, 'Own').click();
}

test('a pattern that is written finds fields in a file of any kind; a field selects its bytes, and bytes their field', async ({
  page,
}) => {
  await openSave(page);
  await run(page, SAVE_PATTERN);
  await expect(said(page)).toHaveText('4 fields.');
  await expect(row(page, /^count/)).toContainText('3');
  await expect(row(page, /^name/)).toContainText('"LITH"');
  await row(page, /^name/).click();
  await expect(status(page)).toContainText('0xA–0xD');
  await goTo(page, '0x6');
  // The second number: its list opens.
  await expect(ownTree(page).locator('[aria-selected="true"]')).toContainText('[1]');
  await expect(ownTree(page).locator('[aria-selected="true"]')).toContainText('8');
});

test('the template of the page for a format, in both languages', async ({ page }) => {
  await openSample(page);
  await tab(page, 'Own').click();
  await choose(page, 'abc.hexpat of this page');
  await expect(row(page, /^Sections/)).toBeVisible();
  await choose(page, 'abc.ksy of this page');
  await expect(row(page, /^first_name/)).toBeVisible();
  await row(page, /^Sections/).click();
  await page.keyboard.press('ArrowRight');
  await expect(row(page, /^\[0\]/)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(card(page)).toContainText('Header');
  await expectAccessible(page);
});

test('dropped with a file, a pattern is run over it, and begins where the user says', async ({ page }) => {
  await page.goto('.');
  await dropFiles(page, [
    ['jelly.abc', bytesOf(JELLYFISH)],
    ['first.hexpat', new TextEncoder().encode('u16 first @ 0;\nu8 next @ 2;')],
  ]);
  await expect(said(page)).toHaveText('2 fields.');
  await expect(row(page, /^next/)).toContainText(String(bytesOf(JELLYFISH)[2]));
  await goTo(page, '0x10');
  await page.getByRole('button', { name: 'Caret', exact: true }).click();
  await expect(from(page)).toHaveValue('0x10');
  await expect(row(page, /^next/)).toContainText('0x00012');
  await expect(row(page, /^next/)).toContainText(String(bytesOf(JELLYFISH)[0x12]));
  await from(page).fill('4*');
  await from(page).press('Enter');
  await expect(said(page)).toHaveText('“4*” is not an offset.');
});

test('what is wrong is said with its place, which leads to the text and to the bytes', async ({ page }) => {
  await openSave(page);
  await run(page, 'u8 a @ 0;\nu8 b @@ 1;');
  await expect(said(page)).toContainText('Line 2, column 7');
  await page.getByRole('button', { name: 'Line 2, column 7' }).click();
  await expect(text(page)).toBeFocused();
  expect(await text(page).evaluate((box: HTMLTextAreaElement) => box.selectionStart)).toBe(16);
  // What was found before stays.
  await run(page, 'u32 count @ 0;\nu64 far[2] @ 4;');
  await expect(said(page)).toContainText('far needs 16 bytes, and there are only 10 left.');
  await expect(row(page, /^count/)).toBeVisible();
  await page.getByRole('button', { name: 'at 0x4' }).click();
  await expect(status(page)).toContainText('0x4');
});

for (const [what, hostile, words] of [
  ['a loop without an end', 'u32 x = 0;\nwhile (1) x = x + 1;\nu8 a @ 0;', 'too many steps'],
  [
    'more elements than there can be',
    'struct E { u32 n = 0; };\nE e[0xFFFFFFFF] @ 0;',
    'more than 2000000 fields',
  ],
  ['a struct in itself', 'using A;\nstruct A { A a; };\nA a @ 0;', 'nested too deeply'],
] as const) {
  test(`${what} is stopped, and the page answers meanwhile`, async ({ page }) => {
    await openSave(page);
    await run(page, hostile);
    await page.getByRole('tab', { name: 'Problems' }).click();
    await tab(page, 'Own').click();
    await expect(said(page)).toContainText(words, { timeout: 60_000 });
  });
}

test('a run can be stopped', async ({ page }) => {
  await openSave(page);
  await run(page, 'u32 x = 0;\nwhile (1) x = x + 1;\nu8 a @ 0;');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(said(page)).toHaveText('Stopped.');
});

test('patterns that were used are kept over a reload, by their names, and can be removed', async ({
  page,
}) => {
  await openSave(page);
  // A name is given to what has none when it is used, and not while it is written.
  await text(page).fill(SAVE_PATTERN);
  await text(page).blur();
  await expect(page.getByRole('textbox', { name: 'Name of the pattern' })).toHaveValue('');
  await run(page, SAVE_PATTERN);
  await choose(page, 'New');
  await expect(text(page)).toHaveValue('');
  await page.getByRole('textbox', { name: 'Name of the pattern' }).fill('Head only');
  // Written, and not run.
  await text(page).fill('u32 count @ 0;');
  await expect(page.getByRole('textbox', { name: 'Name of the pattern' })).toHaveValue('Head only');
  await openSave(page);
  await expect(text(page)).toHaveValue('u32 count @ 0;');
  await choose(page, 'Pattern 1');
  await expect(said(page)).toHaveText('4 fields.');
  await choose(page, 'Remove from this list…');
  await page.getByRole('menuitem', { name: 'Head only' }).click();
  await page.reload();
  await openSave(page);
  await page.getByRole('button', { name: 'Patterns' }).click();
  await expect(page.getByRole('menuitem', { name: 'Pattern 1' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Head only' })).toHaveCount(0);
});
