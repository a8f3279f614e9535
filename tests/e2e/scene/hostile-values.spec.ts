/** Numbers that nobody meant, in every place that the picture, the boxes and the graphs take numbers from. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { dropBytes, expect, expectPose, passFrames, THOROUGH_GL, test, viewport } from '../support/page.ts';
import { card, chooseAnimation, goTo, levelButton, openSheet, viewOptions } from '../support/panels.ts';
import { pixelsOf } from '../support/pixels.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Where the fields of a file are, by path. */
function offsetsOf(path: string): Map<string, number> {
  const lines = execFileSync(process.execPath, ['dist-cli/lithoscope.mjs', 'fields', path], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return new Map(
    lines
      .trim()
      .split('\n')
      .map((line): { path: string; offset: number } => JSON.parse(line))
      .map((field) => [field.path, field.offset]),
  );
}

/** A file with other numbers in its f32 fields. */
function withNumbers(path: string, numbers: Readonly<Record<string, number>>): Buffer {
  const file = Buffer.from(readFileSync(path));
  const offsets = offsetsOf(path);
  for (const [field, value] of Object.entries(numbers)) {
    const at = offsets.get(field);
    if (at === undefined) throw new Error(`no field ${field}`);
    file.writeFloatLE(value, at);
  }
  return file;
}

/** Part of the picture that is clay, the only thing that is redder than blue by so much. */
async function clayIn(page: Page): Promise<number> {
  const pixels = await pixelsOf(page, await page.locator('.scene-canvas').screenshot());
  return pixels.evaluate(({ data }) => {
    let count = 0;
    for (let i = 0; i < data.length; i += 4) if ((data[i] ?? 0) - (data[i + 2] ?? 0) > 15) count++;
    return count / (data.length / 4);
  });
}

const BODY = 'Pieces.Pieces[0].LODs[0]';
/** A deformed vertex is where its weights say. */
const place = (vertex: number, axis: string) => `${BODY}.Vertices[${vertex}].Weights[0].Location.${axis}`;
const WAVE = 'Animation.Animations[2]';

const HOSTILE = withNumbers(CLOCKWORK, {
  [place(0, 'X')]: 1e16,
  [place(1, 'Y')]: -7.26e16,
  [place(2, 'Z')]: 1e30,
  [place(3, 'X')]: Number.NaN,
  [place(4, 'Y')]: Number.POSITIVE_INFINITY,
  // Where a weight has no place, the core takes that of the vertex.
  [`${BODY}.Vertices[3].Location.X`]: Number.NaN,
  [`${BODY}.Vertices[4].Location.Y`]: Number.POSITIVE_INFINITY,
  [`${BODY}.Vertices[5].Weights[0].Bias`]: Number.POSITIVE_INFINITY,
  [`${BODY}.Vertices[6].Normal.X`]: 1e30,
  [`${BODY}.Faces[0].Vertices[0].Texcoord.U`]: -7.26e16,
  [`${BODY}.Faces[1].Vertices[0].Texcoord.V`]: Number.NaN,
  [`${BODY}.Faces[2].Vertices[0].Texcoord.U`]: 3e38,
  'Header.InternalRadius': Number.NaN,
  'Header.LODDistances[0]': Number.NaN,
  'Sockets.Sockets[0].Location.X': Number.NaN,
  'Sockets.Sockets[1].Location.Y': 1e30,
  'Sockets.Sockets[2].Rotation.W': Number.NaN,
  [`${WAVE}.NodeTransforms[21].Transforms[3].Rotation.X`]: Number.NaN,
  [`${WAVE}.NodeTransforms[0].Transforms[4].Location.Y`]: Number.POSITIVE_INFINITY,
  [`${WAVE}.NodeTransforms[0].Transforms[5].Location.Y`]: 1e30,
});

test(
  'a model with numbers that nobody meant is framed, shown and picked like any other',
  THOROUGH_GL,
  async ({ page }) => {
    await page.goto('.');
    await dropBytes(page, 'hostile.abc', HOSTILE);
    await expectPose(page, '-1@0');
    // Six: the vertex with an infinite bias has no place either.
    await expect(page.locator('.scene-notes')).toContainText('6 vertices not framed');
    // The model fills the picture as it would without them; one far vertex alone made a dot of it.
    expect(await clayIn(page)).toBeGreaterThan(0.03);

    const canvas = page.locator('.scene-canvas');
    await canvas.focus();
    await page.keyboard.press('k');
    await page.keyboard.press('d');
    for (const name of [
      'Sockets',
      'Vertex normals',
      'Face normals',
      'Mesh box',
      'Bind skeleton',
      'Statistics',
    ]) {
      await viewOptions(page, 'Overlays').getByRole('checkbox', { name, exact: true }).check();
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+Z');
    await viewOptions(page, 'Shading').getByRole('radio', { name: 'Weights' }).check();
    await page.keyboard.press('Escape');
    await expect(
      page.getByText(/^Box of the mesh: [\d.]+ × [\d.]+ × [\d.]+, excluding 6 vertices/),
    ).toBeVisible();
    await goTo(page, 'Nodes.Nodes[1]');
    await passFrames(page, 3);

    // Vertices without a place are selected, and framing them changes nothing for the worse.
    for (const vertex of [0, 3, 4]) {
      await goTo(page, `${BODY}.Vertices[${vertex}]`);
      await expect(card(page)).toContainText('Posed location');
      await canvas.focus();
      await page.keyboard.press('f');
      await passFrames(page, 3);
    }
    await page.keyboard.press('v');
    await passFrames(page, 3);
    expect(await clayIn(page)).toBeGreaterThan(0.01);
    const [, camera = ''] = /cam=([^&]+)/.exec(page.url()) ?? [];
    for (const part of camera.split(',')) expect(Math.abs(Number(part))).toBeLessThan(1e5);

    // Keys without a number, in the picture and in the graph.
    await levelButton(page).click();
    await page.getByRole('button', { name: 'Automatic, by distance' }).click();
    await page.keyboard.press('Escape');
    await chooseAnimation(page, 'Wave');
    await openSheet(page);
    await goTo(page, 'Nodes.Nodes[0]');
    for (let key = 0; key < 8; key++) {
      await page.keyboard.press('.');
      await passFrames(page, 2);
    }
    await canvas.focus();
    await page.keyboard.press('Home');
    await passFrames(page, 3);
    await expect(viewport(page)).toHaveAttribute('data-pose', /^2@/);
  },
);
