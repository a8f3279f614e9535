/** Pictures of a source for its preview: three.js draws what browsers decode. */

import { DtxLibrary } from '@lithoscope/dtx';
import { encode } from 'fast-png';
import { kindOf } from '../from-glb/source-skins.ts';
import type { Document, Texture } from '../gltf/document.ts';
import { loadOnce } from '../lib/once.ts';
import { decodePicture } from '../pictures/decode.ts';
import { MAX_TEXELS, statedSize } from '../pictures/picture.ts';

const loadDtx = loadOnce(() => DtxLibrary.load());

/**
 * PNGs of the pictures that browsers do not decode: as many as one picture may have texels. There is none of the others, or of
 * what cannot be decoded.
 */
export async function drawablePictures(document: Document): Promise<Map<Texture, Uint8Array<ArrayBuffer>>> {
  const pictures = new Map<Texture, Uint8Array<ArrayBuffer>>();
  let left = MAX_TEXELS;
  for (const texture of document.textures) {
    const { image } = texture;
    const kind = kindOf(texture);
    if (!image || (kind !== 'dtx' && kind !== 'tga' && kind !== 'pcx')) continue;
    const { width, height } = statedSize(kind, image) ?? { width: 0, height: 0 };
    if (width * height > left) continue;
    left -= width * height;
    const png = await pngOf(`skin.${kind}`, image).catch(() => null);
    if (png) pictures.set(texture, png);
  }
  return pictures;
}

async function pngOf(name: string, image: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, data } = await decodePicture(name, image, { textures: loadDtx });
  return new Uint8Array(encode({ width, height, data, channels: 4 }));
}
