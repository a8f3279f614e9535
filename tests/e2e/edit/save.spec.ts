/** Changes, and where they go: saved, asked about, kept through a crash. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { assembled } from '../../support/parts.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { bytesOf, CLOCKWORK, CLOCKWORK_SKIN, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import {
  dropBytes,
  dropFiles,
  expect,
  keptNames,
  passFrames,
  putOnDisk,
  THOROUGH,
  test,
} from '../support/page.ts';
import { fileTab, goTo, showOutline, tab } from '../support/panels.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
const question = (page: Page) => page.getByRole('alertdialog');
const changedTab = (page: Page, name: string) => fileTab(page, `${name}, changed`);

/** Opens a file of the disk by its handle. */
async function openFromDisk(page: Page, bytes = bytesOf(CLOCKWORK)): Promise<void> {
  await page.goto('.');
  await putOnDisk(page, [['robot.abc', bytes]]);
  await page.getByRole('button', { name: 'Open a file' }).click();
  await expect(fileTab(page, 'robot.abc')).toBeVisible();
}

/** What the file on the disk has now. */
async function onDisk(page: Page, name = 'robot.abc'): Promise<Buffer<ArrayBuffer>> {
  const text = await page.evaluate(async (file) => {
    const folder = await navigator.storage.getDirectory();
    const bytes = await (await (await folder.getFileHandle(file)).getFile()).arrayBuffer();
    return btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''));
  }, name);
  return Buffer.from(text, 'base64');
}

/** How much is kept of unsaved changes: for each file its head, its saved bytes, its steps. */
function keptKeys(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const name = 'lithoscope-changes';
    // Whoever opens a database that is not there makes it.
    if (!(await indexedDB.databases()).some((known) => known.name === name)) return 0;
    return new Promise<number>((resolve) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => {
        const all = request.result.transaction('kept').objectStore('kept').getAllKeys();
        all.onsuccess = () => {
          request.result.close();
          resolve(all.result.length);
        };
      };
    });
  });
}

/** Renames the first node, as one does in the tree. */
async function rename(page: Page, name: string, node = 0): Promise<void> {
  await goTo(page, `Nodes.Nodes[${node}].Name`);
  await page.getByRole('tree').focus();
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: /robot\.abc, changed$/ })).toBeVisible();
}

test('what was entered before its editor had come is saved with the rest', THOROUGH, async ({ page }) => {
  let release = () => {};
  const late = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/editing-*.wasm', async (route) => {
    await late;
    await route.continue();
  });
  await openFromDisk(page);
  await goTo(page, 'Nodes.Nodes[0].Name');
  await page.getByRole('tree').focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('Hull');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+S');
  await passFrames(page);
  release();
  await expect(said(page, 'Saved robot.abc.')).toBeVisible();
  expect((await onDisk(page)).includes('Hull')).toBe(true);
});

test('after a crash one line brings the changes back, with the skin that was dropped with the model', async ({
  page,
  context,
}) => {
  await page.goto('.');
  await dropFiles(page, [
    ['robot.abc', bytesOf(CLOCKWORK)],
    ['robot.dtx', bytesOf(CLOCKWORK_SKIN)],
    ['other.abc', bytesOf(JELLYFISH)],
  ]);
  await fileTab(page, 'robot.abc').click();
  await rename(page, 'Hull');
  await expect.poll(() => keptKeys(page)).toBe(3);
  await expect.poll(async () => (await keptNames(page)).files).toEqual(['robot.abc', 'other.abc']);
  // The tab is gone: another one has a session of its own.
  const second = await context.newPage();
  await page.close();
  await second.goto('.');
  const offer = second.getByRole('region', { name: 'Unsaved changes from an earlier visit' });
  await expect(offer).toContainText(
    /^Unsaved changes to 1 file from .*: robot\.abc\. Also open at the time: other\.abc\./,
  );
  await expect(second.locator('.notice-session:visible')).toHaveCount(1);
  await offer.getByRole('button', { name: 'Restore' }).click();
  await expect(changedTab(second, 'robot.abc')).toBeVisible();
  await expect(fileTab(second, 'other.abc')).toBeVisible();
  await changedTab(second, 'robot.abc').click();
  await tab(second, 'Model').click();
  await expect(second.getByRole('tabpanel').getByText('robot.dtx').first()).toBeVisible();
  await expect(second.locator('.notice-session:visible')).toHaveCount(0);
});

test(
  'a change is undone to the original bytes, saved to its file as the command line writes it, and a file changed outside is asked about',
  THOROUGH,
  async ({ page }, info) => {
    const original = Buffer.from(bytesOf(CLOCKWORK));
    await openFromDisk(page);
    await page.keyboard.press('Control+S');
    await expect(said(page, 'robot.abc has no changes to save.')).toBeVisible();
    await rename(page, 'Hull');
    await expect(page).toHaveTitle(/^● robot\.abc/);
    await page.keyboard.press('Control+Z');
    await expect(fileTab(page, 'robot.abc')).toBeVisible();
    await page.keyboard.press('Control+Y');
    await expect(changedTab(page, 'robot.abc')).toBeVisible();
    await page.keyboard.press('Control+S');
    await expect(said(page, 'Saved robot.abc.')).toBeVisible();
    await expect(fileTab(page, 'robot.abc')).toBeVisible();
    const saved = await onDisk(page);
    expect(saved.equals(original)).toBe(false);
    expect(saved.includes('Hull')).toBe(true);
    // Back before what was saved: the file is the original one again, and saves as that.
    await page.keyboard.press('Control+Z');
    await expect(changedTab(page, 'robot.abc')).toBeVisible();
    await page.keyboard.press('Control+S');
    await expect(fileTab(page, 'robot.abc')).toBeVisible();
    expect((await onDisk(page)).equals(original)).toBe(true);

    // The same changes made by the command line give the same bytes.
    await rename(page, 'Longer than it was');
    await goTo(page, 'Sockets.Sockets[3]');
    await page.getByRole('tree').focus();
    await page.keyboard.press('Control+D');
    await goTo(page, 'Sockets.Sockets[0].Location.Y');
    await page.getByRole('tree').focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('1/3');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Alt+z');
    await page.getByRole('button', { name: 'Copy for the command line' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('duplicate');
    const json = await page.evaluate(() => navigator.clipboard.readText());
    await page.keyboard.press('Control+S');
    await expect(fileTab(page, 'robot.abc')).toBeVisible();
    const [input, operations, output] = [
      info.outputPath('in.abc'),
      info.outputPath('ops.json'),
      info.outputPath('out.abc'),
    ];
    mkdirSync(dirname(input), { recursive: true });
    writeFileSync(input, original);
    writeFileSync(operations, json);
    execFileSync(process.execPath, ['dist-cli/lithoscope.mjs', 'edit', input, operations, '-o', output]);
    expect((await onDisk(page)).equals(readFileSync(output))).toBe(true);
    for (let i = 0; i < 3; i++) await page.keyboard.press('Control+Z');

    // Another program writes it.
    await rename(page, 'Mine');
    await putOnDisk(page, [['robot.abc', Buffer.concat([original, Buffer.alloc(4)])]]);
    await page.keyboard.press('Control+S');
    await expect(question(page)).toContainText('robot.abc was changed by another program');
    await expectAccessible(page, 'dialog');
    await page.keyboard.press('Escape');
    expect((await onDisk(page)).length).toBe(original.length + 4);
    await expect(changedTab(page, 'robot.abc')).toBeVisible();
    await page.keyboard.press('Control+S');
    await question(page).getByRole('button', { name: 'Overwrite' }).click();
    await expect(fileTab(page, 'robot.abc')).toBeVisible();
    expect((await onDisk(page)).includes('Mine')).toBe(true);

    // What cannot be written stays, in words.
    await rename(page, 'Full');
    const before = await onDisk(page);
    for (const [error, words] of [
      ['QuotaExceededError', 'there is not enough space'],
      ['NotAllowedError', 'has no permission to write to it'],
      ['NotFoundError', 'is no longer where it was'],
    ] as const) {
      await page.evaluate((name) => {
        FileSystemWritableFileStream.prototype.write = () => Promise.reject(new DOMException('', name));
      }, error);
      await page.keyboard.press('Control+S');
      await expect(page.getByRole('alert')).toContainText(words);
      await expect(page.getByRole('alert')).toContainText('Your changes are still here');
      await expect(changedTab(page, 'robot.abc')).toBeVisible();
    }
    expect((await onDisk(page)).equals(before)).toBe(true);
  },
);

test('closing, reloading and dropping ask before changes are lost', THOROUGH, async ({ page }) => {
  await openFromDisk(page);
  await rename(page, 'Hull');
  // In the tree a small letter is the first of a name.
  await page.getByRole('tree').blur();
  await page.keyboard.press('r');
  await expect(question(page)).toContainText('Keep your changes to robot.abc?');
  await page.keyboard.press('Enter');
  await dropBytes(page, 'robot.abc', bytesOf(CLOCKWORK));
  await expect(question(page)).toContainText('Keep your changes to robot.abc?');
  await page.keyboard.press('Escape');
  await expect(said(page, 'robot.abc keeps its changes.')).toBeVisible();
  await page.keyboard.press('Alt+w');
  await expect(question(page)).toContainText('Save changes to robot.abc?');
  await page.keyboard.press('Escape');
  await expect(changedTab(page, 'robot.abc')).toBeVisible();
  await page.keyboard.press('Alt+Shift+W');
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: /robot/ })).toHaveCount(0);
  expect((await onDisk(page)).includes('Hull')).toBe(true);
});

test(
  'a page that dies loses no change, and two pages do not take each other’s',
  THOROUGH,
  async ({ page, context }) => {
    await openFromDisk(page);
    await rename(page, 'Hull');
    // In the middle of a save.
    await page.evaluate(() => {
      FileSystemWritableFileStream.prototype.close = () => new Promise(() => {});
    });
    await page.keyboard.press('Control+S');
    await expect.poll(() => keptKeys(page)).toBe(3);
    // A second page sees that the first one lives.
    const second = await context.newPage();
    await second.goto('.');
    await expect(second.getByRole('button', { name: /^Try the sample “Clockwork”/ })).toBeVisible();
    const offer = (one: Page) => one.getByRole('region', { name: 'Unsaved changes from an earlier visit' });
    await page.close();
    await second.goto('about:blank');
    await second.goto('.');
    await expect(offer(second)).toContainText('Unsaved changes to 1 file');
    await expectAccessible(second, '.notice-session');
    expect((await onDisk(second)).equals(Buffer.from(bytesOf(CLOCKWORK)))).toBe(true);
    await offer(second).getByRole('button', { name: 'Restore' }).click();
    await expect(changedTab(second, 'robot.abc')).toBeVisible();
    await second.keyboard.press('Control+S');
    await expect(said(second, 'Saved robot.abc.')).toBeVisible();
    expect((await onDisk(second)).includes('Hull')).toBe(true);

    // A third page has the file too, and saves it first: the second is asked.
    const third = await context.newPage();
    await openFromDisk(third, await onDisk(second));
    await rename(third, 'Other');
    await third.keyboard.press('Control+S');
    await expect(said(third, 'Saved robot.abc.')).toBeVisible();
    await third.close();
    await rename(second, 'Mine');
    await second.keyboard.press('Control+S');
    await expect(question(second)).toContainText('robot.abc was changed by another program');
    expect((await onDisk(second)).includes('Other')).toBe(true);
  },
);

test(
  'the changes are listed, reverted one by one, and compared; an entry is saved into a new archive',
  THOROUGH,
  async ({ page }) => {
    await page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
    await page.goto('.');
    const content = bytesOf(CLOCKWORK);
    const zip = assembled(
      zipParts([
        { path: 'MODELS/robot.abc', content },
        { path: 'readme.txt', content: new TextEncoder().encode('It stays.') },
      ]),
    );
    await dropBytes(page, 'MOD.zip', zip);
    await page.getByRole('row', { name: /robot\.abc/ }).dblclick();
    await expect(fileTab(page, 'robot.abc')).toBeVisible();
    await showOutline(page, 'Raw');
    await rename(page, 'Hull');
    await rename(page, 'Top of it', 1);
    await page.keyboard.press('Alt+z');
    const list = page.getByRole('list', { name: 'Changes, newest first' });
    await expect(list.locator('.change-values')).toHaveText([/→ Top of it$/, /→ Hull$/]);
    await expectAccessible(page, '.changes');
    await list
      .getByRole('listitem')
      .filter({ hasText: 'Hull' })
      .getByRole('button', { name: /^Revert/ })
      .click();
    await expect(list.getByRole('listitem')).toHaveCount(4);
    await expect(page.getByRole('treeitem', { name: /Top of it/ }).first()).toBeVisible();
    await expect(page.getByRole('treeitem', { name: /Hull/ })).toHaveCount(0);
    await page.keyboard.press('Alt+m');
    await expect(page.locator('.compare-summary')).toContainText('Top of it');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tab', { name: /\(saved\)/ })).toHaveCount(0);

    await page.keyboard.press('Control+S');
    const download = page.waitForEvent('download');
    await question(page).getByRole('button', { name: 'Into a new archive…' }).click();
    const path = await (await download).path();
    const entries = unzipSync(new Uint8Array(readFileSync(path)));
    expect(Object.keys(entries)).toEqual(['MODELS/robot.abc', 'readme.txt']);
    expect(Buffer.from(entries['MODELS/robot.abc'] ?? []).includes('Top of it')).toBe(true);
    expect(Buffer.from(entries['readme.txt'] ?? []).toString()).toBe('It stays.');
    await expect(fileTab(page, 'robot.abc')).toBeVisible();
  },
);
