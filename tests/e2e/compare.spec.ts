/** Two files side by side. */
import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { corpusNote, corpusPath, hasCorpus } from '../web/support/corpus.ts';
import { CLOCKWORK, dropFiles, expect, test } from './support/page.ts';

/** `Pieces.Pieces[0].LODs[0].Vertices[0].Location` of the sample. */
const LOCATION = 0x34c7;
/** `Nodes.Nodes[0].Flags`. */
const FLAGS = 0x662ab;

const summary = (page: Page) => page.locator('.compare-summary');
const list = (page: Page) => page.getByRole('tree', { name: 'Differences' });
const selected = (page: Page) => list(page).locator('[aria-selected="true"]');
const bytes = (page: Page, name: string) => page.getByRole('grid', { name: `Bytes of ${name}` });

/** The sample, and the same with a vertex a quarter of a unit higher and other flags of a node. */
async function openBoth(page: Page): Promise<void> {
  const sample = readFileSync(CLOCKWORK);
  const patched = Buffer.from(sample);
  patched.writeFloatLE(patched.readFloatLE(LOCATION + 4) + 0.25, LOCATION + 4);
  patched.writeUInt8(patched.readUInt8(FLAGS) ^ 2, FLAGS);
  await page.goto('.');
  await dropFiles(page, [
    ['clockwork.abc', sample],
    ['patched.abc', patched],
  ]);
  await expect(page.getByRole('tree', { name: 'Structure of clockwork.abc' })).toBeVisible();
}

test('says in words how two files differ, and shows the bytes of each difference on both sides', async ({
  page,
}) => {
  await openBoth(page);
  await page.keyboard.press('m');
  await expect(summary(page)).toHaveText('1 vertex moved (by up to 0.25 units), node “Pelvis” changed.');
  await expect(list(page)).toBeFocused();
  await expect(page.getByRole('tree', { name: 'Structure of clockwork.abc' })).toBeHidden();

  await page.keyboard.press('n');
  await expect(selected(page)).toContainText('Body › LODs[0] › Vertices[0] › Location');
  await expect(page.locator('.compare-place')).toHaveText('1 of 2');
  for (const name of ['clockwork.abc', 'patched.abc']) {
    await expect(bytes(page, name).locator('.hex-line', { hasText: /^0034C0 / })).toBeInViewport();
  }
  await page.keyboard.press('n');
  await expect(selected(page)).toContainText('Pelvis › Flags');
  for (const name of ['clockwork.abc', 'patched.abc']) {
    await expect(bytes(page, name).locator('.hex-line', { hasText: /^0662A0 / })).toBeInViewport();
  }
  await page.keyboard.press('p');
  await expect(selected(page)).toContainText('Location');

  await page.keyboard.press('Escape');
  await expect(list(page)).toBeHidden();
  await expect(page.getByRole('tree', { name: 'Structure of clockwork.abc' })).toBeVisible();
});

test('the sides can be swapped, and closing a file leaves the comparison', async ({ page }) => {
  await openBoth(page);
  await page.keyboard.press('m');
  const left = page.getByRole('combobox', { name: 'File on the left' });
  await expect(left.locator('option:checked')).toHaveText('clockwork.abc');
  await page.getByRole('button', { name: 'Swap' }).click();
  await expect(left.locator('option:checked')).toHaveText('patched.abc');
  await expect(summary(page)).toContainText('1 vertex moved');
  await page.keyboard.press('Alt+w');
  await expect(list(page)).toBeHidden();
  await expect(page.locator('.app')).not.toHaveAttribute('data-compared');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`is accessible, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openBoth(page);
    await page.keyboard.press('m');
    await expect(summary(page)).toContainText('1 vertex moved');
    await page.keyboard.press('n');
    await expect(selected(page)).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
  });
}

test.describe(`real files${corpusNote}`, () => {
  test.skip(!hasCorpus);

  test('both sides scroll through what belongs together, not through equal offsets', async ({ page }) => {
    await page.goto('.');
    await dropFiles(page, [
      ['action.abc', readFileSync(corpusPath('nolf/models/INTHERO_ACTION.ABC'))],
      ['casual.abc', readFileSync(corpusPath('nolf/models/INTHERO_CASUAL.abc'))],
    ]);
    await expect(page.getByRole('tree', { name: 'Structure of action.abc' })).toBeVisible();
    await page.keyboard.press('m');
    await expect(summary(page)).toContainText('9 sockets added');
    await list(page)
      .getByRole('treeitem', { name: /^Pieces/ })
      .click();
    await list(page).getByRole('treeitem', { name: 'Torso_node › Flags' }).click();
    const top = async (name: string) => {
      const text = await bytes(page, name).locator('.hex-line').first().textContent();
      return Number.parseInt(text ?? '', 16);
    };
    const apart = async () => (await top('casual.abc')) - (await top('action.abc'));
    // Where `npx lithoscope fields` finds Nodes.Nodes[3].Flags in the one file and in the other.
    const expected = 0x4892c - 0x19728;
    await expect.poll(async () => Math.abs((await apart()) - expected)).toBeLessThanOrEqual(16);
    const before = await top('action.abc');
    await bytes(page, 'action.abc').hover();
    await page.mouse.wheel(0, 400);
    await expect.poll(() => top('action.abc')).toBeGreaterThan(before);
    await expect.poll(async () => Math.abs((await apart()) - expected)).toBeLessThanOrEqual(16);
  });
});
