import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { TRAP, withHostileTexts } from './support/hostile.ts';
import { CLOCKWORK, dropFiles, expect, JELLYFISH, passFrames, test } from './support/page.ts';

const NAME = `<img src=x onerror=window.${TRAP}=1>\u202ecba.abc`;
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const tree = (page: Page) => page.getByRole('tree');
const pane = (page: Page, name: string) => page.locator('.pane-switcher').getByRole('button', { name });
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name });

/** Goes to a panel, which a narrow page shows alone. */
async function show(page: Page, name: 'Model' | 'Structure' | 'Bytes', narrow: boolean): Promise<void> {
  if (narrow) await pane(page, name).click();
}

/** Where the frame of the page stands. */
function frame(page: Page): Promise<Record<string, number[]>> {
  return page.evaluate(() => {
    const names = ['.header', '.panels', '.pane-structure', '.column-model', '.column-bytes', '.status'];
    return Object.fromEntries(
      names.map((name) => {
        const { left, width } = document.querySelector(name)?.getBoundingClientRect() ?? new DOMRect();
        return [name, [Math.round(left), Math.round(width)]];
      }),
    );
  });
}

/** Nothing was run, nothing became an element, and the page is as wide as the window. */
async function expectCalm(page: Page, where: string): Promise<void> {
  await passFrames(page, 3);
  const seen = await page.evaluate((trap) => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
    const made = document.querySelectorAll('img, script:not([src]), [onerror], [onload], b, iframe').length;
    return {
      run: trap in window,
      polluted: Object.keys(Object.prototype).length,
      made,
      wide: scrollWidth - clientWidth,
      high: scrollHeight - clientHeight,
    };
  }, TRAP);
  expect(seen, where).toEqual({ run: false, polluted: 0, made: 0, wide: 0, high: 0 });
}

for (const [sample, path] of [
  ['v12', CLOCKWORK],
  ['v6', JELLYFISH],
] as const) {
  for (const viewport of SIZES) {
    const narrow = viewport.width < 821;
    test.describe(`${sample} at ${viewport.width} pixels`, () => {
      test.use({ viewport });

      test('hostile names are text in every panel, and the layout holds', async ({ page }) => {
        test.slow();
        const plain = readFileSync(path);
        const made = withHostileTexts(path);
        await page.goto('.');
        await dropFiles(page, [['plain.abc', plain]]);
        await expect(page.locator('.tree-box')).toBeAttached();
        await passFrames(page, 3);
        const before = await frame(page);
        await page.keyboard.press('Alt+w');
        await dropFiles(page, [[NAME, made]]);
        await expect(page.locator('.summary')).toBeVisible();
        await expectCalm(page, 'opened');
        expect(await frame(page)).toEqual(before);

        await show(page, 'Structure', narrow);
        await tree(page).focus();
        await page.keyboard.press('Home');
        for (const letter of ['n', 'a', 'p', 'g']) {
          await page.keyboard.press(letter);
          await page.keyboard.press('*');
          await page.waitForTimeout(900);
          await page.keyboard.press('PageDown');
          await expectCalm(page, `tree at ${letter}`);
        }
        const filter = page.getByRole('textbox', { name: 'Filter the structure' });
        for (const text of ['value:"<img"', '__proto__', 'AAAAAAAAAA', 'constructor']) {
          await filter.fill(text);
          await expect(page.locator('.tree-filter-status')).toHaveText(/found$/, { timeout: 60_000 });
          await filter.press('Enter');
          await page.keyboard.press('End');
          await expectCalm(page, `filter ${text}`);
          await show(page, 'Bytes', narrow);
          await expectCalm(page, `bytes and card of ${text}`);
          await show(page, 'Structure', narrow);
        }
        await filter.fill('');

        for (const name of ['Model', 'Files']) {
          await tab(page, name).click();
          await expectCalm(page, `tab ${name}`);
        }
        await show(page, 'Model', narrow);
        const animations = page.getByRole('listbox', { name: 'Animation' }).getByRole('option');
        await animations.last().click();
        for (const name of ['Curves', 'Events', 'Keys']) {
          await tab(page, name).click();
          await expectCalm(page, `timeline ${name}`);
        }

        await show(page, 'Bytes', narrow);
        await page
          .locator('.hex-line')
          .nth(3)
          .hover({ position: { x: 130, y: 8 } });
        await expectCalm(page, 'card at the pointer');
        await tab(page, 'Table').click();
        const choices = page.getByRole('button', { name: /, [\d,]+ elements$/ });
        if ((await choices.count()) > 0) await choices.first().click();
        await expect(page.locator('.table-row').first()).toBeAttached();
        await expectCalm(page, 'table');
        for (const text of ['Nodes.Nodes', 'Animation.']) {
          const field = page.getByRole('combobox', { name: /Go to/ });
          if (narrow) await page.getByRole('button', { name: /^Go to/ }).click();
          await field.fill(text);
          await expectCalm(page, `go to ${text}`);
          await field.press('Escape');
        }
        await tab(page, /^Problems/).click();
        await expectCalm(page, 'problems');
        expect(await frame(page)).toEqual(
          narrow ? expect.objectContaining({ '.header': before['.header'] }) : before,
        );
      });
    });
  }
}
