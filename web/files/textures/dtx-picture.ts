/** DTX textures as pictures for the scene: compressed as they are where they are compressed. No DOM. */

import type { DtxFile, DtxLibrary } from '@lithoscope/dtx';
import { decodableTexture, formatInWords, texelsOf, withoutLevels } from '../../explain/pictures/dtx.ts';
import type { SkinPicture } from '../../store/open-file.ts';
import { drawnLevels, withSmallerLevels } from './levels.ts';
import type { LoadedPicture } from './picture.ts';

export type DtxPicture = Pick<LoadedPicture, 'picture' | 'format' | 'width' | 'height' | 'levels'>;

/** Throws an error with the reason when there is no level that can be shown. */
export function dtxPicture(library: DtxLibrary, bytes: Uint8Array): DtxPicture {
  const file = library.open(bytes);
  try {
    return pictureOf(file);
  } finally {
    file.release();
  }
}

function pictureOf(file: DtxFile): DtxPicture {
  const { width, height, format } = decodableTexture(file);
  const stored = levelsOf(file, (level) => texelsOf(file, 0, level));
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
  const levels = levelsOf(file, (level) => file.compressed(level)?.bytes ?? null);
  return { format: COMPRESSED[format], levels, decoded };
}

const COMPRESSED = { DXT1: 'dxt1', DXT3: 'dxt3', DXT5: 'dxt5' } as const;

/** Levels of the first face up to the first that cannot be read, or that is not half the one before. */
function levelsOf({ texture }: DtxFile, read: (level: number) => Uint8Array | null): SkinPicture['levels'] {
  const levels: { width: number; height: number; data: Uint8Array }[] = [];
  for (const [level, { width, height }] of (texture?.faces[0] ?? []).entries()) {
    const before = levels.at(-1);
    if (before && (width !== half(before.width) || height !== half(before.height))) break;
    const data = read(level);
    if (!data) break;
    levels.push({ width, height, data });
  }
  return levels;
}

const half = (size: number) => Math.max(1, size >> 1);
