/** Models at the sockets of another one. Where they stand is tested in tests/web/scene/attached.test.ts. */
import type { Page } from '@playwright/test';
import { bytesOf, CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { dropFiles, expect, expectPose, THOROUGH_GL, test, viewport } from '../support/page.ts';
import { fileTab, openGroup } from '../support/panels.ts';

const LINK = '#model=samples%2Fclockwork.abc';

const guests = (page: Page, said: string | RegExp) =>
  expect(viewport(page)).toHaveAttribute('data-guests', said);
const sockets = (page: Page) => page.getByRole('grid', { name: 'Sockets' });

const openSockets = (page: Page) => openGroup(page, 'Sockets');

test(
  'a model is attached to a socket, plays, hides, follows a reload, and goes with its file',
  THOROUGH_GL,
  async ({ page }) => {
    await page.goto('.');
    await dropFiles(page, [
      ['robot.abc', bytesOf(CLOCKWORK)],
      ['jelly.abc', bytesOf(JELLYFISH)],
    ]);
    await expect(page.getByRole('tab', { name: 'jelly.abc' })).toBeVisible();
    await expectPose(page, '-1@0');
    await guests(page, '');
    await openSockets(page);

    await test.step('the keyboard chooses among the open models', async () => {
      await sockets(page).getByRole('button', { name: 'Attach a model to LeftHand' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Attach a model' });
      await expect(dialog.getByRole('combobox', { name: 'Socket' })).toHaveValue('1');
      const field = dialog.getByRole('combobox', { name: 'Find an open model' });
      await expect(field).toBeFocused();
      await field.fill('nothing');
      await field.press('Enter');
      await expect(dialog).toContainText('No open model has this name.');
      await field.fill('jel');
      await expectAccessible(page, '.attach');
      await field.press('Enter');
      await expect(dialog).toHaveCount(0);
      await guests(page, 'socket 1 jelly.abc -1@0');
      await expect(page.getByText('Attached jelly.abc to LeftHand.')).toBeVisible();
    });

    await test.step('it plays with the model', async () => {
      await sockets(page).getByRole('combobox', { name: 'Animation of jelly.abc' }).selectOption('swim');
      await guests(page, 'socket 1 jelly.abc 2@0');
      await page.locator('.scene-canvas').focus();
      await page.keyboard.press('Space');
      await guests(page, /^socket 1 jelly\.abc 2@[1-9]/);
      await page.keyboard.press('Space');
      await expectAccessible(page, '.panel-model');
    });

    await test.step('it can be hidden', async () => {
      const eye = sockets(page).getByRole('button', { name: 'Show jelly.abc' });
      await eye.click();
      await guests(page, '');
      await expect(eye).toHaveAttribute('aria-pressed', 'false');
      await eye.click();
      await guests(page, /^socket 1/);
    });

    await test.step('both files can be read again', async () => {
      await page.locator('.scene-canvas').press('r');
      await expect(page.getByText('robot.abc is unchanged.')).toBeVisible();
      await guests(page, /^socket 1 jelly\.abc 2@/);
      const changed = Uint8Array.from(bytesOf(JELLYFISH));
      // A byte of the first texture coordinates.
      changed[0x200] = (changed[0x200] ?? 0) ^ 1;
      await dropFiles(page, [['jelly.abc', changed]]);
      await expect(page.locator('.announcement')).toContainText('jelly.abc');
      await fileTab(page, 'robot.abc').click();
      await guests(page, /^socket 1 jelly\.abc 2@/);
    });

    await test.step('a second socket, and detaching', async () => {
      // The button is there while its row is pointed at.
      await sockets(page).getByRole('row', { name: /^Head/ }).hover();
      await sockets(page).getByRole('button', { name: 'Attach a model to Head' }).click();
      await expect(page.getByRole('combobox', { name: 'Find an open model' })).toBeFocused();
      await page.keyboard.press('Enter');
      await guests(page, /^socket 1 .*, socket 3 jelly\.abc -1@0$/);
      await sockets(page).getByRole('button', { name: 'Detach jelly.abc' }).first().click();
      await guests(page, 'socket 3 jelly.abc -1@0');
      await expect(sockets(page).getByRole('button', { name: 'Attach a model to LeftHand' })).toBeFocused();
    });

    await test.step('closed, it is gone, and that is said', async () => {
      await fileTab(page, 'jelly.abc').click();
      await page.keyboard.press('Alt+w');
      await expect(page.getByText('jelly.abc was closed and detached from Head of robot.abc.')).toBeVisible();
      await guests(page, '');
    });
  },
);

test(
  'a link brings the models at the sockets, and a click on one says whose it is',
  THOROUGH_GL,
  async ({ page }) => {
    // The jellyfish on its head is in the middle; the robot itself is hidden.
    await page.goto(`./${LINK}&attach=3,0:2,250@samples/jellyfish.abc&hide=0-20&cam=0,60,-150,0,55,0&v=1`);
    await guests(page, 'socket 3 jellyfish.abc 2@250');
    await expect
      .poll(() => new URL(page.url()).hash)
      .toContain('attach=3%2C0%3A2%2C250%40samples%2Fjellyfish.abc');
    const box = await viewport(page).boundingBox();
    if (!box) throw new Error('no viewport');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(page.locator('.announcement')).toHaveText(/^Selected in jellyfish\.abc: Geometry\./);
  },
);

test('the card of a socket, its menu and the search lead to attaching', async ({ page }) => {
  await page.goto('.');
  await dropFiles(page, [['robot.abc', bytesOf(CLOCKWORK)]]);
  await openSockets(page);
  await sockets(page).getByRole('button', { name: 'Back', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Attach a model' });
  await page
    .getByRole('region', { name: 'Selected field' })
    .getByRole('button', { name: 'Attach a model…' })
    .click();
  await expect(dialog.getByRole('combobox', { name: 'Socket' })).toHaveValue('2');
  await expect(dialog).toContainText('No other model is open.');
  await expect(dialog.getByRole('button', { name: 'Open a file…' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await sockets(page).getByRole('button', { name: 'Back', exact: true }).press('Control+Shift+C');
  await page.getByRole('menuitem', { name: 'Attach a model to a socket…' }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or go to' }).fill('attach');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
});
