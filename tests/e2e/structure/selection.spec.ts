/** The promise of the page: structure, bytes and picture select each other. */
import { bytesOf, CLOCKWORK } from '../../web/support/samples.ts';
import {
  dropBytes,
  expect,
  expectPose,
  openSample,
  picture,
  THOROUGH,
  THOROUGH_GL,
  test,
} from '../support/page.ts';
import {
  bytes,
  card,
  clickByte,
  line,
  placeOf,
  selectedRow,
  status,
  tree,
  treeRow,
} from '../support/panels.ts';

test('tree and bytes select each other', async ({ page }) => {
  await openSample(page);

  await test.step('a row selects its bytes, from their start', async () => {
    await treeRow(page, /^\[3\] ?Key/).click();
    await expect(status(page)).toHaveText('0x2DB87–0x35B93 · 32,781 bytes selected');
    await expect(line(page, '02DB80')).toBeInViewport();
    await expect(line(page, '000000')).not.toBeInViewport();
    await expect(card(page)).toContainText('Key');
  });

  await test.step('a byte selects its field', async () => {
    await bytes(page).focus();
    await page.keyboard.press('Control+Home');
    await clickByte(page, '000000', 3);
    await expect(selectedRow(page)).toContainText('“Header”');
    await expect(card(page)).toContainText('8 bytes at 0x0 (0)');
  });

  await test.step('and opens the rows around it', async () => {
    await clickByte(page, '0000C0', 8);
    await expect(selectedRow(page)).toContainText('SpecularPower');
    await expect(selectedRow(page)).toHaveAttribute('aria-level', '4');
    await expect(card(page)).toContainText('f32');
    await expect(card(page)).toContainText('4 bytes at 0xC7 (199)');
  });

  await test.step('the pointer shows a card with what a byte is', async () => {
    const hexLine = line(page, '000000');
    await hexLine.hover({ position: await placeOf(hexLine, 12) });
    const tip = page.locator('.hover-card').filter({ visible: true });
    await expect(tip).toContainText('Header.Version');
    await expect(tip).toContainText('4 bytes at 0xC (12)');
  });

  await test.step('dragging selects a range in the smallest structure around it', async () => {
    const [from, to] = [line(page, '000000'), line(page, '000010')];
    await from.hover({ position: await placeOf(from, 12) });
    await page.mouse.down();
    await to.hover({ position: await placeOf(to, 3) });
    await page.mouse.up();
    await expect(status(page)).toHaveText('0xC–0x13 · 8 bytes selected');
    await expect(selectedRow(page)).toContainText('Header');
  });
});

test('picture, tree and bytes select each other', THOROUGH_GL, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openSample(page);
  await expectPose(page, '-1@0');
  await page.locator('.scene-canvas').click();
  const crumb = page.locator('.card-title [aria-current]');
  await expect(crumb).toHaveAttribute('title', /Pieces\.Pieces\[\d\]\.LODs\[0\]\.(Faces|Vertices)\[\d+\]$/);
  const element = /\[\d+\]$/.exec((await crumb.getAttribute('title')) ?? '')?.[0] ?? 'an element';
  await expect(selectedRow(page)).toContainText(element);
  const [, start = ''] = /^0x([0-9A-F]+)/.exec((await status(page).textContent()) ?? '') ?? [];
  await expect(line(page, `${start.slice(0, -1)}0`.padStart(6, '0'))).toBeInViewport();

  const marked = async (select: () => Promise<void>) => {
    const before = await picture(page);
    await select();
    await expect.poll(async () => before.equals(await picture(page))).toBe(false);
  };
  await bytes(page).focus();
  await page.keyboard.press('Control+Home');
  await marked(() => clickByte(page, '000100', 0));
  await expect(crumb).toHaveAttribute('title', /Pieces\[0\]\.LODs\[0\]\.Faces\[1\]/);
  await marked(() => treeRow(page, /^\[5\] ?Face/).click());
  await expect(crumb).toHaveAttribute('title', /Pieces\[0\]\.LODs\[0\]\.Faces\[5\]$/);
});

test('keys move through tree and bytes', THOROUGH, async ({ page }) => {
  await openSample(page);

  await test.step('through the tree as in a file manager', async () => {
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
    await expect(selectedRow(page)).toContainText('AnimBindings');
    await expect(tree(page)).toHaveAttribute(
      'aria-activedescendant',
      (await selectedRow(page).getAttribute('id')) ?? '',
    );
  });

  await test.step('through the bytes, drawing out a range', async () => {
    await bytes(page).focus();
    await page.keyboard.press('Control+Home');
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

  await test.step('the bytes’ colours can be switched off, and the theme changed', async () => {
    await page.getByRole('button', { name: 'Byte view' }).click();
    const tint = page.getByRole('checkbox', { name: 'Colour by section' });
    await tint.uncheck();
    await page.keyboard.press('Escape');
    await expect(tint).toBeHidden();
    const before = await page.locator('html').getAttribute('data-theme');
    await page.keyboard.press('t');
    await expect(page.locator('html')).not.toHaveAttribute('data-theme', before ?? '');
  });
});

test('names from files are text, whatever is in them', THOROUGH, async ({ page }) => {
  const file = Buffer.from(bytesOf(CLOCKWORK));
  file.write('<b>\u00ad\r\0', file.indexOf('Left Arm', 0, 'latin1'), 'latin1');
  await page.goto('.');
  await dropBytes(page, '<img src=x>\u202Ecba.abc', file);
  await expect(treeRow(page, /<b>/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close <img src=x>' })).toBeVisible();
  expect(await page.locator('.tree b, .header img').count()).toBe(0);
});
