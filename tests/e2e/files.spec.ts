import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { corpusNote, corpusPath, hasCorpus } from '../web/support/corpus.ts';
import {
  CLOCKWORK,
  dropBytes,
  dropFiles,
  expect,
  expectPose,
  JELLYFISH,
  modelPicture,
  openSample,
  openWith,
  test,
  viewport,
} from './support/page.ts';

const WOMAN = corpusPath('nolf/models/INTHERO_CASUAL.abc');

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const summary = (page: Page) => page.getByRole('region', { name: 'Summary of the file' });

test.describe('before a file is open', () => {
  test('the page says what it is, how to begin, and that nothing is sent', async ({ page }) => {
    await page.goto('.');
    await expect(page.getByRole('heading', { name: 'Drop a LithTech .abc model here' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Open a file' })).toBeVisible();
    await expect(page.getByText('Nothing leaves this machine:')).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });

  test('a sample opens with one press', async ({ page }) => {
    await openSample(page);
    await expect(summary(page)).toContainText('Sound');
    await expect(viewport(page)).toHaveAttribute('data-triangles', /[1-9]/);
  });

  for (const [name, content, said] of [
    ['scene.abc', 'Ogawa\xff\0\0\0\0', 'Alembic'],
    ['empty.abc', '', 'empty'],
    ['tune.abc', 'X:1\nT:Reel\nK:D\n', 'music'],
    ['noise.bin', '\x01\x7fabcdefghijkl', 'not a LithTech'],
  ] as const) {
    test(`${name} gets a sentence, and the page stays usable`, async ({ page }) => {
      await page.goto('.');
      await dropBytes(page, name, Buffer.from(content, 'latin1'));
      await expect(page.getByRole('alert')).toContainText(said);
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(page.getByRole('alert')).toBeHidden();
      await expect(page.getByRole('button', { name: 'Open a file' })).toBeVisible();
    });
  }

  test('the bytes of another format can be looked at', async ({ page }) => {
    await page.goto('.');
    await dropBytes(page, 'scene.abc', Buffer.from('Ogawa\xff\0\0\0\0', 'latin1'));
    await page.getByRole('button', { name: 'Show the bytes anyway' }).click();
    await expect(page.locator('.hex-line').first()).toContainText('4F 67 61 77 61');
    await expect(summary(page)).toContainText('Alembic');
  });

  test.describe('without WebAssembly', () => {
    test.use({ allowErrors: true });

    test('a sentence says so', async ({ page }) => {
      await page.route('**/*.wasm', (route) => route.abort());
      await page.goto('.');
      await expect(page.getByRole('alert')).toContainText('WebAssembly');
      await dropBytes(page, 'a.abc', Buffer.from('x'));
      await expect(page.getByRole('alert')).toContainText('WebAssembly');
    });
  });
});

/** Brings the list of the open files into view. */
async function showFileList(page: Page): Promise<Locator> {
  await page.getByRole('tab', { name: /^Files/ }).click();
  const list = page.getByRole('list', { name: 'Open files' });
  await expect(list).toBeVisible();
  return list;
}

test.describe('several files', () => {
  async function openBoth(page: Page): Promise<void> {
    await page.goto('.');
    await dropFiles(
      page,
      [CLOCKWORK, JELLYFISH].map((path) => [basename(path), readFileSync(path)] as const),
    );
    await expect(tab(page, 'jellyfish.abc')).toBeVisible();
  }

  test('dropped together are tabs, the first one in front; keys and mouse switch and close', async ({
    page,
  }) => {
    await openBoth(page);
    await expect(tab(page, 'clockwork.abc')).toHaveAttribute('aria-selected', 'true');
    await expect(summary(page)).toContainText('ABC v12');
    await tab(page, 'clockwork.abc').focus();
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, 'jellyfish.abc')).toBeFocused();
    await expect(summary(page)).toContainText('ABC v6');
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, 'clockwork.abc')).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(tab(page, 'clockwork.abc')).toHaveCount(0);
    await expect(tab(page, 'jellyfish.abc')).toBeFocused();
    await tab(page, 'jellyfish.abc').click({ button: 'middle' });
    await expect(page.getByRole('button', { name: 'Open a file' })).toBeVisible();
  });

  test('are listed with version, size and verdict', async ({ page }) => {
    await openBoth(page);
    await dropBytes(page, 'cut.abc', readFileSync(JELLYFISH).subarray(0, 100_000));
    const list = await showFileList(page);
    await expect(list.getByRole('listitem')).toHaveCount(3);
    const size = statSync(CLOCKWORK).size.toLocaleString('en-US');
    await expect(list.getByRole('listitem').first()).toContainText(`ABC v12 · ${size} bytes · sound`);
    await expect(list.getByRole('listitem').last()).toContainText(/ABC v6 · 100,000 bytes · \d+ errors?/);
    await list.getByRole('button', { name: /^cut\.abc/ }).focus();
    await page.keyboard.press('ArrowUp');
    await expect(list.getByRole('button', { name: /^jellyfish\.abc/ })).toBeFocused();
    await expect(tab(page, 'jellyfish.abc')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Delete');
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await list.getByRole('button', { name: 'Close cut.abc' }).click();
    await page.getByRole('button', { name: 'Close all' }).click();
    await expect(page.getByRole('button', { name: 'Open a file' })).toBeVisible();
  });

  test('each keeps its view', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openBoth(page);
    await page.getByRole('treeitem', { name: /^\[1\] ?Head/ }).click();
    await page.getByRole('listbox', { name: 'Animation' }).getByRole('option', { name: 'Wave' }).click();
    await page.getByRole('slider', { name: 'Time' }).focus();
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Level 1' }).click();
    await page.locator('.scene-canvas').focus();
    for (const key of ['ArrowLeft', 'ArrowLeft', '+', 'Shift+ArrowUp']) await page.keyboard.press(key);
    await expectPose(page, '2@3000');
    await page.getByRole('treeitem', { name: /^Animation/ }).click();
    await page.keyboard.press('ArrowRight');
    await page.locator('.hex-box').hover();
    await page.mouse.wheel(0, 3000);
    await expect(page.locator('.hex-line').first()).not.toContainText(/^000/);
    const state = async () => ({
      picture: (await modelPicture(page)).toString('base64'),
      hex: await page.locator('.hex-line').first().textContent(),
      rows: await page.getByRole('treeitem').count(),
      selected: await page.getByRole('treeitem', { selected: true }).textContent(),
    });
    await page.locator('.tree-box').focus();
    const before = await state();
    await tab(page, 'jellyfish.abc').click();
    await expectPose(page, '-1@0');
    await tab(page, 'clockwork.abc').click();
    await expectPose(page, '2@3000');
    await page.locator('.tree-box').focus();
    await expect.poll(state).toEqual(before);
  });

  for (const colorScheme of ['dark', 'light'] as const) {
    test(`the list is accessible, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await openBoth(page);
      await showFileList(page);
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    });
  }

  test('a sample can be opened beside them', async ({ page }) => {
    await openWith(page, JELLYFISH);
    const list = await showFileList(page);
    await page.getByRole('button', { name: /^Try the sample “Clockwork”/ }).click();
    await expect(list.getByRole('listitem')).toHaveCount(2);
  });

  test(`child models are found among them by name${corpusNote}`, async ({ page }) => {
    test.skip(!hasCorpus);
    await openWith(page, corpusPath('made/v12_parent.abc'));
    await showFileList(page);
    const children = page.getByRole('region', { name: /^Child models of/ });
    await expect(children).toContainText('v12_child.abc · not open');
    await dropBytes(page, 'V12_CHILD.ABC', readFileSync(corpusPath('made/v12_child.abc')));
    await tab(page, 'v12_parent.abc').click();
    await expect(children).toContainText('v12_child.abc · open');
    await children.getByRole('button', { name: 'v12_child.abc' }).click();
    await expect(tab(page, 'V12_CHILD.ABC')).toHaveAttribute('aria-selected', 'true');
  });
});

/** Writes a file into the page's private file system, and lets "Open" choose it. */
async function writeFile(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await page.evaluate(
    async ([fileName = '', text = '']) => {
      const folder = await navigator.storage.getDirectory();
      const handle = await folder.getFileHandle(fileName, { create: true });
      const writable = await handle.createWritable();
      await writable.write(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
      await writable.close();
      Object.assign(window, { showOpenFilePicker: async () => [handle] });
    },
    [name, Buffer.from(bytes).toString('base64')],
  );
}

test.describe('a file that changes on the disk', () => {
  const done = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

  async function openFromDisk(page: Page): Promise<Buffer> {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('.');
    const bytes = readFileSync(CLOCKWORK);
    await writeFile(page, 'robot.abc', bytes);
    await page.getByRole('button', { name: 'Open a file' }).click();
    await expectPose(page, '-1@0');
    return bytes;
  }

  test('is read again in its place with one key, and keeps the view', async ({ page }) => {
    const bytes = await openFromDisk(page);
    await page.getByRole('listbox', { name: 'Animation' }).getByRole('option', { name: 'Wave' }).click();
    await page.getByRole('slider', { name: 'Time' }).focus();
    await page.keyboard.press('End');
    await page.locator('.scene-canvas').focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('treeitem', { name: /^\[1\] ?Head/ }).click();
    await expectPose(page, '2@3000');
    // They turn with the camera.
    const axes = page.locator('.axes');
    const before = await axes.innerHTML();

    await page.keyboard.press('r');
    await expect(done(page, 'robot.abc is unchanged.')).toBeVisible();

    bytes.write('Hood', bytes.indexOf('Head', 0x100, 'latin1'), 'latin1');
    await writeFile(page, 'robot.abc', bytes);
    await page.keyboard.press('r');
    await expect(done(page, 'Reloaded robot.abc: same size, sound.')).toBeVisible();
    await expect(page.getByRole('treeitem', { selected: true })).toContainText('Hood');
    await expect(tab(page, 'robot.abc')).toHaveCount(1);
    await expectPose(page, '2@3000');
    expect(await axes.innerHTML()).toBe(before);

    await writeFile(page, 'robot.abc', Buffer.concat([bytes, Buffer.alloc(12)]));
    await page.keyboard.press('r');
    await expect(done(page, 'Reloaded robot.abc: 12 bytes more, 1 error')).toBeVisible();
    await expect(summary(page)).toContainText('Damaged');
  });

  test('stays as it was while the exporter has not written it', async ({ page }) => {
    await openFromDisk(page);
    await writeFile(page, 'robot.abc', new Uint8Array());
    await page.keyboard.press('r');
    await expect(page.getByRole('alert')).toContainText('What was open before stays.');
    await expect(summary(page)).toContainText('Sound');
  });

  test('opened again, does not get a second tab', async ({ page }) => {
    const bytes = await openFromDisk(page);
    await writeFile(page, 'robot.abc', bytes.subarray(0, 300_000));
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(done(page, 'Reloaded robot.abc')).toBeVisible();
    await dropBytes(page, 'robot.abc', bytes);
    await expect(done(page, 'Reloaded robot.abc')).toBeVisible();
    await expect(summary(page)).toContainText('Sound');
    await expect(tab(page, 'robot.abc')).toHaveCount(1);
  });

  test('where the browser gives no way to the disk, a sentence asks to drop it again', async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    await page.evaluate(() => {
      Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));
    });
    await page.keyboard.press('r');
    await expect(page.getByRole('alert')).toContainText('Drop it here again.');
    await expect(summary(page)).toContainText('Sound');
  });

  test('a sample is fetched again', async ({ page }) => {
    await openSample(page);
    await expectPose(page, '-1@0');
    await page.keyboard.press('r');
    await expect(done(page, 'clockwork.abc is unchanged.')).toBeVisible();
  });
});

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

  test('gives the models in it and in its folders, and the textures that they want', async ({ page }) => {
    await page.goto('.');
    await dropFolder(page, ['b10.abc', 'b9.ABC', 'chars/a.abc', 'chars/A.DTX', 'readme.txt']);
    await expect(page.getByRole('tab', { name: /abc$/i })).toHaveText(['b9.ABC', 'b10.abc', 'a.abc']);
    await expect(tab(page, 'a.abc')).toHaveAttribute('title', 'models/chars/a.abc');
    await expect(tab(page, 'b9.ABC')).toHaveAttribute('aria-selected', 'true');
    await tab(page, 'a.abc').click();
    await page.getByRole('tab', { name: 'Model' }).click();
    // Every file of this folder is a model, whatever its name: the texture is found, and refused for what it is.
    await expect(page.getByRole('list', { name: 'Skin slots' })).toContainText(
      'A.DTX is no texture that this page reads',
    );
  });

  test('gives them in a browser without handles too', async ({ page }) => {
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
    await expect(page.getByRole('tab', { name: /abc$/i })).toHaveText(['a.abc', 'b.abc']);
  });

  test('without a model gets a sentence', async ({ page }) => {
    await page.goto('.');
    await dropFolder(page, ['readme.txt']);
    await expect(page.getByRole('alert')).toContainText('There is neither a model (.abc) nor a texture');
  });
});

test.describe(`real files${corpusNote}`, () => {
  test.skip(!hasCorpus);

  test('a file is told in words', async ({ page }) => {
    await openWith(page, WOMAN);
    await expect(summary(page)).toContainText('LithTech 2 model');
    await expect(summary(page)).toContainText('ABC v12');
    await expect(summary(page)).toContainText('7 pieces');
    await expect(summary(page)).toContainText('1,638 faces');
    await expect(summary(page)).toContainText('Sound');
    await expect(page.locator('.status-coverage')).toContainText('known 100 %');
  });

  test('what is open stays open when another file is refused or closed', async ({ page }) => {
    await openWith(page, WOMAN);
    await dropBytes(page, 'b.abc', readFileSync(corpusPath('kiss/models/STRUTTER.ABC')));
    await dropBytes(page, 'c.abc', Buffer.from('Ogawa', 'latin1'));
    await expect(page.getByRole('alert')).toContainText('c.abc');
    await expect(tab(page, 'b.abc')).toBeVisible();
    await expect(tab(page, 'c.abc')).toHaveCount(0);
    await page.getByRole('button', { name: 'Close b.abc' }).click();
    await expect(summary(page)).toContainText('LithTech 2 model');
    await page.getByRole('button', { name: 'Close INTHERO_CASUAL.abc' }).click();
    await expect(page.getByRole('button', { name: 'Open a file' })).toBeVisible();
  });

  test('a truncated file shows what could be read and where it broke', async ({ page }) => {
    await page.goto('.');
    await dropBytes(page, 'cut.abc', readFileSync(WOMAN).subarray(0, 220_000));
    await expect(summary(page)).toContainText('Damaged');
    await expect(summary(page)).toContainText('5 pieces');
    await expect(page.getByRole('treeitem', { name: /^\[4\] ?head_zTex1_1.*error/ })).toBeVisible();
    await summary(page)
      .getByRole('button', { name: /findings/ })
      .click();
    await page.getByRole('listitem').filter({ hasText: 'Reading stopped' }).click();
    await expect(page.getByRole('region', { name: 'Selected field' })).toContainText('Reading stopped');
    await expect(page.locator('.hex-line', { hasText: /^035B50/ })).toBeInViewport();
  });

  for (const colorScheme of ['dark', 'light'] as const) {
    test(`is accessible, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await openWith(page, WOMAN);
      await page.getByRole('treeitem', { name: /torso_1/ }).click();
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    });
  }

  test('on a phone the panels stack, the model first, and nothing overflows', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openWith(page, WOMAN);
    await expect(viewport(page)).toBeVisible();
    for (const [name, role] of [
      ['Structure', 'tree'],
      ['Bytes', 'grid'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name }).click();
      await expect(page.getByRole(role)).toBeVisible();
      await expect(viewport(page)).toBeHidden();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }
  });

  test('panels are resized by keys and stay so', async ({ page }) => {
    await openWith(page, WOMAN);
    const splitter = page.getByRole('separator', { name: 'Width of the structure' });
    const before = Number(await splitter.getAttribute('aria-valuenow'));
    await splitter.focus();
    await page.keyboard.press('ArrowRight');
    await expect(splitter).toHaveAttribute('aria-valuenow', String(before + 16));
    await openWith(page, WOMAN);
    await expect(splitter).toHaveAttribute('aria-valuenow', String(before + 16));
  });
});
