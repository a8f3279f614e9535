/** The export of several models of the library: what is saved is read by gltf-transform and three.js. */
import { readFileSync } from 'node:fs';
import { Logger, NodeIO, type Root } from '@gltf-transform/core';
import type { Page } from '@playwright/test';
import { decode } from 'fast-png';
import { unzipSync, zipSync } from 'fflate';
import type { Mesh } from 'three';
import { MTLLoader } from 'three/examples/jsm/loaders/MTLLoader.js';
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { bytesOf, CLOCKWORK, CLOCKWORK_SKIN, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { dropBytes, expect, test } from '../support/page.ts';

const gltf = () => new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT));

const group = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('group', { name, exact: true });
const choose = (page: Page, name: string, option: string) =>
  group(page, name).getByRole('radio', { name: option, exact: true }).check();

/** Opens a zip as a library and asks for the export of all its models. */
async function openAll(page: Page, files: Record<string, Uint8Array>): Promise<void> {
  // A browser that asks where the zip goes cannot be answered by a test.
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'showSaveFilePicker');
  });
  await page.goto('.');
  await dropBytes(page, 'GAME.zip', zipSync(files));
  // Its row, not its tab: the first model of an archive is previewed.
  await page.getByRole('gridcell').filter({ hasText: 'JELLYFISH.ABC' }).first().click();
  await page.keyboard.press('Control+a');
}

async function ask(page: Page, count: number): Promise<void> {
  const bar = page.getByRole('group', { name: 'Selected files' });
  await bar.getByRole('button', { name: 'Export…' }).click();
  await expect(page.getByRole('dialog', { name: `Export ${count} models` })).toBeVisible();
}

async function save(page: Page): Promise<{ name: string; files: Record<string, Uint8Array> }> {
  const button = page.getByRole('dialog').getByRole('button', { name: 'Export…' });
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: file.suggestedFilename(), files: unzipSync(readFileSync(await file.path())) };
}

const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

const animationsOf = (root: Root) => root.listAnimations().map((animation) => animation.getName());

const trianglesOf = (root: Root) =>
  root
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
    .reduce((sum, primitive) => sum + (primitive.getIndices()?.getCount() ?? 0) / 3, 0);

const trianglesOfObj = (obj: string) =>
  new OBJLoader()
    .parse(obj)
    .children.reduce((sum, child) => sum + (child as Mesh).geometry.getAttribute('position').count / 3, 0);

test('two models of a zip as GLB with an animation by its name, and as OBJ; what they lack is said', async ({
  page,
}) => {
  await openAll(page, {
    'MODELS/CLOCKWORK.ABC': bytesOf(CLOCKWORK),
    'MODELS/JELLYFISH.ABC': bytesOf(JELLYFISH),
    'SKINS/CLOCKWORK.DTX': bytesOf(CLOCKWORK_SKIN),
  });
  await ask(page, 2);
  await choose(page, 'Animations', 'By name');
  const names = page.getByRole('textbox', { name: 'Names of animations' });
  await expect(names).toBeFocused();
  const exporting = page.getByRole('dialog').getByRole('button', { name: 'Export…' });
  await expect(exporting).toBeDisabled();
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('Enter names of animations');
  await names.fill('wav*, nowhere');
  await choose(page, 'Levels', 'By number');
  await page.getByRole('textbox', { name: 'Numbers of levels' }).fill('0');
  await expectAccessibleInBothThemes(page, '.glb-several');
  const glb = await save(page);
  expect(glb.name).toBe('GAME GLB.zip');
  expect(Object.keys(glb.files).sort()).toEqual(['MODELS/CLOCKWORK.glb', 'MODELS/JELLYFISH.glb']);
  const rootOf = async (name: string) => (await gltf().readBinary(glb.files[name] as Uint8Array)).getRoot();
  const clockwork = await rootOf('MODELS/CLOCKWORK.glb');
  const jellyfish = await rootOf('MODELS/JELLYFISH.glb');
  expect(animationsOf(clockwork)).toEqual(['Wave']);
  expect(animationsOf(jellyfish)).toEqual([]);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('No model has an animation named nowhere.');
  await alert.getByText('Show each').click();
  const lines = alert.getByRole('listitem');
  await expect(
    lines.filter({ hasText: 'JELLYFISH.ABC: It has no animation named wav* or nowhere.' }),
  ).toBeVisible();
  await expect(
    lines.filter({ hasText: /JELLYFISH\.ABC: The skin for slot \d was not found/ }),
  ).not.toHaveCount(0);

  // What was chosen is kept; an OBJ has no options of animations.
  await ask(page, 2);
  await expect(names).toHaveValue('wav*, nowhere');
  await choose(page, 'Format', 'OBJ');
  await expect(group(page, 'Animations')).toBeHidden();
  await choose(page, 'Scale', 'Metres');
  const obj = await save(page);
  expect(obj.name).toBe('GAME OBJ.zip');
  expect(Object.keys(obj.files).sort()).toEqual([
    'MODELS/CLOCKWORK.mtl',
    'MODELS/CLOCKWORK.obj',
    'MODELS/CLOCKWORK_CLOCKWORK.png',
    'MODELS/JELLYFISH.mtl',
    'MODELS/JELLYFISH.obj',
  ]);
  expect(trianglesOfObj(textOf(obj.files['MODELS/CLOCKWORK.obj']))).toBe(trianglesOf(clockwork));
  expect(trianglesOfObj(textOf(obj.files['MODELS/JELLYFISH.obj']))).toBe(trianglesOf(jellyfish));
  expect(textOf(obj.files['MODELS/CLOCKWORK.obj'])).toContain('\nmtllib CLOCKWORK.mtl\n');
  const { materialsInfo } = new MTLLoader().parse(textOf(obj.files['MODELS/CLOCKWORK.mtl']), '');
  expect(Object.values(materialsInfo).map(({ map_kd }) => map_kd)).toContain('CLOCKWORK_CLOCKWORK.png');
  expect(decode(obj.files['MODELS/CLOCKWORK_CLOCKWORK.png'] as Uint8Array).width).toBeGreaterThan(1);
});

test('a model without the pose is named; files of two models never have one name', async ({ page }) => {
  await openAll(page, {
    'M/X Y.ABC': bytesOf(CLOCKWORK),
    'M/X_Y.ABC': bytesOf(CLOCKWORK),
    'M/JELLYFISH.ABC': bytesOf(JELLYFISH),
    'M/X Y.DTX': bytesOf(CLOCKWORK_SKIN),
    'M/X_Y.DTX': bytesOf(CLOCKWORK_SKIN),
  });
  await ask(page, 3);
  await choose(page, 'Format', 'OBJ');
  await choose(page, 'Pose', 'In an animation');
  await page.getByRole('textbox', { name: 'Name of the animation' }).fill('wave');
  await page.getByRole('spinbutton', { name: 'Time in the animation, milliseconds' }).fill('100');
  const { files } = await save(page);
  for (const stem of ['X Y', 'X_Y']) {
    expect(textOf(files[`M/${stem}.obj`])).toMatch(/^# .*Wave at 100 ms/);
    const { materialsInfo } = new MTLLoader().parse(textOf(files[`M/${stem}.mtl`]), '');
    const pictures = Object.values(materialsInfo).flatMap(({ map_kd }) => map_kd ?? []);
    expect(pictures).toHaveLength(1);
    expect(Object.keys(files)).toContain(`M/${pictures[0]}`);
  }
  expect(Object.keys(files).filter((name) => name.endsWith('.png'))).toHaveLength(2);
  expect(Object.keys(files)).toHaveLength(6);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('1 model could not be exported. The zip contains 2 models.');
  await alert.getByText('Show each').click();
  await expect(
    alert
      .getByRole('listitem')
      .filter({ hasText: 'JELLYFISH.ABC: it does not contain the animation "wave"' }),
  ).toBeVisible();
});
