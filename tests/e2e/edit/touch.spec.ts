/** Values and rows under a finger. */
import { CLOCKWORK } from '../../web/support/samples.ts';
import { expect, openWith, PHONE, THOROUGH, test } from '../support/page.ts';
import { card, goTo, tab, tree, treeRow } from '../support/panels.ts';

const SMALL = { width: 360, height: 640 };

test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

for (const size of [PHONE, SMALL]) {
  test(`the field of a value has room for what is typed at ${size.width} × ${size.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await openWith(page, CLOCKWORK);
    await goTo(page, 'Header.KeyframeCount');
    await card(page)
      .getByRole('button', { name: /^Change Header\.KeyframeCount/ })
      .tap();
    const field = page.locator('.value-editor input[type="text"]');
    await field.fill('1234567');
    const box = await field.boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(220);
    const { x, width } = (await page.locator('.value-editor').boundingBox()) ?? { x: -1, width: 0 };
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(size.width);
    await expect(page.locator('.value-editor .value-button').first()).toBeInViewport();
  });
}

test(
  'a tap on a twisty opens its row, and a double tap on a value changes it',
  THOROUGH,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await page.getByRole('button', { name: 'Outline', exact: true }).tap();
    await tab(page, 'Raw').tap();
    const header = treeRow(page, /^Header/);
    await expect(header).toHaveAttribute('aria-expanded', 'false');
    const twisty = header.locator('.tree-arrow');
    const target = await twisty.boundingBox();
    expect(target?.width).toBeGreaterThanOrEqual(40);
    expect(target?.height).toBeGreaterThanOrEqual(40);
    await twisty.tap();
    await expect(header).toHaveAttribute('aria-expanded', 'true');
    const value = tree(page)
      .getByRole('treeitem', { name: /^Version/ })
      .locator('.tree-value');
    const at = await value.boundingBox();
    const [x, y] = [(at?.x ?? 0) + 4, (at?.y ?? 0) + 8];
    await page.touchscreen.tap(x, y);
    await page.touchscreen.tap(x, y);
    await expect(page.locator('.value-editor')).toBeVisible();
  },
);
