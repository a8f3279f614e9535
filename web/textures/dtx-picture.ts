/** DTX textures as pictures for the scene, which stay compressed if they are. */

import type { DtxFile, DtxLibrary } from '@lithoscope/dtx';
import type { SkinPicture } from '../document/open-file.ts';
import { decodableTexture, formatInWords, texelsOf, withoutLevels } from '../pictures/dtx.ts';
import { drawnLevels, type LoadedPicture, storedLevels, withSmallerLevels } from './picture.ts';

export type DtxPicture = Pick<LoadedPicture, 'picture' | 'format' | 'width' | 'height' | 'levels'>;

/** The argument `decodeDtx` of `decodePicture`; loads the WebAssembly module on demand. */
export function dtxDecoder(load: () => Promise<DtxLibrary>): (bytes: Uint8Array) => Promise<DtxPicture> {
  return async (bytes) => dtxPicture(await load(), bytes);
}

/** @throws Error with the reason, if no level can be shown */
function dtxPicture(library: DtxLibrary, bytes: Uint8Array): DtxPicture {
  const file = library.open(bytes);
  try {
    return pictureOf(file);
  } finally {
    file.release();
  }
}

function pictureOf(file: DtxFile): DtxPicture {
  const { width, height, format } = decodableTexture(file);
  const stored = storedLevels(sizesOf(file), (level) => texelsOf(file, 0, level));
  const [first] = stored;
  if (!first) throw new Error(withoutLevels(file));
  const levels = stored.length > 1 ? stored : withSmallerLevels(first);
  const decoded: SkinPicture = { format: 'rgba', levels: drawnLevels(levels) };
  const picture = compressedPicture(file, decoded) ?? decoded;
  return { picture, format: formatInWords(format), width, height, levels: stored.length };
}

function compressedPicture(file: DtxFile, decoded: SkinPicture): SkinPicture | null {
  const format = file.compressed(0)?.format;
  if (!format) return null;
  const levels = storedLevels(sizesOf(file), (level) => file.compressed(level)?.bytes ?? null);
  return { format: COMPRESSED[format], levels, decoded };
}

const sizesOf = ({ texture }: DtxFile) => texture?.faces[0] ?? [];

const COMPRESSED = { DXT1: 'dxt1', DXT3: 'dxt3', DXT5: 'dxt5' } as const;
