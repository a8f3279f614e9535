/** Measuring in the picture, by pointer and by keyboard. */
import { execFileSync } from 'node:child_process';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { expect, expectPose, openWith, passFrames, picture, THOROUGH_GL, test } from '../support/page.ts';
import { goTo, status } from '../support/panels.ts';

// Without damping the camera stands still at once, and pictures can be compared.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Vertices of the first piece in the bind pose, as the command line says. */
function bindPose(): number[][] {
  const options = { encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  const program = ['dist-cli/lithoscope.mjs', 'pose', CLOCKWORK, '--anim', 'bind'];
  return JSON.parse(execFileSync(process.execPath, program, options)).pieces[0].positions;
}

test(
  'measures between what is selected, and between places of the picture',
  THOROUGH_GL,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    const canvas = page.locator('.scene-canvas');
    const notes = page.locator('.scene-notes');
    await canvas.focus();
    await page.keyboard.press('Shift+D');
    await expect(notes).toContainText('click the first point');
    for (const vertex of [3, 40]) {
      await goTo(page, `Pieces.Pieces[0].LODs[0].Vertices[${vertex}]`);
      await canvas.focus();
      await page.keyboard.press('Enter');
      await passFrames(page, 2);
    }
    const positions = bindPose();
    const [a = [], b = []] = [positions[3], positions[40]];
    const parts = b.map((value, axis) => value - (a[axis] ?? 0));
    await expect(notes).toContainText('file units');
    const said = ((await notes.textContent()) ?? '').replaceAll('−', '-');
    const [, distance, ...deltas] = /Distance (\S+): dx (\S+), dy (\S+), dz (\S+) /.exec(said) ?? [];
    expect(Number(distance)).toBeCloseTo(Math.hypot(...parts), 3);
    deltas.forEach((text, axis) => {
      expect(Number(text)).toBeCloseTo(parts[axis] ?? 0, 3);
    });
    await expect(page.locator('.scene-distance')).toHaveText(String(distance));

    await expect(page.locator('.viewport [aria-live="polite"]', { hasText: /^Distance/ })).toBeAttached();

    // A third place begins anew; a press beside the model is none. Neither selects.
    const selected = await status(page).textContent();
    const box = await canvas.boundingBox();
    if (!box) throw new Error('the canvas has no box');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.click(x, y);
    await expect(notes).toContainText('click the second point');
    await page.mouse.click(box.x + box.width - 24, y);
    await expect(notes).toContainText('click the second point');
    await page.mouse.click(x, y - 40);
    await expect(notes).toContainText(/Distance [\d.]+: /);
    const measured = await picture(page);

    await page.keyboard.press('Escape');
    await expect(notes).not.toContainText('Distance');
    await expect.poll(async () => measured.equals(await picture(page))).toBe(false);
    expect(await status(page).textContent()).toBe(selected);
    await page.keyboard.press('Escape');
    await expect(status(page)).not.toContainText('selected');
  },
);
