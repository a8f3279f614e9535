/** DTX textures as pictures for the scene: compressed as they are where they are compressed. No DOM. */

import type { DtxFile, DtxLibrary, TextureInfo } from '@lithoscope/dtx';
import type { SkinPicture } from '../../store/open-file.ts';
import { drawnLevels, withSmallerLevels } from './levels.ts';
import { type LoadedPicture, MAX_TEXELS, type Texels } from './picture.ts';

const FORMAT_WORDS: Readonly<Record<TextureInfo['format'], string>> = {
  PALETTE8: '8-bit palette',
  PALETTE32: '8-bit, 32-bit palette',
  BGRA32: '32-bit',
  DXT1: 'DXT1',
  DXT3: 'DXT3',
  DXT5: 'DXT5',
  RGB16: '16-bit',
  RGB24: '24-bit',
  unknown: 'unknown format',
};

export function formatInWords(format: TextureInfo['format']): string {
  return FORMAT_WORDS[format];
}

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

/** The texels of one level; throws an error with the reason when they cannot be had. */
export function dtxTexels(library: DtxLibrary, bytes: Uint8Array, face: number, level: number): Texels {
  const file = library.open(bytes);
  try {
    const { width, height } = file.texture?.faces[face]?.[level] ?? { width: 0, height: 0 };
    if (width * height > MAX_TEXELS) throw new Error(tooLarge(width, height));
    const data = texelsOf(file, face, level);
    if (!data) throw new Error('its texels cannot be read');
    return { width, height, data };
  } finally {
    file.release();
  }
}

function tooLarge(width: number, height: number): string {
  return `${width} × ${height} texels are more than this page decodes`;
}

function pictureOf(file: DtxFile): DtxPicture {
  const { texture } = file;
  const error = file.findings.find(({ severity }) => severity === 'error');
  if (!texture) throw new Error(error?.message ?? 'its header cannot be read');
  const { width, height, format, decodable } = texture;
  if (!decodable) throw new Error(`how its ${formatInWords(format)} pixels lie is not known`);
  const stored = levelsOf(file, (level) => texelsOf(file, 0, level));
  const [first] = stored;
  if (!first) throw new Error(error?.message ?? 'no level of it is whole');
  const levels = stored.length > 1 ? stored : withSmallerLevels(first);
  const decoded: SkinPicture = { format: 'rgba', levels: drawnLevels(levels) };
  const picture = compressedPicture(file, decoded) ?? decoded;
  return { picture, format: formatInWords(format), width, height, levels: stored.length };
}

function texelsOf(file: DtxFile, face: number, level: number): Uint8Array | null {
  const pixels = file.pixels(level, face);
  return pixels && new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);
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
