/** What the viewport is to draw of any file. */
import type { Page } from '@playwright/test';
import { expect, expectPose, openWith, passFrames, picture, viewport } from './page.ts';

/** Checks that a file is drawn in its bind pose, and that nothing is drawn once it is. */
export async function drawsAndRests(page: Page, path: string, triangles: string | RegExp): Promise<void> {
  await openWith(page, path);
  await expectPose(page, '-1@0');
  await expect(viewport(page)).toHaveAttribute('data-triangles', triangles);
  // The line about missing skins comes a moment later, and the model is framed beside it.
  await expect(page.getByText(/^No skin for/)).toBeVisible();
  await passFrames(page);
  const drawn = await viewport(page).getAttribute('data-drawn');
  await passFrames(page);
  await expect(viewport(page)).toHaveAttribute('data-drawn', drawn ?? '');
}

/** Checks that an animation stands at its start, and that its second key is another picture. */
export async function nextKeyMoves(page: Page, animation: number): Promise<void> {
  await expectPose(page, `${animation}@0`);
  const still = await picture(page);
  await page.getByRole('slider', { name: 'Time' }).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expectPose(page, new RegExp(`^${animation}@[1-9]`));
  expect(still.equals(await picture(page))).toBe(false);
}
