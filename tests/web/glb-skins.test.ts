import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { decodePicture } from '../../web/files/textures/decode.ts';
import { skinFrom } from '../../web/glb/skins.ts';
import { loadDtx } from './support/dtx.ts';

const skin = async (name: string, bytes: Uint8Array) => skinFrom(name, bytes, 'MASK', loadDtx);

test('a DTX has the texels that the page draws', async () => {
  const bytes = new Uint8Array(await readFile('public/samples/jellyfish.dtx'));
  const { picture } = await decodePicture({ kind: 'dtx', bytes }, loadDtx);
  const [largest] = (picture.decoded ?? picture).levels;
  const { rgba, ...rest } = await skin('SKINS/JELLYFISH.DTX', bytes);
  const { width, height } = largest ?? {};
  expect(rest).toEqual({ name: 'SKINS/JELLYFISH.DTX', alphaMode: 'MASK', width, height });
  expect(Buffer.from(rgba).equals(largest?.data ?? Buffer.alloc(0))).toBe(true);
});

test('a TGA too, by its name', async () => {
  // Colours of 24 bits, two texels wide, from the top: B, G, R.
  const header = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 24, 0x20];
  const { width, height, rgba } = await skin('a.tga', Uint8Array.of(...header, 1, 2, 3, 4, 5, 6));
  expect([width, height, ...rgba]).toEqual([2, 1, 3, 2, 1, 255, 6, 5, 4, 255]);
});

test.each([
  ['a.dtx', [1, 2, 3], /no DTX, TGA or PCX/],
  ['a.dtx', [0, 0, 0, 0, 0xfb, 0xff, 0xff, 0xff, 0, 0, 0, 0], /does not say how large/],
  ['a.dtx', [0, 0, 0, 0, 0xfb, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], /65535 × 65535 texels/],
])('%s %j is refused with a phrase', async (name, bytes, words) => {
  await expect(skin(name, Uint8Array.from(bytes))).rejects.toThrow(words);
});
