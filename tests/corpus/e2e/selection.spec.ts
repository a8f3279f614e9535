import { expect, openWith, test } from '../../e2e/support/page.ts';
import { card, clickByte, line, selectedRow, status, treeRow } from '../../e2e/support/panels.ts';
import { corpusPath } from '../support.ts';

test('rows select bytes and bytes rows', async ({ page }) => {
  await openWith(page, corpusPath('nolf/models/INTHERO_CASUAL.abc'));
  await clickByte(page, '000110', 6);
  await expect(selectedRow(page)).toContainText('SpecularPower');
  await expect(card(page)).toContainText('4 bytes at 0x116 (278)');
  await treeRow(page, /^\[2\] ?torso_1/).click();
  await expect(status(page)).toHaveText('0x29F78–0x2D260 · 13,033 bytes selected');
  await expect(line(page, '029F70')).toBeInViewport();
});
