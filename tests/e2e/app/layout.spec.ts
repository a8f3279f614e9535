/** The frame at the sizes it is made for: nothing is cut, the model and its animations have room, all can be reached. */
import type { Locator, Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import {
  expect,
  expectPose,
  openWith,
  PHONE,
  passFrames,
  THOROUGH_GL,
  test,
  viewport,
} from '../support/page.ts';
import {
  chooseAnimation,
  levelButton,
  openPlaybackMenu,
  openSheet,
  sheet,
  showAnimations,
  viewOptions,
} from '../support/panels.ts';

/** Width and height, px; 720 × 450 is a laptop of 1440 × 900 at 200 %. */
const SIZES = [
  [1440, 900],
  [1280, 720],
  [1024, 700],
  [844, 390],
  [390, 844],
  [720, 450],
] as const;

/** What makes up the frame, in whatever panel is in view. */
const FRAME = '.header, .scene-toolbar, .transport, .panel-bar, .dock, .skin-missing, .group-top';

/** Controls of the frame that are cut off by the window or by a box around them, or whose words are. */
function cut(page: Page): Promise<string[]> {
  return page.evaluate((frame) => {
    const found: string[] = [];
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
    const nameOf = (element: Element) =>
      `${element.className} “${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}”`;
    for (const part of document.querySelectorAll(frame)) {
      if (!isSeen(part)) continue;
      const controls = [
        part,
        ...part.querySelectorAll('button, input, select, [role="tab"], [role="slider"], li, strong'),
      ];
      for (const control of controls) {
        if (!isSeen(control) || control.closest('.tabs-nav, .visually-hidden, [popover]')) continue;
        const box = control.getBoundingClientRect();
        let [left, right] = [0, innerWidth];
        let [top, bottom] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
        let isScrolled = false;
        for (let around = control.parentElement; around; around = around.parentElement) {
          const { overflow, overflowY } = getComputedStyle(around);
          if (overflow === 'visible') continue;
          const outer = around.getBoundingClientRect();
          [left, right] = [Math.max(left, outer.left), Math.min(right, outer.right)];
          // What is above or below in a list is reached by scrolling.
          isScrolled ||= overflowY === 'auto' || overflowY === 'scroll';
          if (!isScrolled) [top, bottom] = [Math.max(top, outer.top), Math.min(bottom, outer.bottom)];
        }
        if (!isScrolled) [top, bottom] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
        const within =
          box.left >= left - 1 && box.top >= top - 1 && box.right <= right + 1 && box.bottom <= bottom + 1;
        if (!within) found.push(`${nameOf(control)} reaches out of its box`);
        const isButton = control.tagName === 'BUTTON' || control === part;
        if (isButton && control.scrollWidth > control.clientWidth + 1)
          found.push(`${nameOf(control)} is too narrow`);
      }
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
    return found;
  }, FRAME);
}

const names = (list: Locator) =>
  list.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''));

/** The names of all controls of a row, whether they stand in it or in its menu, which is opened for them. */
async function reachable(page: Page, row: Locator): Promise<string[]> {
  const more = row.locator('.overflow-more');
  const isFull = await more.isHidden();
  if (!isFull) await more.click();
  const list = row.locator('button:visible, input:visible, select:visible');
  const found = await names(list);
  if (!isFull) {
    const menu = row.locator('.overflow-menu');
    const place = await menu.boundingBox();
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    expect(
      place &&
        place.x >= 0 &&
        place.y >= 0 &&
        place.x + place.width <= width &&
        place.y + place.height <= height,
    ).toBe(true);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  }
  return found;
}

const VIEW = ['Shading', 'Overlays', 'Camera', 'Measure', 'Frame', 'Only the model'];
/** In the bar, at any size. */
const PLAYBACK = [
  'Play',
  'Animation',
  'Time, ms',
  'Playback',
  'Show the dope sheet: keys, curves, frame strings',
];
/** In its menu. */
const STEPS = [
  'Go to the start',
  'Previous key',
  'Previous frame',
  'Next frame',
  'Next key',
  'Go to the end',
  'Previous animation',
  'Next animation',
];

test(
  'at no size is anything of the frame cut, and everything of it can be reached',
  THOROUGH_GL,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    await chooseAnimation(page, 'Walk');
    const panes = page.getByRole('navigation', { name: 'Panels' });
    for (const [width, height] of SIZES) {
      const size = `${width} × ${height}`;
      await test.step(size, async () => {
        await page.setViewportSize({ width, height });
        const narrow = await panes.isVisible();
        expect(narrow).toBe(width <= 820 || height <= 520);
        const show = async (name: string) => {
          if (narrow) await panes.getByRole('button', { name }).click();
        };
        await show('View');
        await expect.poll(() => cut(page), { message: `view at ${size}` }).toEqual([]);
        await openSheet(page);
        await expect.poll(() => cut(page), { message: `dope sheet at ${size}` }).toEqual([]);
        await page.locator('.sheet-button').click();
        await expect.poll(() => cut(page), { message: `view again at ${size}` }).toEqual([]);
        const tools = await reachable(page, page.getByRole('toolbar', { name: 'View' }));
        for (const name of VIEW) expect(tools, size).toContain(name);
        await expect(levelButton(page)).toBeVisible();
        const controls = await reachable(page, page.getByRole('toolbar', { name: 'Playback' }));
        for (const name of PLAYBACK) expect(controls, size).toContain(name);
        await expect(page.getByRole('slider', { name: 'Time', exact: true })).toBeVisible();
        const menu = await openPlaybackMenu(page);
        for (const name of STEPS) await expect(menu.getByRole('button', { name })).toBeVisible();
        for (const name of ['Blend transitions', 'Follow keys', 'Play on open'])
          await expect(menu.getByRole('checkbox', { name })).toBeVisible();
        await expect(menu.getByRole('combobox', { name: 'Speed' })).toBeVisible();
        await page.keyboard.press('Escape');
        const picture = await viewport(page).boundingBox();
        expect(picture?.height, size).toBeGreaterThan(height * (height < 520 ? 0.5 : 0.58));
        if (height === 900) expect(picture?.height).toBeGreaterThanOrEqual(600);

        // With the model beside it, and with all of the page.
        await show('Outline');
        if (narrow) {
          await expect.poll(() => cut(page), { message: `outline at ${size}` }).toEqual([]);
          await page.locator('.pane-grip:visible').click();
        }
        for (const name of ['Raw', 'Model', 'Files', 'Outline']) {
          await page.getByRole('tab', { name }).first().click();
          await expect.poll(() => cut(page), { message: `${name} at ${size}` }).toEqual([]);
        }
        const list = await showAnimations(page);
        const [rows = 0, listed = 0] = await list.evaluate((box) => {
          const option = box.querySelector('[role="option"]');
          const row = option?.getBoundingClientRect().height ?? 1;
          return [box.clientHeight / row, Number(option?.getAttribute('aria-setsize'))];
        });
        expect(listed).toBeGreaterThan(3);
        expect(rows, size).toBeGreaterThanOrEqual(Math.min(listed, 8));
        await page.getByRole('tab', { name: 'Raw' }).first().click();

        await show('Bytes');
        await expect.poll(() => cut(page), { message: `bytes at ${size}` }).toEqual([]);
        const tabs = await reachable(page, page.locator('.column-bytes .panel-tools'));
        expect(tabs, size).toContain('Byte view');
        await expect(page.getByRole('region', { name: 'Selected field' })).toBeVisible();
        if (!narrow) return;
        await page.locator('.pane-grip:visible').click();
        await expect.poll(() => cut(page), { message: `bytes beside the model at ${size}` }).toEqual([]);
      });
    }
  },
);

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: PHONE });

  test('every splitter that is announced can be drawn, by touch too', THOROUGH_GL, async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    const splitters = page.getByRole('separator');
    await expect(splitters).toHaveCount(1);
    const opened = page.getByRole('region', { name: 'Dope sheet' });
    await expect(opened).toBeHidden();
    const place = await splitters.boundingBox();
    if (!place) throw new Error('the splitter has no box');
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 195, y }] });
    await touch('touchStart', place.y);
    await touch('touchMove', place.y - 60);
    await touch('touchMove', place.y - 150);
    await touch('touchEnd');
    await expect(opened).toBeVisible();
    await expect(sheet(page)).toBeVisible();
    await page.locator('.sheet-button').click();
    await expect(opened).toBeHidden();
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Bytes' }).click();
    await expect(splitters).toHaveCount(1);
  });
});

test(
  'the dope sheet is shut at first, opens under the bar in place of the scrubber, and stays as it was',
  THOROUGH_GL,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    const opened = page.getByRole('region', { name: 'Dope sheet' });
    await expect(opened).toBeHidden();
    await openSheet(page);
    await expect(page.getByRole('slider', { name: 'Time' })).toHaveCount(1);
    await expect(page.locator('.sheet-ruler')).toBeVisible();
    const [over, under] = [
      await page.getByRole('region', { name: 'Timeline' }).boundingBox(),
      await opened.boundingBox(),
    ];
    expect(over && under && over.y + over.height <= under.y).toBe(true);
    await openWith(page, CLOCKWORK);
    await expect(opened).toBeVisible();
  },
);

test('the timeline runs under the left column, and begins where the page does without one', async ({
  page,
}) => {
  await openWith(page, CLOCKWORK);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const begins = async () => Math.round((await timeline.boundingBox())?.x ?? -1);
  for (const [width, height] of [
    [1440, 900],
    [1024, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(begins).toBe(0);
    const [column, bar, slider] = [
      await page.locator('.column-left').boundingBox(),
      await timeline.boundingBox(),
      await page.getByRole('slider', { name: 'Time' }).boundingBox(),
    ];
    expect(column && bar && column.y + column.height <= bar.y).toBe(true);
    expect(slider?.width).toBeGreaterThan(width / 6);
  }
  await page.keyboard.press('Control+\\');
  await expect(page.locator('.column-left')).toBeHidden();
  await expect.poll(begins).toBe(0);
  await page.keyboard.press('Control+\\');
  await page.keyboard.press('Control+b');
  await expect.poll(begins).toBe(0);
});

test('the options of the view leave the picture free', THOROUGH_GL, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await expectPose(page, '-1@0');
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    for (const [key, name] of [
      ['Shift+Z', 'Shading'],
      ['d', 'Overlays'],
      ['Shift+C', 'Camera'],
    ] as const) {
      // The columns take their new widths first.
      await passFrames(page, 3);
      await page.locator('.scene-canvas').focus();
      await page.keyboard.press(key);
      const options = viewOptions(page, name);
      await expect(options).toBeVisible();
      const [panel, picture] = [await options.boundingBox(), await viewport(page).boundingBox()];
      if (!panel || !picture) throw new Error('no box');
      const isWhole =
        panel.x >= 0 && panel.x + panel.width <= width + 1 && panel.y + panel.height <= height + 1;
      expect(isWhole, `${name} at ${width} × ${height}`).toBe(true);
      const across = Math.max(
        0,
        Math.min(panel.x + panel.width, picture.x + picture.width) - Math.max(panel.x, picture.x),
      );
      const down = Math.max(
        0,
        Math.min(panel.y + panel.height, picture.y + picture.height) - Math.max(panel.y, picture.y),
      );
      const share = (across * down) / (picture.width * picture.height);
      expect(share, `${name} at ${width} × ${height}`).toBeLessThan(0.48);
      await page.keyboard.press('Escape');
      await expect(options).toBeHidden();
    }
  }
});

/** Contrast of two colours as `rgb(…)`, by WCAG 2. */
function contrast(a: string, b: string): number {
  const light = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
      const share = colour.startsWith('color(') ? Number(part) : Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [lesser = 0, greater = 0] = [light(a), light(b)].sort((x, y) => x - y);
  return (greater + 0.05) / (lesser + 0.05);
}

test('the picture of Play is seen under the pointer in both themes', async ({ page }) => {
  await openWith(page, CLOCKWORK);
  const play = page.getByRole('button', { name: 'Play', exact: true });
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await play.hover();
    const [icon, ground] = await play.evaluate((button) => [
      getComputedStyle(button.querySelector('svg') ?? button).stroke,
      getComputedStyle(button).backgroundColor,
    ]);
    expect(contrast(icon ?? '', ground ?? ''), `${theme}: ${icon} on ${ground}`).toBeGreaterThan(4.5);
  }
});
