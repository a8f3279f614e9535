import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { JELLYFISH } from '../../web/support/samples.ts';
import { dropBytes, expect, THOROUGH, test } from '../support/page.ts';
import { fileTab, showOutline } from '../support/panels.ts';

const sources = (page: Page) => page.getByRole('list', { name: 'Library sources' });

test.describe('a folder', () => {
  /** Drops a folder with these files: a real one, of the page's private file system. */
  async function dropFolder(page: Page, paths: readonly string[]): Promise<void> {
    await page.evaluate(
      async ([list, text]) => {
        const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('models', {
          create: true,
        });
        for (const path of list) {
          const names = path.split('/');
          let inside = folder;
          for (const name of names.slice(0, -1)) {
            inside = await inside.getDirectoryHandle(name, { create: true });
          }
          const file = await inside.getFileHandle(names.at(-1) ?? '', { create: true });
          const writable = await file.createWritable();
          await writable.write(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
          await writable.close();
        }
        Object.assign(DataTransferItem.prototype, { getAsFileSystemHandle: async () => folder });
      },
      [paths, readFileSync(JELLYFISH).toString('base64')] as const,
    );
    await dropBytes(page, 'models', new Uint8Array());
  }

  test('lists the models in it and in its folders, and shows the first', async ({ page }) => {
    await page.goto('.');
    await dropFolder(page, ['b10.abc', 'b9.ABC', 'chars/a.abc', 'chars/A.DTX', 'readme.txt']);
    await expect(page.locator('.tab')).toHaveText(['b9.ABC']);
    await expect(fileTab(page, 'b9.ABC, preview')).toHaveAttribute('title', /^models\/b9\.ABC/);
    await expect(sources(page)).toContainText('modelsFolder · 5 files');
    await page
      .getByRole('gridcell', { name: /^a\.abc/ })
      .or(page.getByRole('option', { name: /^a\.abc/ }))
      .click();
    await expect(page.locator('.tab')).toHaveText(['a.abc']);
    await showOutline(page, 'Model');
    // Every file of this folder is a model, whatever its name: the texture is found, and refused for what it is.
    await expect(page.getByRole('list', { name: 'Skin slots' })).toContainText(
      'A.DTX is not a texture that can be read',
    );
  });

  test('gives them in a browser without handles too', THOROUGH, async ({ page }) => {
    await page.goto('.');
    await page.evaluate((text) => {
      const content = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      const names = ['a.abc', 'notes.txt', 'b.abc'];
      const entries = names.map((name) => ({
        name,
        isFile: true,
        isDirectory: false,
        file: (give: (file: File) => void) => give(new File([content], name)),
      }));
      // One at a time, and nothing at the end, as the browsers do.
      const createReader = () => ({
        readEntries: (give: (some: unknown[]) => void) => give(entries.splice(0, 1)),
      });
      const folder = { name: 'models', isFile: false, isDirectory: true, createReader };
      Object.assign(DataTransferItem.prototype, {
        getAsFileSystemHandle: undefined,
        webkitGetAsEntry: () => folder,
      });
    }, readFileSync(JELLYFISH).toString('base64'));
    await dropBytes(page, 'models', new Uint8Array());
    await expect(page.locator('.tab')).toHaveText(['a.abc']);
    await expect(sources(page)).toContainText('modelsFolder · 3 files');
  });

  test('without a model gets a sentence', THOROUGH, async ({ page }) => {
    await page.goto('.');
    await dropFolder(page, ['readme.txt']);
    await expect(page.getByRole('alert')).toContainText('No model (.abc) or texture found in models.');
    await expect(sources(page)).toContainText('modelsFolder · 1 file');
  });
});
