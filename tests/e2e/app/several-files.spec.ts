import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import { bytesOf, CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import {
  dropBytes,
  dropFiles,
  expect,
  expectPose,
  modelPicture,
  openWith,
  THOROUGH,
  THOROUGH_GL,
  test,
} from '../support/page.ts';
import { chooseAnimation, chooseLevel, fileTab, showFileList, summary } from '../support/panels.ts';

test.describe('several files', () => {
  async function openBoth(page: Page): Promise<void> {
    await page.goto('.');
    await dropFiles(
      page,
      [CLOCKWORK, JELLYFISH].map((path) => [basename(path), bytesOf(path)] as const),
    );
    await expect(fileTab(page, 'jellyfish.abc')).toBeVisible();
  }

  test('dropped together are tabs, the first one in front; keys and mouse switch and close', async ({
    page,
  }) => {
    await openBoth(page);
    await expect(fileTab(page, 'clockwork.abc')).toHaveAttribute('aria-selected', 'true');
    await expect(summary(page)).toContainText('ABC v12');
    await fileTab(page, 'clockwork.abc').focus();
    await page.keyboard.press('ArrowRight');
    await expect(fileTab(page, 'jellyfish.abc')).toBeFocused();
    await expect(summary(page)).toContainText('ABC v6');
    await page.keyboard.press('ArrowRight');
    await expect(fileTab(page, 'clockwork.abc')).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(fileTab(page, 'clockwork.abc')).toHaveCount(0);
    await expect(fileTab(page, 'jellyfish.abc')).toBeFocused();
    await fileTab(page, 'jellyfish.abc').click({ button: 'middle' });
    await expect(page.getByRole('button', { name: 'Open a file' })).toBeVisible();
  });

  test('are listed with version, size and verdict', THOROUGH, async ({ page }) => {
    await openBoth(page);
    await dropBytes(page, 'cut.abc', bytesOf(JELLYFISH).subarray(0, 100_000));
    const list = await showFileList(page);
    await expect(list.getByRole('listitem')).toHaveCount(3);
    const size = statSync(CLOCKWORK).size.toLocaleString('en-US');
    await expect(list.getByRole('listitem').first()).toContainText(`No problems · ABC v12 · ${size} bytes`);
    await expect(list.getByRole('listitem').last()).toContainText(/\d+ errors?.* · ABC v6 · 100,000 bytes/);
    await list.getByRole('button', { name: /^cut\.abc/ }).focus();
    await page.keyboard.press('ArrowUp');
    await expect(list.getByRole('button', { name: /^jellyfish\.abc/ })).toBeFocused();
    await expect(fileTab(page, 'jellyfish.abc')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Delete');
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await list.getByRole('button', { name: 'Close cut.abc' }).click();
    await page.getByRole('button', { name: 'File actions' }).click();
    await page.getByRole('menuitem', { name: /^Close all/ }).click();
    await expect(page.getByRole('button', { name: 'Open a file' })).toBeVisible();
  });

  test('each keeps its view', THOROUGH_GL, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openBoth(page);
    await page.getByRole('treeitem', { name: /^\[1\] ?Head/ }).click();
    await chooseAnimation(page, 'Wave');
    await page.getByRole('slider', { name: 'Time' }).focus();
    await page.keyboard.press('End');
    await chooseLevel(page, 1);
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
    await fileTab(page, 'jellyfish.abc').click();
    await expectPose(page, '-1@0');
    await fileTab(page, 'clockwork.abc').click();
    await expectPose(page, '2@3000');
    await page.locator('.tree-box').focus();
    await expect.poll(state).toEqual(before);
  });

  test('the list is accessible', THOROUGH, async ({ page }) => {
    await openBoth(page);
    await showFileList(page);
    await expectAccessibleInBothThemes(page);
  });

  test('a sample can be opened beside them', THOROUGH, async ({ page }) => {
    await openWith(page, JELLYFISH);
    const list = await showFileList(page);
    await page.getByRole('heading', { name: 'Samples' }).click();
    await page.getByRole('button', { name: /^Try the sample “Clockwork”/ }).click();
    // With the base whose animations it plays.
    await expect(list.getByRole('listitem')).toHaveCount(3);
  });
});
