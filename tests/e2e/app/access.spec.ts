/** The page by keyboard from panel to panel, by touch, and with the colours of the user's system. */
import { devices, type Locator } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from '../support/accessible.ts';
import { expect, openSample, THOROUGH, THOROUGH_GL, test, WIDE } from '../support/page.ts';
import { fileTab, goTo, openSearch, shareButton, tab, tree } from '../support/panels.ts';

const background = (element: Locator) => element.evaluate((node) => getComputedStyle(node).backgroundColor);

test('F6 goes from panel to panel and comes back to where each was left', async ({ page }) => {
  await openSample(page);
  await tree(page).focus();
  await page.keyboard.press('F6');
  await expect(page.locator('.column-model :focus')).toHaveCount(1);
  await page.keyboard.press('F6');
  await expect(page.locator('.column-bytes :focus')).toHaveCount(1);
  await page.keyboard.press('Tab');
  const left = await page.evaluateHandle(() => document.activeElement);
  await page.keyboard.press('F6');
  await expect(page.locator('.header :focus')).toHaveCount(1);
  await page.keyboard.press('F6');
  await expect(tree(page)).toBeFocused();
  await page.keyboard.press('F6');
  await page.keyboard.press('F6');
  expect(await left.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Shift+F6');
  await expect(page.locator('.column-model :focus')).toHaveCount(1);
});

test('F6 brings the panel into view on a page that shows one at a time', THOROUGH, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSample(page);
  const play = page.locator('.column-model').getByRole('button', { name: 'Play', exact: true });
  await play.focus();
  await expect(play).toBeFocused();
  await page.keyboard.press('F6');
  await expect(page.locator('.column-bytes :focus')).toBeVisible();
});

test('the first Tab stop skips the header', async ({ page }) => {
  await openSample(page);
  await expect(fileTab(page, 'clockwork.abc')).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.locator('body').press('Tab');
  const skip = page.getByRole('button', { name: 'Skip to the outline' });
  // Where Chromium begins after a blur is its own choice: the link is before the header in any case.
  await skip.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.column-left :focus')).toHaveCount(1);
  expect(await page.locator('#app button').first().textContent()).toBe('Skip to the outline');
});

test('single-key shortcuts can be switched off, and stay off', THOROUGH, async ({ page }) => {
  await openSample(page);
  const problems = tab(page, /^Problems/);
  const bytes = tab(page, /^Bytes/);
  await expect(bytes).toBeVisible();
  const isShown = () => problems.getAttribute('aria-selected');
  await page.keyboard.press('e');
  await expect.poll(isShown).toBe('true');
  await bytes.click();
  await page.keyboard.press('?');
  await page.getByRole('checkbox', { name: /^Enable single-key shortcuts/ }).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  // What comes with Ctrl stays, and comes after.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or go to' })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await isShown()).toBe('false');
  await openSample(page);
  await expect(bytes).toBeVisible();
  await page.keyboard.press('e');
  await page.keyboard.press('F6');
  expect(await isShown()).toBe('false');
});

test('in forced colours, what is chosen or pressed looks unlike the rest', THOROUGH, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openSample(page);
  await expect(tab(page, /^Outline/)).toBeVisible();
  expect(await background(tab(page, /^Raw/))).not.toBe(await background(tab(page, /^Model/)));
  const pressed = page.locator('.panel-tools [aria-pressed]').first();
  const before = await background(pressed);
  await pressed.click();
  await expect.poll(() => background(pressed)).not.toBe(before);
});

test('what cannot be used looks so, under the pointer too', THOROUGH, async ({ page }) => {
  await openSample(page);
  const back = page.getByRole('button', { name: /^Previous selection/ });
  await expect(back).toBeDisabled();
  const opacity = () => back.evaluate((node) => Number(getComputedStyle(node).opacity));
  expect(await opacity()).toBeLessThan(0.6);
  const ground = await background(back);
  await back.hover({ force: true });
  expect(await background(back)).toBe(ground);
});

test('what opens over the page is accessible while it is open', THOROUGH_GL, async ({ page }) => {
  await openSample(page);
  await shareButton(page).click();
  await expectAccessibleInBothThemes(page);
  // A low window scrolls the menu.
  await page.setViewportSize({ width: 1440, height: 300 });
  await expectAccessible(page);
  await page.setViewportSize(WIDE);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await goTo(page, 'Header.InternalRadius');
  await page.keyboard.press('F2');
  await expect(page.locator('.value-editor input')).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await goTo(page, 'Nodes.Nodes[1]');
  await tab(page, /^Table/).click();
  await page.getByRole('grid', { name: /^Elements of/ }).focus();
  await expectAccessible(page);
  for (const [words, title] of [
    ['Attach a model to a socket', 'Attach a model'],
    ['Add a socket', 'Add a socket'],
    ['Change keys', 'Keys'],
  ] as const) {
    await openSearch(page, `>${words}`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press('Escape');
  }
});

test.describe('by touch', () => {
  const { viewport, hasTouch, isMobile } = devices['Pixel 7'];
  test.use({ viewport, hasTouch, isMobile });

  test('every button, switch and choice is at least 24 px high', THOROUGH, async ({ page }) => {
    await openSample(page);
    await expect(page.locator('.dock')).toBeVisible();
    for (const name of ['View', 'Outline', 'Bytes', 'Table', 'Problems']) {
      await page.locator('.dock').getByRole('button', { name }).click();
      for (const panel of await page.getByRole('main').getByRole('tab').all()) {
        if (!(await panel.isVisible())) continue;
        await panel.click();
        const small = await page.evaluate(() =>
          [...document.querySelectorAll('button, select, summary, label:has(input[type="checkbox"])')]
            .filter((element) => element.checkVisibility({ visibilityProperty: true }))
            .filter((element) => !element.closest('.hex-box, .link, [role="treeitem"], .skip-link, p'))
            .map((element) => ({ element, box: element.getBoundingClientRect() }))
            .filter(({ box }) => box.width > 0 && Math.round(box.height) < 24)
            .map(({ element, box }) => `${element.className} “${element.textContent}” ${box.height} px`),
        );
        expect(small, `${name}, ${await panel.textContent()}`).toEqual([]);
      }
    }
  });
});
