import type { Page } from '@playwright/test';
import { CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { expect, openWith, passFrames, THOROUGH, test } from '../support/page.ts';
import { goTo } from '../support/panels.ts';

/** Selects what lies at a path. */
const rows = (page: Page) => page.getByRole('table', { name: /What the bytes at/ }).getByRole('row');

test('the schema’s own reading is on top and marked', async ({ page }) => {
  await openWith(page, CLOCKWORK);
  // Row 0 has the names of the columns.
  await goTo(page, 'Header.Version');
  await expect(rows(page).nth(1)).toHaveText(/^u32 this field\s*12\s*201326592$/);
  await goTo(page, 'Nodes.Nodes[0].Matrix');
  await expect(rows(page).nth(1)).toContainText('4×4 matrix this field');
  await expect(rows(page).nth(1)).toContainText('rigid: rotation and translation only');
  await goTo(page, 'Pieces.Pieces[0].LODs[0].Vertices[0].Location');
  await expect(rows(page).nth(1)).toContainText('3 × f32 this field');
  await goTo(page, 'Animation.Animations[0].Keyframes[1].Time');
  await expect(rows(page).nth(1)).toContainText(/time this field.* s/);
  await goTo(page, 'Animation.Animations[0].NodeTransforms[0].Transforms[0].Rotation');
  await expect(rows(page).nth(1)).toContainText(/quaternion this field.*a rotation.*Euler XYZ/);
  await goTo(page, 'Header.CommandString');
  await expect(rows(page).nth(1)).toContainText('string this field“');
});

test('a packed normal of v6', THOROUGH, async ({ page }) => {
  await openWith(page, JELLYFISH);
  await goTo(page, 'Geometry.VertexInfo[0].VertexNormal');
  await expect(rows(page).nth(1)).toContainText('3 × i8 normal this field');
});

test('what the schema says is shown unless it is the name once more', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await goTo(page, 'Pieces.Pieces[0].LODs[0].Vertices[0]');
  await expect(page.locator('.inspector .card-doc')).toHaveCount(1);
  await goTo(page, 'Pieces.Pieces[0].LODs[0].Vertices');
  await expect(page.locator('.inspector .card-place')).toContainText('Vertex ×');
  await expect(page.locator('.inspector .card-doc')).toHaveCount(0);
});

test(
  'the keyboard stays on what it presses, and the readings are one stop of the Tab key',
  THOROUGH,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await goTo(page, 'Nodes.Nodes[1].Name');
    const path = page.getByRole('navigation', { name: 'Path of the selection' });
    // The section is called so too.
    const crumb = path.getByRole('button', { name: 'Nodes', exact: true }).last();
    await crumb.press('Enter');
    await expect(page.getByRole('treeitem', { selected: true })).toContainText('Node ×22');
    await expect(crumb).toBeFocused();
    await goTo(page, '0x0');
    await page.getByText('Data inspector').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    const normal = page.getByRole('button', { name: '3 × i8 normal', exact: true });
    await expect(normal).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('.status')).toContainText('3 bytes selected');
    await expect(normal).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.locator('.status').getByRole('button', { name: /^known/ })).toBeFocused();
  },
);

test('a row selects its bytes, and what reaches over the end says so', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await goTo(page, '0x0');
  await page.getByRole('button', { name: 'f64', exact: true }).click();
  await expect(page.locator('.status')).toContainText('8 bytes selected');
  await page.getByRole('grid', { name: /Bytes of/ }).focus();
  await page.keyboard.press('Control+End');
  await page.getByRole('grid', { name: /Bytes of/ }).press('Shift+ArrowLeft');
  await expect(rows(page).filter({ hasText: 'f64' })).toContainText(
    /– takes 8 bytes, the file ends after \d+ bytes/,
  );
  await expect(page.getByRole('button', { name: 'f64', exact: true })).toBeDisabled();
});

test('stays closed when it was closed', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await goTo(page, 'Header.Version');
  await expect(rows(page).first()).toBeVisible();
  await page.getByText('Data inspector').click();
  await expect(rows(page).first()).toBeHidden();
  // The page hears of it a moment later.
  await passFrames(page, 2);
  await openWith(page, CLOCKWORK);
  await goTo(page, 'Header.Version');
  await expect(page.getByText('Data inspector')).toBeVisible();
  await expect(page.getByRole('table', { name: /What the bytes at/ })).toHaveCount(0);
});
