/** The library: an archive is listed, gone through by keys, previewed, kept, compared, and taken apart again. */
import type { Locator, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { hostileArchives } from '../../support/hostile-archives.ts';
import { assembled } from '../../support/parts.ts';
import { rezParts } from '../../support/rez-writer.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { bytesOf, CLOCKWORK, CLOCKWORK_BASE, CLOCKWORK_SKIN, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '../support/accessible.ts';
import { choose, downloaded, list, preview, row, selected } from '../support/library.ts';
import { dropBytes, dropFiles, expect, PHONE, THOROUGH, test, viewport } from '../support/page.ts';
import { fileTab, showOutline, tab } from '../support/panels.ts';

const clockwork = bytesOf(CLOCKWORK);
const base = bytesOf(CLOCKWORK_BASE);
const jellyfish = bytesOf(JELLYFISH);
const skin = bytesOf(CLOCKWORK_SKIN);

const FILES = [
  { path: 'MODELS/CHARS/ANNA.ABC', content: clockwork },
  { path: 'MODELS/CHARS/BEN.ABC', content: base },
  { path: 'MODELS/CHARS/CARL.ABC', content: jellyfish },
  { path: 'MODELS/PROPS/BARREL.ABC', content: jellyfish },
  { path: 'MODELS/PROPS/BROKEN.ABC', content: Uint8Array.from(Buffer.from('This is no model.')) },
  { path: 'SKINS/ANNA.DTX', content: skin },
  { path: 'README.TXT', content: Uint8Array.from(Buffer.from('Hello.')) },
];

const GAME = assembled(rezParts(FILES));

const tabs = (page: Page): Locator => page.getByRole('tab').and(page.locator('.tab-name'));

async function openGame(page: Page): Promise<void> {
  await page.goto('.');
  await dropBytes(page, 'GAME.REZ', GAME);
  await expect(row(page, /ANNA\.ABC/)).toBeVisible();
}

test('arrows preview one after the other in one tab, Enter keeps it', async ({ page }) => {
  await openGame(page);
  await row(page, /ANNA\.ABC/).click();
  await expect(preview(page, 'ANNA.ABC')).toHaveAttribute('aria-selected', 'true');
  await expect(preview(page, 'ANNA.ABC')).toHaveCSS('font-style', 'italic');
  await expect(list(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(preview(page, 'CARL.ABC')).toBeVisible();
  await expect(tabs(page)).toHaveCount(1);
  const active = await list(page).getAttribute('aria-activedescendant');
  await expect(page.locator(`#${active}`)).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator(`#${active}`)).toHaveAttribute('aria-posinset', '3');
  await expect(page.locator(`#${active}`)).toHaveAttribute('aria-setsize', '3');

  await list(page).focus();
  await page.keyboard.press('Enter');
  await expect(fileTab(page, 'CARL.ABC')).toHaveCSS('font-style', 'normal');
  // What is to stay comes, though another one is looked at before it is there.
  await row(page, /BEN\.ABC/).dblclick();
  await row(page, /ANNA\.ABC/).click();
  await expect(fileTab(page, 'BEN.ABC')).toBeVisible();
  await expect(preview(page, 'ANNA.ABC')).toHaveAttribute('aria-selected', 'true');
  await expect(tabs(page)).toHaveCount(3);
  // By the tab, too.
  await preview(page, 'ANNA.ABC').dblclick();
  await expect(fileTab(page, 'ANNA.ABC')).toBeVisible();

  await test.step('what is no model leaves what is open', async () => {
    await row(page, /BROKEN\.ABC/).click();
    await expect(page.locator('.notice[role="alert"]')).toContainText('BROKEN.ABC');
    await expect(tabs(page)).toHaveCount(3);
  });
  await test.step('without a file the library stays', async () => {
    await page.keyboard.press('Alt+Shift+w');
    await expect(page.getByText('Choose a model in the library')).toBeVisible();
    await expect(row(page, /ANNA\.ABC/)).toBeVisible();
  });
});

test(
  'nothing in the rows above the list is cut, however many files there are',
  THOROUGH,
  async ({ page }) => {
    await page.goto('.');
    await dropMany(page, [Uint8Array.of(1, 2, 3)], 828);
    const chip = page.locator('.library-chip', { hasText: 'All' });
    await expect(chip).toHaveText('All 828');
    const cut = () =>
      page.locator('.library-group').evaluate((bar) =>
        [...bar.querySelectorAll('.library-head-bar button, .library-scan button')]
          .filter((one) => one.checkVisibility())
          .filter((one) => {
            const { left, right } = one.getBoundingClientRect();
            // Everything around it that hides what does not fit.
            const frames = [bar, ...bar.querySelectorAll('.library-chips, .library-search, .library-scan')];
            const isCut = frames
              .filter((frame) => frame.contains(one))
              .map((frame) => frame.getBoundingClientRect())
              .some((frame) => left < frame.left - 0.5 || right > frame.right + 0.5);
            return isCut || one.scrollWidth > one.clientWidth + 1;
          })
          .map((one) => one.textContent),
      );
    expect(await cut()).toEqual([]);
    // As narrow as the column becomes.
    await page.getByRole('separator', { name: 'Width of files and outline' }).press('Home');
    expect(await cut()).toEqual([]);
    await page.setViewportSize(PHONE);
    expect(await cut()).toEqual([]);
  },
);

test('the problems of a source open by click, by key and by touch', THOROUGH, async ({ page }) => {
  const archive = hostileArchives().find(({ name }) => name === '2000 over each other.zip');
  if (!archive) throw new Error('no archive');
  await page.goto('.');
  await dropBytes(page, archive.name, assembled(archive.parts));
  await tab(page, /^Files/).click();
  const button = page.getByRole('button', { name: `1 problem in ${archive.name}` });
  const sentences = page.getByRole('dialog', { name: `Problems in ${archive.name}` });
  await button.click();
  await expect(sentences.getByRole('listitem')).toHaveText(/\w+ \w+.*/);
  await expect(sentences).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sentences).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sentences).toBeVisible();
});

/** Drops files `M000.ABC`, `M001.ABC` …, of these contents in turn; they travel to the page once. */
function dropMany(page: Page, contents: readonly Uint8Array[], count: number): Promise<void> {
  return page.evaluate(
    ([texts, length]) => {
      const bytes = texts.map((text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
      const dataTransfer = new DataTransfer();
      for (let i = 0; i < length; i++) {
        const name = `M${String(i).padStart(3, '0')}.ABC`;
        dataTransfer.items.add(new File([bytes[i % bytes.length] ?? ''], name));
      }
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    [contents.map((content) => Buffer.from(content).toString('base64')), count] as const,
  );
}

test(
  'going through many files leaves one preview, the last one, and none of the others',
  THOROUGH,
  async ({ page }) => {
    await page.goto('.');
    await dropMany(page, [jellyfish, base], 100);
    await row(page, /M000\.ABC/).click();
    await expect(preview(page, 'M000.ABC')).toBeVisible();
    const held = async () => {
      const diagnostics = await page.evaluate(() => globalThis.lithoscope?.diagnostics());
      return diagnostics ?? { effects: -1, wasmBytes: -1 };
    };
    const rows = await page.evaluate(() => {
      const box = document.querySelector<HTMLElement>('.library-box');
      // As fast as anybody: each click in the same breath as the one before.
      for (let i = 0; i < 8; i++) {
        for (const element of box?.querySelectorAll<HTMLElement>('.library-row') ?? []) element.click();
      }
      return box?.querySelectorAll('.library-row').length ?? 0;
    });
    expect(rows).toBeLessThan(40);
    const last = (await selected(page).getAttribute('title')) ?? '';
    await expect(preview(page, last)).toBeVisible();
    await expect(tabs(page)).toHaveCount(1);
    await row(page, /M000\.ABC/).click();
    await expect(preview(page, 'M000.ABC')).toBeVisible();
    const before = await held();
    for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowDown');
    await expect(preview(page, 'M006.ABC')).toBeVisible();
    // The header of the group is the first.
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect(preview(page, 'M000.ABC')).toBeVisible();
    const after = await held();
    expect(after.wasmBytes - before.wasmBytes).toBeLessThan(1000);
    // A row more may be drawn; a file that stays has dozens.
    expect(after.effects).toBeLessThan(before.effects + 8);
    await page.keyboard.press('End');
    await expect(preview(page, 'M099.ABC')).toBeVisible();
    await page.keyboard.type('m05');
    await expect(preview(page, 'M050.ABC')).toBeVisible();
  },
);

test('rows are grouped, sorted and filtered; pictures stand side by side', THOROUGH, async ({ page }) => {
  await openGame(page);
  const heads = list(page).locator('.library-head');
  await expect(heads).toHaveText([/MODELS\/CHARS\s*3/, /MODELS\/PROPS\s*2/]);
  await heads.first().click();
  await expect(row(page, /ANNA\.ABC/)).toBeHidden();
  await expect(heads.first()).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await expect(row(page, /ANNA\.ABC/)).toBeVisible();

  await heads.first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Select all files here' }).click();
  await expect(selected(page)).toHaveCount(3);

  await page.getByRole('button', { name: /^All 7/ }).click();
  await expect(heads).toHaveText([/GAME\.REZ\s*1/, /MODELS\/CHARS/, /MODELS\/PROPS/, /SKINS\s*1/]);
  await page.getByRole('button', { name: /^View: Name/ }).click();
  const options = page.getByRole('dialog', { name: 'Library view' });
  await options.getByRole('checkbox', { name: 'By folder' }).uncheck();
  await options.getByRole('combobox', { name: 'Sort by' }).selectOption('Size');
  await options.getByRole('checkbox', { name: 'Descending' }).check();
  await expect(heads).toHaveCount(0);
  const bySize = FILES.toSorted((a, b) => b.content.length - a.content.length).map(({ path }) => path);
  const shown = () =>
    list(page)
      .locator('.library-row')
      .evaluateAll((all) => all.map((one) => one.getAttribute('title')));
  await expect.poll(async () => (await shown())[0]).toBe(bySize[0]);
  expect((await shown()).at(-1)).toBe(bySize.at(-1));

  await options.getByRole('radio', { name: 'Grid' }).check();
  await options.getByRole('checkbox', { name: 'By folder' }).check();
  await page.keyboard.press('Escape');
  const cell = (name: string) => list(page).getByRole('gridcell', { name });
  await cell('BEN.ABC').click();
  await expect(preview(page, 'BEN.ABC')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(cell('CARL.ABC')).toHaveAttribute('aria-selected', 'true');
  await expect(preview(page, 'CARL.ABC')).toBeVisible();
  await expectAccessible(page, '.library');
  // What was chosen is there the next time.
  await openPictures(page);
});

async function openPictures(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.goto('.');
  await dropBytes(page, 'GAME.REZ', GAME);
  await expect(list(page).getByRole('gridcell', { name: 'BEN.ABC' })).toBeVisible();
}

test(
  'two are compared, several are extracted as a zip with their paths, one as itself',
  THOROUGH,
  async ({ page }) => {
    await page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
    await openGame(page);
    await row(page, /ANNA\.ABC/).click();
    await row(page, /BEN\.ABC/).click({ modifiers: ['Control'] });
    await expect(selected(page)).toHaveCount(2);
    await choose(page, /BEN\.ABC/, 'Compare');
    await expect(page.getByRole('region', { name: 'Comparison' })).toBeVisible();
    await expect(tabs(page)).toHaveCount(2);
    await page.keyboard.press('Escape');

    const one = page.waitForEvent('download');
    await row(page, /CARL\.ABC/).click();
    await choose(page, /CARL\.ABC/, 'Extract');
    expect((await one).suggestedFilename()).toBe('CARL.ABC');
    expect(Buffer.compare(await downloaded(await one), jellyfish)).toBe(0);

    await page.getByRole('button', { name: /^All 7/ }).click();
    await list(page).focus();
    await page.keyboard.press('Control+a');
    const zip = page.waitForEvent('download');
    await page
      .getByRole('group', { name: 'Selected files' })
      .getByRole('button', { name: 'Extract' })
      .click();
    expect((await zip).suggestedFilename()).toBe('GAME.zip');
    const entries = unzipSync(await downloaded(await zip));
    expect(Object.keys(entries).sort()).toEqual(FILES.map(({ path }) => path).sort());
    for (const { path, content } of FILES) {
      expect(Buffer.compare(entries[path] ?? new Uint8Array(), content), path).toBe(0);
    }
  },
);

test(
  'a zip is streamed to the disk, its names kept inside the folder they are extracted to',
  THOROUGH,
  async ({ page }) => {
    await page.addInitScript(() =>
      Object.assign(window, {
        showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) =>
          (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true }),
      }),
    );
    await page.goto('.');
    const evil = ['../up.txt', 'C:\\drive.txt', '/root.txt', 'same.txt', 'SAME.TXT'];
    const content = Uint8Array.from(Buffer.from('evil'));
    const entries = evil.map((path) => ({ path, content, deflate: true }));
    await dropBytes(page, 'evil.zip', assembled(zipParts(entries)));
    await page.getByRole('button', { name: 'Actions for evil.zip' }).click();
    await page.getByRole('menuitem', { name: 'Extract all as zip…' }).click();
    await expect(page.locator('.announcement')).toContainText('Extracted');
    const written = await page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory();
      const file = await (await folder.getFileHandle('evil.zip')).getFile();
      let text = '';
      for (const byte of new Uint8Array(await file.arrayBuffer())) text += String.fromCharCode(byte);
      return btoa(text);
    });
    const names = Object.keys(unzipSync(Buffer.from(written, 'base64')));
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    for (const name of names) {
      expect(name).not.toMatch(/^\/|^[a-z]:|\\/i);
      expect(name.split('/')).not.toContain('..');
    }
  },
);

test(
  'an archive in an archive leads to its files; the library is shown by a key',
  THOROUGH,
  async ({ page }) => {
    await page.goto('.');
    const inner = assembled(rezParts([{ path: 'MODELS/DEEP.ABC', content: jellyfish }]));
    await dropBytes(page, 'outer.zip', assembled(zipParts([{ path: 'sub/INNER.REZ', content: inner }])));
    await expect(row(page, /DEEP\.ABC/)).toBeVisible();
    await showOutline(page, 'Raw');
    await page.keyboard.press('Shift+L');
    await expect(list(page)).toBeFocused();
    await page.getByRole('button', { name: /^All 2/ }).click();
    await list(page).getByTitle('sub/INNER.REZ', { exact: true }).click();
    await page.keyboard.press('Enter');
    const head = list(page).locator('.library-head', { hasText: 'sub/INNER.REZ/MODELS' });
    await expect(list(page)).toHaveAttribute('aria-activedescendant', (await head.getAttribute('id')) ?? '');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(fileTab(page, 'DEEP.ABC')).toBeVisible();
  },
);

test('the library is accessible, as rows, with several selected, and empty', THOROUGH, async ({ page }) => {
  await openGame(page);
  await dropFiles(page, [['mod.zip', assembled(zipParts([{ path: 'X.ABC', content: jellyfish }]))]]);
  await expect(page.getByRole('list', { name: 'Library sources' }).getByRole('listitem')).toHaveCount(2);
  await row(page, /ANNA\.ABC/).click();
  await row(page, /CARL\.ABC/).click({ modifiers: ['Shift'] });
  await expect(page.getByRole('group', { name: 'Selected files' })).toContainText('3 files');
  await expectAccessibleInBothThemes(page, '.column-left');
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu', { name: '3 files selected' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list(page)).toBeFocused();
  for (const name of ['GAME.REZ', 'mod.zip']) {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Close' }).click();
  }
  await expect(page.getByRole('button', { name: 'Open an archive' })).toBeVisible();
  await expectAccessible(page, '.library');
});

async function longPress(page: Page, target: Locator): Promise<void> {
  const place = await target.boundingBox();
  if (!place) throw new Error('nothing to press');
  const session = await page.context().newCDPSession(page);
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await expect(target).toHaveAttribute('aria-selected', 'true');
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: PHONE });

  test(
    'a tap shows the model, a long press selects, and the way back is the list as it was',
    THOROUGH,
    async ({ page }) => {
      await openGame(page);
      await expect(preview(page, 'ANNA.ABC').or(preview(page, 'BEN.ABC'))).toBeAttached();
      // The model is above the list; where the list has all of the page, it gives way.
      await row(page, /ANNA\.ABC/).tap();
      await expect(preview(page, 'ANNA.ABC')).toBeVisible();
      await expect(viewport(page)).toBeVisible();
      await expect(row(page, /ANNA\.ABC/)).toBeVisible();
      await page.getByRole('button', { name: 'Expand the panel' }).click();
      await row(page, /CARL\.ABC/).tap();
      await expect(preview(page, 'CARL.ABC')).toBeVisible();
      await expect(page.locator('.app')).toHaveAttribute('data-pane', 'model');
      await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Outline' }).click();
      await expect(row(page, /CARL\.ABC/)).toHaveAttribute('aria-selected', 'true');
      await longPress(page, row(page, /BEN\.ABC/));
      await expect(selected(page)).toHaveCount(2);
      await row(page, /ANNA\.ABC/).tap();
      await expect(selected(page)).toHaveCount(3);
      await expect(page.getByRole('group', { name: 'Selected files' })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    },
  );
});
