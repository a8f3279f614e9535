/** Finding one file among many: tabs, the list in the panel, the search; closing, reopening, moving. */
import type { Page } from '@playwright/test';
import { bytesOf, CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { dropAsTabs, dropFiles, expect, openWith, THOROUGH, test } from '../support/page.ts';
import { fileTab, showFileList, summary } from '../support/panels.ts';

const SMALL = bytesOf(JELLYFISH).subarray(0, 2000);
const NAMES = ['RAVEN', 'WOLF', 'GUARD', 'CROW'];

/** Two sound models, and damaged ones of which only the ends of the names differ. */
async function openMany(page: Page, count: number): Promise<void> {
  await page.goto('.');
  const many = Array.from(
    { length: count },
    (_, i) => [`REZ_MODELS_CREATURES_${NAMES[i % NAMES.length]}_${i}.ABC`, SMALL] as const,
  );
  await dropAsTabs(page, [['zeta.abc', bytesOf(CLOCKWORK)], ...many, ['alpha.abc', bytesOf(JELLYFISH)]]);
  await page.getByRole('button', { name: `${count + 2} open files` }).click();
  await page.getByRole('menuitem', { name: 'Find a file…' }).click();
  const field = page.getByRole('combobox', { name: 'Search or go to' });
  await field.fill('/zeta');
  await field.press('Enter');
  await expect(fileTab(page, 'zeta.abc')).toHaveAttribute('aria-selected', 'true');
}

test(
  'tabs of hundreds of files are few, narrow, and show where the names differ',
  THOROUGH,
  async ({ page }) => {
    await openMany(page, 150);
    expect(await page.locator('.tab').count()).toBeLessThan(100);
    const tab = fileTab(page, 'REZ_MODELS_CREATURES_RAVEN_4.ABC');
    expect((await tab.boundingBox())?.width).toBeLessThan(190);
    // The end is whole, the head is cut.
    const widths = (part: string) =>
      tab.locator(part).evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
    const tail = await widths('.cut-tail');
    const head = await widths('.cut-head');
    expect(tail.scrollWidth).toBeLessThanOrEqual(tail.clientWidth);
    expect(head.scrollWidth).toBeGreaterThan(head.clientWidth);
    await expect(tab.locator('.cut-tail')).toHaveText('RAVEN_4.ABC'.padStart(12, '_'));

    // A file whose tab is not there is found by words; its tab then is.
    await expect(fileTab(page, 'alpha.abc')).toHaveCount(0);
    await page.getByRole('button', { name: '152 open files' }).click();
    await expect(page.getByRole('menuitemcheckbox')).toHaveCount(12);
    await page.getByRole('menuitem', { name: 'Find a file…' }).click();
    const field = page.getByRole('combobox', { name: 'Search or go to' });
    await field.fill('/crow 147');
    await field.press('Enter');
    await expect(fileTab(page, 'REZ_MODELS_CREATURES_CROW_147.ABC')).toHaveAttribute('aria-selected', 'true');
    await expect(fileTab(page, 'alpha.abc')).toHaveCount(1);
    await page.keyboard.press('Shift+F');
    await expect(field).toHaveValue('/');
    await page.keyboard.type('raven wolf');
    await expect(page.getByText('Nothing matches “raven wolf”.')).toBeVisible();
    await page.keyboard.press('Escape');

    // Among things of all kinds too.
    await page.keyboard.press('Control+k');
    await field.fill('zeta');
    await field.press('Enter');
    await expect(fileTab(page, 'zeta.abc')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Control+k');
    await field.fill('guard_10.');
    await field.press('Enter');
    await expect(fileTab(page, 'REZ_MODELS_CREATURES_GUARD_10.ABC')).toHaveAttribute('aria-selected', 'true');
  },
);

test('the list is filtered, sorted, and holds only the rows in view', THOROUGH, async ({ page }) => {
  await openMany(page, 150);
  const list = await showFileList(page);
  const rows = list.getByRole('listitem');
  await expect(rows.first()).toContainText('zeta.abc');
  await expect(rows.first()).toHaveAttribute('aria-setsize', '152');
  expect(await rows.count()).toBeLessThan(30);
  await expectAccessibleInBothThemes(page, '.file-list');

  await page.getByRole('combobox', { name: 'Sort open files' }).selectOption('By name');
  await list.getByRole('button', { name: /^zeta/ }).focus();
  await page.keyboard.press('Home');
  await expect(list.getByRole('button', { name: /^alpha\.abc/ })).toBeFocused();
  await expect(rows.first()).toContainText('alpha.abc');
  await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('button', { name: /^REZ_MODELS_CREATURES_CROW_3\.ABC/ })).toBeFocused();
  await page.keyboard.press('End');
  await expect(list.getByRole('button', { name: /^zeta\.abc/ })).toBeFocused();
  await expect(fileTab(page, 'zeta.abc')).toHaveAttribute('aria-selected', 'true');

  await page.getByRole('combobox', { name: 'Sort open files' }).selectOption('Largest first');
  await page.locator('.file-rows-box').evaluate((box) => box.scrollTo(0, 0));
  await expect(rows.first()).toContainText('zeta.abc');
  await expect(rows.nth(1)).toContainText('alpha.abc');

  await page.getByRole('checkbox', { name: 'Only with errors' }).check();
  await expect(rows.first()).toHaveAttribute('aria-setsize', '150');
  await expect(page.getByText('150 of 152')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filter open files by name' }).fill('wolf');
  await expect(rows.first()).toHaveAttribute('aria-setsize', '38');
  await expect(list.getByText(/RAVEN/)).toHaveCount(0);
});

test('tabs are moved by keys and by dragging; closed files come back', async ({ page }) => {
  await page.goto('.');
  await dropFiles(
    page,
    ['a.abc', 'b.abc', 'c.abc'].map((name) => [name, bytesOf(JELLYFISH)] as const),
  );
  const names = page.getByRole('tab', { name: /^[abc]\.abc$/ });
  await expect(names).toHaveText(['a.abc', 'b.abc', 'c.abc']);
  await page.keyboard.press('Alt+Shift+PageDown');
  await expect(names).toHaveText(['b.abc', 'a.abc', 'c.abc']);
  await page.keyboard.press('Alt+Shift+PageUp');
  await page.keyboard.press('Alt+Shift+PageUp');
  await expect(names).toHaveText(['a.abc', 'b.abc', 'c.abc']);
  await page.locator('.tab', { hasText: 'c.abc' }).dragTo(page.locator('.tab', { hasText: 'a.abc' }), {
    targetPosition: { x: 5, y: 10 },
  });
  await expect(names).toHaveText(['c.abc', 'a.abc', 'b.abc']);

  await page.getByRole('button', { name: 'Close c.abc' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Closed c.abc.' })).toBeAttached();
  await page.keyboard.press('Alt+Shift+w');
  await expect(page.getByRole('button', { name: 'Open a file' })).toBeVisible();
  await page.keyboard.press('Alt+Shift+t');
  await expect(names).toHaveText(['a.abc', 'b.abc']);
  await page.keyboard.press('Alt+Shift+t');
  await expect(names).toHaveText(['a.abc', 'b.abc', 'c.abc']);
});

test(
  'what is done by the keyboard is said, and the focus goes where it is done',
  THOROUGH,
  async ({ page }) => {
    // The sample stands still.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('.');
    const said = (text: string | RegExp) =>
      expect(page.getByRole('status').filter({ hasText: text })).toBeAttached();
    await page.getByRole('button', { name: /^Try the sample “Clockwork”/ }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await said(/^clockwork\.abc opened: ABC v12, \d+ animations, (sound|no problems)\.$/);
    await expect(fileTab(page, 'clockwork.abc')).toBeFocused();
    await page.keyboard.press('k');
    await said('Show the skeleton: on.');
    await page.keyboard.press('k');
    await said('Show the skeleton: off.');
    // On a button Space would press it.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('Space');
    await said(/^Playing .+\.$/);
    await page.keyboard.press('Space');
    await said('Paused.');
    await fileTab(page, 'clockwork.abc').focus();
    await page.keyboard.press('F8');
    await expect(page.getByRole('status').filter({ hasText: 'No problems in this file.' })).toBeVisible();
    await page.keyboard.press('Delete');
    await said('Closed clockwork.abc.');
    await expect(fileTab(page, 'clockwork_base.abc')).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(page.getByRole('button', { name: 'Open a file' })).toBeFocused();
  },
);

test('a press of the mouse leaves the keys to the page', async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await expect(summary(page)).toContainText('ABC v12');
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
});

test('a folder is chosen with a button', async ({ page }) => {
  await page.goto('.');
  await page.evaluate(async (text) => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('models', { create: true });
    const deep = await folder.getDirectoryHandle('chars', { create: true });
    for (const [place, name] of [
      [folder, 'b.abc'],
      [deep, 'a.abc'],
    ] as const) {
      const writable = await (await place.getFileHandle(name, { create: true })).createWritable();
      await writable.write(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
      await writable.close();
    }
    Object.assign(window, { showDirectoryPicker: async () => folder });
  }, Buffer.from(SMALL).toString('base64'));
  await page.getByRole('button', { name: 'Open a folder' }).click();
  // Of several models the first is previewed, the others wait in the library.
  await expect(page.locator('.tab')).toHaveText(['b.abc']);
  await expect(page.getByRole('list', { name: 'Library sources' })).toContainText('modelsFolder · 2 files');
});

test('what letting go will do is said beside the buttons, not on them', THOROUGH, async ({ page }) => {
  for (const [width, height] of [
    [1440, 900],
    [844, 390],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('.');
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'a.abc'));
      document.body.dispatchEvent(
        new DragEvent('dragenter', { dataTransfer, bubbles: true, cancelable: true }),
      );
    });
    const words = await page.getByText('Drop to open').boundingBox();
    const button = await page.getByRole('button', { name: 'Open a file' }).boundingBox();
    if (!words || !button) throw new Error('not there');
    expect(words.y > button.y + button.height || words.y + words.height < button.y, `${width}`).toBe(true);
  }
});
