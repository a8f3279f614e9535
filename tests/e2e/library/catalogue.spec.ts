/** A contact sheet as a page of its own: served by any server, it shows the models. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import type { LithoscopeViewer } from '../../../public/embed/lithoscope-viewer.d.ts';
import { serveDist } from '../../../tools/lib/server.mjs';
import { assembled } from '../../support/parts.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { bytesOf, CLOCKWORK, CLOCKWORK_SKIN, JELLYFISH, sample } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { row } from '../support/library.ts';
import { dropBytes, expect, GL, test } from '../support/page.ts';

const GAME = assembled(
  zipParts([
    { path: 'MODELS/CLOCKWORK.ABC', content: bytesOf(CLOCKWORK) },
    { path: `MODELS/"><img src=x onerror=alert(1)>.ABC`, content: bytesOf(JELLYFISH) },
    { path: 'SKINS/CLOCKWORK.DTX', content: bytesOf(CLOCKWORK_SKIN) },
    { path: 'SKINS/CLOCKWORK_HEAD.DTX', content: sample('clockwork_head.dtx') },
  ]),
);

test('its models open in the viewer, with their skins', GL, async ({ page }, info) => {
  await page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
  await page.goto('.');
  await dropBytes(page, 'GAME.zip', GAME);
  await expect(row(page, /CLOCKWORK\.ABC/)).toBeVisible();
  await page.getByRole('button', { name: 'Actions for GAME.zip' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Save a contact sheet with viewers…' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('GAME catalogue.zip');
  const folder = info.outputPath('sheet');
  for (const [path, bytes] of Object.entries(unzipSync(readFileSync(await file.path())))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  const { address, close } = await serveDist(0, folder);
  try {
    await page.goto(`${address}index.html`);
    await expect(page.getByRole('listitem')).toHaveCount(4);
    await expect(page.getByRole('note')).toBeHidden();
    await expectAccessible(page);
    const images = page.locator('img.image');
    await expect(images).toHaveCount(4);
    expect(
      await images.evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0)),
    ).toBe(true);
    await page.getByRole('searchbox').fill('clock skins');
    await expect(page.getByRole('listitem')).toHaveCount(2);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: /^CLOCKWORK\.ABC/ }).click();
    const viewer = page.locator('lithoscope-viewer');
    await expect.poll(() => viewer.evaluate((element: LithoscopeViewer) => element.loaded)).toBe(true);
    // Its skins are there: two textures are held.
    const usage = () =>
      viewer.evaluate((element) => (element.constructor as typeof LithoscopeViewer).usage.textures);
    await expect.poll(usage).toBeGreaterThan(1);
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    await page.getByRole('button', { name: /onerror/ }).click();
    await expect.poll(() => viewer.evaluate((element: LithoscopeViewer) => element.loaded)).toBe(true);
    await expect(page.getByRole('dialog')).toContainText('"><img src=x onerror=alert(1)>.ABC');
  } finally {
    close();
  }
});
