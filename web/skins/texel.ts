/** Conversion between texels and bytes of a DTX (dtx.md). */
import type { TextureInfo, TextureLevel } from '@lithoscope/dtx';

/** A half-open range of bytes. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A rectangle of texels of one level. */
export interface TexelRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface TexelLocation extends TexelRect {
  readonly face: number;
  readonly level: number;
}

/** Bytes of a texel, or of a 4 × 4 block; 0 if the layout is unknown. */
const TEXEL_BYTES: Readonly<Record<TextureInfo['format'], number>> = {
  PALETTE8: 1,
  PALETTE32: 1,
  BGRA32: 4,
  DXT1: 8,
  DXT3: 16,
  DXT5: 16,
  RGB16: 0,
  RGB24: 0,
  unknown: 0,
};

/** Width and height of a block, the smallest unit with separate bytes. */
function blockSize(format: TextureInfo['format']): number {
  return format.startsWith('DXT') ? 4 : 1;
}

/**
 * The bytes of a texel, or of its block. Null if they are unknown.
 * @param alpha the byte with its alpha instead, if the level has a separate alpha plane
 */
export function texelBytes(
  format: TextureInfo['format'],
  level: TextureLevel,
  x: number,
  y: number,
  alpha: boolean,
): ByteRange | null {
  const inside = x >= 0 && y >= 0 && x < level.width && y < level.height;
  const size = TEXEL_BYTES[format];
  if (!inside || size === 0) return null;
  if (alpha && level.alphaLength > 0) {
    // Four bits per texel, the left texel in the lower bits.
    const start = level.alphaOffset + Math.floor((y * level.width + x) / 2);
    return { start, end: start + 1 };
  }
  const block = blockSize(format);
  const perRow = Math.ceil(level.width / block);
  const start = level.offset + (Math.floor(y / block) * perRow + Math.floor(x / block)) * size;
  return { start, end: start + size };
}

/** The texels of a byte; null for bytes outside the levels. */
export function texelsAt({ faces, format }: TextureInfo, offset: number): TexelLocation | null {
  for (const [face, levels] of faces.entries()) {
    for (const [level, info] of levels.entries()) {
      const rect = rectAt(format, info, offset);
      if (rect) return { face, level, ...rect };
    }
  }
  return null;
}

function rectAt(format: TextureInfo['format'], level: TextureLevel, offset: number): TexelRect | null {
  const { width, height, alphaOffset, alphaLength } = level;
  if (offset >= alphaOffset && offset < alphaOffset + alphaLength) {
    const first = (offset - alphaOffset) * 2;
    const x = first % width;
    return { x, y: Math.floor(first / width), width: Math.min(2, width - x), height: 1 };
  }
  const size = TEXEL_BYTES[format];
  if (offset < level.offset || offset >= level.offset + level.length || size === 0) return null;
  const block = blockSize(format);
  const at = Math.floor((offset - level.offset) / size);
  const perRow = Math.ceil(width / block);
  const x = (at % perRow) * block;
  const y = Math.floor(at / perRow) * block;
  return { x, y, width: Math.min(block, width - x), height: Math.min(block, height - y) };
}
