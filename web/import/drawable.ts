/** Pictures of a source for its preview: three.js draws what browsers decode. */
import type { Document } from '@gltf-transform/core';
import { DtxLibrary } from '@lithoscope/dtx';
import { encode } from 'fast-png';
import { loadOnce } from '../lib/once.ts';
import { decodePicture } from '../pictures/decode.ts';
import { MAX_TEXELS, statedSize } from '../pictures/picture.ts';
import { kindOf } from './protocol.ts';

const loadDtx = loadOnce(() => DtxLibrary.load());

/**
 * Does something with a document while its pictures that browsers do not decode are PNGs: as many as one picture may have
 * texels. The others stay, and so does what cannot be decoded.
 */
export async function whileDrawable<Result>(document: Document, run: () => Promise<Result>): Promise<Result> {
  const back: (() => void)[] = [];
  let left = MAX_TEXELS;
  try {
    for (const texture of document.getRoot().listTextures()) {
      const image = texture.getImage();
      const kind = kindOf(texture);
      if (!image || (kind !== 'dtx' && kind !== 'tga' && kind !== 'pcx')) continue;
      const { width, height } = statedSize(kind, image) ?? { width: 0, height: 0 };
      if (width * height > left) continue;
      left -= width * height;
      const png = await pngOf(`skin.${kind}`, image).catch(() => null);
      if (!png) continue;
      const type = texture.getMimeType();
      back.push(() => texture.setImage(image).setMimeType(type));
      texture.setImage(png).setMimeType('image/png');
    }
    return await run();
  } finally {
    for (const undo of back) undo();
  }
}

async function pngOf(name: string, image: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, data } = await decodePicture(name, image, loadDtx);
  return new Uint8Array(encode({ width, height, data, channels: 4 }));
}
