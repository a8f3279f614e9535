/** The first seconds: the empty page and its moving samples, one press that opens one and plays it, the tour, recent files with their pictures. */
import { loopDifference, openLoops, samplesWithLoops } from '../../tools/samples/loops.mjs';
import { expectAccessibleInBothThemes } from './support/accessible.ts';
import { expect, GL, test, viewport } from './support/page.ts';

const STRIP = '.sample-loop img';

/** How far each strip stands from its first frame, in frames. */
const shifts = `[...document.querySelectorAll('${STRIP}')].map((image) =>
  Math.round(Math.abs(new DOMMatrix(getComputedStyle(image).transform).e) / image.parentElement.clientWidth))`;

test('the loops of the samples are what is drawn of them', GL, async ({ page }) => {
  await openLoops(page);
  const samples = samplesWithLoops();
  expect(samples).toHaveLength(3);
  // WebP takes some colour; another pose, skin or light differs by 20 and more.
  for (const sample of samples) expect(await loopDifference(page, sample)).toBeLessThan(8);
});

test('the samples move for five seconds, and again for a pointer or the focus', async ({ page }) => {
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
});

test(
  'who wants little to move sees samples that stand still, and opens one that stands still',
  GL,
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

test('one press on a sample: the model moves beside its bytes', GL, async ({ page }) => {
  await page.goto('.');
  await page.getByRole('button', { name: /^Try the sample “Clockwork”/ }).click();
  // Another moment of Walk than its first.
  await expect(viewport(page)).toHaveAttribute('data-pose', /^1@(?!0$)/);
  await expect(page.getByRole('grid', { name: 'Bytes of clockwork.abc' })).toBeVisible();
  await expect(page.locator('.hex-line').first()).toContainText('Header', { ignoreCase: true });
});
