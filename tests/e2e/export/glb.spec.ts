/** The export of the model in front as GLB: what the dialog says is what the file has. */
import { readFileSync } from 'node:fs';
import { Logger, NodeIO } from '@gltf-transform/core';
import type { Page } from '@playwright/test';
import { unzipSync, zipSync } from 'fflate';
import { bytesOf, CLOCKWORK, CLOCKWORK_SKIN, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { countIn } from '../support/export.ts';
import { dropBytes, expect, openSample, PHONE, THOROUGH, test } from '../support/page.ts';
import { shareButton } from '../support/panels.ts';

/** A reader that says nothing of extensions which it does not know. */
const gltf = () => new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT));

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export as GLB' });
const exact = (page: Page) => dialog(page).getByText(/^[\d,]+ bytes$/);
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' });

const countOf = (page: Page, name: string) => countIn(dialog(page), name);

/** The size that the dialog shows, once it is that of what is chosen. */
async function sizeOf(page: Page): Promise<number> {
  await expect(dialog(page).locator('.glb-runs')).toHaveCount(0);
  return Number((await exact(page).innerText()).replace(/\D/g, ''));
}

async function download(page: Page, run: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent('download'), run()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** It is there as soon as a file is. */
const exporting = shareButton;

/** Workers that convert; those that decode textures have another name. */
const workersOf = (page: Page) => page.workers().filter((worker) => worker.url().includes('/worker-')).length;

const open = async (page: Page) => {
  await expect(exporting(page)).toBeVisible();
  await page.keyboard.press('Shift+G');
  await expect(dialog(page)).toBeVisible();
};

test('says the size before saving, follows every choice, and saves what it said; the choice is kept', async ({
  page,
}) => {
  await openSample(page);
  await expect(page.getByRole('tab', { name: 'clockwork_base.abc' })).toBeVisible();
  await page.getByRole('tab', { name: 'clockwork.abc' }).click();
  await open(page);
  await expect(save(page)).toBeFocused();
  const first = await sizeOf(page);
  const animations = await countOf(page, 'Animations');
  const joints = await countOf(page, 'Joints');
  const meshes = await countOf(page, 'Meshes');
  expect(joints).toBeGreaterThan(1);
  const images = await countOf(page, 'Images');
  expect(images).toBeGreaterThan(0);
  await expectAccessibleInBothThemes(page, 'dialog');

  const group = (name: string) => dialog(page).getByRole('group', { name, exact: true });
  await group('Animations').getByRole('radio', { name: 'None' }).check();
  await expect(dialog(page).locator('dt:text-is("Animations") + dd')).toHaveText('0');
  expect(await sizeOf(page)).toBeLessThan(first);
  // One of them by the list, found by its name.
  await group('Animations').getByRole('radio', { name: 'Choose' }).check();
  await group('Animations').getByRole('button', { name: 'None' }).click();
  await group('Animations').getByRole('checkbox', { name: /^Wave/ }).check();
  await expect(dialog(page).locator('dt:text-is("Animations") + dd')).toHaveText('1');
  await group('Animations').getByRole('radio', { name: /^Own/ }).check();
  await group('Levels').getByRole('radio', { name: /^All/ }).check();
  await dialog(page)
    .getByRole('checkbox', { name: /^Unlit/ })
    .check();
  await group('Scale').getByRole('radio', { name: 'Metres' }).check();
  await expect.poll(() => countOf(page, 'Meshes')).toBeGreaterThan(meshes);
  const size = await sizeOf(page);
  const own = await countOf(page, 'Animations');
  expect(own).toBeLessThan(animations);

  const { name, bytes } = await download(page, () => save(page).click());
  expect(name).toBe('clockwork.glb');
  expect(bytes.length).toBe(size);
  await expect(dialog(page)).toHaveCount(0);
  const root = (await gltf().readBinary(bytes)).getRoot();
  const names = root.listAnimations().map((animation) => animation.getName());
  expect(names).toHaveLength(own);
  expect(names).toContain('Wave');
  expect(root.listSkins()[0]?.listJoints()).toHaveLength(joints);
  expect(root.listTextures()).toHaveLength(images);
  expect(root.listTextures()[0]?.getMimeType()).toBe('image/png');
  const { json } = await gltf().binaryToJSON(bytes);
  expect(json.extensionsUsed).toEqual(['KHR_materials_unlit']);
  const scaled = root.listNodes().filter((node) => node.getScale()[0] !== 1);
  expect(scaled.map((node) => node.getScale())).toEqual([[0.02, 0.02, 0.02]]);

  // For another model, on another day: but for what only the first has.
  await page.reload();
  await dropBytes(page, 'other.abc', readFileSync(JELLYFISH));
  await open(page);
  await expect(group('Levels').getByRole('radio', { name: /^All \d/, includeHidden: true })).toBeChecked();
  await expect(dialog(page).getByRole('checkbox', { name: /^Unlit/ })).toBeChecked();
  await expect(group('Scale').getByRole('radio', { name: 'Metres' })).toBeChecked();
});

test(
  'by the keyboard alone; a conversion is stopped, called off and begun again, and leaves no file and no worker',
  THOROUGH,
  async ({ page }) => {
    const saved: string[] = [];
    page.on('download', (file) => saved.push(file.suggestedFilename()));
    await openSample(page, 'Jellyfish');
    await expect(exporting(page)).toBeVisible();
    // A worker that never comes is a conversion that never ends.
    await page.route('**/worker-*.js', () => {});
    await exporting(page).press('Enter');
    // After links, images and videos.
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    const item = page.getByRole('menuitem', { name: 'GLB for Blender…' });
    for (let i = 0; i < 12 && !(await item.evaluate((it) => it === document.activeElement)); i++)
      await page.keyboard.press('ArrowDown');
    await expect(item).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeVisible();
    // Save waits for the conversion, which the user calls off.
    await page.keyboard.press('Enter');
    await expect(save(page).or(dialog(page).getByRole('button', { name: 'Saving…' }))).toHaveText('Saving…');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(exporting(page)).toBeFocused();
    await expect.poll(() => workersOf(page)).toBe(0);

    await page.keyboard.press('Shift+G');
    await dialog(page).getByRole('button', { name: 'Stop converting' }).press('Enter');
    await expect(dialog(page)).toContainText('Stopped: there is nothing to save.');
    await expect(save(page)).toBeDisabled();
    await expect(dialog(page).getByRole('button', { name: 'Convert again' })).toBeFocused();
    await page.unroute('**/worker-*.js');
    await dialog(page).getByRole('button', { name: 'Convert again' }).press('Enter');
    await sizeOf(page);
    expect(saved).toEqual([]);

    // Deformation frames above the limit are said.
    const limit = dialog(page).getByRole('spinbutton', { name: 'Maximum number of morph targets' });
    await limit.fill('0');
    await expect(dialog(page)).toContainText('whole number from 1 to 4096');
    await expect(save(page)).toBeDisabled();
    await limit.fill('1');
    await expect(dialog(page).locator('dt:text-is("Morph targets") + dd')).toHaveText(/^1 of \d+$/);
    await expect(dialog(page).getByRole('list', { name: 'Notes' })).toContainText('deformation frames');
    await page.setViewportSize(PHONE);
    const { name, bytes } = await download(page, () => limit.press('Enter'));
    expect(name).toBe('jellyfish.glb');
    const root = (await gltf().readBinary(bytes)).getRoot();
    expect(root.listMeshes()[0]?.listPrimitives()[0]?.listTargets()).toHaveLength(1);
    await expect.poll(() => workersOf(page)).toBe(0);
  },
);

test('exports what can be read of a damaged file, and says what is missing', THOROUGH, async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'cut.abc', readFileSync(CLOCKWORK).subarray(0, 20_000));
  await open(page);
  await sizeOf(page);
  const notes = dialog(page).getByRole('list', { name: 'Notes' });
  await expect(notes).toContainText(/Warning: The file has \d errors?: only what could be read is exported/);
  await expect(
    notes.getByRole('listitem').filter({ hasText: 'The file has' }).getByRole('listitem'),
  ).not.toHaveCount(0);
  await expect(notes).toContainText(/No skin for slot/);
  const { bytes } = await download(page, () => page.keyboard.press('Enter'));
  expect((await gltf().readBinary(bytes)).getRoot().listMeshes().length).toBeGreaterThan(0);

  // What is no model has nothing to export.
  await dropBytes(page, 'other.dtx', readFileSync(CLOCKWORK_SKIN));
  await expect(page.getByRole('tab', { name: 'other.dtx', selected: true })).toBeVisible();
  await exporting(page).click();
  await expect(page.getByRole('menuitem', { name: 'GLB for Blender…' })).toBeDisabled();
});

test(
  'several models of the library go into a zip, with the skins that lie there; what is none is named',
  THOROUGH,
  async ({ page }) => {
    // A browser that asks where the zip goes cannot be answered by a test.
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'showSaveFilePicker');
    });
    await page.goto('.');
    const files = {
      'MODELS/CLOCKWORK.ABC': bytesOf(CLOCKWORK),
      'MODELS/JELLYFISH.ABC': bytesOf(JELLYFISH),
      'MODELS/BROKEN.ABC': new Uint8Array(3),
      'SKINS/CLOCKWORK.DTX': bytesOf(CLOCKWORK_SKIN),
    };
    await dropBytes(page, 'GAME.zip', zipSync(files));
    await page.getByText('JELLYFISH.ABC').first().click();
    await page.keyboard.press('Control+a');
    const bar = page.getByRole('group', { name: 'Selected files' });
    await bar.getByRole('button', { name: 'Export…' }).click();
    const several = page.getByRole('dialog', { name: 'Export 3 models' });
    await several.getByRole('radio', { name: 'Metres' }).check();
    await several.getByRole('combobox', { name: 'Alpha of all skins' }).selectOption('Mask');
    await expectAccessibleInBothThemes(page, '.glb-several');
    const { name, bytes } = await download(page, () =>
      several.getByRole('button', { name: 'Export…' }).click(),
    );
    expect(name).toBe('GAME GLB.zip');
    const made = unzipSync(bytes);
    expect(Object.keys(made).sort()).toEqual(['MODELS/CLOCKWORK.glb', 'MODELS/JELLYFISH.glb']);
    const [clockwork, jellyfish] = await Promise.all(
      ['CLOCKWORK', 'JELLYFISH'].map(async (name) =>
        (await gltf().readBinary(made[`MODELS/${name}.glb`] as Uint8Array)).getRoot(),
      ),
    );
    if (!clockwork || !jellyfish) throw new Error('not two');
    expect(clockwork.listTextures().length).toBeGreaterThan(0);
    // What was chosen holds for each of them.
    for (const model of [clockwork, jellyfish])
      expect(model.listNodes().map((node) => node.getScale()[0])).toContainEqual(expect.closeTo(0.02));
    expect(clockwork.listMaterials().map((material) => material.getAlphaMode())).toContain('MASK');
    expect(clockwork.listAnimations().map((animation) => animation.getName())).toContain('Wave');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('1 model could not be exported. The zip contains 2 models.');
    await alert.getByText('Show each').click();
    await expect(alert.getByRole('listitem').filter({ hasText: 'BROKEN.ABC' })).toBeVisible();
  },
);
