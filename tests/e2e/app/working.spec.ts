/** What the page says and offers while one works: never over what is worked with, never what is not so, and with a way back. */
import type { Locator, Page } from '@playwright/test';
import { bytesOf, CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import {
  dropFiles,
  expect,
  expectPose,
  GL,
  keptNames,
  openSample,
  openWith,
  PHONE,
  pressSample,
  THOROUGH,
  THOROUGH_GL,
  test,
  viewport,
} from '../support/page.ts';
import {
  chooseAnimation,
  chooseMore,
  fileTab,
  levelButton,
  openPlaybackMenu,
  share,
  summary,
  tab,
} from '../support/panels.ts';

/** One pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==';

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it has no box');
  return box;
};

test('before the first picture nothing is said to be missing in it', GL, async ({ page }) => {
  await page.goto('.');
  // Every text that the live region ever has.
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => {
      const text = document.querySelector('.scene-message')?.textContent;
      if (text) said.push(text);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  for (const name of ['one.abc', 'two.abc']) {
    await dropFiles(page, [[name, bytesOf(name === 'one.abc' ? CLOCKWORK : JELLYFISH)]]);
    await expect(viewport(page)).toHaveAttribute('data-triangles', /^[1-9]/);
  }
  expect(await page.evaluate(() => Reflect.get(window, 'said'))).toEqual([]);
});

test(
  'a closed file is reopened by a button of what is said, at the top of the view',
  THOROUGH,
  async ({ page }) => {
    await openSample(page);
    await expect(fileTab(page, 'clockwork_base.abc')).toBeVisible();
    await page.getByRole('button', { name: 'Close clockwork.abc' }).click();
    const said = page.locator('.announcement');
    await expect(said).toContainText('Closed clockwork.abc.');
    const toast = await boxOf(said);
    const view = await boxOf(viewport(page));
    const transport = await boxOf(page.getByRole('region', { name: 'Timeline' }));
    expect(Math.abs(toast.x + toast.width / 2 - (view.x + view.width / 2))).toBeLessThan(2);
    expect(toast.y).toBeGreaterThan(view.y);
    expect(toast.y + toast.height).toBeLessThan(transport.y - view.height / 2);
    await said.getByRole('button', { name: 'Reopen' }).click();
    await expect(fileTab(page, 'clockwork.abc')).toBeVisible();
    await expect(said).toBeEmpty();
  },
);

test.describe('offers', () => {
  test.use({ newVisitor: true, contextOptions: { reducedMotion: 'reduce' } });

  test('the tour is offered until something else is done', THOROUGH, async ({ page }) => {
    await page.goto('.');
    await pressSample(page);
    const offer = page.getByRole('region', { name: 'Tour' });
    await expect(offer).toBeVisible();
    // The way to it by the keyboard is no work.
    await page.keyboard.press('Tab');
    await expect(offer).toBeVisible();
    await tab(page, 'Table').click();
    await expect(offer).toHaveCount(0);
  });

  test(
    'files of last time are offered on the start page, not over the next model; samples never',
    THOROUGH,
    async ({ page }) => {
      const bar = page.getByRole('region', { name: 'Files from last time' });
      const kept = (names: string[]) => expect.poll(async () => (await keptNames(page)).files).toEqual(names);
      await openSample(page);
      await kept(['clockwork.abc', 'clockwork_base.abc']);
      await page.goto('./#');
      await page.reload();
      await expect(page.getByRole('button', { name: 'Open a file' })).toBeVisible();
      await dropFiles(page, [['mine.abc', bytesOf(JELLYFISH)]]);
      await kept(['mine.abc']);
      await page.goto('./#');
      await page.reload();
      await expect(bar).toContainText('1 file was open');
      await dropFiles(page, [['next.abc', bytesOf(CLOCKWORK)]]);
      await expect(fileTab(page, 'next.abc')).toBeVisible();
      await expect(bar).toBeHidden();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('reopen last time');
      await page.keyboard.press('Enter');
      await expect(fileTab(page, 'mine.abc')).toBeVisible();
    },
  );
});

test('saving is in sight as soon as there is something to save', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  const changes = page.getByRole('banner').getByRole('group', { name: 'Changes' });
  await expect(changes).toBeHidden();
  await chooseAnimation(page, 'Walk');
  await tab(page, 'Model').click();
  await page.getByRole('listbox', { name: 'Animations' }).press('Shift+F10');
  await page.getByRole('menuitem', { name: /Reverse/ }).click();
  for (const size of [PHONE, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size);
    await expect(changes.getByRole('button', { name: 'Save', exact: true })).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: /^Undo “/ })).toBeEnabled();
    await expect(page.getByRole('menuitem', { name: 'Save as…' })).toBeEnabled();
    await page.keyboard.press('Escape');
  }
});

test('the search finds what the file holds by name, and goes there', THOROUGH_GL, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await expectPose(page, '-1@0');
  const choose = async (text: string, option: RegExp) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(text);
    await expect(page.locator('#search-list').getByRole('option').first()).toHaveText(option);
    await page.keyboard.press('Enter');
  };
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await choose('walk', /^Walk.*Animation$/);
  await expect(viewport(page)).not.toHaveAttribute('data-pose', /^-1/);
  await choose('l_shin', /^L_Shin ?Node$/);
  await expect(page.locator('.inspector-card')).toContainText('Nodes');
});

test('animations of another file are counted apart, the same everywhere', THOROUGH, async ({ page }) => {
  await openSample(page);
  await expect(fileTab(page, 'clockwork_base.abc')).toBeVisible();
  await expect(summary(page)).toContainText(/4 animations ?\+ 2 from clockwork_base\.abc/);
  await expect(page.getByRole('combobox', { name: 'Animation', exact: true })).toHaveAttribute(
    'title',
    /^4 animations \+ 2 from clockwork_base\.abc:/,
  );
  await page.keyboard.press('Shift+G');
  await expect(page.getByRole('dialog').getByText('All 4 + 2')).toBeVisible();
});

test(
  'levels side by side are named by their button, and so is how many there are not',
  THOROUGH_GL,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    await levelButton(page).click();
    await page.getByRole('button', { name: 'Side by side' }).click();
    await expect(levelButton(page)).toHaveText('LOD 0, 1, 2');
    await expect(page.locator('.scene-notes')).not.toContainText('levels');
    // Two fields with the same number: one level less is seen.
    await page.getByRole('spinbutton', { name: 'Level, now 2' }).fill('1');
    await page.getByRole('spinbutton', { name: 'Level, now 2' }).press('Enter');
    await expect(levelButton(page)).toHaveText('LOD 0, 1');
    await expect(page.locator('.scene-notes')).toContainText('2 of 3 levels');
  },
);

test('a switch is the same in its menu and among the commands', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  const follow = (await openPlaybackMenu(page)).getByRole('checkbox', { name: 'Follow keys' });
  await expect(follow).not.toBeChecked();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Follow keys');
  await page.keyboard.press('Enter');
  await openPlaybackMenu(page);
  await expect(follow).toBeChecked();
});

test(
  'a picture that no open model names says how the model in front can wear it',
  THOROUGH,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expect(tab(page, 'Bytes')).toBeVisible();
    await dropFiles(page, [['x.png', Buffer.from(PNG, 'base64')]]);
    await expect(page.locator('.announcement')).toContainText(
      'The name of x.png does not match a skin of clockwork.abc.',
    );
  },
);

test('the size of a film is an estimate, whatever its format', THOROUGH_GL, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await expectPose(page, '-1@0');
  await page.keyboard.press('Shift+V');
  const film = page.getByRole('dialog', { name: /^Video of/ });
  for (const format of ['MP4', 'WebM']) {
    await film.getByRole('radio', { name: format }).check();
    await expect(film).toContainText(/· about [\d.]+ [KM]B/);
  }
});

test('tabs of the panels stay where they are when one is chosen', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  const places = () =>
    page
      .locator('.panel-bar [role="tab"]')
      .evaluateAll((tabs) => tabs.map((one) => Math.round(one.getBoundingClientRect().left * 10)));
  await expect(tab(page, 'Bytes')).toBeVisible();
  const before = await places();
  for (const name of ['Model', 'Table', 'Problems']) {
    await tab(page, name).first().click();
    expect(await places()).toEqual(before);
  }
});

/** A name that is cut at its end or in its middle is not read whole. */
const isWhole = (page: Page) =>
  page.locator('.tab-current .tab-name').evaluate((name) => {
    const parts = [name, ...name.querySelectorAll('*')];
    return parts.every((part) => part.scrollWidth <= part.clientWidth + 1 || part.clientWidth === 0);
  });

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: PHONE });

  test('the file has one title, read whole, and every target has 40 pixels', THOROUGH, async ({ page }) => {
    await page.goto('.');
    await dropFiles(page, [['PARTNER_DANCIN.ABC', bytesOf(CLOCKWORK)]]);
    await expect(fileTab(page, 'PARTNER_DANCIN.ABC')).toBeVisible();
    expect(await isWhole(page)).toBe(true);
    await dropFiles(page, [['jellyfish.abc', bytesOf(JELLYFISH)]]);
    await expect(fileTab(page, 'jellyfish.abc')).toBeVisible();
    await expect(page.locator('.tab:visible')).toHaveCount(1);
    expect(await isWhole(page)).toBe(true);
    const small = await page.locator('.header').evaluateAll((bars) =>
      bars
        .flatMap((bar) => [...bar.querySelectorAll('button')])
        .map((target) => ({ name: target.textContent, box: target.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.width < 40 || box.height < 40))
        .map(({ name, box }) => `${name}: ${box.width} × ${box.height}`),
    );
    expect(small).toEqual([]);
    // What the header has no room for.
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    const before = await theme();
    await chooseMore(page, 'Switch between dark and light');
    expect(await theme()).not.toBe(before);
  });

  test('the button that copies a link has its words in one line', THOROUGH, async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await share(page, 'Copy link');
    const copy = page.getByRole('dialog').getByRole('button', { name: 'Copy link' });
    await expect(copy).toBeVisible();
    const words = await copy.evaluate((button) => {
      const range = document.createRange();
      range.selectNodeContents(button);
      return range.getBoundingClientRect().height;
    });
    expect(words).toBeLessThan(24);
    const box = await boxOf(copy);
    expect(box.x + box.width).toBeLessThan(PHONE.width - 16);
  });

  test('in a low window what is selected is told under the bytes', async ({ page }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await openWith(page, CLOCKWORK);
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Bytes' }).click();
    await page.getByRole('button', { name: 'Expand the panel' }).click();
    await expect(page.locator('.status-selection')).toBeInViewport();
  });

  test('the foot of the bytes is not cut, whatever is selected', THOROUGH, async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Outline' }).click();
    await page.getByRole('treeitem', { name: /^Header/ }).click();
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Bytes' }).click();
    await expect(page.locator('.status-selection')).toContainText('selected');
    const reaches = await page.locator('.status').evaluate((foot) => foot.scrollWidth - foot.clientWidth);
    expect(reaches).toBeLessThanOrEqual(0);
  });

  test('the line about skins is one, at the foot of the view', THOROUGH_GL, async ({ page }) => {
    await openWith(page, CLOCKWORK);
    const line = page.locator('.skin-missing');
    await expect(line).toContainText('No skin for slot');
    const [box, view] = [await boxOf(line), await boxOf(viewport(page))];
    expect(box.height).toBeLessThan(50);
    expect(view.y + view.height - box.y - box.height).toBeLessThan(8);
    await page.getByRole('button', { name: 'Details' }).click();
    expect((await boxOf(line)).height).toBeGreaterThan(box.height);
  });
});

test.describe('with forced colours', () => {
  test.use({ forcedColors: 'active' });

  test('a chosen tab has the colour of what is chosen', THOROUGH, async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expect(tab(page, 'Bytes')).toBeVisible();
    const [tabColour, highlight] = await page.evaluate(() => {
      const probe = document.createElement('i');
      probe.style.cssText = 'forced-color-adjust: none; background: SelectedItem';
      document.body.append(probe);
      const chosen = document.querySelector('#tab-bytes');
      return [chosen, probe].map((one) => one && getComputedStyle(one).backgroundColor);
    });
    expect(tabColour).toBe(highlight);
  });
});
