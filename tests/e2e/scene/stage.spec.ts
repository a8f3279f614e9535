/** The model on the stage: picking, display options, overlays, and that they say what is true. */
import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import {
  expect,
  expectPose,
  openWith,
  PHONE,
  passFrames,
  picture,
  THOROUGH_GL,
  test,
  viewport,
} from '../support/page.ts';
import { levelButton, status, viewOptions } from '../support/panels.ts';

// Without damping the camera stands still at once, and pictures can be compared.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const drawn = (page: Page) => viewport(page).getAttribute('data-drawn');

/** The place of the selected bytes and their path, as status line and card say. */
async function selection(page: Page): Promise<{ path: string; start: number; end: number }> {
  const crumb = page.locator('.card-title [aria-current]');
  const path = ((await crumb.getAttribute('title')) ?? '').replace('Select ', '');
  const [, start = '', end = ''] =
    /(0x[0-9A-F]+)–(0x[0-9A-F]+)/.exec((await status(page).textContent()) ?? '') ?? [];
  return { path, start: Number(start), end: Number(end) + 1 };
}

/** Where the leaves below a path lie, as the command line says. */
function bytesOf(file: string, path: string): { start: number; end: number } {
  const leaves = execFileSync(process.execPath, ['dist-cli/lithoscope.mjs', 'fields', file], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
    .trim()
    .split('\n')
    .map((line): { offset: number; length: number; path: string } => JSON.parse(line))
    .filter((leaf) => leaf.path.startsWith(`${path}.`));
  const [first, last] = [leaves[0], leaves.at(-1)];
  if (!first || !last) throw new Error(`no leaves below ${path}`);
  return { start: first.offset, end: last.offset + last.length };
}

test(
  'a click selects the bytes of what is there, and a click again what is around it',
  THOROUGH_GL,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    const canvas = page.locator('.scene-canvas');
    await canvas.hover();
    await canvas.click();
    const crumbs = page.locator('.card-title');
    const paths: string[] = [];
    for (let ring = 0; ring < 4; ring++) {
      await expect(crumbs.locator('[aria-current]')).not.toHaveAttribute('title', `Select ${paths.at(-1)}`);
      const { path, start, end } = await selection(page);
      expect({ start, end }).toEqual(bytesOf(CLOCKWORK, path));
      paths.push(path);
      if (/Pieces\[\d+\]$/.test(path)) break;
      await canvas.click();
    }
    expect(paths[0]).toMatch(/^Pieces\.Pieces\[\d+\]\.LODs\[0\]\.(Vertices|Faces)\[\d+\]$/);
    expect(paths.at(-1)).toMatch(/^Pieces\.Pieces\[\d+\]$/);

    // A joint lies over the mesh; its name stands at the pointer.
    await page.keyboard.press('k');
    await page.keyboard.press('1');
    const skeleton = page.locator('.scene-tip');
    const box = await canvas.boundingBox();
    if (!box) throw new Error('the canvas has no box');
    for (let y = 0.2; y < 0.8 && (await skeleton.isHidden()); y += 0.01) {
      await page.mouse.move(box.x + box.width / 2, box.y + box.height * y);
      await passFrames(page, 2);
    }
    const name = await skeleton.textContent();
    await page.mouse.down();
    await page.mouse.up();
    await expect(crumbs.locator('[aria-current]')).toContainText(name ?? 'a name');
    expect((await selection(page)).path).toMatch(/^Nodes\.Nodes\[\d+\]$/);

    // The mark of the selected node stays when the skeleton goes, and goes with the selection.
    await page.keyboard.press('k');
    await passFrames(page, 2);
    const marked = await picture(page);
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+Home');
    await expect.poll(async () => marked.equals(await picture(page))).toBe(false);
  },
);

test('the options of the view change the picture, by keyboard too', THOROUGH_GL, async ({ page }) => {
  // Many pictures are compared, and small ones are drawn sooner.
  await page.setViewportSize({ width: 700, height: 620 });
  await openWith(page, CLOCKWORK);
  await expectPose(page, '-1@0');
  await page.locator('.scene-canvas').focus();
  const shading = viewOptions(page, 'Shading');
  const opener = page.getByRole('button', { name: 'Shading' });
  await page.keyboard.press('Shift+Z');
  await expect(shading).toBeVisible();
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page, '.view-shading');

  const changes = async (change: () => Promise<void>, what: string) => {
    const before = await picture(page);
    await change();
    await expect.poll(async () => before.equals(await picture(page)), { message: what }).toBe(false);
  };
  const radio = (name: string) => shading.getByRole('radio', { name });
  await expect(radio('Textured')).toBeFocused();
  for (const name of ['Flat', 'Wire', 'Winding', 'Checker']) {
    await changes(() => radio(name).check(), name);
  }
  for (const name of ['Shaded', 'Material', 'Theme', 'Influences']) await radio(name).check();
  await expect(page.getByText('Nodes per vertex')).toBeVisible();
  await radio('Material').check();
  await page.keyboard.press('Escape');
  await expect(shading).toBeHidden();
  await expect(opener).toHaveAttribute('aria-expanded', 'false');
  await expect(page.locator('.scene-canvas')).toBeFocused();

  const overlays = viewOptions(page, 'Overlays');
  await page.keyboard.press('d');
  await expectAccessible(page, '.view-overlays');
  for (const name of ['X-ray', 'Vertex normals', 'Mesh box', 'Statistics']) {
    await changes(() => overlays.getByRole('checkbox', { name }).check(), name);
  }
  await expect(page.getByText(/^Box of the mesh: [\d.]+ × [\d.]+ × [\d.]+$/)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Statistics' })).toContainText(/Draw calls\s*\d/);
  await overlays.getByRole('checkbox', { name: 'Animation dims' }).check();
  await expect(page.getByText('The bind pose has no dims')).toBeVisible();
  await page.keyboard.press('Escape');

  const camera = viewOptions(page, 'Camera');
  await page.getByRole('button', { name: 'Camera' }).click();
  await expectAccessible(page, '.view-camera');
  await changes(() => camera.getByRole('button', { name: 'Top' }).click(), 'Top');
  await changes(() => camera.getByRole('radio', { name: 'Orthographic' }).check(), 'Orthographic');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Camera' })).toBeFocused();

  // However much is shown, a page that waits draws nothing; the turntable draws until it stops.
  await passFrames(page, 5);
  const before = await drawn(page);
  await passFrames(page);
  expect(await drawn(page)).toBe(before);
});

test(
  'levels follow the distance, and a v6 model on a phone shows its own options',
  THOROUGH_GL,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    const levels = page.getByRole('dialog', { name: 'Level of detail' });
    const level = (name: string) => levels.getByRole('button', { name });
    const canvas = page.locator('.scene-canvas');
    await levelButton(page).click();
    await level('Automatic, by distance').click();
    await expect(level('Automatic, by distance')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await canvas.focus();
    for (let step = 0; step < 40; step++) await page.keyboard.press('-');
    await expect(levelButton(page)).not.toHaveText(/^LOD 0/);
    await levelButton(page).click();
    await expect(level('Level 0')).toHaveAttribute('aria-pressed', 'false');
    await level('Level 0').click();
    await expect(level('Automatic, by distance')).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.press('Escape');

    await page.setViewportSize(PHONE);
    await openWith(page, JELLYFISH);
    await expectPose(page, '-1@0');
    await page.getByRole('button', { name: 'Overlays' }).click();
    const overlays = viewOptions(page, 'Overlays');
    const box = await overlays.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
    await overlays.getByLabel('Key bounds').check();
    await expect(page.getByText('Choose an animation to see the bounds of its keys')).toBeAttached();
  },
);
