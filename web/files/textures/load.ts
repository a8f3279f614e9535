/** Files of textures → pictures for the scene, whatever their format. What cannot be read becomes a sentence. */
import { reasonOf } from '../../store/core.ts';
import type { FileSource } from '../../store/state.ts';
import { readBytes } from '../source.ts';
import { readBitmap } from './bitmap.ts';
import { dtxPicture, type LoadedPicture } from './dtx-picture.ts';
import { KIND_WORDS, type PictureKind, pictureKind, statedSize } from './kinds.ts';
import { decodePcx } from './pcx.ts';

/** More texels are not decoded: 64 MB as RGBA, far above any texture of the games. */
const MOST_TEXELS = 4096 * 4096;

/** Reads and decodes. Rejects with a sentence for the user. */
export async function loadPicture(source: FileSource): Promise<LoadedPicture> {
  return decodePicture(source.name, await readBytes(source));
}

/** Decodes. Rejects with a sentence for the user. */
export async function decodePicture(name: string, bytes: Uint8Array): Promise<LoadedPicture> {
  const kind = pictureKind(name, bytes);
  if (!kind) throw new Error(`${name} is no texture that this page reads: DTX, PNG, JPEG, TGA, BMP or PCX.`);
  const size = statedSize(kind, bytes);
  if (!size || size.width < 1 || size.height < 1) throw new Error(`${name} does not say how large it is.`);
  const { width, height } = size;
  if (width * height > MOST_TEXELS) {
    throw new Error(`${name} says it has ${width} × ${height} texels, which is more than this page decodes.`);
  }
  try {
    return await decode(kind, bytes, width, height);
  } catch (cause) {
    // three puts its own name before its sentences, and some end with a full stop.
    const reason = reasonOf(cause).replace(/^THREE\.\w+: |\.$/g, '');
    throw new Error(`${name} cannot be decoded as ${KIND_WORDS[kind]}: ${reason}.`, { cause });
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
        ? await decodeTga(bytes)
        : await readBitmap(bytes);
  return {
    picture: { format: 'rgba', levels: [level] },
    format: KIND_WORDS[kind],
    width: level.width,
    height: level.height,
    isDtx: false,
  };
}

async function decodeTga(bytes: Uint8Array) {
  const { TGALoader } = await import('three/addons/loaders/TGALoader.js');
  const { data, width, height } = new TGALoader().parse(new Uint8Array(bytes).buffer);
  if (!(data instanceof Uint8Array) || !width || !height) throw new Error('it holds no picture');
  return { data, width, height };
}
