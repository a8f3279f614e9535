/** The kind of a file by its name and first bytes, before anything is parsed. No DOM. */

export type PictureKind = 'dtx' | 'png' | 'jpeg' | 'bmp' | 'tga' | 'pcx';

/** 'model' is all that is no picture and no sprite: the core parses it, and says what it is if it is no model. */
export type FileKind = PictureKind | 'sprite' | 'model';

export const SPRITE_NAME = /\.spr$/i;

/** Whether a file may be the texture of a model, by its name. */
export function isTextureName(name: string): boolean {
  return /\.(dtx|png|jpe?g|bmp|tga|pcx)$/i.test(name);
}

/**
 * Tells by the content where a format has a signature. BMP and PCX have short ones, so their extension has to agree;
 * TGA and sprites have none: their extension decides, of TGA a possible image type too.
 */
export function kindOf(name: string, bytes: Uint8Array): FileKind {
  const starts = (...signature: number[]) => signature.every((byte, i) => bytes[i] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (starts(0xff, 0xd8, 0xff)) return 'jpeg';
  if (starts(0x42, 0x4d) && bytes.length >= 26 && /\.bmp$/i.test(name)) return 'bmp';
  if (starts(0x0a) && (bytes[1] ?? 9) <= 5 && bytes[2] === 1 && bytes.length > 128 && /\.pcx$/i.test(name)) {
    return 'pcx';
  }
  if (starts(0, 0, 0, 0) && isDtxVersion(bytes)) return 'dtx';
  if (SPRITE_NAME.test(name)) return 'sprite';
  return /\.tga$/i.test(name) && bytes.length >= 18 && (bytes[2] ?? 0) <= MAX_TGA_TYPE ? 'tga' : 'model';
}

/** Types are 0 … 3, and 9 … 11 with run lengths. */
const MAX_TGA_TYPE = 11;

/** −2, −3 or −5 as i32 at 4 (docs/format/dtx.md). */
function isDtxVersion(bytes: Uint8Array): boolean {
  const low = bytes[4] ?? 0;
  return [0xfe, 0xfd, 0xfb].includes(low) && bytes[5] === 0xff && bytes[6] === 0xff && bytes[7] === 0xff;
}
