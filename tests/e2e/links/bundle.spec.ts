/** Bundles, QR codes and the share sheet: a model that looks right where it arrives. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import jsQr from 'jsqr';
import { assembled } from '../../support/parts.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { CLOCKWORK, CLOCKWORK_BASE, CLOCKWORK_SKIN, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import {
  dropBytes,
  dropFiles,
  expect,
  expectPose,
  PHONE,
  THOROUGH,
  THOROUGH_GL,
  test,
} from '../support/page.ts';
import { fileTab, share, status, tab } from '../support/panels.ts';
import { pixelsOf } from '../support/pixels.ts';

const CLOCK = readFileSync(CLOCKWORK);
const JELLY = readFileSync(JELLYFISH);
const BASE = readFileSync(CLOCKWORK_BASE);
const SKIN = readFileSync(CLOCKWORK_SKIN);

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Link to/ });
const slots = (page: Page) => page.getByRole('list', { name: 'Skin slots' }).getByRole('listitem');
const fields = (link: string) => new URLSearchParams(link.slice(link.indexOf('#') + 1));

test.beforeEach(({ page }) =>
  // Saves as a download.
  page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined })),
);

async function saveBundle(page: Page, save: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download');
  await save();
  const saved = await download;
  return { name: saved.suggestedFilename(), bytes: readFileSync(await saved.path()) };
}

/** A bundle as somebody else made it. */
const zipped = (files: Readonly<Record<string, Buffer | string>>) =>
  Buffer.from(
    assembled(
      zipParts(
        Object.entries(files).map(([path, content]) => ({
          path,
          content: Uint8Array.from(Buffer.from(content)),
          deflate: true,
        })),
      ),
    ),
  );

test(
  'a bundle brings skin, base, moment, camera and selection to a fresh page',
  THOROUGH_GL,
  async ({ page, browser }) => {
    test.slow();
    await page.goto('.');
    await dropFiles(page, [
      ['hero.abc', CLOCK],
      ['clockwork_base.abc', BASE],
      ['odd name.dtx', SKIN],
    ]);
    await expect(fileTab(page, 'clockwork_base.abc')).toBeVisible();
    await page.evaluate(() => location.assign('#anim=Dance&t=500&sel=0xC+4&cam=10,60,300,0,30,0'));
    await expectPose(page, '1:0@500');
    await tab(page, 'Model').click();
    await slots(page).first().getByRole('combobox').selectOption({ label: 'odd name.dtx' });
    await expect(slots(page).first()).toContainText('256 × 256');
    const { name, bytes } = await saveBundle(page, () => share(page, 'Bundle (.lith)…'));
    expect(name).toBe('hero.lith');
    await expect(page.getByText(/^Saved hero\.lith: 3 files, \d+ KB\./)).toBeVisible();

    const context = await browser.newContext();
    const received = await context.newPage();
    await received.goto('.');
    await dropBytes(received, name, bytes);
    await expect(received).toHaveTitle(/hero\.abc/);
    await expectPose(received, '1:0@500');
    await expect(status(received)).toHaveText('0xC–0xF · 4 bytes selected');
    await tab(received, 'Model').click();
    await expect(slots(received).first()).toContainText('odd name.dtx');
    await expect(slots(received).first()).toContainText('256 × 256');
    await expect.poll(() => fields(received.url()).get('cam')).toBe('10,60,300,0,30,0');
    await context.close();
  },
);

test(
  'a bundle at an address opens with its view, and its link opens it again',
  THOROUGH,
  async ({ page }) => {
    const bundle = zipped({
      'link.txt': 'model=hero.abc&tex=0:skin.dtx&base=1:base.abc&anim=Dance&t=500&v=1',
      'hero.abc': CLOCK,
      'skin.dtx': SKIN,
      'base.abc': BASE,
    });
    const asked: string[] = [];
    await page.route('https://models.invalid/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ body: bundle, headers: { 'access-control-allow-origin': '*' } });
    });
    await page.goto('./#model=https://models.invalid/hero.lith');
    await expect(page).toHaveTitle(/hero\.abc/);
    await expect.poll(() => fields(page.url()).get('anim')).toBe('Dance');
    // What the page says of it leads to the same file, with what was changed of the view.
    await page.getByRole('treeitem', { name: /^Header/ }).click();
    await expect.poll(() => fields(page.url()).get('sel')).toMatch(/^0x0 /);
    const link = fields(page.url());
    expect([link.get('model'), link.get('entry')]).toEqual(['https://models.invalid/hero.lith', 'hero.abc']);
    await page.reload();
    await expect(page).toHaveTitle(/hero\.abc/);
    await expect.poll(() => fields(page.url()).get('anim')).toBe('Dance');
    await tab(page, 'Model').click();
    await expect(slots(page).first()).toContainText('skin.dtx');
    expect(new Set(asked)).toEqual(new Set(['https://models.invalid/hero.lith']));
  },
);

test('a bundle has nothing fetched; without a link it is a zip', THOROUGH, async ({ page }) => {
  const asked: string[] = [];
  await page.route('https://bad.invalid/**', (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await page.goto('.');
  await dropBytes(
    page,
    'evil.lith',
    zipped({
      'link.txt': 'model=a.abc&base=https://bad.invalid/b.abc&tex=0:../../x.dtx&lod=9999',
      'a.abc': JELLY,
    }),
  );
  await expect(fileTab(page, 'a.abc')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Not in the bundle: ../../x.dtx.');
  await expect(page.getByRole('alert')).toContainText('refers to 1 file by address, which was not loaded');
  expect(asked).toEqual([]);
  await dropBytes(page, 'plain.lith', zipped({ 'one.abc': CLOCK, 'two.abc': JELLY }));
  await expect(tab(page, /^Files/)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('treegrid', { name: 'Files of the library' })).toContainText('two.abc');
});

test('what does not fit into a link goes into a bundle, whose size is said', THOROUGH, async ({ page }) => {
  await page.goto('.');
  const bytes = Buffer.concat([CLOCK]);
  // What deflate cannot shrink.
  for (let at = 60_000; at < 460_000; at++) bytes[at] = (at * 2_654_435_761) >>> (at % 13);
  await dropBytes(page, 'mine.abc', bytes);
  await share(page, 'Copy link');
  await expect(dialog(page).getByRole('radio', { name: /Link with the file inside/ })).toBeDisabled();
  await dialog(page)
    .getByRole('radio', { name: /Bundle \(\.lith\) \d+ KB/ })
    .check();
  await expect(dialog(page).getByRole('textbox', { name: 'Files in the bundle' })).toHaveValue(
    'mine.abc, link.txt',
  );
  await expectAccessibleInBothThemes(page);
  const { name, bytes: saved } = await saveBundle(page, () =>
    dialog(page).getByRole('button', { name: 'Save bundle' }).click(),
  );
  expect(name).toBe('mine.lith');
  expect(saved.subarray(0, 2).toString()).toBe('PK');
  await expect(dialog(page)).toBeHidden();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `the QR code holds the link: ${colorScheme}`,
    colorScheme === 'light' ? {} : THOROUGH,
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto('./#model=samples/clockwork.abc&anim=Walk&t=100');
      await expect(page).toHaveTitle(/clockwork/);
      await share(page, 'QR code…');
      const code = dialog(page).getByRole('img', { name: /^QR code of the link, \d+ characters$/ });
      const link = await dialog(page).getByRole('textbox', { name: 'The link' }).inputValue();
      expect(link).toContain('anim=Walk');
      const shot = await pixelsOf(page, await code.screenshot());
      const { data, width, height } = await shot.evaluate(({ data, width, height }) => ({
        data: [...data],
        width,
        height,
      }));
      expect(jsQr(Uint8ClampedArray.from(data), width, height)?.data).toBe(link);
      if (colorScheme === 'light') await expectAccessibleInBothThemes(page);
      await dialog(page).getByRole('button', { name: 'QR code' }).click();
      await expect(code).toBeHidden();
    },
  );
}

test('a link too long for a QR code says so', THOROUGH, async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'mine.abc', JELLY);
  await share(page, 'QR code…');
  await dialog(page)
    .getByRole('radio', { name: /Link with the file inside/ })
    .check();
  await expect(dialog(page)).toContainText(
    /This link has [\d,]+ characters; a QR code holds at most 2,953\./,
  );
  await dialog(page)
    .getByRole('radio', { name: /Link only/ })
    .check();
  await expect(dialog(page).getByRole('img', { name: /^QR code/ })).toBeVisible();
});

test('the share sheet gets a link, or the bundle of a local model', THOROUGH, async ({ page }) => {
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ url, files }: ShareData) => void shared.push(url ?? files?.map(({ name }) => name)),
    });
    Object.assign(window, { shared });
  });
  const shared = () => page.evaluate(() => Reflect.get(window, 'shared'));
  await page.setViewportSize(PHONE);
  await page.goto('./#model=samples/clockwork.abc&anim=Walk&t=100');
  await expect(page).toHaveTitle(/clockwork/);
  await share(page, 'Share…');
  await expect.poll(shared).toEqual([expect.stringContaining('#model=samples%2Fclockwork.abc&anim=Walk')]);
  await page.goto('about:blank');
  await page.goto('.');
  await dropBytes(page, 'mine.abc', JELLY);
  await share(page, 'Share…');
  await expect.poll(shared).toEqual([['mine.lith']]);
});
