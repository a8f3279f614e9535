/** Hundreds of files: opened at once, said with a count, and read again without asking for each pair. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { JELLYFISH } from '../../web/support/samples.ts';
import { dropFiles, expect, THOROUGH, test } from '../support/page.ts';
import { fileTab, openFiles } from '../support/panels.ts';

const COUNT = 300;

/** A v12 model of 500 bytes or so would do; the head of a damaged one opens as well, and is smaller than any sample. */
const SMALL = readFileSync(JELLYFISH).subarray(0, 2000);

/** Makes so many files on the page's private disk and lets "Open" choose them; counts what is asked of the disk. */
async function makeFiles(page: Page, count: number): Promise<void> {
  await page.evaluate(
    async ([amount, text]) => {
      const folder = await navigator.storage.getDirectory();
      const content = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      const handles: FileSystemFileHandle[] = [];
      for (let i = 0; i < amount; i++) {
        const handle = await folder.getFileHandle(`MODEL_${String(i).padStart(4, '0')}.ABC`, {
          create: true,
        });
        const writable = await handle.createWritable();
        await writable.write(content);
        await writable.close();
        handles.push(handle);
      }
      const same = FileSystemHandle.prototype.isSameEntry;
      Object.assign(window, { compared: 0, showOpenFilePicker: async () => handles });
      FileSystemHandle.prototype.isSameEntry = function (other) {
        Object.assign(window, { compared: Reflect.get(window, 'compared') + 1 });
        return same.call(this, other);
      };
    },
    [count, SMALL.toString('base64')] as const,
  );
}

const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

const list = (page: Page) => page.locator('.library-box');

/** Opens all that the library lists. */
async function openAll(page: Page): Promise<void> {
  await page.keyboard.press('Shift+L');
  await list(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Enter');
}

test('hundreds of files are listed without being read, and open with a count', THOROUGH, async ({ page }) => {
  await page.goto('.');
  await makeFiles(page, COUNT);
  // What is seen on the way, and what is asked of the disk.
  await page.evaluate(() => {
    const seen = { opening: '', early: 0, read: new Set<string>() };
    Object.assign(window, { seen });
    const { getFile } = FileSystemFileHandle.prototype;
    FileSystemFileHandle.prototype.getFile = function () {
      seen.read.add(this.name);
      return getFile.call(this);
    };
    new MutationObserver(() => {
      const text = document.querySelector('.opening:not([hidden])')?.textContent ?? '';
      if (text !== '') seen.opening = text;
      const tabs = document.querySelectorAll('.tab').length;
      seen.early ||= text !== '' ? tabs : 0;
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  await page.getByRole('button', { name: 'Open a file' }).click();
  await expect(page.getByRole('list', { name: 'Library sources' })).toContainText(`${COUNT} files`);
  await expect(fileTab(page, 'MODEL_0000.ABC, preview')).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('.tab')).toHaveCount(1);

  await openAll(page);
  // The previewed one is open already.
  await expect(said(page, `${COUNT - 1} files opened.`)).toBeAttached();
  const seen = await page.evaluate(() => Reflect.get(window, 'seen') as { opening: string; early: number });
  expect(seen.opening).toMatch(new RegExp(`^Opening \\d+ of ${COUNT - 1}…`));
  expect(seen.early).toBeGreaterThan(0);
  expect(seen.early).toBeLessThan(COUNT);
  await expect(page.locator('.opening:visible')).toHaveCount(0);
});

test('files that are chosen again are asked for once each', THOROUGH, async ({ page }) => {
  await page.goto('.');
  await makeFiles(page, 20);
  await page.getByRole('button', { name: 'Open a file' }).click();
  await expect(said(page, '20 files opened.')).toBeAttached();
  // The exporter has written one of them.
  await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    const writable = await (await folder.getFileHandle('MODEL_0012.ABC')).createWritable({
      keepExistingData: true,
    });
    await writable.write({ type: 'write', position: 1500, data: new Uint8Array([1, 2, 3]) });
    await writable.close();
    Object.assign(window, { compared: 0 });
  });
  await openFiles(page);
  await expect(said(page, 'Reloaded 20 files: 1 changed, 19 unchanged.')).toBeVisible();
  // The list of recent files compares a few more.
  expect(await page.evaluate(() => Reflect.get(window, 'compared') as number)).toBeLessThan(20 + 100);
});

test('opening can be cancelled: what has come stays', async ({ page }) => {
  await page.goto('.');
  await makeFiles(page, 20);
  await page.evaluate(() => {
    const { arrayBuffer } = Blob.prototype;
    let calls = 0;
    // The first bytes of each are a Blob; the whole of the fourth does not come before the user has cancelled.
    Blob.prototype.arrayBuffer = async function () {
      if (this instanceof File && ++calls === 4)
        await new Promise((resolve) => Object.assign(window, { goOn: resolve }));
      return arrayBuffer.call(this);
    };
  });
  await page.getByRole('button', { name: 'Open a file' }).click();
  await expect(page.locator('.opening')).toContainText('Opening 3 of 20…');
  await page.getByRole('button', { name: 'Cancel: Opening files' }).click();
  await expect(page.locator('.opening')).toHaveCount(0);
  await page.evaluate(() => Reflect.get(window, 'goOn')());
  await expect(said(page, 'Stopped after 4 files: 16 more are not open.')).toBeVisible();
  await expect(fileTab(page, 'MODEL_0003.ABC')).toBeVisible();
  await expect(fileTab(page, 'MODEL_0004.ABC')).toHaveCount(0);
});

test('many refused files are one line with a list', THOROUGH, async ({ page }) => {
  await page.goto('.');
  const names = Array.from({ length: 20 }, (_, i) => `note${i}.txt`);
  await dropFiles(
    page,
    names.map((name) => [name, Buffer.from('Just words.')] as const),
  );
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('20 files could not be opened.');
  expect((await alert.boundingBox())?.height).toBeLessThan(80);
  await expect(alert.getByText('note17.txt')).toBeHidden();
  await alert.getByText('Show each').click();
  await expect(alert.getByText('note17.txt')).toBeVisible();
  await alert.getByRole('button', { name: 'Show the bytes anyway' }).click();
  await expect(page.locator('.tab')).toHaveCount(20);
  await expect(alert).toBeHidden();
});

test('of thousands of files those beyond 2,000 wait with a button', THOROUGH, async ({ page }) => {
  await page.goto('.');
  await page.evaluate((text) => {
    const content = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    for (let i = 0; i < 2004; i++) dataTransfer.items.add(new File([content], `m${i}.abc`));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, SMALL.subarray(0, 400).toString('base64'));
  await expect(fileTab(page, 'm0.abc, preview')).toBeVisible();
  await openAll(page);
  const alert = page.getByRole('alert').filter({ hasText: '3 more files wait' });
  await expect(alert).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: '2,001 open files' })).toBeVisible();
  await alert.getByRole('button', { name: 'Open the next 3' }).click();
  await expect(page.getByRole('button', { name: '2,004 open files' })).toBeVisible();
  await expect(alert).toBeHidden();
});
