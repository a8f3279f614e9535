import { bytesOf, CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '../support/accessible.ts';
import {
  dropBytes,
  expect,
  openSample,
  openWith,
  PHONE,
  THOROUGH,
  THOROUGH_GL,
  test,
  viewport,
} from '../support/page.ts';
import { card, fileTab, line, summary, treeRow, verdict } from '../support/panels.ts';

test.describe('before a file is open', () => {
  test('the page says what it is, how to begin, and that nothing is sent', async ({ page }) => {
    await page.goto('.');
    await expect(page.getByRole('heading', { name: 'Drop a LithTech .abc model here' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Open a file' })).toBeVisible();
    await expect(page.getByText('Files stay on your computer.')).toBeVisible();
    await expectAccessible(page);
  });

  test('a sample opens with one press', THOROUGH_GL, async ({ page }) => {
    await openSample(page);
    await expect(verdict(page)).toContainText('No problems');
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
      await dropBytes(page, 'a.abc', Buffer.from('x'));
      await expect(page.getByRole('alert')).toContainText('WebAssembly');
    });
  });
});

test.describe('an open file', () => {
  test('is told in words', THOROUGH, async ({ page }) => {
    await openSample(page);
    for (const words of ['ABC v12', 'No One Lives Forever', '3,854 faces', '8 pieces']) {
      await expect(summary(page)).toContainText(words);
    }
    await expect(verdict(page)).toHaveText('No problems');
    await expect(page.locator('.status-coverage')).toContainText('known 100 %');
  });

  test('stays open when another one is refused or closed', THOROUGH, async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await dropBytes(page, 'b.abc', bytesOf(JELLYFISH));
    await dropBytes(page, 'c.abc', Buffer.from('Ogawa', 'latin1'));
    await expect(page.getByRole('alert')).toContainText('c.abc');
    await expect(fileTab(page, 'b.abc')).toBeVisible();
    await expect(fileTab(page, 'c.abc')).toHaveCount(0);
    await page.getByRole('button', { name: 'Close b.abc' }).click();
    await expect(summary(page)).toContainText('ABC v12');
    await page.getByRole('button', { name: 'Close clockwork.abc' }).click();
    await expect(page.getByRole('button', { name: 'Open a file' })).toBeVisible();
  });

  test('that is truncated shows what could be read and where it broke', THOROUGH, async ({ page }) => {
    await page.goto('.');
    await dropBytes(page, 'cut.abc', bytesOf(CLOCKWORK).subarray(0, 200_000));
    await expect(verdict(page)).toContainText('error');
    await expect(summary(page)).toContainText('4 pieces');
    await expect(treeRow(page, /^\[3\] ?Key.*error/)).toBeVisible();
    await verdict(page).click();
    await page.getByRole('listitem').filter({ hasText: 'Unexpected end' }).click();
    await expect(card(page)).toContainText('Unexpected end');
    await expect(line(page, '030D30')).toBeInViewport();
  });

  test('is accessible', THOROUGH_GL, async ({ page }) => {
    await openSample(page);
    await expect(viewport(page)).toHaveAttribute('data-drawn', /./);
    await treeRow(page, /^\[1\] ?Head/).click();
    await expectAccessibleInBothThemes(page);
  });

  test(
    'on a phone has the model, a panel below it at a time, and nothing overflows',
    THOROUGH,
    async ({ page }) => {
      await page.setViewportSize(PHONE);
      await openSample(page);
      await expect(viewport(page)).toBeVisible();
      for (const [name, role] of [
        ['Outline', 'tree'],
        ['Bytes', 'grid'],
      ] as const) {
        await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name }).click();
        await expect(page.getByRole(role)).toBeVisible();
        await expect(viewport(page)).toBeVisible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
      }
      // Each tab of the right column is one press away, and says that it is shown.
      const dock = page.getByRole('navigation', { name: 'Panels' });
      for (const name of ['Table', 'Problems', 'Bytes']) {
        await dock.getByRole('button', { name }).click();
        await expect(dock.getByRole('button', { pressed: true })).toHaveText(name);
        await expect(page.getByRole('tabpanel', { name })).toBeVisible();
        await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
      }
      await dock.getByRole('button', { name: 'Outline' }).click();
      await page.getByRole('tab', { name: /^Files/ }).click();
      await dock.getByRole('button', { name: 'Outline' }).click();
      await expect(page.getByRole('tree')).toBeVisible();
    },
  );

  test('has panels that are resized by keys and stay so', THOROUGH, async ({ page }) => {
    await openSample(page);
    const splitter = page.getByRole('separator', { name: 'Width of files and outline' });
    const before = Number(await splitter.getAttribute('aria-valuenow'));
    await splitter.focus();
    await page.keyboard.press('ArrowRight');
    await expect(splitter).toHaveAttribute('aria-valuenow', String(before + 16));
    await openSample(page);
    await expect(splitter).toHaveAttribute('aria-valuenow', String(before + 16));
  });
});
