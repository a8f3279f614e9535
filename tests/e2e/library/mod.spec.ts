/** A mod from start to end, as the guide says (docs/guide/making-a-mod.md): a GLB from Blender and a PNG become a REZ. */
import { readRez } from '../../support/rez-reader.ts';
import { bytesOf, samplePath } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { downloaded, list, row } from '../support/library.ts';
import { dropBytes, expect, openWith, test } from '../support/page.ts';
import { openGroup, verdict } from '../support/panels.ts';

test('a GLB and an image become a model, its skin and an archive', async ({ page }) => {
  // Saves are downloads.
  await page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
  await openWith(page, samplePath('lantern.glb'));
  const wizard = page.getByRole('dialog', { name: 'Import' });
  await expect(wizard.locator('.import-size')).toContainText('lantern.abc: ABC v12');
  await expect(wizard.locator('.import-runs')).toHaveCount(0);
  await wizard.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(wizard).toHaveCount(0);
  await expect(verdict(page)).toContainText('No problems');

  await dropBytes(page, 'lantern.png', bytesOf(samplePath('lantern.png')));
  await openGroup(page, 'Skins');
  await page.getByRole('button', { name: 'Convert the texture of slot 0' }).click();
  await page.getByRole('button', { name: 'Use as skin of slot 0' }).click();
  const slot = page.getByRole('list', { name: 'Skin slots' }).getByRole('listitem').first();
  await expect(slot).toContainText('256 × 256 · DXT1');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('New REZ');
  await page.keyboard.press('Enter');
  for (const name of ['lantern.abc', 'lantern.dtx']) {
    await page.getByRole('button', { name: 'Actions for NEW.REZ' }).click();
    await page.getByRole('menuitem', { name: `Add ${name}` }).click();
  }
  await page.getByRole('button', { name: /^All/ }).click();
  for (const path of ['MODELS/PROPS/LANTERN.ABC', 'SKINS/PROPS/LANTERN.DTX']) {
    await row(page, new RegExp(path.slice(-11), 'i')).click();
    await list(page).press('F2');
    await page.getByRole('dialog').getByRole('textbox').fill(path);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expectAccessible(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '4 changes of NEW.REZ: save, undo or redo' }).click();
  await page.getByRole('menuitem', { name: 'Save the archive as…' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('NEW.REZ');
  const bytes = await downloaded(file);
  const { resources } = readRez(bytes);
  expect(resources.map(({ path }) => path).toSorted()).toEqual([
    'MODELS/PROPS/LANTERN.ABC',
    'SKINS/PROPS/LANTERN.DTX',
  ]);

  // As a stranger opens it.
  await page.reload();
  await dropBytes(page, 'LANTERN.REZ', bytes);
  await page.getByRole('button', { name: /^Check all/ }).click();
  await expect(page.getByRole('button', { name: /No errors in 2 files/ })).toBeVisible();
});
