/** The header of an open file, and what the file is and holds above its structure, at every width. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import {
  dropBytes,
  expect,
  openSample,
  openWith,
  PHONE,
  THOROUGH,
  THOROUGH_GL,
  test,
  WIDE,
} from '../support/page.ts';
import { chooseMore, goTo, shareButton, status, summary, tab, verdict } from '../support/panels.ts';

const SIZES = [
  WIDE,
  { width: 1280, height: 720 },
  { width: 1024, height: 700 },
  { width: 844, height: 390 },
  PHONE,
];

/** Controls of the header that are in view only in part. */
function cutOff(page: Page): Promise<string[]> {
  return page.locator('.header').evaluate((header) => {
    const box = header.getBoundingClientRect();
    const parts = [...header.querySelectorAll('button, input, h1')].filter((part) => {
      const { width } = part.getBoundingClientRect();
      return width > 1 && part.checkVisibility({ visibilityProperty: true });
    });
    const cut = parts.filter((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const isInside = left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom;
      return !part.matches('.logo') && !(isInside && part.scrollWidth <= part.clientWidth + 1);
    });
    return cut.map((part) => part.getAttribute('aria-label') ?? part.textContent ?? '');
  });
}

test('the header is one row and cuts no control at any width', async ({ page }) => {
  await openSample(page);
  const cut = readFileSync(CLOCKWORK).subarray(0, 20_000);
  for (const damaged of [false, true]) {
    if (damaged) await dropBytes(page, 'cut.abc', cut);
    await expect(verdict(page)).toContainText(damaged ? '2 errors' : 'No problems');
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const touch = size.width < 900 || size.height < 500;
      await expect.poll(() => cutOff(page), `${size.width}, damaged: ${damaged}`).toEqual([]);
      expect((await page.locator('.header').boundingBox())?.height).toBe(touch ? 52 : 44);
      await expect(shareButton(page)).toBeInViewport({ ratio: 1 });
      // A phone has room for a verdict that is bad news; the others are in its menu.
      if (size !== PHONE || damaged) await expect(verdict(page)).toBeInViewport({ ratio: 1 });
      else await expect(verdict(page)).toBeHidden();
    }
  }
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Problems: 2 errors' }).click();
  await expect(page.getByRole('list', { name: 'Problems' })).toBeVisible();
});

test('what is fixed stays in its place whatever is selected, and saving comes with a change', async ({
  page,
}) => {
  await openWith(page, CLOCKWORK);
  const places = async () => [await verdict(page).boundingBox(), await shareButton(page).boundingBox()];
  await expect(verdict(page)).toBeVisible();
  const before = await places();
  const save = page.getByRole('banner').getByRole('button', { name: 'Save', exact: true });
  await expect(save).toBeHidden();
  await goTo(page, 'Header.InternalRadius');
  await expect(status(page)).toContainText('selected');
  expect(await places()).toEqual(before);
  await dropBytes(page, 'a_model_with_a_much_longer_name_than_the_other.abc', readFileSync(CLOCKWORK));
  await expect(page.getByRole('tab', { name: /^a_model_with/ })).toBeVisible();
  expect(await places()).toEqual(before);

  await goTo(page, 'Header.InternalRadius');
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('77');
  await page.keyboard.press('Enter');
  await expect(save).toBeInViewport({ ratio: 1 });
  expect((await places())[1]).toEqual(before[1]);
  await page.getByRole('button', { name: '1 change not saved: show the changes' }).click();
  const changes = page.getByRole('dialog', { name: 'Changes' });
  await expect(changes).toContainText('→ 77');
  await page.keyboard.press('Escape');
  await expect(changes).toBeHidden();
  await chooseMore(page, /^Undo “/);
  await expect(save).toBeHidden();
});

test('one menu has all ways out of the page, and gives the focus back', async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await shareButton(page).press('Enter');
  await expect(shareButton(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('menuitem')).toHaveText([
    /^Copy link/,
    'QR code…',
    'Bundle (.lith)…',
    'Embed…',
    /^Save image/,
    /^Copy image/,
    'Image, axis sheet or contact sheet…',
    /^Video…/,
    /^GLB for Blender…/,
    'Pose as OBJ…',
    'Other format or version…',
    /^Data: /,
  ]);
  await expectAccessible(page, '.menu');
  await page.keyboard.press('Escape');
  await expect(shareButton(page)).toBeFocused();
  await expect(shareButton(page)).toHaveAttribute('aria-expanded', 'false');
  // A second press closes it.
  await shareButton(page).click();
  await shareButton(page).click();
  await expect(page.getByRole('menu')).toBeHidden();
  await shareButton(page).press('ArrowDown');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu', { name: 'Data from clockwork.abc' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /ImHex/ })).toBeEnabled();
});

test('samples are opened and files are chosen by menus', THOROUGH, async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await openWith(page, CLOCKWORK);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sample: Jellyfish' }).click();
  await expect(page.getByRole('tab', { name: /^jellyfish\.abc/ })).toHaveAttribute('aria-selected', 'true');
  // There is one title, and it opens the list.
  await page.getByRole('tab', { name: /^jellyfish\.abc/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'clockwork.abc' }).click();
  await expect(page.getByRole('tab', { name: 'clockwork.abc' })).toBeVisible();
  await page.getByRole('button', { name: '2 open files' }).click();
  await page.getByRole('menuitem', { name: 'Close this file' }).click();
  await expect(page.getByRole('tab', { name: 'clockwork.abc' })).toHaveCount(0);
});

test('two lines of the outline say what the file is and holds', THOROUGH, async ({ page }) => {
  await openSample(page);
  await expect(summary(page).getByText('No One Lives Forever, Aliens vs Predator 2')).toBeVisible();
  await expect(summary(page).getByText('3,854 faces')).toBeVisible();
  await expect(summary(page)).toHaveAttribute('title', /^LithTech 2 model · ABC v12 .*\n.*4 sockets/s);
  const lines = await summary(page)
    .locator('p')
    .evaluateAll((all) => all.map((one) => one.clientHeight));
  expect(lines).toEqual([18, 18]);
  await tab(page, 'Files').first().click();
  await expect(summary(page)).toBeHidden();
  await tab(page, 'Outline').first().click();
  await summary(page)
    .getByRole('button', { name: /^ABC v12/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'Convert the model' })).toBeVisible();
});

test('a phone says above the view why there is nothing to see', THOROUGH, async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('.');
  await dropBytes(page, 'song.abc', Buffer.from('X:1\nT:Tune\nK:C\nCDEF|\n'));
  await page.getByRole('button', { name: 'Show the bytes anyway' }).click();
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'View' }).click();
  await expect(page.getByText(/^song\.abc: This is a tune in ABC music notation/)).toBeVisible();
});

test('one button leads to the problems, which have one name', THOROUGH, async ({ page }) => {
  await page.setViewportSize(WIDE);
  await openSample(page);
  await expect(summary(page)).toContainText('ABC v12');
  // More weights than are counted, which ModelEdit refuses (abc.md §3.11).
  const bytes = Uint8Array.from(readFileSync(CLOCKWORK));
  const token = new TextEncoder().encode('Pieces');
  const at = bytes.findIndex((_, i) => token.every((byte, j) => bytes[i + j] === byte));
  // Pieces.WeightCount, after the name and the offset of the next section.
  new DataView(bytes.buffer).setUint32(at + token.length + 4, 1, true);
  await dropBytes(page, 'few.abc', bytes);
  await expect(verdict(page)).toHaveCount(1);
  await expect(verdict(page)).toHaveText('Loads with flaws · 1 error');
  await expect(verdict(page)).toHaveAccessibleName(
    /^1 error: the game loads it, but parts may be wrong; ModelEdit refuses it/,
  );
  await expect(summary(page)).toContainText('Pieces.WeightCount is 1');
  await verdict(page).click();
  const problems = tab(page, /^Problems/);
  await expect(problems).toHaveAttribute('aria-selected', 'true');
  await expect(problems).toHaveText(/^Problems\s*1$/);
  await expect(page.getByText(/Pieces\.WeightCount is 1, .* ModelEdit refuses it\./)).toBeVisible();
  const item = page.getByRole('list', { name: 'Problems' }).getByRole('listitem');
  await expect(item).toContainText('WEIGHTS_ABOVE_COUNT');
  await expect(item).toContainText('Rule abc.md §3.11');
  await expect(page.getByText(/\bfindings?\b/i)).toHaveCount(0);
});

test('counts the vertices that the view draws', THOROUGH_GL, async ({ page }) => {
  await openSample(page, 'Jellyfish');
  await expect(page.locator('.viewport')).toHaveAttribute('data-drawn', /./);
  await page.locator('.scene-canvas').focus();
  await page.keyboard.press('s');
  const row = page.getByRole('table', { name: 'Statistics' }).getByRole('row', { name: /^Vertices / });
  const drawn = await row.getByRole('cell').innerText();
  expect(drawn).toMatch(/^[\d,]+$/);
  await expect(summary(page)).toContainText(`${drawn} vertices`);
});
