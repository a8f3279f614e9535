/** Sizes of controls and text: for fingers, and on a large screen. */
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { expect, openWith, PHONE, THOROUGH, test } from '../support/page.ts';
import { bytes, card, goTo, line, tab, treeRow } from '../support/panels.ts';

/** Controls in the window that are lower than a finger needs, and texts that are too small to read. */
function small(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const controls = document.querySelectorAll(
      'button, input, select, summary, a[href], [role="tab"], [role="treeitem"]',
    );
    const low = [...controls].filter((element) => {
      // A label is as good as its box.
      const pressed = element.matches('[type="checkbox"], [type="radio"]') ? element.closest('label') : null;
      const { width, height, top, bottom } = (pressed ?? element).getBoundingClientRect();
      return isSeen(element) && width > 1 && bottom > 0 && top < innerHeight && height < 40;
    });
    const texts = [...document.querySelectorAll('#app *')].filter(
      (element) =>
        isSeen(element) &&
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()) &&
        Number.parseFloat(getComputedStyle(element).fontSize) < 12,
    );
    // For assistive technology, in a mark.
    const seen = texts.filter((element) => !element.matches('.tree-flag, .tree-change'));
    return [...low, ...seen].map((element) => `${element.outerHTML.slice(0, 120)}`);
  });
}

test.describe('a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('has controls as large as a finger in each panel, on its side too', async ({ page }) => {
    const panes = page.getByRole('navigation', { name: 'Panels' });
    await openWith(page, CLOCKWORK);
    const animation = page.getByRole('combobox', { name: 'Animation' });
    const time = page.getByRole('slider', { name: 'Time' });
    await expect(animation).toBeVisible();
    // A pose has no time: its name has the line.
    await expect(time).toBeHidden();
    const width = async () => (await animation.boundingBox())?.width ?? 0;
    expect(await width()).toBeGreaterThan(200);
    expect(await small(page)).toEqual([]);
    await animation.tap();
    await page.getByRole('option', { name: /^Walk/ }).tap();
    await expect(time).toBeVisible();
    expect(await small(page)).toEqual([]);
    await panes.getByRole('button', { name: 'Outline' }).tap();
    await tab(page, 'Raw').tap();
    await expect(treeRow(page, /^Header/)).toBeVisible();
    expect(await small(page)).toEqual([]);
    await goTo(page, 'Header.KeyframeCount');
    await panes.getByRole('button', { name: 'Bytes' }).tap();
    await expect(card(page)).toContainText('KeyframeCount');
    for (const [width, height] of [
      [390, 844],
      [360, 640],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const name of ['Outline', 'Bytes', 'Table', 'Problems']) {
        await panes.getByRole('button', { name }).tap();
        await expect.poll(() => small(page), { message: `${name} at ${width} × ${height}` }).toEqual([]);
        if (name === 'Bytes') {
          await page.locator('.pane-grip:visible').tap();
          await page.getByRole('link', { name: 'Format reference' }).scrollIntoViewIfNeeded();
          await expect.poll(() => small(page), { message: `whole, ${width} × ${height}` }).toEqual([]);
          await page.locator('.pane-grip:visible').tap();
        }
      }
    }
  });

  test('does not zoom into a field that is typed into', THOROUGH, async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await goTo(page, 'Header.KeyframeCount');
    await card(page)
      .getByRole('button', { name: /^Change Header\.KeyframeCount/ })
      .tap();
    await expect(page.locator('.value-editor input:focus')).toHaveCSS('font-size', '16px');
  });
});

test.describe('a large screen', () => {
  test.use({ viewport: { width: 2560, height: 1440 } });

  test('has larger text, rows and controls, and 16 bytes a row', async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expect(tab(page, 'Bytes')).toHaveCSS('font-size', '15.75px');
    await expect(bytes(page)).toHaveAttribute('aria-colcount', '16');
    const rowHeight = async () => (await line(page, '000010').boundingBox())?.height;
    await expect.poll(rowHeight).toBe(23);
    // The rows of lists follow a window that changes its screen.
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(rowHeight).toBe(20);
  });
});
