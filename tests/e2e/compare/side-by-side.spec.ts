/** Two files side by side. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { bytes, list, selected, summary, top } from '../support/comparison.ts';
import { dropFiles, expect, THOROUGH, test } from '../support/page.ts';
import { goTo } from '../support/panels.ts';
import { VERTEX, VERTEX_SIZE, withVertices } from '../support/vertices.ts';

/** `Pieces.Pieces[0].LODs[0].Vertices[0].Location` of the sample. */
const LOCATION = 0x34c7;
/** `Nodes.Nodes[0].Flags`. */
const FLAGS = 0x662ab;

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
  await expect(page.getByRole('tab', { name: 'patched.abc' })).toBeVisible();
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

test('the sides can be swapped, and closing a file leaves the comparison', THOROUGH, async ({ page }) => {
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

test(
  'by mouse alone: from the list of files to the comparison, along it, and back',
  THOROUGH,
  async ({ page }) => {
    await openBoth(page);
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('button', { name: 'File actions' }).click();
    await page.getByRole('menuitem', { name: 'Compare with…' }).click();
    await expect(summary(page)).toContainText('1 vertex moved');
    await page.getByRole('button', { name: 'Next difference' }).click();
    await expect(selected(page)).toContainText('Vertices[0] › Location');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(list(page)).toBeHidden();
  },
);

test('bytes stay side by side before, in and after what was put in', THOROUGH, async ({ page }) => {
  const inserted = 20 * VERTEX_SIZE;
  await page.goto('.');
  await dropFiles(page, [
    ['short.abc', readFileSync(CLOCKWORK)],
    ['long.abc', withVertices(20, 0)],
  ]);
  await expect(page.getByRole('tab', { name: 'long.abc' })).toBeVisible();
  await expect(page.getByRole('tree', { name: 'Structure of short.abc' })).toBeVisible();
  await page.keyboard.press('m');
  await expect(summary(page)).toHaveText('20 vertices added.');
  await page.keyboard.press('n');
  const apart = async () => (await top(page, 'long.abc')) - (await top(page, 'short.abc'));
  // The first of them comes into view; before it the files are alike.
  await expect(bytes(page, 'long.abc').locator('.hex-line', { hasText: /^003C60 / })).toBeInViewport();
  expect(Math.abs(await apart())).toBeLessThanOrEqual(16);
  // After the last, all is that much farther back.
  await bytes(page, 'long.abc').hover();
  for (let i = 0; i < 20; i++) await page.mouse.wheel(0, 200);
  await expect.poll(() => top(page, 'long.abc')).toBeGreaterThan(VERTEX + inserted);
  await expect.poll(async () => Math.abs((await apart()) - inserted)).toBeLessThanOrEqual(16);
  // And on the way back by the other side.
  await bytes(page, 'short.abc').hover();
  for (let i = 0; i < 40; i++) await page.mouse.wheel(0, -200);
  await expect.poll(() => top(page, 'short.abc')).toBeLessThan(VERTEX - 1000);
  await expect.poll(async () => Math.abs(await apart())).toBeLessThanOrEqual(16);
});

test('begins where something is selected, with both sides in step', THOROUGH, async ({ page }) => {
  await page.goto('.');
  await dropFiles(page, [
    ['short.abc', readFileSync(CLOCKWORK)],
    ['long.abc', withVertices(20, 0)],
  ]);
  await expect(page.getByRole('tab', { name: 'long.abc' })).toBeVisible();
  await expect(page.getByRole('tree', { name: 'Structure of short.abc' })).toBeVisible();
  await goTo(page, '0x4000');
  await page.locator('.hex-box').first().press('m');
  await expect(summary(page)).toHaveText('20 vertices added.');
  // After what was put in, which is 20 vertices long.
  await expect.poll(() => top(page, 'short.abc')).toBeGreaterThan(0x3000);
  const apart = async () => (await top(page, 'long.abc')) - (await top(page, 'short.abc'));
  await expect.poll(async () => Math.abs((await apart()) - 20 * VERTEX_SIZE)).toBeLessThanOrEqual(16);
});

test('says of each number of differences what it counts', THOROUGH, async ({ page }) => {
  await page.goto('.');
  await dropFiles(page, [
    ['here.abc', withVertices(3000, 0)],
    ['there.abc', withVertices(3000, 1)],
  ]);
  await expect(page.getByRole('tab', { name: 'there.abc' })).toBeVisible();
  await expect(page.getByRole('tree', { name: 'Structure of here.abc' })).toBeVisible();
  await page.keyboard.press('m');
  await expect(summary(page)).toHaveText('3,000 vertices moved (by up to 1 unit).');
  const place = page.locator('.compare-place');
  await expect(list(page).getByRole('treeitem', { name: /^Pieces/ })).toContainText('3,000 differences');
  await expect(place).toHaveText('3,000 differences, 1,000 of them listed');
  await page.keyboard.press('n');
  await expect(place).toHaveText('1 of 1,000 listed');
  // Folding hides rows, and changes none of the numbers.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(place).toHaveText('1 of 1,000 listed');
});

test(
  'a long comparison leaves the page at hand, can be cancelled, and then says nothing more',
  THOROUGH,
  async ({ page }) => {
    await page.goto('.');
    await dropFiles(page, [
      ['here.abc', withVertices(50_000, 0)],
      ['there.abc', withVertices(50_000, 1)],
    ]);
    await expect(page.getByRole('tab', { name: 'there.abc' })).toBeVisible();
    await expect(page.getByRole('tree', { name: 'Structure of here.abc' })).toBeVisible();
    await page.keyboard.press('m');
    await expect(summary(page)).toHaveText('50,000 vertices moved (by up to 1 unit).');
    await page.keyboard.press('Escape');
    await expect(list(page)).toBeHidden();
    // In the page itself: from here, the comparison might be over before the click.
    const said = await page.evaluate(async () => {
      const press = (key: string) =>
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      const turn = () => new Promise((resolve) => setTimeout(resolve));
      const [words, bar] = ['.compare-summary', '.compare-bar'].map((name) => document.querySelector(name));
      press('m');
      await turn();
      const running = `${words?.textContent} ${bar?.querySelector(':scope > button:last-child')?.textContent}`;
      press('Escape');
      // Far more turns than the rest of it would have taken.
      for (let i = 0; i < 200; i++) await turn();
      return [running, words?.textContent];
    });
    expect(said).toEqual(['Comparing… Cancel', 'Comparing…']);
    await expect(list(page)).toBeHidden();
  },
);

test('is accessible', THOROUGH, async ({ page }) => {
  await openBoth(page);
  await page.keyboard.press('m');
  await expect(summary(page)).toContainText('1 vertex moved');
  await page.keyboard.press('n');
  await expect(selected(page)).toBeVisible();
  await expectAccessibleInBothThemes(page);
});
