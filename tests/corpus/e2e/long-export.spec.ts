import { expect, openWith, test } from '../../e2e/support/page.ts';
import { chooseCopying } from '../../e2e/support/panels.ts';
import { corpusPath } from '../support.ts';

test('a long export is counted and can be called off', async ({ page, context }) => {
  await openWith(page, corpusPath('nolf/models/FEMBASE.ABC'));
  let saved = false;
  page.on('download', () => {
    saved = true;
  });
  // A fast machine writes the file before anyone can click.
  const processor = await context.newCDPSession(page);
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  await chooseCopying(page, 'Export the structure as JSON lines (.jsonl)');
  await page.getByRole('button', { name: 'Cancel writing FEMBASE.ABC.jsonl' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'was not saved' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Writing' })).toHaveCount(0);
  expect(saved).toBe(false);
});
