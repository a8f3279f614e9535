/** Pictures of a source become skins, whatever format that the page reads they are in. */
import { readFileSync } from 'node:fs';
import { Numbering } from '../../support/make-glb.ts';
import { dropBytes, expect, GL, test } from '../support/page.ts';

const u16 = (value: number) => [value & 0xff, value >> 8];
const zeros = (count: number): number[] => new Array(count).fill(0);

/** A lossless WebP of one texel. */
const webp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');
/** The head of a sample. */
const dtx = readFileSync(new URL('../../../public/samples/clockwork_head.dtx', import.meta.url));
/** 4 × 2 texels of 24 bits, without a palette: rows of 12 bytes. */
const texels = Array.from({ length: 24 }, (_, i) => 10 * i);
const tga = Uint8Array.from([0, 0, 2, ...zeros(9), ...u16(4), ...u16(2), 24, 0x20, ...texels]);
const bmp = Uint8Array.from([
  ...[0x42, 0x4d, ...u16(78), ...zeros(6), ...u16(54), 0, 0],
  ...[...u16(40), 0, 0, ...u16(4), 0, 0, ...u16(2), 0, 0, 1, 0, 24, 0, ...zeros(24)],
  ...texels,
]);

const PICTURES = [
  { mimeType: 'image/webp', bytes: webp, shown: '1 × 1 · WebP' },
  { mimeType: 'image/bmp', bytes: bmp, shown: '4 × 2 · BMP' },
  { mimeType: 'image/x-tga', bytes: tga, shown: '4 × 2 · TGA' },
  { mimeType: 'image/x-dtx', bytes: dtx, shown: '256 × 256 · DXT1' },
] as const;

/** A triangle for each picture. */
function dressed(): Buffer {
  const made = new Numbering();
  const POSITION = made.put(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3');
  const TEXCOORD_0 = made.put(Float32Array.of(0, 0, 1, 0, 0, 1), 'VEC2');
  const attributes = { POSITION, TEXCOORD_0 };
  const images = PICTURES.map(({ mimeType, bytes }) => ({ bufferView: made.view(bytes), mimeType }));
  return Buffer.from(
    made.glb({
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0, name: 'body' }],
      meshes: [{ primitives: PICTURES.map((_, material) => ({ attributes, material })) }],
      materials: PICTURES.map((_, index) => ({
        name: `cloth ${index}`,
        pbrMetallicRoughness: { baseColorTexture: { index } },
      })),
      textures: PICTURES.map((_, source) => ({ source, name: `cloth ${source}` })),
      images,
    }),
  );
}

test('WebP, BMP, TGA and DTX are worn like PNG', GL, async ({ page }) => {
  await page.goto('./');
  await dropBytes(page, 'dressed.glb', dressed());
  const dialog = page.getByRole('dialog', { name: 'Import' });
  await expect(dialog.locator('.import-size')).toContainText('ABC v');
  await expect(dialog).not.toContainText('their slots are without a skin');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('tab', { name: 'Model' }).click();
  const slots = page.getByRole('list', { name: 'Skin slots' }).getByRole('listitem');
  for (const [slot, { shown }] of PICTURES.entries()) await expect(slots.nth(slot)).toContainText(shown);
});

test('images become textures that games look for, and are saved with the model', GL, async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { showSaveFilePicker: undefined });
  });
  await page.goto('./');
  await dropBytes(page, 'dressed.glb', dressed());
  const dialog = page.getByRole('dialog', { name: 'Import' });
  await expect(dialog.locator('.import-size')).toContainText('ABC v');
  await dialog.getByRole('checkbox', { name: 'Make textures (DTX) of the images' }).check();
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('tab', { name: 'Model' }).click();
  const slots = page.getByRole('list', { name: 'Skin slots' }).getByRole('listitem');
  const names = ['dressed.dtx', 'dressed_head.dtx', 'dressed_2.dtx', 'dressed_3.dtx'];
  for (const [slot, name] of names.entries()) await expect(slots.nth(slot)).toContainText(name);
  await expect(slots.nth(1)).toContainText('4 × 2 · DXT1');
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  await page.keyboard.press('Control+s');
  await expect.poll(() => saved.toSorted()).toEqual(['dressed.abc', ...names].toSorted());
});
