import type { Page } from '@playwright/test';
import { expect, expectPose, GL, openSample, THOROUGH, THOROUGH_GL, test } from '../support/page.ts';
import { levelButton, share, status, verdict } from '../support/panels.ts';

const MODEL = '#model=samples%2Fclockwork.abc';
const hash = (page: Page) => new URL(page.url()).hash;

test(
  'a link opens a model with animation, time, level, selection and what others put there',
  GL,
  async ({ page }) => {
    await page.goto(`./${MODEL}&anim=1&t=100&lod=1&sel=0xC%2B4&other=1&v=1`);
    await expectPose(page, '1@100');
    await expect(status(page)).toHaveText('0xC–0xF · 4 bytes selected');
    await expect(levelButton(page)).toHaveText('LOD 1');
    await page.getByRole('treeitem', { name: /^CommandString/ }).click();
    await expect.poll(() => hash(page)).not.toContain('sel=0xC+4');
    expect(hash(page)).toContain('t=100&lod=1&sel=0x');
    expect(hash(page)).toMatch(/&other=1&v=1$/);
  },
);

test('a malformed link does no harm', THOROUGH_GL, async ({ page }) => {
  await page.goto(`./${MODEL}&anim=%E0%A4%A&t=-3&lod=999&sel=0xFFFFFFF%2B9&cam=1,2&v=x`);
  await expect(verdict(page)).toContainText('No problems');
  await expectPose(page, '-1@0');
});

test(
  'Copy link gives what the address says, and opens the same view',
  THOROUGH,
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openSample(page);
    await page.getByRole('treeitem', { name: /^Header/ }).click();
    await share(page, 'Copy link');
    await expect(page.getByText('Link copied.')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    // The address follows a little later.
    await expect(page).toHaveURL(copied);
    expect(copied).toContain(`${MODEL}&sel=0x0+`);
    const other = await context.newPage();
    await other.goto(copied);
    await expect(status(other)).toHaveText((await status(page).textContent()) ?? '-');
  },
);

test('a link without a file is for the first one that is opened', THOROUGH_GL, async ({ page }) => {
  await page.goto('./#sel=0xC+4&anim=1&t=100');
  await page.getByRole('button', { name: 'Try the sample “Clockwork”' }).click();
  await expect(status(page)).toHaveText('0xC–0xF · 4 bytes selected');
  await expectPose(page, '1@100');
});

test('a link that is put into the address of the empty page is followed', THOROUGH, async ({ page }) => {
  await page.goto('.');
  // All that is fetched without a file or a link has come.
  await page.waitForLoadState('networkidle');
  await page.evaluate((hash) => location.assign(hash), `${MODEL}&sel=0xC+4`);
  await expect(status(page)).toHaveText('0xC–0xF · 4 bytes selected');
});

test.describe('a model that does not come', () => {
  test.use({ allowErrors: true });

  for (const [what, model, said] of [
    ['missing', 'samples/none.abc', 'the file does not exist'],
    ['a web page', 'index.html', 'sent a web page'],
    ['without CORS', 'https://models.invalid/a.abc', 'CORS'],
    ['no address to read from', 'http://models.invalid/a.abc', 'only over https'],
  ] as const) {
    test(what, what === 'missing' ? {} : THOROUGH, async ({ page }) => {
      await page.route('https://models.invalid/**', (route) => route.abort());
      await page.goto(`./#model=${encodeURIComponent(model)}`);
      await expect(page.getByRole('alert')).toContainText(said);
      await expect(page.getByRole('button', { name: 'Open a file' })).toBeVisible();
    });
  }
});
