import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { expect, openSample, passFrames, THOROUGH, test } from '../support/page.ts';
import { goTo, selectedRow, status, tree, treeRow } from '../support/panels.ts';

const table = (page: Page) => page.getByRole('grid', { name: /^Elements of/ });
const tableTab = (page: Page) => page.getByRole('tab', { name: 'Table' });
const chosen = (page: Page) => table(page).locator('[role="row"][aria-selected="true"]');
const head = (page: Page, name: string) =>
  table(page).locator('[role="columnheader"]', { has: page.getByText(name, { exact: true }) });

test('begins with the lists of the file', async ({ page }) => {
  await openSample(page);
  await tableTab(page).click();
  await page.getByRole('button', { name: /^Nodes\.Nodes, \d+ elements/ }).click();
  await expect(table(page)).toHaveAccessibleName('Elements of Nodes.Nodes');
  await expect(head(page, 'Name')).toBeVisible();
  await expect(table(page).getByRole('gridcell', { name: 'Key', exact: true })).toBeVisible();
});

test(
  'without a list it is accessible, and a list of plain numbers is a table too',
  THOROUGH,
  async ({ page }) => {
    await openSample(page);
    await tableTab(page).click();
    await expect(page.getByRole('button', { name: /^Nodes\.Nodes, \d+ elements/ })).toBeVisible();
    await expectAccessible(page, '.column-bytes');
    await goTo(page, 'Header');
    await tree(page).focus();
    await page.keyboard.press('Control+Enter');
    await expect(page.locator('[role="status"]', { hasText: 'Only a list can be shown' })).toHaveCount(1);
    await goTo(page, 'Header.LODDistances');
    await tree(page).focus();
    await page.keyboard.press('Control+Enter');
    await expect(table(page)).toHaveAccessibleName('Elements of Header.LODDistances');
    await expect(head(page, 'Value')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('F2');
    await page.keyboard.type('12.5');
    await page.keyboard.press('Enter');
    await expect(table(page).getByRole('gridcell', { name: '12.5', exact: true })).toBeVisible();
    await expectAccessible(page, '.column-bytes');
    // One that scrolls.
    await goTo(page, 'Nodes.Nodes');
    await expect(table(page)).toHaveAccessibleName('Elements of Nodes.Nodes');
    await expectAccessible(page, '.column-bytes');
  },
);

test('rows, tree and bytes select each other, by keyboard alone', THOROUGH, async ({ page }) => {
  await openSample(page);
  await goTo(page, 'Nodes.Nodes[2]');
  await tree(page).focus();
  await page.keyboard.press('Control+Enter');
  await expect(tableTab(page)).toHaveAttribute('aria-selected', 'true');
  await expect(chosen(page)).toHaveAttribute('aria-rowindex', '4');
  await expect(table(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(selectedRow(page)).toContainText('[3]');
  await page.keyboard.press('ArrowRight');
  await expect(selectedRow(page)).toContainText('Name');
  await expect(table(page)).toHaveAttribute('aria-activedescendant', /table-cell/);
  await expect(table(page).locator('.table-cursor')).toHaveAttribute('aria-colindex', '2');
  await goTo(page, 'Nodes.Nodes[5].Flags');
  await expect(chosen(page)).toHaveAttribute('aria-rowindex', '7');
  await expect(table(page).locator('.table-cursor')).toHaveAttribute('aria-colindex', '4');
  await table(page).focus();
  await page.keyboard.press('Escape');
  await expect(tree(page)).toBeFocused();
});

test('columns sort up, down, and back to the file', THOROUGH, async ({ page }) => {
  await openSample(page);
  await goTo(page, 'Pieces.Pieces[0].LODs[0].Vertices[9]');
  await tableTab(page).click();
  const column = head(page, 'Location.X');
  const values = async () => {
    await passFrames(page);
    const at = await column.getAttribute('data-column');
    const cells = table(page).locator(`.table-row:not([hidden]) [data-column="${at}"]`);
    return (await cells.allTextContents()).map((text) => Number(text.replace('−', '-')));
  };
  await column.click();
  await expect(column).toHaveAttribute('aria-sort', 'ascending');
  const up = await values();
  expect(up).toEqual([...up].sort((a, b) => a - b));
  await expect(chosen(page).locator('.table-index')).toHaveText('9');
  await column.click();
  await expect(column).toHaveAttribute('aria-sort', 'descending');
  const down = await values();
  expect(down).toEqual([...down].sort((a, b) => b - a));
  await column.click();
  await expect(column).not.toHaveAttribute('aria-sort', /./);
  await expect(chosen(page)).toHaveAttribute('aria-rowindex', '11');
});

test('a list in a field opens as a table, and the way back is above it', THOROUGH, async ({ page }) => {
  await openSample(page);
  await goTo(page, 'Pieces.Pieces[0]');
  await tableTab(page).click();
  await table(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(table(page)).toHaveAccessibleName('Elements of Pieces.Pieces[0].LODs');
  const path = page.getByRole('navigation', { name: 'Enclosing lists' });
  await expect(path).toHaveText(/^Pieces›Pieces\[0\] \S.*›LODs$/);
  await path.getByRole('button', { name: 'Pieces' }).click();
  await expect(table(page)).toHaveAccessibleName('Elements of Pieces.Pieces');
  await expect(table(page)).toBeFocused();
});

test('nothing moves for a row that is in view', THOROUGH, async ({ page }) => {
  await openSample(page);
  await goTo(page, 'Pieces.Pieces[0].LODs[0].Faces[60]');
  await tableTab(page).click();
  await expect(chosen(page)).toHaveAttribute('aria-rowindex', '62');
  const box = page.locator('.table-box');
  const top = await box.evaluate(({ scrollTop }) => scrollTop);
  expect(top).toBeGreaterThan(0);
  await treeRow(page, /^\[61\]/).click();
  await expect(chosen(page)).toHaveAttribute('aria-rowindex', '63');
  expect(await box.evaluate(({ scrollTop }) => scrollTop)).toBe(top);
});

test('keys are rows with units, and of many vertices few rows exist', THOROUGH, async ({ page }) => {
  await openSample(page);
  await goTo(page, 'Animation.Animations[2].NodeTransforms[3].Transforms[11].Rotation.Y');
  await tableTab(page).click();
  await expect(chosen(page).locator('.table-index')).toHaveText('11');
  await expect(head(page, 'Location.X')).toContainText('units');
  await expect(table(page).locator('.table-cursor')).toHaveAttribute('aria-colindex', '6');
  await goTo(page, 'Pieces.Pieces[1].LODs[0].Vertices[490].Location.Y');
  await expect(chosen(page).locator('.table-index')).toHaveText('490');
  expect(await table(page).getByRole('row').count()).toBeLessThan(60);
  await table(page).focus();
  await page.keyboard.press('Control+End');
  await expect(chosen(page).locator('.table-index')).toHaveText('496');
  await expect(status(page)).toContainText('4 bytes selected');
  await expect(selectedRow(page)).toContainText('Y');
});
