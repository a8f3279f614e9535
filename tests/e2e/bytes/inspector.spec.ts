import type { Page } from '@playwright/test';
import { CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { expect, openWith, passFrames, THOROUGH, test } from '../support/page.ts';
import { goTo } from '../support/panels.ts';

const readings = (page: Page) => page.getByRole('group', { name: /Interpretations of the bytes at/ });
/** The reading of the file itself, with its remarks. */
const own = (page: Page) => page.locator('.reading-own');

test('every reading has its place, and the schema’s own is marked', async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await goTo(page, 'Header.Version');
  await expect(own(page)).toHaveText('u32 this field 12');
  await page.getByRole('radiogroup', { name: 'Byte order' }).getByRole('radio', { name: 'Big' }).check();
  await expect(page.locator('[data-reading="u32 big"]')).toHaveText('u32 201326592');
  await expect(own(page)).toHaveCount(0);
  await page
    .getByRole('radiogroup', { name: 'Byte order' })
    .getByRole('radio', { name: /^Little/ })
    .check();
  await goTo(page, 'Nodes.Nodes[0].Matrix');
  await expect(own(page).last()).toContainText('4×4 matrix this field rigid: rotation and translation only');
  await goTo(page, 'Pieces.Pieces[0].LODs[0].Vertices[0].Location');
  await expect(own(page).filter({ hasText: '3 × f32' })).toBeVisible();
  await goTo(page, 'Animation.Animations[0].Keyframes[1].Time');
  await expect(own(page).filter({ hasText: /time this field.* s/ })).toBeVisible();
  await goTo(page, 'Animation.Animations[0].NodeTransforms[0].Transforms[0].Rotation');
  await expect(own(page).filter({ hasText: 'quaternion this field' })).toBeVisible();
  await expect(readings(page)).toContainText(/a rotation.*Euler XYZ/);
  // The last section has no next one: FF FF FF FF. Numbers have the sign of the card above them.
  await goTo(page, 'AnimBindings.NextSectionOffset');
  await expect(page.locator('[data-reading="i32 little"]')).toHaveText('i32 −1');
  await goTo(page, 'Header.CommandString');
  await expect(own(page)).toContainText('string this field “');
});

test('all readings are in view at 1280 × 720', THOROUGH, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openWith(page, CLOCKWORK);
  await goTo(page, 'Header.Version');
  await expect(page.locator('[data-reading="u8 little"]')).toBeInViewport({ ratio: 1 });
  await expect(page.locator('.reading').last()).toBeInViewport({ ratio: 1 });
});

test('a packed normal of v6', THOROUGH, async ({ page }) => {
  await openWith(page, JELLYFISH);
  await goTo(page, 'Geometry.VertexInfo[0].VertexNormal');
  await expect(own(page).last()).toContainText('3 × i8 normal this field');
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
    // It is the title now.
    await expect(
      page.locator('.card-title').getByRole('button', { name: 'Nodes', exact: true }),
    ).toBeFocused();
    await goTo(page, '0x0');
    await page.getByText('Data inspector').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('button', { name: /^u16 / })).toBeFocused();
    const normal = page.getByRole('button', { name: /^3 × i8 normal / });
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowDown');
    await expect(normal).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('.status')).toContainText('3 bytes selected');
    await expect(normal).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('radio', { name: 'Little-endian' })).toBeFocused();
  },
);

test('a row selects its bytes, and what reaches over the end says so', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await goTo(page, '0x0');
  await page.getByRole('button', { name: /^f64 / }).click();
  await expect(page.locator('.status')).toContainText('8 bytes selected');
  await page.getByRole('grid', { name: /Bytes of/ }).focus();
  await page.keyboard.press('Control+End');
  await page.getByRole('grid', { name: /Bytes of/ }).press('Shift+ArrowLeft');
  await expect(page.locator('.reading', { hasText: 'f64' })).toContainText(
    /– needs 8 bytes, the file ends after \d+ bytes/,
  );
  await expect(page.getByRole('button', { name: /^f64 / })).toBeDisabled();
});

test('stays closed when it was closed', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await goTo(page, 'Header.Version');
  await expect(readings(page)).toBeVisible();
  await page.getByText('Data inspector').click();
  await expect(readings(page)).toBeHidden();
  // The page hears of it a moment later.
  await passFrames(page, 2);
  await openWith(page, CLOCKWORK);
  await goTo(page, 'Header.Version');
  await expect(page.getByText('Data inspector')).toBeVisible();
  await expect(readings(page)).toHaveCount(0);
});
