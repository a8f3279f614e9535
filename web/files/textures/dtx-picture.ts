/** DTX textures as pictures for the scene: compressed as they are where they are compressed. */

import type { DtxFile, TextureInfo } from '@lithoscope/dtx';
import { loadDtx } from '../../store/dtx.ts';
import type { SkinPicture } from '../../store/open-file.ts';

import { loadPart } from '../../ui/parts.ts';

/** A picture with what there is to say about it. */
export interface LoadedPicture {
  readonly picture: SkinPicture;
  /** `DXT1`, `8-bit palette`, `PNG` */
  readonly format: string;
  readonly width: number;
  readonly height: number;
  /** Can be opened as a file of its own. */
  readonly isDtx: boolean;
}

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

/** Rejects with the reason when there is no level that can be shown. */
export async function dtxPicture(bytes: Uint8Array): Promise<LoadedPicture> {
  const library = await loadPart(loadDtx);
  const opened = <T>(use: (file: DtxFile) => T): T => {
    const file = library.open(bytes);
    try {
      return use(file);
    } finally {
      file.release();
    }
  };
  return opened((file) => pictureOf(file, () => opened(decodedPicture)));
}

/** @param decode decodes the compressed levels later, when the file is released */
function pictureOf(file: DtxFile, decode: () => SkinPicture): LoadedPicture {
  const { texture } = file;
  const error = file.findings.find(({ severity }) => severity === 'error');
  if (!texture) throw new Error(error?.message ?? 'its header cannot be read');
  const { width, height, format, decodable } = texture;
  if (!decodable) throw new Error(`how its ${formatInWords(format)} pixels lie is not known`);
  const picture = compressedPicture(file, decode) ?? decodedPicture(file);
  if (picture.levels.length === 0) throw new Error(error?.message ?? 'no level of it is whole');
  return { picture, format: formatInWords(format), width, height, isDtx: true };
}

function compressedPicture(file: DtxFile, decode: () => SkinPicture): SkinPicture | null {
  const levels = levelsOf(file, (level) => file.compressed(level)?.bytes ?? null);
  const format = file.compressed(0)?.format;
  if (!format || levels.length === 0) return null;
  let decoded: SkinPicture | null = null;
  return {
    format: COMPRESSED[format],
    levels,
    decoded() {
      decoded ??= decode();
      return decoded;
    },
  };
}

const COMPRESSED = { DXT1: 'dxt1', DXT3: 'dxt3', DXT5: 'dxt5' } as const;

function decodedPicture(file: DtxFile): SkinPicture {
  const levels = levelsOf(file, (level) => {
    const pixels = file.pixels(level);
    return pixels && new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  });
  return { format: 'rgba', levels };
}

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
