/** Archives and folders as sources of the library: dropped, by address, remembered, gone and changed. */
import { createHash } from 'node:crypto';
import type { Page, Route } from '@playwright/test';
import { assembled } from '../../support/parts.ts';
import { rezParts } from '../../support/rez-writer.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { bytesOf, CLOCKWORK, CLOCKWORK_SKIN, JELLYFISH } from '../../web/support/samples.ts';
import { dropBytes, dropFiles, expect, keptNames, putOnDisk, THOROUGH, test } from '../support/page.ts';
import { fileTab, showOutline, summary } from '../support/panels.ts';

const JELLY = bytesOf(JELLYFISH);
const CLOCK = bytesOf(CLOCKWORK);

const sources = (page: Page) => page.getByRole('list', { name: 'Library sources' });
const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
const alert = (page: Page) => page.getByRole('alert');

const rez = (...files: (readonly [path: string, bytes: Uint8Array<ArrayBuffer> | number])[]) =>
  assembled(rezParts(files.map(([path, content]) => ({ path, content }))));
const zip = (...files: (readonly [path: string, bytes: Uint8Array<ArrayBuffer>])[]) =>
  assembled(zipParts(files.map(([path, content]) => ({ path, content, deflate: true }))));

test('a REZ is known by its content, listed, and the first model of the list previewed', async ({ page }) => {
  await page.goto('.');
  await dropBytes(
    page,
    'renamed.bin',
    rez(['CHARS/ZED.ABC', JELLY], ['CHARS/HERO.ABC', CLOCK], ['NOTES.TXT', 20]),
  );
  await expect(sources(page)).toContainText('renamed.binREZ · 3 files');
  await expect(fileTab(page, 'HERO.ABC, preview')).toHaveAttribute(
    'title',
    /^renamed\.bin\/CHARS\/HERO\.ABC/,
  );
  await expect(summary(page)).toContainText('ABC v12');
  // The bytes are those of the archive: read again, they are the same.
  await page.keyboard.press('r');
  await expect(said(page, 'HERO.ABC is unchanged.')).toBeVisible();
  // Dropped again it is no second source, and its tab stays.
  await dropBytes(
    page,
    'renamed.bin',
    rez(['CHARS/ZED.ABC', JELLY], ['CHARS/HERO.ABC', CLOCK], ['NOTES.TXT', 20]),
  );
  await expect(sources(page).getByRole('listitem')).toHaveCount(2);
});

test('the archive itself is a tab, which comes back when it was closed', THOROUGH, async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'game.rez', rez(['A.ABC', JELLY], ['B.ABC', CLOCK]));
  await page.getByRole('button', { name: 'Actions for game.rez' }).click();
  await page.getByRole('menuitem', { name: 'Show structure and bytes' }).click();
  await expect(fileTab(page, 'game.rez')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Close game.rez', exact: true }).click();
  await expect(fileTab(page, 'game.rez')).toHaveCount(0);
  await page.keyboard.press('Alt+Shift+t');
  await expect(fileTab(page, 'game.rez')).toHaveAttribute('aria-selected', 'true');
  await expect(summary(page)).toContainText('REZ');
});

test(
  'the one model of a zip opens as a tab, with its skin, whatever the names',
  THOROUGH,
  async ({ page }) => {
    await page.goto('.');
    await dropBytes(
      page,
      '<img src=x onerror=alert(1)>.zip',
      zip(
        ['..\\..\\MODELS/clockwork.abc', CLOCK],
        ['skins\u202egnp.dtx', JELLY],
        ['SKINS/clockwork.dtx', bytesOf(CLOCKWORK_SKIN)],
      ),
    );
    await expect(fileTab(page, 'clockwork.abc')).toHaveAttribute('aria-selected', 'true');
    await expect(sources(page)).toContainText('Zip · 3 files');
    await showOutline(page, 'Model');
    await expect(page.getByRole('list', { name: 'Skin slots' })).toContainText('clockwork.dtx');
  },
);

test(
  'archives in a folder are listed with their files; damaged ones are a sentence',
  THOROUGH,
  async ({ page }) => {
    await page.goto('.');
    await dropBytes(page, 'open.abc', CLOCK);
    await expect(fileTab(page, 'open.abc')).toBeVisible();
    const inner = rez(['A.ABC', JELLY]);
    await page.evaluate(
      async ([files]) => {
        const root = await navigator.storage.getDirectory();
        const folder = await root.getDirectoryHandle('game', { create: true });
        const deep = await folder.getDirectoryHandle('data', { create: true });
        for (const [name, text] of files) {
          const writable = await (await deep.getFileHandle(name, { create: true })).createWritable();
          await writable.write(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
          await writable.close();
        }
        Object.assign(window, { showDirectoryPicker: async () => folder });
      },
      [
        [
          ['inner.ZIP', Buffer.from(zip(['deep.rez', inner])).toString('base64')],
          ['cut.rez', Buffer.from(inner.subarray(0, 150)).toString('base64')],
          ['junk.zip', Buffer.from('no zip at all').toString('base64')],
        ] as const,
      ] as const,
    );
    await page.getByRole('tab', { name: /^Files/ }).click();
    await page.getByRole('button', { name: 'Open a folder' }).click();
    await expect(sources(page)).toContainText('gameFolder · 5 files');
    await expect(sources(page)).toContainText('2 problems');
    // The only model lies in a REZ in a zip in a folder in the folder.
    await expect(fileTab(page, 'A.ABC')).toHaveAttribute('title', 'game/data/inner.ZIP/deep.rez/A.ABC');
    await expect(fileTab(page, 'open.abc')).toBeVisible();
    for (const [name, bytes] of [
      ['x.zip', Buffer.from('PK\x03\x04 and then nothing')],
      ['x.rez', inner.subarray(0, 140)],
      ['empty.pk3', new Uint8Array()],
      ['locked.rez', Buffer.alloc(4096, 7)],
    ] as const) {
      await dropBytes(page, name, bytes);
      await expect(alert(page)).toContainText(name);
    }
    await expect(fileTab(page, 'open.abc')).toBeVisible();
  },
);

/** Serves a file by a host that gives parts of it, and counts the bytes that travel. */
function serve(page: Page, content: { bytes: Uint8Array; tag: string }, exposed = true) {
  const travelled = { bytes: 0, requests: 0, parts: 0 };
  const answer = async (route: Route) => {
    const headers = await route.request().allHeaders();
    const { bytes, tag } = content;
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const [start, end] = from ? [Number(from), Math.min(Number(to) + 1, bytes.length)] : [0, bytes.length];
    const isHead = route.request().method() === 'HEAD';
    travelled.requests++;
    if (from) travelled.parts++;
    if (!isHead) travelled.bytes += end - start;
    await route.fulfill({
      status: from ? 206 : 200,
      headers: {
        'access-control-allow-origin': '*',
        'content-length': String(end - start),
        ...(from && { 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` }),
        etag: tag,
        ...(exposed && { 'access-control-expose-headers': 'Content-Range, ETag' }),
      },
      body: isHead ? '' : Buffer.from(bytes.subarray(start, end)),
    });
  };
  return page
    .context()
    .route('https://games.invalid/**', answer)
    .then(() => travelled);
}

const GAME = rez(
  ['DATA/FILLER.DAT', 24 << 20],
  ['MODELS/CHARS/HERO.ABC', CLOCK],
  ['MODELS/CHARS/JELLY.ABC', JELLY],
  ['SKINS/CHARS/CLOCKWORK.DTX', bytesOf(CLOCKWORK_SKIN)],
);

test(
  'a link names an entry of an archive elsewhere: directory and entry travel alone',
  THOROUGH,
  async ({ page }) => {
    const travelled = await serve(page, { bytes: GAME, tag: '"a"' });
    await page.goto(
      './#model=https://games.invalid/GAME.REZ&entry=models%5Cchars/Hero.abc&entry=other&anim=Walk&t=100&v=1',
    );
    await expect(fileTab(page, 'HERO.ABC')).toHaveAttribute('aria-selected', 'true');
    await expect(summary(page)).toContainText('ABC v12');
    expect(travelled.parts).toBe(travelled.requests);
    expect(travelled.bytes).toBeLessThan(CLOCK.length + 600_000);
    // The address goes on naming it, and after a reload it is there again.
    await page.waitForFunction(() =>
      /model=https.*GAME\.REZ&entry=MODELS%2FCHARS%2FHERO\.ABC&/.test(location.hash),
    );
    await page.reload();
    await expect(fileTab(page, 'HERO.ABC')).toBeVisible();
  },
);

test(
  'an entry that is not there, or none, shows the library; hosts without parts give the whole',
  THOROUGH,
  async ({ page }) => {
    // Its size is known by a second question where the answer does not let it be read.
    await serve(page, { bytes: GAME, tag: '"a"' }, false);
    await page.goto('./#model=https://games.invalid/GAME.REZ&entry=..%2F%3Cb%3Enone.abc');
    await expect(alert(page)).toContainText('GAME.REZ has no file ../<b>none.abc');
    await expect(sources(page)).toContainText('GAME.REZREZ · 4 files');
    await expect(page.locator('.tab')).toHaveCount(0);

    await page
      .context()
      .route('https://whole.invalid/**', (route) =>
        route.fulfill({ body: Buffer.from(zip(['a/one.abc', JELLY], ['a/two.abc', CLOCK])) }),
      );
    await page.evaluate(() => {
      location.hash = 'model=https://whole.invalid/download';
    });
    await expect(sources(page)).toContainText('downloadZip · 2 files');
    await expect(fileTab(page, 'one.abc, preview')).toBeVisible();
  },
);

test(
  'an archive on the disk that changes gives no wrong bytes, and is listed or chosen again',
  THOROUGH,
  async ({ page }) => {
    await page.goto('.');
    const before = rez(['A.ABC', JELLY], ['B.ABC', JELLY]);
    // The same size, and other bytes at the same places.
    const after = rez(['A.ABC', CLOCK], ['B.ABC', JELLY], ['C.ABC', JELLY]);
    await putOnDisk(page, [['mine.rez', before]]);
    await page.getByRole('button', { name: 'Open a file' }).click();
    await expect(fileTab(page, 'A.ABC, preview')).toBeVisible();
    await expect(summary(page)).toContainText('ABC v6');

    await putOnDisk(page, [['mine.rez', after]]);
    await page.keyboard.press('r');
    await expect(alert(page)).toContainText('mine.rez has changed since its files were listed');
    await expect(alert(page).getByRole('button', { name: 'List again' })).toBeVisible();
    await expect(summary(page)).toContainText('ABC v6');
    await sources(page).getByRole('button', { name: 'List again: mine.rez' }).click();
    await expect(sources(page)).toContainText('REZ · 3 files');
    await page.locator('.tab').first().click();
    await page.keyboard.press('r');
    await expect(summary(page)).toContainText('ABC v12');

    await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry('mine.rez'));
    await page.keyboard.press('r');
    await expect(alert(page)).toContainText('mine.rez has disappeared');
    await putOnDisk(page, [['mine.rez', before]]);
    await sources(page).getByRole('button', { name: 'Choose again: mine.rez' }).click();
    await expect(sources(page)).toContainText('REZ · 2 files');
    await expect(page.locator('.tab')).toHaveCount(1);
  },
);

/** Waits until a reload of the page would offer these sources and files. */
function expectKept(page: Page, kept: readonly string[], files: readonly string[]): Promise<void> {
  return expect.poll(() => keptNames(page)).toEqual({ sources: kept, files });
}

test('sources are remembered: after a reload, and among the recent files', THOROUGH, async ({ page }) => {
  await page.goto('.');
  await putOnDisk(page, [['mine.zip', zip(['m/one.abc', JELLY], ['m/two.abc', CLOCK])]]);
  await page.getByRole('button', { name: 'Open a file' }).click();
  await expect(fileTab(page, 'one.abc, preview')).toBeVisible();
  const bar = page.getByRole('region', { name: 'Files from last time' });
  await expectKept(page, ['mine.zip'], ['mine.zip/m/one.abc']);
  await page.reload();
  await expect(bar).toContainText('one.abc. mine.zip was in the library.');
  await bar.getByRole('button', { name: 'Reopen all' }).click();
  await expect(sources(page)).toContainText('mine.zipZip · 2 files');
  await expect(fileTab(page, 'one.abc')).toHaveAttribute('title', /^mine\.zip\/m\/one\.abc/);

  await page.goto('about:blank');
  await page.goto('.');
  const recent = page.getByRole('region', { name: 'Recent files' });
  await expect(recent.getByRole('listitem')).toHaveText(['mine.zipZip']);
  await recent.getByRole('button', { name: /mine\.zip/ }).click();
  await expect(sources(page)).toContainText('mine.zipZip · 2 files');
});

test(
  'a link to a file in an archive of the own machine finds it when the archive is opened',
  THOROUGH,
  async ({ page }) => {
    await page.goto(`./#entry=chars%2Fhero.abc&name=HERO.ABC&size=${CLOCK.length}&anim=Walk&t=100`);
    await expect(page.getByRole('region', { name: 'Files that the link needs' })).toContainText('HERO.ABC');
    await dropFiles(page, [['any.rez', rez(['CHARS/ZED.ABC', JELLY], ['CHARS/HERO.ABC', CLOCK])]]);
    await expect(fileTab(page, 'HERO.ABC')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('region', { name: 'Files that the link needs' })).toBeHidden();
  },
);

test(
  'a link to the bytes of an archive shows them when the archive is opened',
  THOROUGH,
  async ({ page }) => {
    const archive = rez(['CHARS/ZED.ABC', JELLY], ['CHARS/HERO.ABC', CLOCK]);
    const digest = createHash('sha256').update(archive).digest('hex');
    await page.goto(`./#name=GAME.REZ&size=${archive.length}&sha256=${digest}&sel=0x7F+4`);
    const card = page.getByRole('region', { name: 'Files that the link needs' });
    await expect(card).toContainText('GAME.REZ');
    await dropBytes(page, 'game.rez', archive);
    await expect(fileTab(page, 'game.rez')).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('.status-selection')).toContainText('0x7F–0x82');
    await expect(card).toBeHidden();
  },
);
