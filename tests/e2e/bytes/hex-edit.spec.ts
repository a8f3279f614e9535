/** Bytes are overwritten by typing and pasting, changed ones are marked, and undo gives the file back. */
import type { Page } from '@playwright/test';
import { CLOCKWORK, sample } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, openWith, PHONE, THOROUGH, test } from '../support/page.ts';
import { bytes, goTo, line, status, treeRow } from '../support/panels.ts';

const file = sample('clockwork.abc');
const editButton = (page: Page) => page.getByRole('button', { name: 'Overwrite bytes' });
const bar = (page: Page) => page.getByRole('group', { name: 'Edit the bytes' });
const field = (page: Page) => page.getByRole('textbox', { name: /^Overwrite bytes with/ });

/** Digits of some bytes, as a row of the view writes them. */
const hex = (...values: number[]) =>
  values.map((value) => value.toString(16).toUpperCase().padStart(2, '0')).join(' ');

/** Pastes text into what has the focus. */
function paste(page: Page, text: string): Promise<void> {
  return page.evaluate((data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', data);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

test('digits and text overwrite, paste too; changed bytes are marked, and undo gives the file back', async ({
  page,
}) => {
  await openWith(page, CLOCKWORK);
  const first = line(page, '000000');
  const original = (await first.textContent()) ?? '';
  await bytes(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await expect(editButton(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(bytes(page)).toHaveAttribute('aria-readonly', 'false');

  // Half a byte shows at once; the digits of one run are one change.
  await page.keyboard.type('f');
  await expect(first).toHaveText(new RegExp(`^000000 {2}F${hex(file[0] ?? 0).slice(1)} `));
  await page.keyboard.type('12f');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('234');
  await expect(first).toHaveText(/^000000 {2}F1 23 4/);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(first).toHaveText(new RegExp(`^000000 {2}F1 ${hex(...file.slice(1, 5))} `));
  await page.keyboard.type('2345');
  await expect(page.locator('.spoken')).toContainText(`0x2: 45, was ${hex(file[2] ?? 0)}`);
  await expect(page.getByRole('button', { name: '1 change not saved: show the changes' })).toBeVisible();

  // The other column takes characters, letters that are commands elsewhere included.
  await page.keyboard.press('Tab');
  await expect(field(page)).toHaveAccessibleName('Overwrite bytes with text');
  await page.keyboard.type('Ab é');
  await expect(first).toHaveText(/^000000 {2}F1 23 45 41 62 20 E9 {2}|^000000 {2}F1 23 45 41 62 20 E9 /);
  await page.keyboard.press('Tab');

  // A range that was drawn out is pasted over from its start; what is no byte, and what does not fit, is said.
  await paste(page, '0x0A,0x0B 0c0d');
  await expect(first).toHaveText(/^000000 {2}F1 23 45 41 62 20 E9 0A {2}0B 0C 0D /);
  await paste(page, '0A B');
  await expect(page.locator('.announcement')).toContainText('“B” is not a byte');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('0102');
  await expect(page.locator('.announcement')).toContainText('The file ends here');

  // What was changed says what it was, in bytes and structure, and keys go from one to the next.
  await page.keyboard.press('Alt+F5');
  await expect(status(page)).toContainText('0x0–0xA · 11 bytes selected');
  await expect(page.locator('.hex-cell')).toHaveAttribute(
    'aria-label',
    `F1 at 000000, was ${hex(file[0] ?? 0)}`,
  );
  await first.hover({ position: { x: 68, y: 10 } });
  await expect(page.locator('.hover-card').filter({ visible: true })).toContainText(
    `0x0: F1, was ${hex(file[0] ?? 0)}`,
  );
  await expectAccessible(page, '.hex');

  // What was copied is pasted by the button too.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.keyboard.press('Control+c');
  await expect(page.locator('.announcement')).toContainText(/copied/i);
  await page.keyboard.press('ArrowDown');
  await bar(page).getByRole('button', { name: 'Paste' }).click();
  await expect(line(page, '000010')).toHaveText(/^000010 {2}F1 23 45 41 62 20 E9 0A {2}0B 0C 0D /);
  for (let i = 0; i < 2; i++) await page.keyboard.press('Alt+Shift+F5');
  await expect(status(page)).toContainText('0x0–0xA');

  // Filled from a dialog; then everything is taken back: a run, a column, two pastes, a byte, and a filling.
  await page.keyboard.press('Delete');
  const fill = page.getByRole('dialog', { name: 'Fill the selection' });
  await fill.getByRole('textbox').fill('de ad b');
  await expect(fill.getByRole('button', { name: 'Fill', exact: true })).toBeDisabled();
  await fill.getByRole('textbox').fill('de ad');
  await page.keyboard.press('Enter');
  await expect(first).toHaveText(/^000000 {2}DE AD DE AD DE AD DE AD {2}DE AD DE /);
  await expect(field(page)).toBeFocused();
  for (let i = 0; i < 6; i++) await page.keyboard.press('Control+z');
  await expect(first).toHaveText(original);
  await expect(page.locator('.hex-cell')).toHaveAttribute('aria-label', /^[0-9A-F]{2} at [0-9A-F]+$/);

  // A row of the structure is marked, or what is closed around it.
  await expect(treeRow(page, /changed/)).toHaveCount(0);
  await goTo(page, 'Nodes');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('77');
  await expect(treeRow(page, /changed/)).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(treeRow(page, /changed/)).toHaveCount(0);

  // Escape ends it; then letters are commands again, and Tab goes on.
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expect(bytes(page)).toBeFocused();
  await page.keyboard.type('12');
  await page.keyboard.press('Control+Home');
  await expect(first).toHaveText(original);
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('a tap opens the keyboard, and a composition is text', THOROUGH, async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await page.getByRole('button', { name: 'Bytes', exact: true }).tap();
    await editButton(page).tap();
    for (const button of await bar(page).getByRole('button').all()) {
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    const first = line(page, '000000');
    // The column is where the tap is.
    const width = await first.evaluate(
      (element) => element.firstElementChild?.getBoundingClientRect().width ?? 0,
    );
    await first.tap({ position: { x: width - 30, y: 10 } });
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveAttribute('inputmode', 'text');
    await expect(field(page)).toHaveAccessibleName('Overwrite bytes with text');
    const session = await page.context().newCDPSession(page);
    for (const text of ['X', 'Xy', 'Xyz', 'Xy']) {
      await session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    }
    await session.send('Input.insertText', { text: 'Xy' });
    await expect(first).toContainText('Xy');
    await expect(first).not.toContainText('Xyz');
    await bar(page).getByRole('button', { name: 'Done' }).tap();
    await expect(bar(page)).toHaveCount(0);
  });
});
