import { CompressedTexture, RepeatWrapping, RGBA_S3TC_DXT1_Format, SRGBColorSpace } from 'three';
import { describe, expect, test } from 'vitest';
import type { Skin, SkinPicture } from '../../../web/document/open-file.ts';
import { makeTexture, SkinTextures } from '../../../web/scene/skin-textures.ts';

const level = (size: number, bytes: number) => ({ width: size, height: size, data: new Uint8Array(bytes) });
const rgba: SkinPicture = { format: 'rgba', levels: [level(8, 256), level(4, 64)] };
const dxt1: SkinPicture = { format: 'dxt1', levels: [level(8, 32), level(4, 8)], decoded: rgba };

describe('makeTexture', () => {
  test('hands DXT to a card that takes it, with its levels', () => {
    const texture = makeTexture(dxt1, true);
    expect(texture).toBeInstanceOf(CompressedTexture);
    expect(texture).toMatchObject({
      format: RGBA_S3TC_DXT1_Format,
      colorSpace: SRGBColorSpace,
      wrapS: RepeatWrapping,
      wrapT: RepeatWrapping,
      flipY: false,
    });
    expect(texture?.mipmaps).toHaveLength(2);
  });

  test.each([
    ['the card takes no DXT', dxt1, false],
    ['smaller levels are missing', { ...dxt1, levels: [level(8, 32)] }, true],
    ['the size cuts a block', { ...dxt1, levels: [level(6, 32), level(3, 8)] }, true],
  ])('takes the decoded picture when %s', (_, picture, takesDxt) => {
    const texture = makeTexture(picture, takesDxt);
    expect(texture).not.toBeInstanceOf(CompressedTexture);
    expect(texture?.mipmaps).toHaveLength(2);
    expect(texture?.generateMipmaps).toBe(false);
  });

  test('makes nothing of a picture without pixels', () => {
    expect(makeTexture({ format: 'rgba', levels: [] }, true)).toBeNull();
    expect(makeTexture({ format: 'rgba', levels: [level(0, 0)] }, true)).toBeNull();
  });
});

test('a skin has one texture for as long as it is worn', () => {
  const skin = (name: string): Skin => ({ name, picture: rgba, alpha: false });
  const [body, head] = [skin('body'), skin('head')];
  const textures = new SkinTextures(true);
  const first = textures.use(new Map([[0, body]])).get(0)?.map;
  let disposed = 0;
  first?.addEventListener('dispose', () => disposed++);
  const both = textures.use(
    new Map([
      [0, body],
      [1, body],
    ]),
  );
  expect(both.get(0)?.map).toBe(first);
  expect(both.get(1)?.map).toBe(first);
  expect(disposed).toBe(0);
  textures.use(new Map([[0, head]]));
  expect(disposed).toBe(1);
});
