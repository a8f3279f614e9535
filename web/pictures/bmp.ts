/** BMP pictures as texels, where there is no browser to decode them. */
import type { DecodedPicture } from './picture.ts';

/** Header of the file, before that of the picture. */
const FILE_HEAD = 14;
/** Headers of the picture: OS/2's first, and Windows' first, to which later ones add. */
const OS2_HEAD = 12;
const WINDOWS_HEAD = 40;
/** Where masks of colours stand, in the header or after it, and the header that has one of alpha. */
const MASKS = FILE_HEAD + WINDOWS_HEAD;
const HEAD_WITH_ALPHA = 56;

const NOT_COMPRESSED = 0;
const BY_MASKS = 3;
const BY_MASKS_WITH_ALPHA = 6;

const ENDS = 'it ends in its header';

interface Head {
  readonly bits: number;
  /** Colours of the palette, and bytes of each. */
  readonly palette: { readonly at: number; readonly count: number; readonly size: number };
  /** Of red, green, blue and alpha; 0: there is none. */
  readonly masks: readonly number[];
  readonly isFromTop: boolean;
}

/** Bits of a number from its lowest set bit, as 0 to 255. */
function spread(value: number, mask: number): number {
  if (mask === 0) return 255;
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  return Math.round((((value & mask) >>> shift) * 255) / most);
}

/**
 * Decodes a BMP of 1 to 32 bits. Time and memory are linear in its texels. Throws an error with a phrase for what is
 * compressed, or ends too soon.
 * @param bytes with a header whose size is within the limits
 */
export function decodeBmp(bytes: Uint8Array, width: number, height: number): DecodedPicture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = headOf(view);
  const start = view.getUint32(10, true);
  // Rows are padded to whole words.
  const stride = Math.ceil((width * head.bits) / 32) * 4;
  const rows = Math.min(height, Math.max(0, Math.floor((bytes.length - start) / stride)));
  if (rows === 0) throw new Error('it ends in its first row');
  const data = new Uint8Array(width * height * 4);
  for (let row = 0; row < rows; row++) {
    const y = head.isFromTop ? row : height - 1 - row;
    for (let x = 0; x < width; x++) setTexel(data, (y * width + x) * 4, view, start + row * stride, x, head);
  }
  return { width, height, data, rows };
}

function headOf(view: DataView): Head {
  if (view.byteLength < FILE_HEAD + OS2_HEAD) throw new Error(ENDS);
  const length = view.getUint32(FILE_HEAD, true);
  const isOld = length === OS2_HEAD;
  if (!isOld && (length < WINDOWS_HEAD || view.byteLength < MASKS)) throw new Error(ENDS);
  const bits = view.getUint16(isOld ? 24 : 28, true);
  if (![1, 4, 8, 16, 24, 32].includes(bits)) throw new Error(`BMPs of ${bits} bits are not supported`);
  const compression = isOld ? NOT_COMPRESSED : view.getUint32(30, true);
  const hasMasks = compression === BY_MASKS || compression === BY_MASKS_WITH_ALPHA;
  if (compression !== NOT_COMPRESSED && !hasMasks) throw new Error('compressed BMPs are not supported');
  const count = bits > 8 ? 0 : (isOld ? 0 : view.getUint32(46, true)) || 2 ** bits;
  return {
    bits,
    palette: { at: FILE_HEAD + length, count: Math.min(count, 2 ** bits), size: isOld ? 3 : 4 },
    masks: hasMasks ? masksOf(view, length, compression) : bits === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [],
    isFromTop: !isOld && view.getInt32(22, true) < 0,
  };
}

function masksOf(view: DataView, length: number, compression: number): number[] {
  const count = length >= HEAD_WITH_ALPHA || compression === BY_MASKS_WITH_ALPHA ? 4 : 3;
  if (view.byteLength < MASKS + 4 * count) throw new Error(ENDS);
  const masks = Array.from({ length: count }, (_, i) => view.getUint32(MASKS + 4 * i, true));
  return [...masks, 0].slice(0, 4);
}

/** Writes one texel. @param row offset of its row, all of which is there */
function setTexel(data: Uint8Array, to: number, view: DataView, row: number, x: number, head: Head): void {
  const { bits, palette, masks } = head;
  data[to + 3] = 255;
  if (bits <= 8) {
    const bit = x * bits;
    const index = (view.getUint8(row + (bit >> 3)) >> (8 - bits - (bit & 7))) & (2 ** bits - 1);
    const at = palette.at + index * palette.size;
    // Black, as browsers show a colour that is missing.
    if (index >= palette.count || at + 3 > view.byteLength) return;
    for (let i = 0; i < 3; i++) data[to + i] = view.getUint8(at + 2 - i);
    return;
  }
  const at = row + (x * bits) / 8;
  if (masks.length === 0) {
    for (let i = 0; i < 3; i++) data[to + i] = view.getUint8(at + 2 - i);
    return;
  }
  const value = bits === 16 ? view.getUint16(at, true) : view.getUint32(at, true);
  for (let i = 0; i < 4; i++) data[to + i] = masks[i] || i === 3 ? spread(value, masks[i] ?? 0) : 0;
}
