/** A phone: the model stays above a panel, which is dragged or tapped larger and away; a value is changed and saved by touch. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { bytesOf, CLOCKWORK } from '../../web/support/samples.ts';
import { dropBytes, expect, openWith, PHONE, THOROUGH, test, viewport } from '../support/page.ts';
import { bytes, card, fileTab, goTo, status, tree } from '../support/panels.ts';

const SIDEWAYS = { width: 844, height: 390 };

test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

const dock = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name });
const grip = (page: Page) => page.locator('.pane-grip:visible');

/** Drags with one finger, from place to place, and rests before it is lifted. */
async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: [number, number][],
    timestamp: number,
  ) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y]) => ({ x, y })),
      timestamp,
    });
  const start = Date.now() / 1000;
  await send('touchStart', [from], start);
  for (const share of [0.2, 0.6, 1]) {
    const at = (i: 0 | 1) => from[i] + (to[i] - from[i]) * share;
    await send('touchMove', [[at(0), at(1)]], start + share / 2);
  }
  // A rest: the panel is not flung.
  await send('touchEnd', [], start + 2);
  await session.detach();
}

/** Where a finger grips the panel. */
async function hold(page: Page): Promise<[number, number]> {
  const box = await grip(page).boundingBox();
  if (!box) throw new Error('no grip');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test('the model stays above a panel, which a finger makes larger, smaller, and sends away', async ({
  page,
}) => {
  await openWith(page, CLOCKWORK);
  await expect(grip(page)).toHaveCount(0);
  await dock(page, 'Bytes').tap();
  await expect(bytes(page)).toBeVisible();
  const [model, panel] = [
    await viewport(page).boundingBox(),
    await page.locator('.column-bytes').boundingBox(),
  ];
  if (!model || !panel) throw new Error('no box');
  expect(model.height).toBeGreaterThan(PHONE.height * 0.25);
  expect(model.y + model.height).toBeLessThanOrEqual(panel.y);
  expect(panel.width).toBe(PHONE.width);
  const target = await grip(page).boundingBox();
  expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(40);

  // It follows the finger, and settles where it is nearest to.
  const from = await hold(page);
  await drag(page, from, [from[0], 70]);
  await expect(viewport(page)).toBeHidden();
  await expect(bytes(page)).toBeVisible();
  await expect(grip(page)).toHaveAccessibleName('Show the model beside the panel');
  const top = await hold(page);
  await drag(page, top, [top[0], PHONE.height / 2]);
  await expect(viewport(page)).toBeVisible();
  await expect.poll(async () => (await page.locator('.column-bytes').boundingBox())?.y).toBe(panel.y);
  await drag(page, from, [from[0], PHONE.height - 80]);
  await expect(bytes(page)).toBeHidden();
  await expect(dock(page, 'View')).toHaveAttribute('aria-pressed', 'true');

  // A tap does as well; the panel that comes next is as this one was left.
  await dock(page, 'Outline').tap();
  await grip(page).tap();
  await expect(viewport(page)).toBeHidden();
  await dock(page, 'Bytes').tap();
  await expect(viewport(page)).toBeHidden();
  await grip(page).tap();
  await expect(viewport(page)).toBeVisible();
});

test('a tap on a tab is no drag, and what the panel shows scrolls as ever', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await dock(page, 'Outline').tap();
  await page.getByRole('tab', { name: /^Files/ }).tap();
  await expect(page.getByRole('tab', { name: /^Files/ })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Outline' }).tap();
  await expect(tree(page)).toBeVisible();
  const box = await tree(page).boundingBox();
  if (!box) throw new Error('no box');
  const x = box.x + box.width / 2;
  await drag(page, [x, box.y + box.height - 20], [x, box.y + 20]);
  await expect(viewport(page)).toBeVisible();
  await expect(tree(page)).toBeVisible();
});

test('the grip has keys, and is kept', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await dock(page, 'Bytes').tap();
  await grip(page).focus();
  await page.keyboard.press('ArrowUp');
  await expect(viewport(page)).toBeHidden();
  await expect(grip(page)).toBeFocused();
  await openWith(page, CLOCKWORK);
  await dock(page, 'Bytes').tap();
  await expect(viewport(page)).toBeHidden();
  await grip(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(viewport(page)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(bytes(page)).toBeHidden();
});

test('a list has all of the panel, and what goes to bytes shows them', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await dock(page, 'Table').tap();
  await expect(bytes(page)).toBeHidden();
  await page.keyboard.press('Control+f');
  await expect(bytes(page)).toBeVisible();
  await expect(dock(page, 'Bytes')).toHaveAttribute('aria-pressed', 'true');
  await grip(page).tap();
  await dock(page, 'Problems').tap();
  await expect(bytes(page)).toBeVisible();
});

test('a phone on its side has the panel beside the model', THOROUGH, async ({ page }) => {
  await page.setViewportSize(SIDEWAYS);
  await openWith(page, CLOCKWORK);
  await dock(page, 'Outline').tap();
  const [model, panel] = [
    await viewport(page).boundingBox(),
    await page.locator('.column-left').boundingBox(),
  ];
  if (!model || !panel) throw new Error('no box');
  expect(model.width).toBeGreaterThan(350);
  expect(model.x + model.width).toBeLessThanOrEqual(panel.x);
  expect(panel.x + panel.width).toBe(SIDEWAYS.width);
  // All of the row is a grip.
  const [, y] = await hold(page);
  await drag(page, [panel.x + 30, y], [SIDEWAYS.width - 60, y]);
  await expect(tree(page)).toBeHidden();
  await dock(page, 'Bytes').tap();
  await grip(page).tap();
  await expect(viewport(page)).toBeHidden();
  await expect(card(page)).toBeVisible();
});

test('a value is changed and the file saved by touch: its bytes are those of the download', async ({
  page,
}) => {
  const original = bytesOf(CLOCKWORK);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await page.goto('.');
  await dropBytes(page, 'clockwork.abc', original);
  await expect(fileTab(page, 'clockwork.abc')).toBeVisible();
  await goTo(page, 'Header.InternalRadius');
  const offset = Number.parseInt((await status(page).textContent()) ?? '', 16);
  await card(page)
    .getByRole('button', { name: /^Change Header\.InternalRadius/ })
    .tap();
  await page.locator('.value-editor input[type="text"]').fill('40.5');
  await page.locator('.value-editor').getByRole('button', { name: 'Apply' }).tap();
  const save = page.getByRole('banner').getByRole('button', { name: 'Save', exact: true });
  const target = await save.boundingBox();
  expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(40);
  const download = page.waitForEvent('download');
  await save.tap();
  const file = await download;
  expect(file.suggestedFilename()).toBe('clockwork.abc');
  const saved = readFileSync(await file.path());
  const expected = Buffer.from(original);
  expected.writeFloatLE(40.5, offset);
  expect(saved.equals(expected)).toBe(true);
  expect(saved.equals(original)).toBe(false);
  await expect(save).toBeHidden();
});
