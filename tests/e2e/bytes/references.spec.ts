/** References between fields, followed and searched, by mouse and keyboard. */
import { readFileSync } from 'node:fs';
import { CLOCKWORK, CLOCKWORK_BASE } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { dropFiles, expect, openWith, THOROUGH, test } from '../support/page.ts';
import { bytes, card, fileTab, goTo, selectedRow, status, tree, treeRow } from '../support/panels.ts';

test('the card, a tree row, a cell and F12 lead to what a field names, and Alt+← back', async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await goTo(page, 'Sockets.Sockets[0].NodeIndex');
  const link = card(page).getByRole('button', { name: /^→ Nodes\[\d+\] R_Hand$/ });
  await expect(link).toBeVisible();
  await expect(treeRow(page, /^NodeIndex.*→ Nodes\[13\] R_Hand/)).toBeVisible();
  await link.click();
  await expect(selectedRow(page)).toContainText('R_Hand');
  await expect(status(page)).not.toContainText(' 4 bytes');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(selectedRow(page)).toContainText('NodeIndex');
  await bytes(page).focus();
  await page.keyboard.press('F12');
  await expect(selectedRow(page)).toContainText('R_Hand');
  await page.keyboard.press('Alt+ArrowLeft');
  await tree(page).getByText('→ Nodes[13] R_Hand').first().click();
  await expect(selectedRow(page)).toContainText('R_Hand');

  // An offset, in hex, is followed like any other.
  await goTo(page, 'Pieces.NextSectionOffset');
  await expect(selectedRow(page)).toContainText(/NextSectionOffset\s*0x[0-9A-F]+\s*→ Nodes/);
  await page.keyboard.press('Alt+Enter');
  await expect(selectedRow(page)).toHaveText(/^Nodes/);

  await goTo(page, 'Sockets.Sockets');
  await tree(page).focus();
  await page.keyboard.press('Control+Enter');
  const cell = page.getByRole('gridcell', { name: '13', exact: true }).first();
  await expect(cell).toHaveAttribute('title', '→ Nodes[13] R_Hand');
  await cell.dblclick();
  await expect(selectedRow(page)).toContainText('R_Hand');
});

test('a stale value is no link', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await goTo(page, 'Pieces.Pieces[0].LODs[0].Vertices[0].SubLODVertexIndex');
  await expect(card(page).getByText(/^→ Vertices\[/)).toBeVisible();
  await goTo(page, 'Pieces.Pieces[0].LODs[2].Vertices[0].SubLODVertexIndex');
  await expect(status(page)).toContainText('2 bytes selected');
  await expect(card(page).getByText(/^→/)).toHaveCount(0);
  await bytes(page).focus();
  await page.keyboard.press('F12');
  await expect(page.getByText('The selected field refers to nothing in the open files.')).toBeVisible();
});

test('an animation of another open file is followed there', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await dropFiles(page, [['clockwork_base.abc', readFileSync(CLOCKWORK_BASE)]]);
  await expect(fileTab(page, 'clockwork_base.abc')).toBeVisible();
  await fileTab(page, 'clockwork.abc').click();
  await goTo(page, 'AnimBindings.Lists[1].AnimBindings[0].Name');
  await card(page)
    .getByRole('button', { name: /^→ Animations\[\d+\] .* in clockwork_base\.abc$/ })
    .click();
  await expect(fileTab(page, 'clockwork_base.abc')).toHaveAttribute('aria-selected', 'true');
  await expect(selectedRow(page)).toContainText('Animation');
});

test('Shift+F12 lists every field that names the selection, with counts', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await goTo(page, 'Nodes.Nodes[13]');
  await page.keyboard.press('Shift+F12');
  const panel = page.getByRole('region', { name: 'Results' });
  await expect(panel.getByRole('status')).toHaveText(
    /^[\d,]+ references to Nodes\[13\] R_Hand in clockwork\.abc$/,
  );
  await expect(panel).toContainText('Sockets.Sockets[].NodeIndex 1');
  await expect(panel).toContainText(/Weights\[\]\.NodeIndex [\d,]+/);
  const list = page.getByRole('listbox', { name: 'References' });
  await list.focus();
  await page.keyboard.press('End');
  await expect(selectedRow(page)).toContainText('NodeIndex');
  await expect(list.getByRole('option', { selected: true })).toContainText('Sockets.Sockets[0].NodeIndex');
  await expectAccessible(page, '.results');
  await page.keyboard.press('Enter');
  await expect(bytes(page)).toBeFocused();
  // From anywhere, the next one, around the end.
  await tree(page).focus();
  await page.keyboard.press('F3');
  await expect(list.getByRole('option', { selected: true })).not.toContainText(
    'Sockets.Sockets[0].NodeIndex',
  );
  await bytes(page).focus();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(bytes(page)).toBeFocused();

  await goTo(page, 'Sockets.Sockets[0]');
  await page.keyboard.press('Shift+F12');
  await expect(page.getByText(/No field can refer to this/)).toBeVisible();
});
