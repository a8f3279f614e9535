/** A texture leaves the page as PNG. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { decode } from 'fast-png';
import { dropFiles, expect, test } from '../support/page.ts';

/** A DTX of version −5 with two levels of 32 bits, 2 × 1 and 1 × 1, as docs/format/dtx.md has it. */
function texture(): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(164 + 12);
  const view = new DataView(file.buffer);
  view.setInt32(4, -5, true);
  view.setUint16(8, 2, true);
  view.setUint16(10, 1, true);
  view.setUint16(12, 2, true);
  view.setUint8(26, 3);
  // B, G, R, A: the second pixel cannot be seen.
  file.set([30, 20, 10, 255, 60, 50, 40, 0, 90, 80, 70, 128], 164);
  return file;
}

async function savedBy(page: Page, act: () => Promise<void>) {
  const saving = page.waitForEvent('download');
  await act();
  const download = await saving;
  const { width, height, data } = decode(readFileSync(await download.path()));
  return { name: download.suggestedFilename(), width, height, data: [...data] };
}

test('a texture is saved as PNG, with the colours that alpha hides', async ({ page }) => {
  await page.goto('.');
  await dropFiles(page, [['skin.dtx', texture()]]);
  const save = page.getByRole('button', { name: 'Save as PNG' });
  const whole = { name: 'skin.png', width: 2, height: 1, data: [10, 20, 30, 255, 40, 50, 60, 0] };
  expect(await savedBy(page, () => save.click())).toEqual(whole);
  await page.getByRole('group', { name: 'Level' }).getByRole('button', { name: '1' }).click();
  const small = { name: 'skin-level1.png', width: 1, height: 1, data: [70, 80, 90, 128] };
  expect(await savedBy(page, () => save.click())).toEqual(small);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('save the texture as png');
  expect(await savedBy(page, () => page.keyboard.press('Enter'))).toEqual(whole);
});
