/** A sprite as its author meets it: frames found, missing, chosen, played, stepped, and their bytes. */
import { expectAccessible } from '../support/accessible.ts';
import { dropBytes, dropFiles, expect, test } from '../support/page.ts';
import { card, goTo } from '../support/panels.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A DTX of 4 × 4 texels in one colour (dtx.md). */
function dtx(r: number, g: number, b: number): Buffer {
  const header = Buffer.alloc(164);
  header.writeInt32LE(-5, 4);
  header.writeUInt16LE(4, 8);
  header.writeUInt16LE(4, 10);
  header.writeUInt16LE(1, 12);
  header[26] = 3;
  return Buffer.concat([header, Buffer.alloc(64, Buffer.from([b, g, r, 255]))]);
}

function spr(frames: readonly string[], framesPerSecond: number): Buffer {
  const head = Buffer.alloc(20);
  head.writeUInt32LE(frames.length);
  head.writeUInt32LE(framesPerSecond, 4);
  const paths = frames.map((path) => Buffer.concat([Buffer.from([path.length, 0]), Buffer.from(path)]));
  return Buffer.concat([head, ...paths]);
}

test('a sprite plays its frames, finds their textures, and leads to their bytes', async ({ page }) => {
  await page.goto('.');
  const sprite = spr(['FX\\red.dtx', 'FX\\green.dtx', 'FX\\blue.dtx'], 20);
  await dropFiles(page, [
    ['light.spr', sprite],
    ['red.dtx', dtx(255, 0, 0)],
    ['green.dtx', dtx(0, 255, 0)],
  ]);
  const view = page.getByRole('region', { name: 'Sprite' });
  const frame = (number: number) => view.getByRole('button', { name: new RegExp(`^Frame ${number}:`) });
  await expect(view.getByRole('status')).toHaveText(
    '1 of 3 textures is missing: drop it here, or choose it.',
  );
  await expect(frame(2)).toHaveAccessibleName('Frame 2: FX\\blue.dtx, missing: drop it here or choose it');
  await expect(frame(0)).toHaveAccessibleName('Frame 0: FX\\red.dtx: 4 × 4 · 32-bit');
  await expect(frame(0)).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeHidden();
  await expect(view).toContainText('20 frames per second');
  await expectAccessible(page, '.panel-sprite');
  await expect(view.locator('.texture-message')).toBeHidden();
  // The picture has the room that the tools and the strip leave.
  expect((await view.getByRole('application').boundingBox())?.height).toBeGreaterThan(300);

  await test.step('a frame leads to its bytes, and bytes to their frame', async () => {
    await frame(1).click();
    await expect(frame(1)).toHaveAttribute('aria-current', 'true');
    // 20 bytes of head, 12 of frame 0.
    await expect(card(page)).toContainText('0x20');
    await goTo(page, 'Sprite.Frames[2].Path');
    await expect(frame(2)).toHaveAttribute('aria-current', 'true');
    await expect(view).toContainText('FX\\blue.dtx is not open.');
  });

  await test.step('a missing texture that comes is shown', async () => {
    await dropBytes(page, 'blue.dtx', dtx(0, 0, 255));
    await expect(page.locator('.announcement')).toContainText('blue.dtx is frame 2 of light.spr.');
    await expect(view.getByText('is missing')).toBeHidden();
    await expect(view.getByText('is not open')).toBeHidden();
    await expect(page.locator('.tabs .tab')).toHaveCount(1);
  });

  await test.step('Space plays and pauses, < and > step', async () => {
    const position = view.locator('.sprite-position');
    await view.getByRole('application').focus();
    await page.keyboard.press('<');
    await expect(position).toHaveText('1 of 3');
    await page.keyboard.press('>');
    await expect(position).toHaveText('2 of 3');
    await page.keyboard.press('Space');
    await expect(view.getByRole('button', { name: 'Pause' })).toBeVisible();
    // It goes round: the first frame comes after the last.
    await expect(position).toHaveText('0 of 3');
    await page.keyboard.press('Space');
    await expect(view.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  });
});

test('a broken sprite shows the frames that are there, and what is wrong', async ({ page }) => {
  await page.goto('.');
  const whole = spr(['a.dtx', 'b.dtx'], 10);
  await dropBytes(page, 'cut.spr', whole.subarray(0, whole.length - 2));
  const view = page.getByRole('region', { name: 'Sprite' });
  await expect(view.getByRole('listitem')).toHaveCount(1);
  await expect(page.locator('.summary')).toContainText('The file ends inside frame 1');
  await dropBytes(page, 'tiny.spr', whole.subarray(0, 7));
  await expect(view).toContainText('The header of this sprite cannot be read, so no image can be shown.');
});
