import { readFileSync } from 'node:fs';
import { corpusNote, corpusPath, hasCorpus } from '../web/support/corpus.ts';
import { expectAccessible } from './support/accessible.ts';
import { dropBytes, expect, openSample, openWith, test, viewport } from './support/page.ts';
import { fileTab, summary } from './support/panels.ts';

const WOMAN = corpusPath('nolf/models/INTHERO_CASUAL.abc');

test.describe('before a file is open', () => {
  test('the page says what it is, how to begin, and that nothing is sent', async ({ page }) => {
    await page.goto('.');
    await expect(page.getByRole('heading', { name: 'Drop a LithTech .abc model here' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Open a file' })).toBeVisible();
    await expect(page.getByText('Nothing leaves this machine:')).toBeVisible();
    await expectAccessible(page);
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
    await expect(fileTab(page, 'b.abc')).toBeVisible();
    await expect(fileTab(page, 'c.abc')).toHaveCount(0);
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
      await expectAccessible(page);
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
