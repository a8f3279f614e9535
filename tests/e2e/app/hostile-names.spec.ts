import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOCKWORK, CLOCKWORK_SKIN, JELLYFISH } from '../../web/support/samples.ts';
import { expectCalm } from '../support/calm.ts';
import { HOSTILE_TEXTS, TRAP, withHostileCommands } from '../support/hostile.ts';
import { dropFiles, expect, PHONE, THOROUGH, test, WIDE } from '../support/page.ts';
import { showOutline, tab } from '../support/panels.ts';

/** No longer than the longest name that a disk has. */
const NAMES: readonly string[] = [
  `<img src=x onerror=window.${TRAP}=1>.abc`,
  `${'w'.repeat(251)}.abc`,
  '\u202ecba.exe\u2066 \u200f.abc',
  'a\nb\tc\0.abc',
  '__proto__',
  '../../etc/passwd',
  '"><script>1</script>\\..\\.abc',
  '𝕬\u0301\u0301\u0301\u0301👩‍👩‍👧.abc',
  ' ',
];

async function calmAtBothWidths(page: Page, where: string): Promise<void> {
  await expectCalm(page, where);
  await page.setViewportSize(PHONE);
  await expectCalm(page, `${where}, on a phone`);
  await page.setViewportSize(WIDE);
}

test('hostile names of files are text wherever they stand', THOROUGH, async ({ page }) => {
  test.slow();
  await page.goto('.');
  const model = readFileSync(JELLYFISH);
  await dropFiles(
    page,
    NAMES.map((name) => [name, model] as const),
  );
  await expect(page.locator('.tabs .tab')).toHaveCount(NAMES.length);
  await expect(page.locator('.tab-name').first()).toHaveText(NAMES[0] ?? '');
  await tab(page, 'Files').click();
  await calmAtBothWidths(page, 'list of files');
  await showOutline(page, 'Model');
  for (const at of NAMES.keys()) {
    await page.keyboard.press('Alt+PageDown');
    await expectCalm(page, `file ${at}`);
    await page.keyboard.press('y');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectCalm(page, `sharing file ${at}`);
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('m');
  await expect(page.locator('.compare-bytes').first()).toBeVisible();
  await calmAtBothWidths(page, 'comparison');
});

test('hostile texts of a texture are text, alone and as a skin', THOROUGH, async ({ page }) => {
  test.slow();
  await page.goto('.');
  const textures = withHostileCommands(CLOCKWORK_SKIN);
  await dropFiles(
    page,
    textures.map((bytes, at) => [`${at}.dtx`, bytes] as const),
  );
  await expect(page.locator('.tabs .tab')).toHaveCount(textures.length);
  await tab(page, /^Problems/).click();
  for (const at of textures.keys()) {
    await page.getByRole('tree').focus();
    await page.keyboard.press('End');
    await expectCalm(page, `texture ${at}`);
    await page.keyboard.press('Alt+PageDown');
  }
  await page.keyboard.press('Home');
  await calmAtBothWidths(page, 'a texture');
  await dropFiles(page, [
    ['clockwork.abc', readFileSync(CLOCKWORK)],
    [`<img src=x onerror=window.${TRAP}=1>\u202e.dtx`, textures[0] ?? Buffer.alloc(0)],
  ]);
  await expect(tab(page, 'clockwork.abc')).toHaveAttribute('aria-selected', 'true');
  await showOutline(page, 'Model');
  await calmAtBothWidths(page, 'skins');
});

test('hostile texts in links are text', THOROUGH, async ({ page }) => {
  test.slow();
  const model = readFileSync(JELLYFISH);
  await page.route('**/served/**', (route) =>
    route.fulfill({ body: model, contentType: 'application/octet-stream' }),
  );
  await page.goto('.');
  const follow = (link: string) => page.evaluate((hash) => location.assign(`#${hash}`), link);
  const card = page.getByRole('region', { name: 'Files that the link needs' });
  const texts = [...HOSTILE_TEXTS, '\u202ecba\u2066\u200f'];
  for (const [at, text] of texts.entries()) {
    const word = encodeURIComponent(text);
    // Some is read, some is not known, and all of it goes back into the address.
    const digest = '0'.repeat(64);
    await follow(`name=${word}&sha256=${digest}&local=${word}&local=${word}&anim=${word}&${word}=${word}`);
    await expect(card, `asked for ${at}`).toBeVisible();
    await expectCalm(page, `asked for ${at}`);
  }
  await page.setViewportSize(PHONE);
  await expectCalm(page, 'asked for, on a phone');
  await page.setViewportSize(WIDE);

  for (const [at, text] of texts.entries()) {
    const word = encodeURIComponent(text.replaceAll('/', '_').slice(0, 2000));
    await follow(`model=${encodeURIComponent(`served/${word}.abc`)}&anim=${word}&local=${word}`);
    await expect(page.locator('.tabs .tab')).toHaveCount(at + 1);
    await expectCalm(page, `fetched ${at}`);
  }
  await page.setViewportSize(PHONE);
  await expectCalm(page, 'fetched, on a phone');
  await follow(`model=${encodeURIComponent(`javascript:window.${TRAP}=1`)}&base=javascript:1&tex=data:,1`);
  await expect(page.getByRole('alert')).toContainText('javascript');
  await expectCalm(page, 'an address of another kind');
});
