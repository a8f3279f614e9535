/** A contact sheet of a library: the images of its files and their names in one picture. */
import { readFileSync } from 'node:fs';
import { assembled } from '../../support/parts.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { bytesOf, CLOCKWORK_SKIN, sample } from '../../web/support/samples.ts';
import { row } from '../support/library.ts';
import { dropBytes, expect, test } from '../support/page.ts';

const GAME = assembled(
  zipParts([
    { path: 'A.DTX', content: bytesOf(CLOCKWORK_SKIN) },
    { path: 'B.DTX', content: sample('clockwork_head.dtx') },
    { path: 'C.DTX', content: new TextEncoder().encode('This is no texture.') },
    { path: 'README.TXT', content: new TextEncoder().encode('Hello.') },
  ]),
);

test('a contact sheet has an image and a name for each texture', async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'GAME.zip', GAME);
  await page.getByRole('button', { name: /^All/ }).click();
  await expect(row(page, /README\.TXT/)).toBeVisible();
  await page.getByRole('button', { name: 'Actions for GAME.zip' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Save a contact sheet', exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('GAME contact sheet.png');
  const png = readFileSync(await file.path()).toString('base64');
  // How many colours the square of each file has, and the line below it.
  const sheet = await page.evaluate(async (text) => {
    const image = new Image();
    image.src = `data:image/png;base64,${text}`;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const colours = (left: number, top: number, wide: number, high: number) =>
      new Set(new Uint32Array(context.getImageData(left, top, wide, high).data.buffer)).size;
    const cells = [
      [8, 8],
      [176, 8],
      [8, 200],
    ].map(([left = 0, top = 0]) => [colours(left, top, 160, 160), colours(left, top + 160, 160, 24)]);
    return { width, height, cells };
  }, png);
  // Three files in two columns: the text has no image.
  expect([sheet.width, sheet.height]).toEqual([344, 392]);
  const [a, b, c] = sheet.cells;
  expect(a?.[0]).toBeGreaterThan(50);
  expect(b?.[0]).toBeGreaterThan(50);
  // What cannot be read has an empty square, and its name.
  expect(c?.[0]).toBe(1);
  for (const [, caption] of sheet.cells) expect(caption).toBeGreaterThan(3);
});
