import { readFileSync } from 'node:fs';
import { bytes, list, summary, top } from '../../e2e/support/comparison.ts';
import { dropFiles, expect, test } from '../../e2e/support/page.ts';
import { corpusPath } from '../support.ts';

test('both sides scroll through what belongs together, not through equal offsets', async ({ page }) => {
  await page.goto('.');
  await dropFiles(page, [
    ['action.abc', readFileSync(corpusPath('nolf/models/INTHERO_ACTION.ABC'))],
    ['casual.abc', readFileSync(corpusPath('nolf/models/INTHERO_CASUAL.abc'))],
  ]);
  await expect(page.getByRole('tab', { name: 'casual.abc' })).toBeVisible();
  await expect(page.getByRole('tree', { name: 'Structure of action.abc' })).toBeVisible();
  await page.keyboard.press('m');
  await expect(summary(page)).toContainText('9 sockets added');
  await list(page)
    .getByRole('treeitem', { name: /^Pieces/ })
    .click();
  await list(page).getByRole('treeitem', { name: 'Torso_node › Flags' }).click();
  const apart = async () => (await top(page, 'casual.abc')) - (await top(page, 'action.abc'));
  // Where `npx lithoscope fields` finds Nodes.Nodes[3].Flags in the one file and in the other.
  const expected = 0x4892c - 0x19728;
  await expect.poll(async () => Math.abs((await apart()) - expected)).toBeLessThanOrEqual(16);
  const before = await top(page, 'action.abc');
  await bytes(page, 'action.abc').hover();
  await page.mouse.wheel(0, 400);
  await expect.poll(() => top(page, 'action.abc')).toBeGreaterThan(before);
  await expect.poll(async () => Math.abs((await apart()) - expected)).toBeLessThanOrEqual(16);
});
