/** The dope sheet: keys of all nodes on one scale, selected, copied, moved and deleted. */
import type { Page } from '@playwright/test';
import { CLOCKWORK, CLOCKWORK_BASE } from '../../web/support/samples.ts';
import { expect, expectPose, openWith, PHONE, THOROUGH, THOROUGH_GL, test } from '../support/page.ts';
import {
  chooseAnimation,
  expectNothingToUndo,
  openGroup,
  openSheet,
  placeInSheet,
  sheet,
  sheetKey,
} from '../support/panels.ts';

const row = (page: Page, name: string) => sheet(page).getByRole('row').filter({ hasText: name });
const foot = (page: Page) => page.locator('.sheet-foot');
const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

interface Place {
  readonly x: number;
  readonly y: number;
}

/** A finger, as the browser has it of a touch screen. */
async function fingerOn(page: Page) {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    down: (at: Place) => send('touchStart', [at]),
    move: (at: Place) => send('touchMove', [at]),
    up: () => send('touchEnd', []),
  };
}

test('rows and keys by arrows: a tree of nodes, with words for each key', async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await chooseAnimation(page, 'Walk');
  await openSheet(page);
  await sheet(page).focus();
  await press(page, 'ArrowDown');
  const pelvis = row(page, 'Pelvis');
  await expect(pelvis).toHaveAttribute('aria-selected', 'true');
  await expect(pelvis).toHaveAttribute('aria-expanded', 'true');
  const rows = Number(await sheet(page).getAttribute('aria-rowcount'));
  await press(page, 'ArrowLeft');
  await expect(pelvis).toHaveAttribute('aria-expanded', 'false');
  await expect(sheet(page)).toHaveAttribute('aria-rowcount', '2');
  await press(page, 'ArrowRight');
  await expect(sheet(page)).toHaveAttribute('aria-rowcount', String(rows));

  await press(page, 'ArrowRight', 'ArrowRight');
  await expect(sheetKey(page)).toHaveText(/^Key 2, 60 ms, \d+ nodes change$/);
  const described = await sheet(page).getAttribute('aria-activedescendant');
  await expect(page.locator(`[id="${described}"]`)).toHaveText(/^Key 2/);
  await expect(page.getByRole('slider', { name: 'Time' })).toHaveAttribute('aria-valuenow', '60');
  await press(page, 'Enter');
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('[1]');

  // The filter of the list in focus.
  await press(page, '/');
  const filter = page.getByRole('searchbox', { name: 'Filter the nodes of the dope sheet' });
  await expect(filter).toBeFocused();
  await filter.fill('hand');
  await expect(sheet(page).getByRole('row')).toHaveText([/L_Hand/, /R_Hand/]);
  await press(page, 'Escape');
  await expect(sheet(page)).toHaveAttribute('aria-rowcount', String(rows));
});

test('a node that is selected elsewhere has the current row', THOROUGH_GL, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await chooseAnimation(page, 'Wave');
  await openSheet(page);
  await openGroup(page, 'Skeleton');
  const nodes = page.getByRole('grid', { name: 'Nodes' }).getByRole('button');
  await nodes.filter({ hasText: 'Antenna' }).click();
  await expect(row(page, 'Antenna')).toHaveAttribute('aria-selected', 'true');
  await expect(row(page, 'Antenna')).toBeInViewport({ ratio: 1 });
});

test(
  'keys are selected by click, Shift and box, and are moved, copied, pasted and deleted in steps of undo',
  THOROUGH,
  async ({ page }) => {
    await openWith(page, CLOCKWORK_BASE);
    await chooseAnimation(page, 'Dance');
    await openSheet(page);
    await expect(foot(page)).toContainText('Key 1 of 49');
    const click = async (key: number, options: { shift?: boolean } = {}) => {
      const { x, y } = await placeInSheet(page, 1, (key * 3200) / 48, 3200);
      if (options.shift) await page.keyboard.down('Shift');
      await page.mouse.click(x, y);
      if (options.shift) await page.keyboard.up('Shift');
    };
    await click(4);
    await expect(foot(page)).toContainText('Key 5 of 49');
    await click(8, { shift: true });
    await expect(foot(page)).toContainText('2 keys selected');
    const from = await placeInSheet(page, 1, 630, 3200);
    const to = await placeInSheet(page, 3, 970, 3200);
    await page.mouse.move(from.x, from.y - 10);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y + 10, { steps: 3 });
    await page.mouse.up();
    await expect(foot(page)).toContainText('5 keys selected');

    await press(page, 'Control+c', 'Alt+Shift+ArrowRight');
    await expect(page.getByRole('slider', { name: 'Time' })).toHaveAttribute('aria-valuenow', /^66[78]$/);
    await expect(foot(page)).toContainText('5 keys selected');
    await press(page, 'End', 'Control+v');
    await expect(page.getByText('/ 3,467 ms')).toBeVisible();
    await expect(foot(page)).toContainText('5 keys selected');
    await press(page, 'Delete');
    await expect(foot(page)).toContainText('of 48');
    for (let i = 0; i < 3; i++) await press(page, 'Control+z');
    await expect(foot(page)).toContainText('of 49');
    await expect(page.getByText('/ 3,200 ms')).toBeVisible();
    await expectNothingToUndo(page);
  },
);

test('one scale: keys and the wheel zoom ruler, rows and curves', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await chooseAnimation(page, 'Wave');
  await openSheet(page);
  await sheet(page).focus();
  await press(page, 'Home', '+', '+', '+', '+');
  const ruler = page.locator('.sheet-ruler');
  const box = await ruler.boundingBox();
  if (!box) throw new Error('no ruler');
  await page.mouse.click(box.x + box.width - 16, box.y + 8);
  const now = Number(await ruler.getAttribute('aria-valuenow'));
  expect(now).toBeGreaterThan(1000);
  expect(now).toBeLessThan(1500);
  await press(page, '0');
  await sheet(page).focus();
  await press(page, '0', 'End');
  await expect(ruler).toHaveAttribute('aria-valuenow', '3000');
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('it opens over the bar, which has steps and the menu of playback', THOROUGH_GL, async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await chooseAnimation(page, 'Walk');
    await openSheet(page);
    const [above, bar] = [
      await page.getByRole('region', { name: 'Dope sheet' }).boundingBox(),
      await page.getByRole('toolbar', { name: 'Playback' }).boundingBox(),
    ];
    expect(above && bar && above.y + above.height <= bar.y).toBe(true);
    for (const name of ['Previous key', 'Next key', 'Playback'])
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Next key' }).tap();
    await expectPose(page, '1@60');
    const { x, y } = await placeInSheet(page, 1, 240, 960);
    await page.touchscreen.tap(x, y);
    await expectPose(page, '1@240');
    await page.getByRole('button', { name: 'Delete the key' }).tap();
    await page.getByRole('button', { name: 'More of the dope sheet' }).tap();
    await expect(page.getByRole('menuitem', { name: 'Paste at the playhead' })).toBeDisabled();
    await page.getByRole('menuitem', { name: 'Copy' }).tap();
    await page.getByRole('button', { name: 'More of the dope sheet' }).tap();
    await expect(page.getByRole('menuitem', { name: 'Paste at the playhead' })).toBeEnabled();
  });

  test('a held finger draws a box around keys and moves them; a quick one scrolls', async ({ page }) => {
    await openWith(page, CLOCKWORK_BASE);
    await chooseAnimation(page, 'Dance');
    await openSheet(page);
    const finger = await fingerOn(page);
    const box = page.locator('.sheet-box');
    const from = await placeInSheet(page, 1, 630, 3200);
    const to = await placeInSheet(page, 2, 970, 3200);

    await finger.down(from);
    await expect(box).toBeVisible();
    await finger.move(to);
    await finger.up();
    await expect(foot(page)).toContainText('5 keys selected');
    await expect(box).toBeHidden();
    await expect(page.getByRole('menu')).toBeHidden();

    // Up and down the rows, without waiting: the selection stays.
    await expect(sheet(page)).toHaveJSProperty('scrollTop', 0);
    await finger.down(to);
    for (let y = 10; y <= 60; y += 10) await finger.move({ x: to.x, y: to.y - y });
    await finger.up();
    await expect.poll(() => sheet(page).evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(20);
    await expect(foot(page)).toContainText('5 keys selected');
    await sheet(page).evaluate((element) => element.scrollTo(0, 0));

    // The selected keys are at 667 ms to 933 ms, 67 ms apart: they move together, and undo takes them back.
    const key = await placeInSheet(page, 1, 800, 3200);
    await finger.down(key);
    await expect(box).toBeVisible();
    await finger.move({ x: key.x + 2 * 12, y: key.y });
    await finger.up();
    await expect(foot(page)).toContainText('5 keys selected');
    await page.getByRole('button', { name: 'More', exact: true }).tap();
    await page.getByRole('menuitem', { name: /^Undo/ }).tap();
    await expectNothingToUndo(page);
  });
});
