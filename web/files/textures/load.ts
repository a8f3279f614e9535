/** Files of textures → pictures for the scene, whatever their format. What cannot be read becomes a sentence. */

import { TGALoader } from 'three/addons/loaders/TGALoader.js';
import { reasonOf } from '../../store/core.ts';
import type { FileSource } from '../../store/open-file.ts';

import { kindOf, type PictureKind } from '../kind.ts';
import { pictureBytes, readSource } from '../read.ts';
import { readBitmap } from './bitmap.ts';
import { dtxPicture, type LoadedPicture } from './dtx-picture.ts';
import { decodePcx } from './pcx.ts';

/** Texels of a picture at most: 64 MB as RGBA, far above any texture of the games. */
const MAX_TEXELS = 4096 * 4096;

const KIND_NAMES: Readonly<Record<PictureKind, string>> = {
  dtx: 'DTX',
  png: 'PNG',
  jpeg: 'JPEG',
  bmp: 'BMP',
  tga: 'TGA',
  pcx: 'PCX',
};

/** Reads and decodes. Rejects with a sentence for the user. */
export async function loadPicture(source: FileSource): Promise<LoadedPicture> {
  return decodePicture(source.name, pictureBytes(await readSource(source)));
}

/** Decodes. Rejects with a sentence for the user. */
export async function decodePicture(name: string, bytes: Uint8Array): Promise<LoadedPicture> {
  const kind = kindOf(name, bytes);
  if (kind === 'model')
    throw new Error(`${name} is no texture that this page reads: DTX, PNG, JPEG, TGA, BMP or PCX.`);
  const size = statedSize(kind, bytes);
  if (!size || size.width < 1 || size.height < 1) throw new Error(`${name} does not say how large it is.`);
  const { width, height } = size;
  if (width * height > MAX_TEXELS) {
    throw new Error(`${name} says it has ${width} × ${height} texels, which is more than this page decodes.`);
  }
  try {
    return await decode(kind, bytes, width, height);
  } catch (cause) {
    // three puts its own name before its sentences, and some end with a full stop.
    const reason = reasonOf(cause).replace(/^THREE\.\w+: |\.$/g, '');
    throw new Error(`${name} cannot be decoded as ${KIND_NAMES[kind]}: ${reason}.`, { cause });
  }
}

async function decode(
  kind: PictureKind,
  bytes: Uint8Array,
  width: number,
  height: number,
): Promise<LoadedPicture> {
  if (kind === 'dtx') return dtxPicture(bytes);
  const level =
    kind === 'pcx'
      ? decodePcx(bytes, width, height)
      : kind === 'tga'
        ? decodeTga(bytes)
        : await readBitmap(bytes);
  return {
    picture: { format: 'rgba', levels: [level] },
    format: KIND_NAMES[kind],
    width: level.width,
    height: level.height,
    isDtx: false,
  };
}

function decodeTga(bytes: Uint8Array) {
  const { data, width, height } = new TGALoader().parse(new Uint8Array(bytes).buffer);
  if (!(data instanceof Uint8Array) || !width || !height) throw new Error('it holds no picture');
  return { data, width, height };
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The size in the header; null when there is none. */
export function statedSize(kind: PictureKind, bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const has = (length: number) => bytes.length >= length;
  switch (kind) {
    case 'dtx':
      return has(12) ? { width: view.getUint16(8, true), height: view.getUint16(10, true) } : null;
    case 'png':
      return has(24) ? { width: view.getUint32(16), height: view.getUint32(20) } : null;
    case 'bmp':
      return has(26)
        ? { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
        : null;
    case 'tga':
      return has(16) ? { width: view.getUint16(12, true), height: view.getUint16(14, true) } : null;
    case 'pcx':
      return has(12)
        ? {
            width: view.getUint16(8, true) - view.getUint16(4, true) + 1,
            height: view.getUint16(10, true) - view.getUint16(6, true) + 1,
          }
        : null;
    case 'jpeg':
      return jpegSize(view);
  }
}

/** Walks the segments of a JPEG to the frame header, which holds the size. */
function jpegSize(view: DataView): PictureSize | null {
  for (let at = 2; at + 9 <= view.byteLength; ) {
    const marker = view.getUint16(at);
    if (marker < 0xff00) return null;
    // SOF0 … SOF15 but DHT, JPG and DAC, which lie between them.
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    // A byte FF may stand before a marker any number of times.
    at += marker === 0xffff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}
