/** The formats of pixels that a DTX may have, as its templates tell them apart. No DOM. */

/** What BPP says of the pixels in v−5 (DTX.md); before, they are always indices. */
export const PIXEL_FORMATS = [
  'DEFAULT_BGRA32',
  'PALETTE8',
  'RGB16',
  'BGRA32',
  'DXT1',
  'DXT3',
  'DXT5',
  'PALETTE32',
  'RGB24',
] as const;

type PixelFormat = (typeof PIXEL_FORMATS)[number];

/** The formats whose pixels the field of the schema holds, by the struct or type of one. */
const HELD_BY: Readonly<Record<string, readonly PixelFormat[]>> = {
  u8: ['PALETTE8', 'PALETTE32'],
  Color: ['DEFAULT_BGRA32', 'BGRA32'],
  BlockDXT1: ['DXT1'],
  BlockDXT3: ['DXT3'],
  BlockDXT5: ['DXT5'],
  bytes: ['RGB16', 'RGB24'],
};

/** The colours of PALETTE32 are the first section that is as long as they are: the condition for it. */
export const PALETTE_HERE = `${isOneOf(['PALETTE32'])} && palettes == 0 && Length == 1024`;

/** The condition that the pixels have one of these formats. */
export function isOneOf(formats: readonly PixelFormat[]): string {
  return formats.map((format) => `bpp == ${PIXEL_FORMATS.indexOf(format)}`).join(' || ');
}

/** The condition that they are what the field of the schema holds, by the struct or type of one. */
export function isHeldBy(type: string): string {
  return isOneOf(HELD_BY[type] ?? []);
}
