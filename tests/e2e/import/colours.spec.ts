/** GLBs whose materials have colours instead of textures, and those that are too large to be shown. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { type LooseJson, Numbering } from '../../support/make-glb.ts';
import { dropBytes, expect, THOROUGH_GL, test } from '../support/page.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import' });
const result = (page: Page) => dialog(page).getByRole('region', { name: 'Result' });

/** A robot of boxes, each in the colour of its material. */
function robot(): Uint8Array {
  const made = new Numbering();
  const corners = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z])));
  const POSITION = made.put(Float32Array.from(corners.flat()), 'VEC3');
  const sides = [
    0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7,
    3,
  ];
  const indices = made.put(Uint16Array.from(sides), 'SCALAR');
  const parts = [
    ['Head', [0, 1.6, 0], [0.25, 0.2, 0.2], 0],
    ['Torso', [0, 1.05, 0], [0.35, 0.3, 0.2], 0],
    ['Leg.L', [0.2, 0.35, 0], [0.1, 0.35, 0.1], 1],
    ['Leg.R', [-0.2, 0.35, 0], [0.1, 0.35, 0.1], 1],
    ['Arm.L', [0.5, 1.05, 0], [0.1, 0.3, 0.1], 2],
    ['Arm.R', [-0.5, 1.05, 0], [0.1, 0.3, 0.1], 2],
  ] as const;
  const colours = [
    [0.8, 0.35, 0.02, 1],
    [0.3, 0.3, 0.32, 1],
    [0.02, 0.02, 0.03, 1],
  ];
  return made.glb({
    scene: 0,
    scenes: [{ nodes: parts.map((_, i) => i) }],
    nodes: parts.map(([name, translation, scale, mesh]) => ({ name, translation, scale, mesh })),
    meshes: colours.map((_, material) => ({ primitives: [{ attributes: { POSITION }, indices, material }] })),
    materials: ['Main', 'Grey', 'Black'].map((name, i) => ({
      name,
      pbrMetallicRoughness: { baseColorFactor: colours[i] },
    })),
  });
}

function triangle(more: LooseJson): Uint8Array {
  const made = new Numbering();
  const POSITION = made.put(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3');
  return made.glb({ meshes: [{ primitives: [{ attributes: { POSITION } }] }], ...more });
}

const dropGlb = (page: Page, name: string, bytes: Uint8Array) => dropBytes(page, name, Buffer.from(bytes));

test(
  'colours of materials become a skin that is worn at once and can be saved',
  THOROUGH_GL,
  async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'showSaveFilePicker');
    });
    await page.goto('./');
    await dropGlb(page, 'robot.glb', robot());
    await expect(result(page)).toContainText('Skipped the colours of 3 materials (Main, Grey, Black)');
    await expect(result(page)).toContainText('Added an animation without movement, because there was none.');
    await expect(result(page).getByRole('button', { name: 'Save the skin…' })).toBeHidden();
    await dialog(page).getByRole('checkbox', { name: 'Make a skin from the material colours' }).check();
    await expect(result(page)).toContainText('Made the skin robot.png for slot 0');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      result(page).getByRole('button', { name: 'Save the skin…' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('robot.png');
    expect(
      readFileSync(await saved.path())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    await dialog(page).getByRole('button', { name: 'Open', exact: true }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('tab', { name: 'robot.abc, changed' })).toBeVisible();
  },
);

test('a source without a scene is shown and imported', THOROUGH_GL, async ({ page }) => {
  await page.goto('./');
  await dropGlb(page, 'bare.glb', triangle({ nodes: [{ mesh: 0 }] }));
  await expect(dialog(page).locator('.import-size')).toContainText('ABC v');
  await expect(dialog(page).locator('.import-no-picture')).toBeEmpty();
});

test(
  'a source that is too large is not shown, or refused, and Escape answers at once',
  THOROUGH_GL,
  async ({ page }) => {
    await page.goto('./');
    const nodes = [{ mesh: 0 }, ...Array.from({ length: 20_000 }, () => ({}))];
    const scene = { scene: 0, scenes: [{ nodes: nodes.map((_, i) => i) }] };
    await dropGlb(page, 'nodes.glb', triangle({ ...scene, nodes }));
    await expect(dialog(page).locator('.import-no-picture')).toContainText(
      'The source is too large to be shown: it has 20,002 nodes and meshes, and at most 8,192 are shown.',
    );
    const before = Date.now();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    expect(Date.now() - before).toBeLessThan(5_000);
    const instances = Array.from({ length: 20_000 }, () => ({ mesh: 0 }));
    const all = { scene: 0, scenes: [{ nodes: instances.map((_, i) => i) }] };
    await dropGlb(page, 'instances.glb', triangle({ ...all, nodes: instances }));
    await expect(page.getByText(/20,000 meshes and materials of meshes in its scene/)).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
  },
);
