/** The texels of DTX textures. */
import type { DtxFile, DtxLibrary, TextureInfo } from '@lithoscope/dtx';
import { MAX_TEXELS, type Texels } from './picture.ts';

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

/** The texture in a file. Throws an error with a phrase when it cannot be decoded. */
export function decodableTexture(file: DtxFile): TextureInfo {
  const { texture } = file;
  if (!texture) throw new Error(firstError(file) ?? 'its header cannot be read');
  if (!texture.decodable)
    throw new Error(`the layout of its ${formatInWords(texture.format)} pixels is unknown`);
  return texture;
}

/** Why a texture has no level that can be decoded, a phrase. */
export function withoutLevels(file: DtxFile): string {
  return firstError(file) ?? 'none of its levels is complete';
}

function firstError({ findings }: DtxFile): string | undefined {
  return findings.find(({ severity }) => severity === 'error')?.message;
}

export function texelsOf(file: DtxFile, face: number, level: number): Uint8Array | null {
  const pixels = file.pixels(level, face);
  return pixels && new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);
}

/** The texels of one level. Throws an error with a phrase when they cannot be decoded. */
export function dtxTexels(library: DtxLibrary, bytes: Uint8Array, face: number, level: number): Texels {
  const file = library.open(bytes);
  try {
    const stored = decodableTexture(file).faces[face]?.[level];
    if (!stored) throw new Error(withoutLevels(file));
    const { width, height } = stored;
    if (width * height > MAX_TEXELS)
      throw new Error(`${width} × ${height} texels are more than can be decoded`);
    const data = texelsOf(file, face, level);
    if (!data) throw new Error('its texels cannot be read');
    return { width, height, data };
  } finally {
    file.release();
  }
}
