import {
  CompressedTexture,
  LinearFilter,
  NearestFilter,
  RepeatWrapping,
  RGBA_S3TC_DXT1_Format,
  SRGBColorSpace,
} from 'three';
import { describe, expect, test } from 'vitest';
import type { Skin, SkinPicture } from '../../../web/document/open-file.ts';
import { makeTexture, SkinTextures, tameFiltering } from '../../../web/scene/skin-textures.ts';

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

test('a texture shows its texels, or blends them, as the view says', () => {
  const skins = new Map([[0, { name: 'body', picture: rgba, alpha: false }]]);
  const textures = new SkinTextures(true);
  const map = textures.use(skins).get(0)?.map;
  expect(map?.magFilter).toBe(LinearFilter);
  expect(textures.use(skins, 'texels').get(0)?.map).toBe(map);
  expect(map?.magFilter).toBe(NearestFilter);
  textures.use(skins, 'smooth');
  expect(map?.magFilter).toBe(LinearFilter);
});

const RENDERER = 0x1f01;
const UNMASKED = 0x9246;

/** What three takes for the driver's, at first and when a context is restored. */
const abilities = () => ({ getMaxAnisotropy: () => 16 });

/** What three keeps of a context of a browser that names its driver. @param unmasked only when the extension is asked */
function rendererOf(name: string, unmasked?: string) {
  const gl = {
    RENDERER,
    getParameter: (what: number) => (what === RENDERER ? name : what === UNMASKED ? unmasked : null),
    getExtension: () => (unmasked === undefined ? null : { UNMASKED_RENDERER_WEBGL: UNMASKED }),
  };
  const renderer = { getContext: () => gl, capabilities: abilities(), domElement: new EventTarget() };
  return renderer as unknown as Parameters<typeof tameFiltering>[0];
}

test.each<[what: string, name: string, unmasked: string | undefined, expected: number, platform?: string]>([
  ['Mesa’s software driver in Firefox', 'llvmpipe, or similar', undefined, 1],
  [
    'Mesa’s software driver in Chromium',
    'WebKit WebGL',
    'ANGLE (Mesa, llvmpipe (LLVM 15.0.6 256 bits), OpenGL 4.5)',
    1,
  ],
  ['a card in Firefox', 'NVIDIA GeForce GTX 980, or similar', undefined, 16],
  ['a card in Chromium', 'WebKit WebGL', 'ANGLE (Intel, Mesa Intel(R) UHD Graphics 620, OpenGL 4.6)', 16],
  ['a browser that tells nothing', 'WebKit WebGL', undefined, 16],
  ['WebKit on Linux, which hides the driver', 'WebKit WebGL', 'Apple GPU', 1],
  ['Safari', 'WebKit WebGL', 'Apple GPU', 16, 'MacIntel'],
  ['Safari on a phone', 'WebKit WebGL', 'Apple GPU', 16, 'iPhone'],
])('%s filters with what it can', (_, name, unmasked, expected, platform = 'Linux x86_64') => {
  const renderer = rendererOf(name, unmasked);
  tameFiltering(renderer, platform);
  expect(renderer.capabilities.getMaxAnisotropy()).toBe(expected);
  Object.assign(renderer, { capabilities: abilities() });
  renderer.domElement.dispatchEvent(new Event('webglcontextrestored'));
  expect(renderer.capabilities.getMaxAnisotropy()).toBe(expected);
});
