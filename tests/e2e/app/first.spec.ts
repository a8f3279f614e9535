/** The first seconds: the empty page and its moving samples, one press that opens one and plays it, the tour, recent files with their pictures. */
import type { Page } from '@playwright/test';
import { loopDifference, openLoops, samplesWithLoops } from '../../../tools/samples/loops.mjs';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { expect, PHONE, pressSample, THOROUGH, THOROUGH_GL, test, viewport, WIDE } from '../support/page.ts';
import { chooseMore, fileTab } from '../support/panels.ts';

const STRIP = '.sample-loop img';

/** How far each strip stands from its first frame, in frames. */
const shifts = `[...document.querySelectorAll('${STRIP}')].map((image) =>
  Math.round(Math.abs(new DOMMatrix(getComputedStyle(image).transform).e) / image.parentElement.clientWidth))`;

test('the loops of the samples are what is drawn of them', THOROUGH_GL, async ({ page }) => {
  await openLoops(page);
  const samples = samplesWithLoops();
  expect(samples).toHaveLength(3);
  // WebP takes some colour: 3 to 6. Another pose, or a skin that is not there, differs by 38 and more.
  const remedy = 'node tools/samples/loops.mjs makes them again';
  for (const sample of samples) expect(await loopDifference(page, sample), remedy).toBeLessThan(8);
});

test(
  'the samples move for five seconds, and again for a pointer or the focus',
  THOROUGH,
  async ({ page }) => {
    await page.goto('.');
    const strips = page.locator(STRIP);
    await expect(strips).toHaveCount(3);
    await expect.poll(async () => Math.max(...(await page.evaluate<number[]>(shifts)))).toBeGreaterThan(0);
    const ends = () =>
      strips.evaluateAll((all) =>
        all.map((strip) => Number(strip.getAnimations()[0]?.effect?.getComputedTiming().endTime)),
      );
    for (const end of await ends()) expect(end).toBeLessThanOrEqual(5000);
    // As if they were over.
    await strips.evaluateAll((all) => {
      for (const strip of all) strip.getAnimations()[0]?.finish();
    });
    await expect.poll(() => page.evaluate(shifts)).toEqual([0, 0, 0]);
    await page.getByRole('button', { name: /^Try the sample “Jellyfish/ }).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    expect((await ends()).filter((end) => end === Number.POSITIVE_INFINITY)).toHaveLength(1);
    await expectAccessibleInBothThemes(page);
  },
);

test(
  'who wants little to move sees samples that stand still, and opens one that stands still',
  THOROUGH_GL,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('.');
    await expect(page.locator(STRIP)).toHaveCount(3);
    expect(
      await page.locator(STRIP).evaluateAll((all) => all.flatMap((strip) => strip.getAnimations())),
    ).toEqual([]);
    await page.getByRole('button', { name: /^Try the sample “Clockwork”/ }).click();
    await expect(viewport(page)).toHaveAttribute('data-pose', '-1@0');
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  },
);

test('one press on a sample: the model moves beside its bytes', THOROUGH_GL, async ({ page }) => {
  await page.goto('.');
  await page.getByRole('button', { name: /^Try the sample “Clockwork”/ }).click();
  // Another moment of Walk than its first.
  await expect(viewport(page)).toHaveAttribute('data-pose', /^1@(?!0$)/);
  await expect(page.getByRole('grid', { name: 'Bytes of clockwork.abc' })).toBeVisible();
  await expect(page.locator('.hex-line').first()).toContainText('Header', { ignoreCase: true });
});

test('what one can do is shown at a sample', THOROUGH, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('.');
  const entry = (name: RegExp) => page.getByRole('list', { name: 'Features' }).getByRole('button', { name });
  await entry(/^Read every byte/).click();
  await expect(page.locator('.status-selection')).toContainText('12 bytes selected');
  await expect(page.locator('.panel-card')).toContainText('Location');
  await page.goto('about:blank');
  await page.goto('.');
  await entry(/^Edit/).click();
  await expect(
    page.getByRole('group', { name: 'Change InternalRadius of Header' }).locator('input'),
  ).toHaveValue('64');
  await page.goto('about:blank');
  await page.goto('.');
  await entry(/^Compare/).click();
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect(comparison).toContainText('clockwork.abc (changed)');
  await expect(comparison).toContainText('19 keys changed in animation “Idle”, node “Antenna” changed.');
  await expect(comparison).toContainText('R_UpperArm');
  await expect(comparison).toContainText('Flags');
  // Nothing is left of the changed one.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tab', { name: 'clockwork.abc', exact: true })).toBeVisible();
  await expect(page.getByRole('tab', { name: /changed/ })).toHaveCount(0);
});

test('what one can do looks like something to press', THOROUGH, async ({ page }) => {
  await page.goto('.');
  const entries = page.getByRole('list', { name: 'Features' }).getByRole('button');
  await expect(entries).toHaveCount(6);
  const looks = await entries.evaluateAll((buttons) =>
    buttons.map((element) => {
      const { borderTopStyle, borderTopWidth, backgroundColor, cursor } = getComputedStyle(element);
      const page = getComputedStyle(document.body).backgroundColor;
      return [borderTopStyle, borderTopWidth, backgroundColor === page, cursor].join(' ');
    }),
  );
  expect([...new Set(looks)]).toEqual(['solid 1px false pointer']);
});

test.describe('a server that does not answer', () => {
  // The browser says so itself.
  test.use({ allowErrors: true });

  test('a sample that cannot come is said, and comes when it is tried again', THOROUGH, async ({ page }) => {
    const files = '**/samples/jellyfish.abc';
    await page.route(files, (route) => route.fulfill({ status: 503 }));
    await page.goto('.');
    const card = page.getByRole('button', { name: /^Try the sample “Jellyfish/ });
    await card.hover();
    await card.click();
    await expect(page.getByRole('alert')).toContainText('“Jellyfish” could not be loaded');
    await page.unroute(files);
    await card.click();
    await expect(fileTab(page, 'jellyfish.abc')).toBeVisible();
  });
});

test('recent files are shown as they looked, until they are forgotten', THOROUGH_GL, async ({ page }) => {
  await page.goto('.');
  await pressSample(page);
  await expect(viewport(page)).toHaveAttribute('data-triangles', /[1-9]/);
  const kept = () => page.evaluate(keptPictures);
  await expect.poll(kept).toHaveLength(1);
  const [picture] = await kept();
  expect(picture?.colours).toBeGreaterThan(50);

  await page.goto('about:blank');
  await page.goto('.');
  const recent = page.getByRole('region', { name: 'Recent files' });
  const image = recent.getByRole('button', { name: 'clockwork.abc' }).locator('img');
  await expect(image).toBeVisible();
  expect(await image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(112);
  await expectAccessibleInBothThemes(page);
  await recent.getByRole('button', { name: 'Clear recent files' }).click();
  await expect(recent).toBeHidden();
  await expect.poll(kept).toEqual([]);
});

/** In the page: the pictures of recent files, and how many colours each has. */
async function keptPictures(): Promise<{ colours: number }[]> {
  const asked = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  if (!(await indexedDB.databases()).some(({ name }) => name === 'lithoscope-recent-pictures')) return [];
  const db = await asked(indexedDB.open('lithoscope-recent-pictures'));
  try {
    const blobs: Blob[] = await asked(db.transaction('pictures').objectStore('pictures').getAll());
    return await Promise.all(
      blobs.map(async (blob) => {
        const image = await createImageBitmap(blob);
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d');
        context?.drawImage(image, 0, 0);
        const pixels =
          context?.getImageData(0, 0, image.width, image.height).data.buffer ?? new ArrayBuffer(0);
        return { colours: new Set(new Uint32Array(pixels)).size };
      }),
    );
  } finally {
    db.close();
  }
}

const tour = (page: Page) => page.getByRole('dialog', { name: /./ }).and(page.locator('.tour'));

/** Where the words of the tour and what they point at overlap: pixels. */
const overlap = (page: Page) =>
  page.evaluate(() => {
    const [a, b] = ['.tour', '.tour-ring'].map((part) =>
      document.querySelector(part)?.getBoundingClientRect(),
    );
    if (!a || !b || b.width === 0) return Number.NaN;
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return Math.max(0, across) * Math.max(0, down);
  });

for (const size of [WIDE, PHONE]) {
  test.describe(`the tour, ${size.width} pixels`, () => {
    test.use({ viewport: size, newVisitor: true, contextOptions: { reducedMotion: 'reduce' } });

    test('points at each part beside it, by keys alone', size === PHONE ? THOROUGH : {}, async ({ page }) => {
      await page.goto('.');
      await pressSample(page);
      const offer = page.getByRole('button', { name: 'Take the tour (5 steps)' });
      await expect(offer).toBeVisible();
      await offer.focus();
      await page.keyboard.press('Enter');
      await expect(offer).toBeHidden();
      const titles = ['The model in motion', 'The outline', 'Every byte', 'Select once', 'Search, compare'];
      const parts = ['.column-model', '.column-left', '.column-bytes', '.panel-card', '.header'];
      for (const [i, title] of titles.entries()) {
        await expect(tour(page)).toContainText(`${i + 1} of 5`);
        await expect(tour(page).getByRole('heading')).toContainText(title);
        await expect(
          page.getByRole('status').filter({ hasText: `Tour, ${i + 1} of 5: ${title}` }),
        ).toBeAttached();
        await expect(page.locator(parts[i] ?? '')).toBeVisible();
        await expect.poll(() => overlap(page)).toBe(0);
        await expect(tour(page).getByRole('button', { name: i === 4 ? 'Finish' : 'Next' })).toBeFocused();
        if (i === 3) await expect(page.locator('.panel-card')).toContainText('Location');
        if (i === 1 && size === PHONE) await expectAccessibleInBothThemes(page);
        await page.keyboard.press(i === 4 ? 'ArrowLeft' : i % 2 === 0 ? 'ArrowRight' : 'Enter');
      }
      await expect(tour(page)).toContainText('4 of 5');
      // The page behind it is as usable as ever; Escape ends the tour wherever the focus is.
      await page.locator('.hex-box').focus();
      await page.keyboard.press('Escape');
      await expect(tour(page)).toBeHidden();
      await expect(page.locator('.tour-ring')).toHaveCount(0);
    });
  });
}

test.describe('the tour', () => {
  test.use({ newVisitor: true, contextOptions: { reducedMotion: 'reduce' } });

  test(
    'is offered once, comes when it is asked for, and opens a sample when nothing is open',
    THOROUGH,
    async ({ page }) => {
      await page.goto('.');
      await pressSample(page);
      const offer = page.getByRole('region', { name: 'Tour' });
      await offer.getByRole('button', { name: 'No tour' }).click();
      await expect(offer).toBeHidden();
      await page.goto('about:blank');
      // Asked for twice while the sample comes, it is there once.
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/samples/clockwork.abc', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto('.');
      for (let i = 0; i < 2; i++) {
        await page.keyboard.press('Control+k');
        await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
        await page.keyboard.type('tour');
        await page.keyboard.press('Enter');
        await expect(page.getByRole('dialog', { name: 'Search' })).toBeHidden();
      }
      release();
      await expect(tour(page)).toContainText('1 of 5');
      await expect(fileTab(page, 'clockwork.abc')).toBeVisible();
      await expect(offer).toHaveCount(0);
      await tour(page).getByRole('button', { name: 'Skip' }).click();
      await expect(tour(page)).toBeHidden();
      await chooseMore(page, 'Keys and help');
      await page.getByRole('button', { name: 'Show the tour' }).click();
      await expect(tour(page)).toContainText('1 of 5');
      await page.keyboard.press('Alt+w');
      await page.keyboard.press('Alt+w');
      await expect(page.getByRole('button', { name: 'Open a file' })).toBeVisible();
      await expect(tour(page)).toBeHidden();
    },
  );

  test('comes where storage is forbidden', THOROUGH, async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('', 'SecurityError');
        },
      });
    });
    await page.goto('.');
    await pressSample(page);
    await page.getByRole('button', { name: 'Take the tour (5 steps)' }).click();
    await expect(tour(page)).toContainText('1 of 5');
    await expect(page.getByRole('region', { name: 'Tour' })).toHaveCount(0);
  });
});
