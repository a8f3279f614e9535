/** A folder that other programs change while it is open. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { dropBytes, expect, test } from '../support/page.ts';
import { fileTab, goTo, showOutline, tree, verdict } from '../support/panels.ts';

const sources = (page: Page) => page.getByRole('list', { name: 'Library sources' });
const done = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** Writes files into the folder of the page's private file system; null deletes one. */
function write(page: Page, files: readonly (readonly [path: string, bytes: Uint8Array | null])[]) {
  return page.evaluate(
    async (list) => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle('models', { create: true });
      for (const [path, content] of list) {
        const names = path.split('/');
        let inside = folder;
        for (const name of names.slice(0, -1))
          inside = await inside.getDirectoryHandle(name, { create: true });
        const name = names.at(-1) ?? '';
        if (content === null) {
          await inside.removeEntry(name);
          continue;
        }
        const writable = await (await inside.getFileHandle(name, { create: true })).createWritable();
        await writable.write(Uint8Array.from(atob(content), (character) => character.charCodeAt(0)));
        await writable.close();
      }
    },
    files.map(([path, bytes]) => [path, bytes && text(bytes)] as const),
  );
}

/** Drops that folder. */
async function open(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('models');
    Object.assign(DataTransferItem.prototype, { getAsFileSystemHandle: async () => folder });
  });
  await dropBytes(page, 'models', new Uint8Array());
  await expect(sources(page)).toContainText('modelsFolder');
}

/** The robot with another name of a piece, of the same length. */
function renamedPiece(name: string): Buffer {
  const bytes = readFileSync(CLOCKWORK);
  bytes.write(name, bytes.indexOf('Head', 0x100, 'latin1'), 'latin1');
  return bytes;
}

for (const way of ['told by the browser', 'by looking again'] as const) {
  test(`new, changed and removed files, ${way}`, async ({ page }) => {
    if (way === 'by looking again')
      await page.addInitScript(() => Reflect.deleteProperty(window, 'FileSystemObserver'));
    await page.goto('.');
    await write(page, [
      ['a.abc', readFileSync(CLOCKWORK)],
      ['b.abc', readFileSync(JELLYFISH)],
    ]);
    await open(page);
    await expect(fileTab(page, 'a.abc, preview')).toBeVisible();
    await write(page, [['new/c.abc', readFileSync(JELLYFISH)]]);
    await expect(done(page, 'models: 1 file added.')).toBeVisible();
    await expect(sources(page)).toContainText('3 files');
    await expect(page.getByRole('gridcell', { name: /^c\.abc/ })).toBeVisible();

    // The file in front is reloaded.
    await showOutline(page, 'Raw');
    await expect(page.getByRole('treeitem', { name: /^\[1\] ?Head/ })).toBeVisible();
    await write(page, [['a.abc', renamedPiece('Hood')]]);
    await expect(done(page, 'Reloaded models/a.abc: same size')).toBeVisible();
    await expect(page.getByRole('treeitem', { name: /^\[1\] ?Hood/ })).toBeVisible();
    await expect(page.locator('.tab')).toHaveCount(1);

    await write(page, [['b.abc', null]]);
    await expect(done(page, 'models: 1 file removed.')).toBeVisible();
    await write(page, [['a.abc', null]]);
    await expect(done(page, 'models: 1 file removed. models/a.abc stays open.')).toBeVisible();
    await expect(verdict(page)).toContainText('No problems');
  });
}

test('unsaved changes are kept, compared or given up, as the user says', async ({ page }) => {
  await page.goto('.');
  await write(page, [
    ['a.abc', readFileSync(CLOCKWORK)],
    ['b.abc', readFileSync(JELLYFISH)],
  ]);
  await open(page);
  await showOutline(page, 'Raw');
  await goTo(page, 'Header.InternalRadius');
  await tree(page).focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('20*2');
  await page.keyboard.press('Enter');
  const mine = fileTab(page, 'a.abc, changed');
  await expect(mine).toBeVisible();
  await write(page, [['a.abc', renamedPiece('Hood')]]);
  const notice = page.getByRole('alert').filter({ hasText: 'was changed by another program' });
  await expect(notice).toContainText('It was not reloaded, because it has unsaved changes here.');
  const question = page.getByRole('alertdialog', { name: 'Keep your changes to a.abc?' });

  await notice.getByRole('button', { name: 'Reload…' }).click();
  await question.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('region', { name: 'Comparison' })).toContainText('a.abc (on disk)');
  await page
    .getByRole('region', { name: 'Comparison' })
    .getByRole('button', { name: /^Close/ })
    .click();
  await expect(mine).toBeVisible();
  await mine.focus();
  await page.keyboard.press('r');
  await question.getByRole('button', { name: 'Keep my changes' }).click();
  await expect(mine).toBeVisible();
  await page.keyboard.press('r');
  await question.getByRole('button', { name: 'Discard changes and reload' }).click();
  await expect(done(page, 'Reloaded models/a.abc: same size')).toBeVisible();
  await expect(mine).toHaveCount(0);
});

test('a folder is not followed when that is turned off', async ({ page }) => {
  await page.clock.install();
  await page.goto('.');
  await write(page, [
    ['a.abc', readFileSync(CLOCKWORK)],
    ['b.abc', readFileSync(JELLYFISH)],
  ]);
  await open(page);
  const menu = page.getByRole('button', { name: 'Actions for models' });
  const item = page.getByRole('menuitemcheckbox', { name: 'Follow changes on disk' });
  await menu.click();
  await expect(item).toBeChecked();
  await item.click();
  await expect(done(page, 'Folders stay as they were listed.')).toBeVisible();
  await write(page, [['c.abc', readFileSync(JELLYFISH)]]);
  await page.clock.runFor(10_000);
  await expect(sources(page)).toContainText('2 files');
  // Turned on, what changed meanwhile is found.
  await menu.click();
  await item.click();
  await expect
    .poll(async () => {
      await page.clock.runFor(500);
      return sources(page).textContent();
    })
    .toContain('3 files');
});
