/** Bytes → picture, as the worker does it: one picture, whatever its format. */

import type { DtxLibrary } from '@lithoscope/dtx';
import type { SkinPicture } from '../document/open-file.ts';
import type { PictureKind } from '../explain/file-kind.ts';
import { dtxTexels } from '../pictures/dtx.ts';
import { KIND_NAMES, refusedBySize, statedSize, type Texels } from '../pictures/picture.ts';
import { decodePcx, decodeTga } from '../pictures/tga-pcx.ts';
import { readBitmap } from './bitmap.ts';
import type { DtxPicture } from './dtx-picture.ts';
import { drawnLevels, withSmallerLevels } from './levels.ts';
import type { LoadedPicture } from './picture.ts';

/** What a picture is asked for: all of it, or the texels of one level of a DTX. */
export interface PictureTask {
  readonly kind: PictureKind;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
export interface LevelTask {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly face: number;
  readonly level: number;
}

/** Shorter side of the small picture at least, texels: twice the 56 CSS pixels of a list. */
const THUMBNAIL_SIDE = 112;

/**
 * Decodes. Rejects with a phrase: `it ends in its first row`.
 * @param decodeDtx does it for a DTX; rejects with a phrase
 */
export async function decodePicture(
  { kind, bytes }: PictureTask,
  decodeDtx: (bytes: Uint8Array) => Promise<DtxPicture>,
): Promise<LoadedPicture> {
  const { width, height } = checkedSize({ kind, bytes });
  if (kind === 'dtx') {
    const loaded = await decodeDtx(bytes);
    return { ...loaded, isDtx: true, thumbnail: thumbnailOf(loaded), problem: '' };
  }
  const { rows, ...level } =
    kind === 'pcx'
      ? decodePcx(bytes, width, height)
      : kind === 'tga'
        ? decodeTga(bytes, width, height)
        : await readBitmap(new Blob([bytes]));
  const picture: SkinPicture = { format: 'rgba', levels: drawnLevels(withSmallerLevels(level)) };
  return {
    picture,
    format: KIND_NAMES[kind],
    width: level.width,
    height: level.height,
    levels: 1,
    isDtx: false,
    thumbnail: thumbnailOf({ picture }),
    problem: rows < level.height ? `cut off after ${rows} of ${level.height} rows` : '',
  };
}

/** A small level, or the only one. */
function thumbnailOf({ picture }: { picture: SkinPicture }): Texels {
  const { levels } = picture.decoded ?? picture;
  const small =
    levels.findLast(({ width, height }) => Math.min(width, height) >= THUMBNAIL_SIDE) ?? levels[0];
  if (!small) throw new Error('no level of it is whole');
  return small;
}

/** Again where the memory is allocated: no path to a decoder goes round the limits. */
function checkedSize({ kind, bytes }: PictureTask): { width: number; height: number } {
  const refused = refusedBySize(kind, bytes);
  const size = statedSize(kind, bytes);
  if (refused || !size) throw new Error(refused);
  return size;
}

/** Decodes one level of a DTX. Rejects with a phrase. */
export async function decodeLevel(
  { bytes, face, level }: LevelTask,
  loadDtx: () => Promise<DtxLibrary>,
): Promise<Texels> {
  return dtxTexels(await loadDtx(), bytes, face, level);
}
