import type { TextureInfo, TextureLevel } from '@lithoscope/dtx';
import { describe, expect, it } from 'vitest';
import { texelBytes, texelsAt } from '../../../web/skins/texel.ts';
import { partly } from '../support/fakes.ts';

const level = (part: Partial<TextureLevel>): TextureLevel => ({
  width: 8,
  height: 8,
  offset: 164,
  length: 64,
  alphaOffset: 0,
  alphaLength: 0,
  ...part,
});

describe('the bytes of a texel', () => {
  it('are one of a palette, four of 32 bits', () => {
    expect(texelBytes('PALETTE8', level({}), 3, 2, false)).toEqual({ start: 164 + 19, end: 164 + 20 });
    expect(texelBytes('BGRA32', level({}), 3, 2, false)).toEqual({ start: 164 + 76, end: 164 + 80 });
  });

  it('are those of its block of 4 × 4 in DXT; small levels have one block', () => {
    expect(texelBytes('DXT1', level({}), 7, 3, false)).toEqual({ start: 172, end: 180 });
    expect(texelBytes('DXT5', level({}), 0, 4, false)).toEqual({ start: 164 + 32, end: 164 + 48 });
    expect(texelBytes('DXT1', level({ width: 2, height: 2, length: 8 }), 1, 1, false)).toEqual({
      start: 164,
      end: 172,
    });
    // Not a multiple of four wide: rows of blocks are whole.
    expect(texelBytes('DXT1', level({ width: 6 }), 0, 4, false)).toEqual({ start: 180, end: 188 });
  });

  it('of alpha are half of one in a plane of its own', () => {
    const masked = level({ alphaOffset: 300, alphaLength: 32 });
    expect(texelBytes('PALETTE8', masked, 1, 1, true)).toEqual({ start: 304, end: 305 });
    expect(texelBytes('PALETTE8', level({}), 1, 1, true)).toEqual({ start: 173, end: 174 });
  });

  it('are none outside the level, nor where pixels lie in an unknown way', () => {
    expect(texelBytes('DXT1', level({}), 8, 0, false)).toBeNull();
    expect(texelBytes('DXT1', level({}), 0, -1, false)).toBeNull();
    expect(texelBytes('RGB16', level({}), 0, 0, false)).toBeNull();
  });
});

describe('the texels of a byte', () => {
  const texture = (format: TextureInfo['format'], ...levels: TextureLevel[]) =>
    partly<TextureInfo>({ format, faces: [levels] });

  it.each(['PALETTE8', 'BGRA32', 'DXT1', 'DXT5'] as const)('of %s are those that have it', (format) => {
    const sizes = { PALETTE8: 64, BGRA32: 256, DXT1: 32, DXT5: 64 };
    const first = level({ length: sizes[format] });
    const second = level({ width: 4, height: 4, offset: 164 + first.length, length: first.length / 4 });
    const both = texture(format, first, second);
    for (const [index, info] of [first, second].entries()) {
      for (const [x, y] of [
        [0, 0],
        [3, 2],
        [info.width - 1, info.height - 1],
      ] as const) {
        const bytes = texelBytes(format, info, x, y, false);
        const rect = texelsAt(both, bytes?.start ?? -1);
        expect(rect).toMatchObject({ face: 0, level: index });
        expect(x - (rect?.x ?? 99)).toBeGreaterThanOrEqual(0);
        expect(x - (rect?.x ?? 0)).toBeLessThan(rect?.width ?? 0);
        expect(y - (rect?.y ?? 99)).toBeGreaterThanOrEqual(0);
        expect(y - (rect?.y ?? 0)).toBeLessThan(rect?.height ?? 0);
      }
    }
    expect(texelsAt(both, 163)).toBeNull();
    expect(texelsAt(both, second.offset + second.length)).toBeNull();
  });

  it('of an alpha plane are two side by side', () => {
    const masked = texture('PALETTE8', level({ alphaOffset: 300, alphaLength: 32 }));
    expect(texelsAt(masked, 304)).toEqual({ face: 0, level: 0, x: 0, y: 1, width: 2, height: 1 });
  });
});
