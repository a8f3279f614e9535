/** The bytes: range and caret by mouse and keyboard, how they are written, what assistive technology finds. */
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, openSample, openWith, passFrames, THOROUGH, test } from '../support/page.ts';
import { bytes, line, status } from '../support/panels.ts';

const firstLine = (page: Page) => page.locator('.hex-line').first();

/** Width of the selected range, from the foot of the page. */
async function selectedBytes(page: Page): Promise<number> {
  const text = (await status(page).textContent()) ?? '';
  return Number((/· ([\d,]+) bytes? selected/.exec(text)?.[1] ?? '0').replaceAll(',', ''));
}

test('dragging over the edge scrolls on, and stops when the button is let go', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  const box = await bytes(page).boundingBox();
  if (!box) throw new Error('no bytes');
  await page.mouse.move(box.x + 150, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + 150, box.y + box.height + 60, { steps: 3 });
  await expect.poll(() => selectedBytes(page)).toBeGreaterThan(2000);
  await page.mouse.up();
  const selected = await selectedBytes(page);
  await passFrames(page);
  expect(await selectedBytes(page)).toBe(selected);
  await expect(line(page, '000000')).not.toBeInViewport();
});

test('keys select: a range, all, field by field; a double click what is around', async ({ page }) => {
  await openSample(page);
  await bytes(page).focus();
  await page.keyboard.press('Control+Home');
  await expect(status(page)).toContainText('0x0–0x7 · 8 bytes selected');
  await page.keyboard.press('Control+Shift+ArrowRight');
  await expect(status(page)).toContainText('0x0–0xB · 12 bytes selected');
  await page.keyboard.press('Control+a');
  const all = await selectedBytes(page);
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+Shift+Home');
  expect(await selectedBytes(page)).toBe(all);
  await firstLine(page).dblclick({ position: { x: 80, y: 10 } });
  await expect(status(page)).toContainText('0x0–');
  await expect(page.getByRole('tree').locator('[aria-selected="true"]')).toContainText('Header');
});

test(
  'the card at the pointer goes when a menu opens, and stays away while it is open',
  THOROUGH,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    const card = page.locator('.hover-card').filter({ visible: true });
    await firstLine(page).hover({ position: { x: 100, y: 10 } });
    await expect(card).toContainText('Header.Type');
    await firstLine(page).click({ position: { x: 100, y: 10 }, button: 'right' });
    await expect(page.getByRole('menu')).toBeVisible();
    await expect(card).toHaveCount(0);
    const box = await bytes(page).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 90, (box?.y ?? 0) + 5);
    await passFrames(page, 3);
    await expect(page.getByRole('menu')).toBeVisible();
    await expect(card).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 10);
    await expect(card).toContainText('Header.Type');
  },
);

test('bytes a row, offsets and text are as the user wants them, and stay so', THOROUGH, async ({ page }) => {
  await openSample(page);
  await expect(firstLine(page)).toHaveText(/^000000 {2}06 00 48 65 /);
  await page.getByRole('button', { name: 'Byte view' }).click();
  const options = page.getByRole('dialog', { name: 'Byte view' });
  await expect(options.getByRole('radio', { name: 'Automatic' })).toBeFocused();
  await options.getByRole('radio', { name: '32' }).check();
  await options.getByRole('radio', { name: 'Decimal', exact: true }).check();
  await options.getByRole('radio', { name: 'ASCII' }).check();
  await expectAccessible(page, '.options');
  await page.keyboard.press('Escape');
  await expect(options).toBeHidden();
  await expect(page.getByRole('button', { name: 'Byte view' })).toBeFocused();
  await expect(line(page, '32')).toBeVisible();
  await expect(bytes(page)).toHaveAttribute('aria-colcount', '32');
  await openSample(page);
  await expect(line(page, '64')).toBeVisible();
});

test(
  'assistive technology finds the byte under the caret in a grid of few nodes',
  THOROUGH,
  async ({ page }) => {
    await openSample(page);
    await bytes(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const cell = bytes(page).locator('.hex-cell');
    await expect(cell).toHaveAttribute('aria-label', /^[0-9A-F]{2} at 000011$/);
    await expect(cell).toHaveAttribute('aria-colindex', '2');
    await expect(cell.locator('..')).toHaveAttribute('aria-rowindex', '2');
    await expect(bytes(page)).toHaveAttribute('aria-activedescendant', (await cell.getAttribute('id')) ?? '');
    expect(await bytes(page).locator('*').count()).toBeLessThan(200);
    await expectAccessible(page, '.hex');
  },
);

test('what is selected elsewhere is not scrolled to when it is in view', THOROUGH, async ({ page }) => {
  await openSample(page);
  await expect(line(page, '000000')).toBeVisible();
  await page.getByRole('treeitem', { name: /^Header/ }).click();
  await expect(status(page)).toContainText('selected');
  await expect(line(page, '000000')).toBeInViewport();
  await page.getByRole('treeitem', { name: /^Sockets/ }).click();
  await expect(line(page, '000000')).not.toBeInViewport();
  // The start of the field, not its end.
  const [, start = ''] = /^0x([0-9A-F]+)/.exec((await status(page).textContent()) ?? '') ?? [];
  await expect(line(page, `${start.slice(0, -1)}0`.padStart(6, '0'))).toBeInViewport();
});
