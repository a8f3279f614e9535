/** Values changed where they are seen. What was written is read from the bytes, through the hex panel. */
import type { Locator, Page } from '@playwright/test';
import { CLOCKWORK, CLOCKWORK_SKIN } from '../../web/support/samples.ts';
import { expect, openWith, PHONE, THOROUGH, test } from '../support/page.ts';
import { bytes, card, goTo, line, status, tree, treeRow } from '../support/panels.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const table = (page: Page) => page.getByRole('grid', { name: /^Elements of/ });
/** The editor, by the value that it is for. */
const editor = (page: Page, value: string): Locator =>
  page.getByRole('group', { name: `Change ${value}`, exact: true });
const field = (page: Page, value: string): Locator => editor(page, value).locator('input[type="text"]');
const choices = (page: Page): Locator => page.locator('.value-editor').getByRole('option');
const problem = (page: Page): Locator => page.locator('.value-editor [role="alert"]');
const closed = (page: Page) => expect(page.locator('.value-editor')).toHaveCount(0);

/** Goes to a path, and copies its bytes from the hex panel. */
async function expectBytes(page: Page, path: string, hex: string): Promise<void> {
  await goTo(page, path);
  await expect(bytes(page)).toBeFocused();
  await page.keyboard.press('Control+c');
  await expect.poll(() => clipboard(page), path).toBe(hex);
}

/** Goes to a path, and gives the tree the focus. */
async function inTree(page: Page, path: string): Promise<void> {
  await goTo(page, path);
  await tree(page).focus();
}

test('by keys alone: tree, flags, command string, table, paste', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  const { keyboard } = page;

  // A node by a part of its name.
  await inTree(page, 'Sockets.Sockets[0].NodeIndex');
  await keyboard.press('F2');
  const node = field(page, 'NodeIndex of Sockets.Sockets[0]');
  await expect(node).toBeFocused();
  await keyboard.type('spi');
  await expect(choices(page)).toHaveText(['Spine1']);
  await expect(problem(page)).toHaveText('No node has this name. Enter the name or number of a node.');
  await expect(node).toHaveAttribute('aria-invalid', 'true');
  await keyboard.press('Enter');
  await expect(editor(page, 'NodeIndex of Sockets.Sockets[0]')).toBeVisible();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await closed(page);
  await expect(tree(page)).toBeFocused();
  await expect(treeRow(page, /NodeIndex/).first()).toContainText('Spine');
  await expectBytes(page, 'Sockets.Sockets[0].NodeIndex', '01 00 00 00');

  // Enter on a leaf, Tab to the next value; a name of another length.
  await inTree(page, 'Sockets.Sockets[0].Name');
  await keyboard.press('Enter');
  await expect(field(page, 'Name of Sockets.Sockets[0]')).toHaveValue('RightHand');
  await keyboard.type('Grip');
  await keyboard.press('Tab');
  await expect(field(page, 'Rotation of Sockets.Sockets[0]')).toHaveValue('0, 0, 0, 1');
  await keyboard.press('Escape');
  await expectBytes(page, 'Sockets.Sockets[0].Name', '04 00 47 72 69 70');
  // A vector in one field.
  await inTree(page, 'Sockets.Sockets[0].Location');
  await keyboard.press('F2');
  await expect(field(page, 'Location of Sockets.Sockets[0]')).toHaveValue('1.5, -6, 1');
  await keyboard.type('1/2, -6, 2*3.5+1');
  await keyboard.press('Enter');
  await expectBytes(page, 'Sockets.Sockets[0].Location', '00 00 00 3F 00 00 C0 C0 00 00 00 41');

  // Flags are switches.
  await inTree(page, 'Nodes.Nodes[1].Flags');
  await keyboard.press('F2');
  await expect(page.getByRole('checkbox', { name: 'rotation only' })).toBeChecked();
  await keyboard.press('Tab');
  await expect(page.getByRole('checkbox', { name: 'removable' })).toBeFocused();
  await keyboard.press('Space');
  await expect(field(page, 'Flags of Nodes.Nodes[1]')).toHaveValue('3');
  await keyboard.press('Enter');
  await expectBytes(page, 'Nodes.Nodes[1].Flags', '03');

  // Words of the command string.
  await inTree(page, 'Header.CommandString');
  await keyboard.press('F2');
  await keyboard.press('End');
  await keyboard.type(';visr');
  await expect(choices(page).filter({ hasText: 'VisRadius' })).toBeVisible();
  await keyboard.press('Tab');
  await keyboard.type('500');
  await keyboard.press('Enter');
  await closed(page);
  await expect(card(page)).toContainText('“ShadowEnable 1;SpecularEnable 1;VisRadius 500”');

  // Elements of a list: the selection goes with them.
  await inTree(page, 'Sockets.Sockets[3]');
  await keyboard.press('Control+d');
  await expect(treeRow(page, /^Sockets Socket ×5/)).toBeVisible();
  await expect(status(page)).toContainText('bytes selected');
  await keyboard.press('Alt+ArrowUp');
  await keyboard.press('Delete');
  await expect(treeRow(page, /^Sockets Socket ×4/)).toBeVisible();
  await expectBytes(page, 'Sockets.Count', '04 00 00 00');

  // A table: typing begins, Tab goes on, Ctrl+V fills from the cell on, Ctrl+Z takes all of it back.
  await inTree(page, 'Sockets.Sockets[1]');
  await keyboard.press('Control+Enter');
  await expect(table(page)).toBeFocused();
  await keyboard.press('End');
  await keyboard.type('7');
  await expect(field(page, 'Z of Sockets.Sockets[1].Location')).toHaveValue('7');
  await keyboard.press('Tab');
  await expect(field(page, 'NodeIndex of Sockets.Sockets[2]')).toBeFocused();
  await keyboard.press('Escape');
  await expect(table(page)).toBeFocused();
  await page.evaluate(() => navigator.clipboard.writeText('Head\tTop\nSpine\tMiddle\n'));
  await keyboard.press('Control+v');
  await expect(table(page).getByRole('gridcell', { name: 'Middle' })).toBeVisible();
  await page.evaluate(() => navigator.clipboard.writeText('1\t2\n3\t4\n5\t6\n'));
  await keyboard.press('Control+v');
  await expect(page.getByRole('alert').filter({ hasText: 'rows' })).toContainText(
    'The clipboard has 3 rows, but the table has only 2 from here on. Nothing was changed.',
  );
  await page.evaluate(() => navigator.clipboard.writeText('1\tTop\n300000000000\tMiddle\n'));
  await keyboard.press('Control+v');
  await expect(page.getByRole('alert').filter({ hasText: 'Row 3' })).toContainText(
    'Row 3, NodeIndex: 300000000000 is out of range: u32 takes 0 to 4294967295. Nothing was changed.',
  );
  await expectBytes(page, 'Sockets.Sockets[3].Name', '06 00 4D 69 64 64 6C 65');
  await page.keyboard.press('Control+z');
  await expect(table(page).getByRole('gridcell', { name: 'Middle' })).toHaveCount(0);
  await expectBytes(page, 'Sockets.Sockets[1].Location.Z', '00 00 E0 40');
});

test('by mouse: tree, card, data inspector, what is refused, and files that stay as they are', async ({
  page,
}) => {
  await openWith(page, CLOCKWORK);
  await goTo(page, 'Sockets.Sockets[0].Name');
  await treeRow(page, /^Name “RightHand”/)
    .locator('.tree-value')
    .dblclick();
  const name = field(page, 'Name of Sockets.Sockets[0]');
  await name.fill('Hand – right');
  await expect(problem(page)).toHaveText('“–” (U+2013) is outside Latin-1, the character set of the format.');
  // What does not fit is not written, and said.
  await bytes(page).click({ position: { x: 200, y: 100 } });
  await closed(page);
  await expect(page.getByRole('alert').filter({ hasText: 'was not changed' })).toContainText(
    'outside Latin-1',
  );
  await page.getByRole('button', { name: 'Dismiss' }).click();
  // A press elsewhere makes the change.
  await goTo(page, 'Sockets.Sockets[0].Name');
  await card(page).getByRole('button', { name: 'Change Sockets.Sockets[0].Name' }).click();
  await name.fill('Paw');
  await status(page).click();
  await closed(page);
  await expectBytes(page, 'Sockets.Sockets[0].Name', '03 00 50 61 77');

  // A reading of its own bytes, and one of the field.
  await goTo(page, 'Sockets.Sockets[1].Location.X');
  const order = page.getByRole('radiogroup', { name: 'Byte order' });
  await order.getByRole('radio', { name: 'Big' }).check();
  // The first of two presses selects its bytes.
  await page.locator('[data-reading="u16 big"]').press('Enter');
  await expect(status(page)).toContainText('2 bytes selected');
  await page.locator('[data-reading="u16 big"]').press('Enter');
  await page.locator('.value-editor input').fill('0x1234');
  await page.keyboard.press('Enter');
  await closed(page);
  await expect(page.locator('[data-reading="u16 big"]')).toBeFocused();
  await expect.poll(() => page.locator('[data-reading="u16 big"]').textContent()).toBe('u16 4660');
  await order.getByRole('radio', { name: 'Little-endian' }).check();
  await page.getByRole('button', { name: /^f32 / }).dblclick();
  await field(page, 'X of Sockets.Sockets[1].Location').fill('1e39');
  await expect(problem(page)).toHaveText('1e+39 is out of range: f32 reaches ±3.4028235e+38.');
  await page.keyboard.press('Escape');
  await closed(page);
  await page.locator('[data-reading="vec3 little"]').dblclick();
  await field(page, 'Location of Sockets.Sockets[1]').fill('1 2 3');
  await page.keyboard.press('Enter');
  await expectBytes(page, 'Sockets.Sockets[1].Location', '00 00 80 3F 00 00 00 40 00 00 40 40');
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test(
    'by touch: a button opens the editor, others change the value or leave it',
    THOROUGH,
    async ({ page }) => {
      await openWith(page, CLOCKWORK_SKIN);
      const pane = (name: string) => page.getByRole('button', { name, exact: true });
      const row = async (name: string) => {
        await pane('Outline').tap();
        await treeRow(page, new RegExp(`^${name}`)).tap();
        await pane('Bytes').tap();
      };
      await pane('Outline').tap();
      await pane('Expand the panel').tap();
      await treeRow(page, /^Header/)
        .locator('.tree-arrow')
        .tap();
      await row('UserFlags');
      await card(page).getByRole('button', { name: 'Change Header.UserFlags' }).tap();
      await field(page, 'UserFlags of Header').fill('5');
      await page.locator('.value-editor').getByRole('button', { name: 'Cancel' }).tap();
      await closed(page);
      await expect(line(page, '000010')).toContainText('08 00 00 00 00 00 00 00');
      await card(page).getByRole('button', { name: 'Change Header.UserFlags' }).tap();
      await field(page, 'UserFlags of Header').fill('0x7F');
      await page.locator('.value-editor').getByRole('button', { name: 'Apply' }).tap();
      await closed(page);
      await expect(line(page, '000010')).toContainText('08 00 00 00 7F 00 00 00');
      const reading = page.getByRole('button', { name: /^u8 / });
      await reading.tap();
      await expect(status(page)).toContainText('1 byte selected');
      await reading.dblclick();
      await page.locator('.value-editor input').fill('256');
      await page.locator('.value-editor').getByRole('button', { name: 'Apply' }).tap();
      await expect(problem(page)).toHaveText('256 is out of range: u8 takes 0 to 255.');
      await page.locator('.value-editor').getByRole('button', { name: 'Cancel' }).tap();

      // Flags are switches, and the values of an enumeration say what they mean.
      await row('Flags');
      await card(page).getByRole('button', { name: 'Change Header.Flags' }).tap();
      await page.getByRole('checkbox', { name: 'full bright' }).tap();
      await page.locator('.value-editor').getByRole('button', { name: 'Apply' }).tap();
      await closed(page);
      await expect(line(page, '000010')).toContainText('09 00 00 00 7F 00 00 00');
      await row('BPP');
      await card(page).getByRole('button', { name: 'Change Header.BPP' }).tap();
      await choices(page).filter({ hasText: 'DXT5' }).tap();
      // More bytes a pixel than the file has.
      await expect(problem(page)).toContainText('Not changed, because the file would then have an error');
    },
  );
});
