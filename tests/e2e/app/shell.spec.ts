import { fileURLToPath } from 'node:url';
import { LAYERS } from '../../../tools/layers.mjs';
import { bytesOf, CLOCKWORK, CLOCKWORK_SKIN } from '../../web/support/samples.ts';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import {
  dropBytes,
  expect,
  expectPose,
  openSample,
  PHONE,
  THOROUGH,
  THOROUGH_GL,
  test,
  viewport,
  WIDE,
} from '../support/page.ts';
import { searchField, share, verdict } from '../support/panels.ts';

for (const size of [WIDE, PHONE]) {
  test.describe(`${size.width} pixels`, () => {
    test.use({ viewport: size });

    test('is accessible before a file is open', size === PHONE ? THOROUGH : {}, async ({ page }) => {
      await page.goto('.');
      await expect(page.getByRole('button', { name: 'Open a file' })).toBeVisible();
      await expectAccessibleInBothThemes(page);
    });

    test('is accessible with a file, its problems and the search', THOROUGH_GL, async ({ page }) => {
      await page.goto('.');
      await dropBytes(page, 'cut.abc', bytesOf(CLOCKWORK).subarray(0, 20_000));
      await expect(viewport(page)).toHaveAttribute('data-drawn', /./);
      await expectAccessibleInBothThemes(page);
      if (size === PHONE) {
        await page
          .getByRole('navigation', { name: 'Panels' })
          .getByRole('button', { name: 'Outline' })
          .click();
        await expectAccessibleInBothThemes(page);
      }
      // Of what stays as it was nothing more is asked: the whole page takes seconds.
      await page.getByRole('tab', { name: 'Model' }).click();
      await expectAccessibleInBothThemes(page, '.column-left');
      await page.getByRole('tab', { name: 'Files' }).click();
      await verdict(page).click();
      await page.getByRole('list', { name: 'Problems' }).getByRole('button').first().click();
      await expectAccessibleInBothThemes(page);
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
      await expectAccessibleInBothThemes(page, 'dialog[open]');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    });
  });
}

test(
  'from the empty page to a selected byte and a playing animation, by keys alone',
  THOROUGH_GL,
  async ({ page }) => {
    // The sample stands still.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('.');
    const sample = page.getByRole('button', { name: /Try the sample “Clockwork”/ });
    await expect(sample).toBeVisible();
    for (
      let i = 0;
      i < 20 && !(await sample.evaluate((element) => element === document.activeElement));
      i++
    ) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await expect(viewport(page)).toHaveAttribute('data-triangles', /[1-9]/);

    await page.keyboard.press('g');
    await expect(searchField(page)).toBeFocused();
    await page.keyboard.type('0xC');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('.status-selection')).toContainText('0x1C');

    await page.locator('.hex-box').press('a');
    await expect(page.getByRole('listbox', { name: 'Animations' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expectPose(page, /^0@/);
    const before = await viewport(page).getAttribute('data-pose');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('play or');
    await page.keyboard.press('Enter');
    await expect(viewport(page)).not.toHaveAttribute('data-pose', before ?? '');
  },
);

test('the list of animations has the focus that was asked for before it came', THOROUGH, async ({ page }) => {
  let release = () => {};
  const late = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/outline-*.js', async (route) => {
    await late;
    await route.continue();
  });
  await openSample(page);
  await page.locator('.hex-box').press('a');
  const model = page.getByRole('tab', { name: 'Model' });
  await expect(model).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('listbox', { name: 'Animations' })).toHaveCount(0);
  release();
  await expect(page.getByRole('listbox', { name: 'Animations' })).toBeFocused();
});

test(
  'how much of the file is known stands in its place, whatever is selected',
  THOROUGH,
  async ({ page }) => {
    await openSample(page);
    const known = page.getByRole('button', { name: /^known 100 %/ });
    await expect(known).toBeVisible();
    const place = await known.boundingBox();
    for (const name of [/^Header/, /^NextSectionOffset/]) {
      await page.getByRole('treeitem', { name }).first().click();
      await expect(page.locator('.status-selection')).toContainText('selected');
      expect(await known.boundingBox()).toEqual(place);
    }
  },
);

test('tabs by arrow keys', async ({ page }) => {
  await openSample(page);
  const structure = page.getByRole('tab', { name: 'Raw' });
  await structure.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Model' })).toBeFocused();
  await expect(page.getByRole('tree')).toBeHidden();
  await page.keyboard.press('End');
  await expect(structure).toBeFocused();
  await expect(page.getByRole('tree')).toBeVisible();
});

test('panels collapse by key, double click and Enter, come back, and stay so', THOROUGH, async ({ page }) => {
  await openSample(page);
  const tree = page.getByRole('tree');
  const divider = page.getByRole('separator', { name: 'Width of files and outline' });
  await expect(tree).toBeVisible();
  await page.keyboard.press('Control+b');
  await expect(tree).toBeHidden();
  await expect(divider).toHaveAttribute('aria-valuenow', '0');
  await divider.dblclick();
  await expect(tree).toBeVisible();
  await divider.focus();
  await page.keyboard.press('Enter');
  await expect(tree).toBeHidden();
  await page.reload();
  await openSample(page);
  await expect(tree).toBeHidden();
  // The header has a button for it, whatever is open.
  await dropBytes(page, 'skin.dtx', bytesOf(CLOCKWORK_SKIN));
  await expect(page.getByRole('region', { name: 'Texture' })).toBeVisible();
  const opener = page.getByRole('button', { name: 'Show files and outline' });
  await opener.click();
  await expect(opener).toBeHidden();
  await expect(tree).toBeVisible();
});

test('the search finds a command by its words', THOROUGH_GL, async ({ page }) => {
  await openSample(page);
  await page.getByRole('tree').focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('skel');
  await expect(page.getByRole('option', { name: /Show the skeleton/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('tree')).toBeFocused();
  await page.getByRole('button', { name: 'Overlays' }).click();
  await expect(page.getByRole('checkbox', { name: 'Skeleton', exact: true })).toBeChecked();
});

test('every rule is in a layer, and the layers are in the order of the rooms', async ({ page }) => {
  await openSample(page);
  await share(page, 'Copy link');
  const layers = await page.evaluate(() =>
    [...document.styleSheets].map((sheet) =>
      [...sheet.cssRules].flatMap((rule) => {
        if (rule instanceof CSSLayerStatementRule) return [...rule.nameList];
        return rule instanceof CSSLayerBlockRule ? [rule.name] : [`none: ${rule.cssText.slice(0, 80)}`];
      }),
    ),
  );
  expect(layers.length).toBeGreaterThan(1);
  // The order of layers is that in which they are named first.
  expect([...new Set(layers.flat())]).toEqual(LAYERS);
});

test.describe('a page that cannot start', () => {
  test.use({ allowErrors: true });

  test('says how to, when it is opened from a folder', async ({ page }) => {
    const html = fileURLToPath(new URL('../../../dist/index.html', import.meta.url));
    await page.goto(`file://${html}`);
    await expect(page.getByText('Run npm start')).toBeVisible();
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('says what it needs', THOROUGH, async ({ page }) => {
      await page.goto('.');
      // Playwright takes no text in <noscript> for text of the page.
      await expect(page.locator('noscript p')).toBeVisible();
    });
  });
});
