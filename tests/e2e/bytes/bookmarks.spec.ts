/** Bookmarks: made, named, seen everywhere, kept, sent, and brought back. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { expect, openSample, openWith, THOROUGH, test } from '../support/page.ts';
import { card, goTo, selectedRow, status, treeRow } from '../support/panels.ts';

const list = (page: Page) => page.getByRole('listbox', { name: 'Bookmarks' });
const rows = (page: Page) => list(page).getByRole('option');

/** Bookmarks the selected bytes under a name. */
async function bookmark(page: Page, place: string, name: string): Promise<void> {
  await goTo(page, place);
  await page.keyboard.press('b');
  const field = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(field).toBeFocused();
  await field.fill(name);
  await field.press('Enter');
}

/** How many files' bookmarks are stored. */
const stored = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const open = indexedDB.open('lithoscope-bookmarks');
        open.onsuccess = () => {
          const all = open.result.transaction('files').objectStore('files').getAll();
          all.onsuccess = () => resolve(JSON.stringify(all.result));
        };
      }),
  );

test(
  'are named, seen in tree, card and list, stepped through, deleted and brought back',
  THOROUGH,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await bookmark(page, 'Nodes.Nodes[5]', 'the <b>head</b>');
    await bookmark(page, '0x10..0x1F', 'counts');
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText('counts');
    await page.getByRole('textbox', { name: 'Note' }).fill('what the engine allocates');
    await page.getByRole('radio', { name: 'pink' }).check();
    await expect(rows(page).first()).toContainText('what the engine allocates');
    await expect(treeRow(page, /^Header.*bookmark/)).toBeVisible();
    await expect(card(page)).toContainText('counts: what the engine allocates');
    await expectAccessibleInBothThemes(page, '.results');

    await page.getByRole('tree').focus();
    await page.keyboard.press('Control+F2');
    await expect(selectedRow(page)).toContainText('Head');
    await page.keyboard.press('Control+F2');
    await expect(status(page)).toHaveText('0x10–0x1F · 16 bytes selected');
    await page.keyboard.press('Control+Shift+F2');
    await expect(selectedRow(page)).toContainText('Head');

    await rows(page).first().click();
    await page.keyboard.press('Delete');
    await expect(rows(page)).toHaveCount(1);
    await list(page).focus();
    await page.keyboard.press('Control+z');
    await expect(rows(page)).toHaveCount(2);
  },
);

test(
  'stay with the file when the page is loaded again, and go with its link',
  THOROUGH,
  async ({ page, context }) => {
    await openSample(page);
    await bookmark(page, '0x20+8', 'kept');
    await expect.poll(() => stored(page)).toContain('kept');
    await expect.poll(() => page.url()).toMatch(/mark=0x20[^&]*kept/);
    const link = page.url();
    // The same file without them in the address.
    await page.goto('about:blank');
    await openSample(page);
    await page.keyboard.press('Control+K');
    await page.keyboard.type('List the bookmarks');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).first()).toContainText('kept');

    // Somebody else.
    const other = await (await context.browser()?.newContext())?.newPage();
    if (!other) throw new Error('no other browser');
    await other.goto(link);
    await expect(other.getByText('kept').first()).toBeVisible();
    await other.context().close();
  },
);

test('are saved as JSON, and read from it', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await bookmark(page, '0x20+8', 'saved');
  const download = page.waitForEvent('download');
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'More of bookmarks' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Save as JSON');
  const file = await download;
  expect(file.suggestedFilename()).toBe('clockwork-bookmarks.json');
  const json = readFileSync(await file.path(), 'utf8');
  expect(JSON.parse(json).bookmarks).toEqual([
    { offset: 0x20, length: 8, name: 'saved', note: '', color: 'blue' },
  ]);
  const open = async (content: string) => {
    const chooser = page.waitForEvent('filechooser');
    await choose('Import from JSON or ImHex…');
    await (await chooser).setFiles({
      name: 'b.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    });
  };
  await open(json.replace('saved', 'read').replace('32', '64'));
  await expect(rows(page)).toHaveCount(2);
  await open('{"bookmarks": 1}');
  await expect(page.getByText('This JSON file does not contain a list of bookmarks.')).toBeVisible();
});
