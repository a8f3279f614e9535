/** GLB and glTF become models: the wizard says what it understood, shows what comes of it, and opens that as a file. */
import { readFileSync } from 'node:fs';
import { Logger, NodeIO } from '@gltf-transform/core';
import type { Page } from '@playwright/test';
import { gltfSample, gltfSamples } from '../../support/gltf-samples.ts';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import {
  dropBytes,
  dropFiles,
  expect,
  openSample,
  PHONE,
  THOROUGH,
  THOROUGH_GL,
  test,
} from '../support/page.ts';
import { fileTab, shareButton, summary, verdict } from '../support/panels.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import' });
const take = (page: Page) => dialog(page).locator('button[type="submit"]');
const group = (page: Page, name: string) => dialog(page).getByRole('group', { name, exact: true });
const result = (page: Page) => dialog(page).getByRole('region', { name: 'Result' });
const workersOf = (page: Page) => page.workers().filter((worker) => worker.url().includes('/worker-')).length;

/** Waits until what was chosen is made, and says what it is. */
async function made(page: Page): Promise<string> {
  await expect(dialog(page).locator('.import-runs')).toHaveCount(0);
  const said = dialog(page).locator('.import-size');
  await expect(said).toContainText(/(ABC|LTB) v/);
  return said.innerText();
}

/** A number of the result. */
async function countOf(page: Page, name: string): Promise<number> {
  const value = result(page).locator(`dt:text-is("${name}") + dd`);
  return Number((await value.innerText()).replaceAll(',', ''));
}

async function download(page: Page, run: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent('download'), run()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** A browser that asks where a file goes cannot be answered by a test. */
const withoutPicker = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(window, 'showSaveFilePicker');
  });

/** What an exported sample is as GLB. */
async function exported(page: Page): Promise<Buffer> {
  await expect(shareButton(page)).toBeVisible();
  await page.keyboard.press('Shift+G');
  const saving = page.getByRole('dialog', { name: 'Export as GLB' });
  await expect(saving.getByText(/^[\d,]+ bytes$/)).toBeVisible();
  const { bytes } = await download(page, () => saving.getByRole('button', { name: 'Save' }).click());
  return bytes;
}

test(
  'an export of an open model is known again: it opens as a new file that is asked about and saved',
  THOROUGH_GL,
  async ({ page }) => {
    await withoutPicker(page);
    await openSample(page, 'Jellyfish');
    await expect(summary(page)).toContainText('animations');
    const facts = (await summary(page).textContent()) ?? '';
    // It stands still until it is asked to play.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const glb = await exported(page);
    await dropBytes(page, 'jellyfish.glb', glb);
    await expect(dialog(page)).toContainText('Exported by Lithoscope from jellyfish.abc, ABC v6.');
    await expect(take(page)).toBeFocused();
    await expect(group(page, 'Import into').getByRole('radio', { name: 'jellyfish.abc' })).toBeChecked();
    await group(page, 'Import into').getByRole('radio', { name: 'A new file' }).check();
    expect(await made(page)).toMatch(/^jellyfish\.abc: ABC v6, /);

    // Both move: the source by three.js, the file by the engine, at the same moments.
    const canvas = dialog(page).locator('.import-canvas');
    const time = dialog(page).getByRole('slider', { name: 'Time of the preview' });
    await expect(time).toBeEnabled();
    await time.fill('100');
    await expect(canvas).toHaveAttribute('data-pose', /^\d@100$/);
    await dialog(page).getByRole('radio', { name: 'Overlay' }).check();
    await expect(dialog(page)).toContainText(/deviation from the source.*units/);
    await expectAccessibleInBothThemes(page, 'dialog');

    await take(page).click();
    await expect(dialog(page)).toHaveCount(0);
    const tab = fileTab(page, 'jellyfish 2.abc, changed');
    await expect(tab).toBeVisible();
    await expect(verdict(page)).toContainText('No problems');
    const pieces = /\d+ pieces?[\s\S]*?\d+ animations/;
    expect(pieces.exec((await summary(page).textContent()) ?? '')?.[0]).toBe(pieces.exec(facts)?.[0]);
    await page.keyboard.press('Alt+w');
    await expect(page.getByRole('alertdialog')).toContainText('jellyfish 2.abc');
    const { name, bytes } = await download(page, () =>
      page.getByRole('alertdialog').getByRole('button', { name: 'Save', exact: true }).click(),
    );
    expect(name).toBe('jellyfish 2.abc');
    expect(bytes.subarray(0, 200).toString('latin1')).toContain('MonolithExport Model File v6');
    await expect(tab).toHaveCount(0);
  },
);

test('a model from elsewhere, by the keyboard alone: version, scale and levels are chosen, Esc leaves nothing', async ({
  page,
}) => {
  const glb = await gltfSample('skinned.glb');
  await page.goto('.');
  await dropBytes(page, 'skinned.glb', glb);
  await expect(dialog(page)).toContainText('From another program.');
  expect(await made(page)).toMatch(/^skinned\.abc: ABC v12, /);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('tab', { name: /skinned/ })).toHaveCount(0);
  await expect.poll(() => workersOf(page)).toBe(0);

  await page.setViewportSize(PHONE);
  await dropBytes(page, 'skinned.glb', glb);
  await made(page);
  const scale = dialog(page).getByRole('spinbutton', { name: /^Scale/ });
  const height = async () =>
    Number((await dialog(page).locator('.import-height').innerText()).replace(/\D/g, ''));
  const before = await height();
  await scale.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('0');
  await expect(dialog(page)).toContainText('The scale must be a number above 0.');
  await expect(take(page)).toBeDisabled();
  await scale.fill('100');
  await expect.poll(height).toBe(before * 2);
  await made(page);
  // The arrows choose among those side by side.
  await group(page, 'Orientation').getByRole('radio', { name: 'Y up' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(group(page, 'Orientation').getByRole('radio', { name: 'Z up' })).toBeChecked();
  const version = dialog(page).getByRole('combobox', { name: 'Format' });
  await version.selectOption({ value: '6' });
  await expect.poll(() => made(page)).toMatch(/ABC v6/);
  await version.selectOption({ value: '11' });
  await expect.poll(() => made(page)).toMatch(/ABC v11/);
  await version.selectOption({ label: 'LTB (compiled)' });
  await expect.poll(() => made(page)).toMatch(/skinned\.ltb: LTB v25/);
  await expect(page.getByRole('list', { name: 'Notes on the import' })).toContainText('stored in 16 bits');
  await version.selectOption({ value: '11' });
  await expect.poll(() => made(page)).toMatch(/ABC v11/);
  expect(await countOf(page, 'Animations')).toBeGreaterThan(0);
  await group(page, 'Animations').getByRole('radio', { name: 'None' }).check();
  // The one that stands still, without which games know no pose.
  await expect.poll(async () => (await made(page)) && countOf(page, 'Animations')).toBe(1);
  await expectAccessibleInBothThemes(page, 'dialog');
  await scale.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveTitle(/● skinned\.abc/);

  // It is nowhere else: closed and opened again it is as unsaved as before.
  await page.keyboard.press('Alt+w');
  await page.getByRole('button', { name: 'Don’t save' }).click();
  await expect(page.getByRole('tab', { name: /skinned/ })).toHaveCount(0);
  await page.keyboard.press('Alt+Shift+t');
  await expect(page).toHaveTitle(/● skinned\.abc/);
  await page.keyboard.press('Alt+w');
  await expect(page.getByRole('alertdialog')).toContainText('This new file will be lost');
});

test(
  'what cannot be imported is a sentence; one that takes long is called off; a .gltf takes its files along',
  THOROUGH,
  async ({ page }) => {
    await page.goto('.');
    const alert = page.getByRole('alert');
    await dropBytes(page, 'cut.glb', (await gltfSample('skinned.glb')).subarray(0, 300));
    await expect(alert).toContainText(/cut\.glb/);
    await expect(dialog(page)).toHaveCount(0);
    // Under any name.
    await dropBytes(page, 'model.dat', (await gltfSample('still.glb')).subarray(0, 40));
    await expect(alert).toContainText(/model\.dat/);
    await dropBytes(page, 'empty.glb', await gltfSample('empty.glb'));
    await expect(dialog(page)).toContainText('there is nothing to make a model from');
    await page.keyboard.press('Escape');

    // A worker that never comes is a file that is never read.
    await page.route('**/worker-*.js', () => {});
    await dropBytes(page, 'still.glb', await gltfSample('still.glb'));
    await page.getByRole('button', { name: 'Cancel: Reading still.glb' }).click();
    await expect.poll(() => workersOf(page)).toBe(0);
    await page.unroute('**/worker-*.js');
    expect(await page.getByRole('tab').count()).toBe(0);

    const external = gltfSamples.find(({ file }) => file === 'external.gltf');
    await dropFiles(page, [...((await external?.files()) ?? [])]);
    expect(await made(page)).toMatch(/^external\.abc/);
    await take(page).click();
    await expect(fileTab(page, 'external.abc, changed')).toBeVisible();
  },
);

test('the open original takes what differs as one change, which is undone', THOROUGH, async ({ page }) => {
  await openSample(page);
  await fileTab(page, 'clockwork.abc').click();
  const io = new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT));
  const document = await io.readBinary(await exported(page));
  const head = document
    .getRoot()
    .listNodes()
    .find((node) => node.getName() === 'Head');
  await dropBytes(page, 'clockwork.glb', await io.writeBinary(document));
  await made(page);
  await expect(result(page)).toContainText('No differences from clockwork.abc.');
  await expect(take(page)).toBeDisabled();
  await page.keyboard.press('Escape');

  head?.setName('Skull');
  await dropBytes(page, 'clockwork.glb', await io.writeBinary(document));
  await made(page);
  await expect(result(page)).toContainText('1 change of clockwork.abc');
  // Called off while what changes files is fetched.
  const form = dialog(page).locator('form');
  await form.evaluate((element: HTMLFormElement) => {
    element.requestSubmit();
    element.closest('dialog')?.close();
  });
  await expect(dialog(page)).toHaveCount(0);
  await dropBytes(page, 'clockwork.glb', await io.writeBinary(document));
  await made(page);
  await expect(result(page)).toContainText('1 change of clockwork.abc');
  await expect(fileTab(page, 'clockwork.abc')).toBeVisible();
  await form.evaluate((element: HTMLFormElement) => {
    element.requestSubmit();
    element.requestSubmit();
  });
  await expect(fileTab(page, 'clockwork.abc, changed')).toBeVisible();
  await page.keyboard.press('Alt+z');
  await expect(page.getByRole('button', { name: 'Undo: Import clockwork.glb' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(fileTab(page, 'clockwork.abc')).toBeVisible();
});
