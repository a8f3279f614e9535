/** Sockets and dims that are changed in the picture. The numbers of a drag are tested in tests/web/scene/gizmo-math.test.ts. */
import type { Page } from '@playwright/test';
import { bytesOf, CLOCKWORK } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { dropFiles, expect, GL, PHONE, THOROUGH_GL, test, viewport, WIDE } from '../support/page.ts';
import { card, chooseAnimation, goTo, line } from '../support/panels.ts';

/** Where the handles of the socket are, from the top left of the viewport. */
async function gizmo(page: Page): Promise<{ x: number; y: number; height: number }> {
  await expect(viewport(page)).toHaveAttribute('data-gizmo', /\d/);
  const box = await viewport(page).boundingBox();
  const [left = 0, top = 0] = ((await viewport(page).getAttribute('data-gizmo')) ?? '')
    .split(' ')
    .map(Number);
  return { x: (box?.x ?? 0) + left, y: (box?.y ?? 0) + top, height: box?.height ?? 0 };
}

/** Presses at a place and moves by pixels, without letting go. */
async function drag(page: Page, x: number, y: number, right: number, down: number): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right / 2, y + down / 2);
  await page.mouse.move(x + right, y + down);
}

test(
  'the numbers of a socket take arithmetic, say what they do not take, and are not cut',
  GL,
  async ({ page }) => {
    await page.goto('.');
    await dropFiles(page, [['robot.abc', bytesOf(CLOCKWORK)]]);
    await goTo(page, 'Sockets.Sockets[1]');
    const z = location(page, 'Z');
    await z.fill('-5+1/2');
    await z.press('Enter');
    await expect(z).toHaveValue('-4.5');
    await expect(card(page)).toContainText('−1.5  −6  −4.5');
    await z.fill('up');
    await z.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: '“up” is not a number.' })).toBeVisible();
    await expect(z).toHaveValue('-4.5');
    await z.press('ArrowUp');
    await expect(z).toHaveValue('-3.5');
    // As many digits as an f32 has.
    await z.fill('-3.09211355');
    await z.press('Enter');
    for (const size of [WIDE, PHONE]) {
      await page.setViewportSize(size);
      if (size === PHONE) await page.getByRole('button', { name: 'View', exact: true }).click();
      const room = await z.evaluate((input) => input.clientWidth - input.scrollWidth);
      expect(room, `${size.width}`).toBeGreaterThanOrEqual(0);
    }
  },
);

const panel = (page: Page) => page.getByRole('region', { name: 'Socket in the viewport' });
const location = (page: Page, axis: string) => page.getByLabel(`Location ${axis}, relative to the node`);

test(
  'a socket is moved and turned in the picture, and dims by their faces',
  THOROUGH_GL,
  async ({ page }) => {
    await page.goto('.');
    await dropFiles(page, [['robot.abc', bytesOf(CLOCKWORK)]]);
    await expect(viewport(page)).toHaveAttribute('data-pose', '-1@0');
    // From the front and without perspective a pixel is the same everywhere.
    await page.locator('.scene-canvas').press('1');
    await page.locator('.scene-canvas').press('5');
    await goTo(page, 'Sockets.Sockets[1]');
    const row = line(page, '071150');
    const start = await gizmo(page);
    const before = await row.textContent();
    await expect(card(page)).toContainText('−1.5  −6  1');

    await test.step('Escape cancels a drag', async () => {
      await drag(page, start.x, start.y - start.height * 0.09, 0, -40);
      await expect(page.locator('.gizmo-label')).toBeVisible();
      await expect(location(page, 'Y')).not.toHaveValue('-6');
      await page.keyboard.press('Escape');
      await page.mouse.up();
      await expect(page.locator('.gizmo-label')).toBeHidden();
      await expect(location(page, 'Y')).toHaveValue('-6');
      await expect(panel(page)).toBeVisible();
    });

    await test.step('a drag is written when it ends, as one step', async () => {
      await drag(page, start.x, start.y - start.height * 0.09, 0, -40);
      await expect(row).toHaveText(before ?? '');
      await page.mouse.up();
      await expect(row).not.toHaveText(before ?? '');
      // What was written is where it was put; the picture itself is a little lower, under the buttons of undo.
      const end = await gizmo(page);
      expect(Math.hypot(end.x - start.x, end.y - (start.y - 40))).toBeLessThan(4);
      await expect(panel(page)).toBeVisible();
      await page.keyboard.press('Control+z');
      await expect(row).toHaveText(before ?? '');
      await expect(location(page, 'Y')).toHaveValue('-6');
    });

    await test.step('keys and fields', async () => {
      await panel(page).getByRole('button', { name: 'Local' }).click();
      await panel(page).getByRole('button', { name: 'Move' }).press('ArrowRight');
      // The socket's own axes are those of its node.
      await expect(location(page, 'X')).toHaveValue('-0.5');
      await location(page, 'Z').fill('2.25');
      await location(page, 'Z').press('Enter');
      await expect(card(page)).toContainText('−0.5  −6  2.25');
      await panel(page).getByRole('button', { name: 'Rotate' }).click();
      await page.keyboard.press('ArrowUp');
      await expect(page.getByLabel('Rotation about X, degrees')).toHaveValue('5');
      await expectAccessible(page, '.picture-tools');
      for (let step = 0; step < 3; step++) await page.keyboard.press('Control+z');
      await expect(row).toHaveText(before ?? '');
    });

    await test.step('a ring turns it where it is', async () => {
      await drag(page, start.x - start.height * 0.15, start.y, 0, -60);
      await page.mouse.up();
      await expect(card(page)).toContainText('−1.5  −6  1');
      await expect(card(page)).not.toContainText('0  0  0  1');
      await page.keyboard.press('Control+z');
      await expect(card(page)).toContainText('0  0  0  1');
    });

    await test.step('both sides of the dims move with a face', async () => {
      await page.keyboard.press('Escape');
      await expect(panel(page)).toHaveCount(0);
      await chooseAnimation(page, 'Walk');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('show the dims');
      await page.keyboard.press('Enter');
      const [top, bottom] = ['+', '−'].map((sign) =>
        page.getByRole('slider', { name: `Y half size, ${sign}Y face` }),
      );
      if (!top || !bottom) throw new Error('no faces');
      await expect(top).toHaveAttribute('aria-valuenow', '53');
      const [above, below] = [await top.boundingBox(), await bottom.boundingBox()];
      const middle = (box: typeof above) => ({ x: (box?.x ?? 0) + 12, y: (box?.y ?? 0) + 12 });
      await drag(page, middle(above).x, middle(above).y, 0, 30);
      await page.mouse.up();
      await expect(top).not.toHaveAttribute('aria-valuenow', '53');
      const pixels = (middle(below).y - middle(above).y) / 106;
      await expect
        .poll(async () => Math.abs(Number(await top.getAttribute('aria-valuenow')) - (53 - 30 / pixels)))
        .toBeLessThan(0.5);
      await expect
        .poll(async () => Math.abs(middle(await bottom.boundingBox()).y - (middle(below).y - 30)))
        .toBeLessThan(1.5);
      await top.press('ArrowUp');
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
      await expect(top).toHaveAttribute('aria-valuenow', '53');
      // The binding, which said the same, goes along.
      await page.getByLabel('Half size along X').fill('20.5');
      await page.getByLabel('Half size along X').press('Enter');
      await goTo(page, 'AnimBindings.Lists[0].AnimBindings[1].Extents');
      await expect(card(page)).toContainText('20.5');
    });

    await test.step('sockets are added at a place that is clicked, and deleted', async () => {
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('add a socket');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Add a socket' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Chest');
      await dialog.getByRole('button', { name: 'Click a point on the model…' }).click();
      await viewport(page).click();
      await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Chest');
      await expect(dialog).toContainText(/At .*, .*, .* on the node/);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(panel(page)).toContainText('Chest');
      await goTo(page, 'Sockets.Sockets[4]');
      // It is where the click was.
      const box = await viewport(page).boundingBox();
      const place = await gizmo(page);
      if (!box) throw new Error('no viewport');
      expect(Math.hypot(place.x - box.x - box.width / 2, place.y - box.y - box.height / 2)).toBeLessThan(4);
      await page.locator('.scene-canvas').press('Delete');
      await expect(panel(page)).toHaveCount(0);
    });
  },
);
