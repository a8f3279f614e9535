import { nextKeyMoves } from '../../e2e/support/drawn.ts';
import { expect, expectPose, GL, openWith, test } from '../../e2e/support/page.ts';
import { chooseAnimation, showAnimations } from '../../e2e/support/panels.ts';
import { corpusPath } from '../support.ts';

test('the names of a real file, which begin with +, are listed and found by typing', GL, async ({ page }) => {
  await openWith(page, corpusPath('nolf/models/FEMBASE.ABC'));
  const list = await showAnimations(page);
  await expect(list.getByRole('option').first()).toHaveAttribute('aria-setsize', '17');
  await list.focus();
  await page.keyboard.type('+3StRu');
  await expectPose(page, '4@0');
  await expect(page.getByText('/ 600 ms')).toBeVisible();
});

test('deformation vertices of a real v6 file move', GL, async ({ page }) => {
  await openWith(page, corpusPath('kiss/models/FLAG.ABC'));
  await chooseAnimation(page, 'SomeAnim');
  await nextKeyMoves(page, 0);
});
