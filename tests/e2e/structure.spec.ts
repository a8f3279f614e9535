import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { corpusNote, corpusPath, hasCorpus } from '../web/support/corpus.ts';
import { dropBytes, expect, openSample, openWith, test } from './support/page.ts';
import { bytes, selectedRow, status, tree, treeRow } from './support/panels.ts';

const WOMAN = corpusPath('nolf/models/INTHERO_CASUAL.abc');
const SPIDER = corpusPath('kiss/models/STRUTTER.ABC');

const card = (page: Page) => page.getByRole('region', { name: 'Selected field' });

/** The drawn line of the hex panel that begins at an offset. */
const line = (page: Page, offset: string) =>
  page.locator('.hex-line', { hasText: new RegExp(`^${offset} `) });

/** Where the n-th byte of a drawn line stands, relative to the line. */
async function placeOf(hexLine: Locator, index: number): Promise<{ x: number; y: number }> {
  const cell = hexLine.locator('span');
  const { left, width, length } = await cell.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const start = element.parentElement?.getBoundingClientRect().left ?? 0;
    return { left: box.left - start, width: box.width, length: element.textContent?.length ?? 1 };
  });
  const column = 6 + 2 + index * 3 + (index >= 8 ? 1 : 0) + 1;
  return { x: left + (width / length) * column, y: 10 };
}

async function clickByte(page: Page, offset: string, index: number): Promise<void> {
  const hexLine = line(page, offset);
  await hexLine.click({ position: await placeOf(hexLine, index) });
}

test('tree and bytes of the sample select each other', async ({ page }) => {
  await openSample(page);
  await clickByte(page, '000000', 3);
  await expect(selectedRow(page)).toContainText('“Header”');
  await expect(card(page)).toContainText('8 bytes at 0x0 (0)');
  // Below the edge of the panel, behind the fields of the header.
  await tree(page).hover();
  await page.mouse.wheel(0, 600);
  await treeRow(page, /^\[3\] ?Key/).click();
  await expect(status(page)).toContainText('bytes selected');
  await expect(line(page, '000000')).not.toBeInViewport();
});

test.describe(`structure and bytes${corpusNote}`, () => {
  test.skip(!hasCorpus);

  test('a row selects its bytes, from their start', async ({ page }) => {
    await openWith(page, WOMAN);
    await treeRow(page, /^\[2\] ?torso_1/).click();
    await expect(status(page)).toHaveText('0x29F78–0x2D260 · 13,033 bytes selected');
    await expect(line(page, '029F70')).toBeInViewport();
    await expect(card(page)).toContainText('torso_1');
  });

  test('a byte selects its field in the tree, and opens what is around it', async ({ page }) => {
    await openWith(page, WOMAN);
    await clickByte(page, '000110', 6);
    await expect(selectedRow(page)).toContainText('SpecularPower');
    await expect(selectedRow(page)).toHaveAttribute('aria-level', '4');
    await expect(card(page)).toContainText('f32');
    await expect(card(page)).toContainText('4 bytes at 0x116 (278)');
  });

  test('the pointer shows a card with what a byte is', async ({ page }) => {
    await openWith(page, WOMAN);
    const hexLine = line(page, '000000');
    await hexLine.hover({ position: await placeOf(hexLine, 12) });
    const tip = page.locator('.hover-card').filter({ visible: true });
    await expect(tip).toContainText('Header.Version');
    await expect(tip).toContainText('4 bytes at 0xC (12)');
  });

  test('keys move through the tree like through a file manager', async ({ page }) => {
    await openWith(page, SPIDER);
    await tree(page).focus();
    await page.keyboard.press('Home');
    await expect(selectedRow(page)).toContainText('Header');
    await page.keyboard.press('ArrowRight');
    await expect(selectedRow(page)).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowRight');
    await expect(selectedRow(page)).toContainText('Type');
    await expect(selectedRow(page)).toHaveAttribute('aria-level', '2');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(selectedRow(page)).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('End');
    await expect(selectedRow(page)).toContainText('TransformInfo');
    await expect(tree(page)).toHaveAttribute(
      'aria-activedescendant',
      (await selectedRow(page).getAttribute('id')) ?? '',
    );
  });

  test('keys move the caret and draw out a range', async ({ page }) => {
    await openWith(page, WOMAN);
    await bytes(page).focus();
    await page.keyboard.press('ArrowDown');
    await expect(status(page)).toHaveText('0x10–0x13 · 4 bytes selected');
    await page.keyboard.press('Control+ArrowRight');
    await expect(status(page)).toHaveText('0x14–0x17 · 4 bytes selected');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(status(page)).toHaveText('0x14–0x24 · 17 bytes selected');
    await page.keyboard.press('Control+End');
    await expect(selectedRow(page)).toContainText('Z');
    await page.keyboard.press('Control+Home');
    await expect(selectedRow(page)).toContainText('Type');
  });

  test('dragging selects a range in the smallest structure around it', async ({ page }) => {
    await openWith(page, WOMAN);
    const [from, to] = [line(page, '000000'), line(page, '000010')];
    await from.hover({ position: await placeOf(from, 12) });
    await page.mouse.down();
    await to.hover({ position: await placeOf(to, 3) });
    await page.mouse.up();
    await expect(status(page)).toHaveText('0xC–0x13 · 8 bytes selected');
    await expect(selectedRow(page)).toContainText('Header');
  });

  test('only visible rows exist, however many there are', async ({ page }) => {
    await openWith(page, corpusPath('nolf/models/FEMBASE.ABC'));
    await tree(page).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('*');
    await page.keyboard.press('Home');
    await page.keyboard.press('*');
    expect(await page.getByRole('treeitem').count()).toBeLessThan(80);
    expect(await page.locator('.hex-line').count()).toBeLessThan(80);
  });

  test('the colours can be switched off, and the theme changed', async ({ page }) => {
    await openWith(page, WOMAN);
    const tint = page.getByRole('button', { name: 'Tint' });
    await tint.click();
    await expect(tint).toHaveAttribute('aria-pressed', 'false');
    const before = await page.locator('html').getAttribute('data-theme');
    await page.keyboard.press('t');
    await expect(page.locator('html')).not.toHaveAttribute('data-theme', before ?? '');
  });

  test('names from files are text, whatever is in them', async ({ page }) => {
    const file = readFileSync(WOMAN);
    const at = file.indexOf('torso_1', 0, 'latin1');
    file.write('<b>\u00ad\r\0', at, 'latin1');
    await page.goto('.');
    await dropBytes(page, '<img src=x>\u202Ecba.abc', file);
    await expect(treeRow(page, /<b>/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Close <img src=x>' })).toBeVisible();
    expect(await page.locator('.tree b, .header img').count()).toBe(0);
  });
});
