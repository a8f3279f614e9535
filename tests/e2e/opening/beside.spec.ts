/** What belongs to a model comes with it: from the samples, and from beside the address of a link. */
import type { Page } from '@playwright/test';
import { bytesOf, CLOCKWORK, CLOCKWORK_BASE, CLOCKWORK_SKIN, JELLYFISH } from '../../web/support/samples.ts';
import { expect, openSample, THOROUGH, test } from '../support/page.ts';
import { fileTab, openGroup, showAnimations, summary } from '../support/panels.ts';

/** Answers for a host; what is not there is missing. Gives the paths that were asked for. */
async function serve(page: Page, files: Readonly<Record<string, Uint8Array>>): Promise<string[]> {
  const asked: string[] = [];
  await page.route('https://models.invalid/**', (route) => {
    const path = decodeURIComponent(new URL(route.request().url()).pathname);
    asked.push(path);
    const body = files[path];
    return route.fulfill(body ? { body: Buffer.from(body) } : { status: 404, body: 'no' });
  });
  return asked;
}

const slots = (page: Page) => page.getByRole('list', { name: 'Skin slots' });

test('a sample comes with its base model and skins, in front of them', async ({ page }) => {
  await openSample(page);
  await expect(fileTab(page, 'clockwork_base.abc')).toBeVisible();
  await expect(fileTab(page, 'clockwork.abc')).toHaveAttribute('aria-selected', 'true');
  await expect((await showAnimations(page)).getByRole('option', { name: /Salute/ })).toBeVisible();
  await expect(page.getByText('is not open')).toHaveCount(0);
  // The base has no skin, and none is looked for.
  await fileTab(page, 'clockwork_base.abc').click();
  await expect(summary(page)).toContainText('ABC v12');
  await expect(page.getByText(/No skin for slot/)).toBeHidden();
  // Opened again it is not said to be read again twice, and the base is no recent file.
  await page.getByRole('tab', { name: /^Files/ }).click();
  await expect(page.locator('.file-list .recent-file')).toHaveText(['clockwork.abc']);
});

test('a linked model finds its base and skins beside it', THOROUGH, async ({ page }) => {
  const asked = await serve(page, {
    '/game/clockwork.abc': bytesOf(CLOCKWORK),
    '/game/clockwork_base.abc': bytesOf(CLOCKWORK_BASE),
    '/game/clockwork.dtx': bytesOf(CLOCKWORK_SKIN),
  });
  await page.goto('./#model=https://models.invalid/game/clockwork.abc&anim=Salute');
  await expect(fileTab(page, 'clockwork_base.abc')).toBeVisible();
  await expect(fileTab(page, 'clockwork.abc')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Model' }).click();
  await expect(slots(page)).toContainText('clockwork.dtx');
  // The head's texture is not there, which is no failure.
  await expect(slots(page)).toContainText('clockwork_head.dtx');
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0);
  // The animation that the link names is the base's.
  const animations = await showAnimations(page);
  await expect(animations.getByRole('option', { name: /Salute/, selected: true })).toBeVisible();
  expect(asked[0]).toBe('/game/clockwork.abc');
  expect(new Set(asked).size, 'each is asked for once').toBe(asked.length);
  expect(asked.length).toBeLessThan(10);
  expect(asked.every((path) => path.startsWith('/game/'))).toBe(true);
});

test(
  'a linked model whose base is elsewhere keeps the note that it is missing',
  THOROUGH,
  async ({ page }) => {
    await serve(page, { '/clockwork.abc': bytesOf(CLOCKWORK) });
    await page.goto('./#model=https://models.invalid/clockwork.abc');
    await openGroup(page, 'Child models');
    await expect(page.getByRole('note').filter({ hasText: 'clockwork_base.abc' })).toBeVisible();
    await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0);
  },
);

test('a texture beside a model of one slot is found by the name of the model', THOROUGH, async ({ page }) => {
  const asked = await serve(page, { '/models/sea/jellyfish.abc': bytesOf(JELLYFISH) });
  await page.goto('./#model=https://models.invalid/models/sea/jellyfish.abc');
  await expect(summary(page)).toContainText('ABC v6');
  await expect.poll(() => asked).toContain('/skins/sea/jellyfish.dtx');
  await expect.poll(() => asked).toContain('/models/sea/jellyfish.dtx');
});
