/** The outline of a model: what an artist looks for, by mouse and by keyboard. */
import { expectAccessible } from '../support/accessible.ts';
import { expect, openSample, THOROUGH, THOROUGH_GL, test, viewport } from '../support/page.ts';

test(
  'pieces are hidden, shown alone and selected; nodes and sockets lead to their bytes',
  THOROUGH_GL,
  async ({ page }) => {
    await openSample(page);
    const triangles = (count: number) =>
      expect(viewport(page)).toHaveAttribute('data-triangles', String(count));
    await page.getByRole('tab', { name: 'Model' }).click();
    const pieces = page.getByRole('grid', { name: 'Pieces' });
    await triangles(3854);

    // The key has 248 faces, so the rest has 3,606.
    const eye = pieces.getByRole('button', { name: 'Show Key' });
    await eye.click();
    await triangles(3606);
    await expect(eye).toHaveAttribute('aria-pressed', 'false');
    await expect(page.getByText('1 piece hidden')).toBeVisible();
    await pieces.getByRole('row', { name: /^Key/ }).getByRole('button', { name: 'Solo' }).click();
    await triangles(248);
    await page.getByRole('button', { name: 'Show all' }).click();
    await triangles(3854);

    // One stop of the Tab key; arrows move among the buttons.
    await pieces.getByRole('button', { name: 'Body', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(pieces.getByRole('button', { name: 'Show Head' })).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(pieces.getByRole('row', { name: /^Head/ })).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('.inspector-card')).toContainText('Head');

    await page.getByRole('heading', { name: 'Skeleton' }).click();
    const nodes = page.getByRole('grid', { name: 'Nodes' });
    await nodes.getByRole('row').nth(1).getByRole('button').first().click();
    await expect(nodes.getByRole('row').nth(1)).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('.inspector-card')).toContainText('Nodes');
    await page.getByRole('grid', { name: 'Sockets' }).getByRole('button').first().click();
    await expect(page.locator('.inspector-card')).toContainText('Sockets');

    await page.getByRole('heading', { name: 'Model info' }).click();
    await expect(page.getByText(/per vertex at level 0/)).toBeVisible();
    // Each fact once, numbers grouped, the counter of child models explained.
    const fact = (name: string) =>
      page.locator('.fact').filter({ has: page.getByRole('term').getByText(name, { exact: true }) });
    await expect(fact('Version')).toHaveCount(1);
    await expect(fact('Face count')).toContainText('7,052');
    await expect(fact('Child model count')).toContainText('2, including the model itself');
    await expectAccessible(page, '.column-left');
  },
);

test('a long list of weight sets ends in half a row, and has a frame', THOROUGH, async ({ page }) => {
  await openSample(page);
  await page.getByRole('tab', { name: 'Model' }).click();
  await page.getByRole('heading', { name: 'Weight sets' }).click();
  const rows = page.getByRole('grid', { name: 'Weight sets' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  for (let count = 4; count <= 16; count++) {
    await page.getByRole('button', { name: 'Add a weight set' }).click();
    await expect(rows).toHaveCount(count);
  }
  const list = page.locator('.weight-sets');
  await list.evaluate((element) => element.scrollTo(0, 0));
  const { shares, frame } = await list.evaluate((element) => {
    const bottom =
      element.getBoundingClientRect().bottom - Number.parseFloat(getComputedStyle(element).borderTopWidth);
    const shares = [...element.querySelectorAll('[role="row"]')].map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return Math.min(1, Math.max(0, (bottom - top) / height));
    });
    return { shares, frame: getComputedStyle(element).borderTopStyle };
  });
  expect(frame).toBe('solid');
  const cut = shares.filter((share) => share > 0 && share < 1);
  expect(cut).toHaveLength(1);
  expect(cut[0]).toBeGreaterThan(0.25);
  expect(cut[0]).toBeLessThan(0.75);
});
