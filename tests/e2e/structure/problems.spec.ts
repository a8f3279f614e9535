import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { dropBytes, expect, openSample, THOROUGH, test } from '../support/page.ts';
import { card, status, verdict } from '../support/panels.ts';

const panelTab = (page: Page) => page.getByRole('tab', { name: /^Problems/ });
const list = (page: Page) => page.getByRole('list', { name: 'Problems' });
const problems = (page: Page) => list(page).getByRole('listitem');
const chosen = (page: Page) => problems(page).and(page.locator('[aria-current="true"]'));

const SAMPLE = readFileSync(CLOCKWORK);

/** The sample, cut off in the middle of its first piece. */
const CUT = SAMPLE.subarray(0, 20_000);

async function openDamaged(page: Page, bytes: Uint8Array): Promise<void> {
  await page.goto('.');
  await dropBytes(page, 'cut.abc', bytes);
  await verdict(page).click();
}

test('a sound file says that nothing was found', async ({ page }) => {
  await openSample(page);
  await page.getByRole('button', { name: 'No problems: the game will load it.' }).click();
  await expect(panelTab(page)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText(/^No problems: the sections/)).toBeVisible();
  await expect(page.getByText(/^Will the game load it\? Yes\./)).toBeVisible();
  await expect(list(page)).toBeHidden();
});

test(
  'a damaged file says why the game will not load it, and what can be done',
  THOROUGH,
  async ({ page }) => {
    await openDamaged(page, CUT);
    await expect(verdict(page)).toHaveText('Does not load · 2 errors');
    await expect(verdict(page)).toHaveAccessibleName(/^2 errors: the game will not load it/);
    await expect(page.getByText(/^Will the game load it\? No\. The next section should be at/)).toBeVisible();
    const first = problems(page).first();
    await expect(first).toContainText('SECTION_OFFSET_OUT_OF_FILE');
    await expect(first).toContainText('Effect The file is truncated');
    await expect(first).toContainText('Remedy Compare the file size with that of the original');
  },
);

test('choosing a problem goes to its bytes and its row, and the list stays', THOROUGH, async ({ page }) => {
  await openDamaged(page, CUT);
  const stopped = problems(page).filter({ hasText: 'Unexpected end' });
  await expect(stopped).toContainText('DATA_TRUNCATED');
  await stopped.getByRole('button', { name: /^0x4E/ }).click();
  await expect(stopped).toHaveAttribute('aria-current', 'true');
  await expect(card(page)).toContainText('Unexpected end');
  await expect(status(page)).toContainText('selected');
  await expect(page.locator('.hex-line', { hasText: /^004E/ }).first()).toBeInViewport();
  await expect(page.getByRole('tree').locator('[aria-selected="true"]')).toContainText('error');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid')).toBeFocused();
});

test('every place of a repeated problem can be gone to', THOROUGH, async ({ page }) => {
  // The vertex indices of 13 triangles of the first piece; the faces begin after their count at 0xDB.
  const bytes = Uint8Array.from(SAMPLE);
  for (let face = 0; face < 13; face++) bytes.fill(0xff, 0xdf + 30 * face + 8, 0xdf + 30 * face + 10);
  await openDamaged(page, bytes);
  const repeated = problems(page).filter({ hasText: 'INDEX_OUT_OF_RANGE' });
  await expect(repeated).toContainText('13 times');
  await expect(repeated).toContainText('5 more places');
  const places = repeated.getByRole('button');
  await expect(places).toHaveCount(8);
  await expect(places.nth(2)).toHaveAccessibleName(
    '0x123 Pieces.Pieces[0].LODs[0].Faces[2].Vertices[0].VertexIndex',
  );
  await places.nth(2).click();
  await expect(status(page)).toContainText('0x123');
  await expect(card(page)).toContainText('Faces[2]');
  await expect(places.and(page.locator('[aria-current="true"]'))).toHaveText('0x123');
});

test('the list is one stop of the Tab key, and arrows go through it', THOROUGH, async ({ page }) => {
  await openDamaged(page, CUT);
  await page.getByRole('button', { name: 'Copy or save the report' }).focus();
  await page.keyboard.press('Tab');
  const [first, second] = [problems(page).nth(0), problems(page).nth(1)];
  await expect(first.getByRole('button')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(second.getByRole('button')).toBeFocused();
  await expect(second).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Home');
  await expect(first.getByRole('button')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(list(page).locator(':focus')).toHaveCount(0);
});

test('F8 goes from problem to problem, wherever one is', THOROUGH, async ({ page }) => {
  await openDamaged(page, CUT);
  await expect(problems(page).nth(1)).toBeVisible();
  const count = await problems(page).count();
  await page.getByRole('tree').focus();
  await page.keyboard.press('F8');
  const first = await chosen(page).textContent();
  await page.keyboard.press('F8');
  await expect(chosen(page)).not.toHaveText(first ?? '');
  await page.keyboard.press('Shift+F8');
  await expect(chosen(page)).toHaveText(first ?? '');
  await page.keyboard.press('Shift+F8');
  await expect(problems(page).nth(count - 1)).toHaveAttribute('aria-current', 'true');
});

test('a kind of problems can be switched off', THOROUGH, async ({ page }) => {
  await openDamaged(page, CUT);
  await page.getByRole('button', { name: /^\d+ errors$/ }).click();
  await expect(list(page)).toBeHidden();
  await expect(page.getByText('All problems in this file are hidden')).toBeVisible();
});

test('the report can be copied, and saved as text and as JSON', THOROUGH, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openDamaged(page, CUT);
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Copy or save the report' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Copy as text');
  await expect(page.getByText('Copied the report.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('cut.abc: LithTech 2 model, ABC v12. 2 errors: the game will not load it\n');
  expect(copied).toContain('error DATA_TRUNCATED at 0x');

  const saved = async (name: string) => {
    const download = page.waitForEvent('download');
    await choose(name);
    const file = await download;
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  };
  expect(await saved('Save as text')).toEqual({ name: 'cut-problems.txt', text: copied });
  const { name, text } = await saved('Save as JSON');
  expect(name).toBe('cut-problems.json');
  const [file] = JSON.parse(text).files;
  expect(file).toMatchObject({ file: 'cut.abc', version: 12, engine: { verdict: 'refused' } });
  expect(file.findings.map(({ code }: { code: string }) => code)).toContain('DATA_TRUNCATED');
});
