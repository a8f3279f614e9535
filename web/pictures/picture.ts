/** Pictures in memory, sizes from their headers, and limits. */
import type { PictureKind } from '../explain/file-kind.ts';

/** Maximum texels of a picture: 64 MB as RGBA, far above any texture of the games. */
export const MAX_TEXELS = 4096 * 4096;

/** Formats whose decoders need several times the memory of the texels: their files are smaller. */
const MAX_COMPRESSED_BYTES = 32 << 20;

/** R, G, B, A for each texel, from the top row down. */
export interface Texels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A picture of one level; `rows` of it were in the file, counted in its order, the others are transparent black. */
export interface DecodedPicture extends Texels {
  readonly rows: number;
}

export const KIND_NAMES: Readonly<Record<PictureKind, string>> = {
  dtx: 'DTX',
  png: 'PNG',
  jpeg: 'JPEG',
  webp: 'WebP',
  gif: 'GIF',
  bmp: 'BMP',
  tga: 'TGA',
  pcx: 'PCX',
};

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The size in the header; null when it is missing or ambiguous. */
export function statedSize(kind: PictureKind, bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const has = (length: number) => bytes.length >= length;
  switch (kind) {
    case 'dtx':
      return has(12) ? { width: view.getUint16(8, true), height: view.getUint16(10, true) } : null;
    case 'png':
      return has(24) ? { width: view.getUint32(16), height: view.getUint32(20) } : null;
    case 'gif':
      return has(10) ? { width: view.getUint16(6, true), height: view.getUint16(8, true) } : null;
    case 'bmp':
      return has(26) ? bmpSize(view) : null;
    case 'tga':
      return has(18) ? { width: view.getUint16(12, true), height: view.getUint16(14, true) } : null;
    case 'pcx':
      return has(12)
        ? {
            width: view.getUint16(8, true) - view.getUint16(4, true) + 1,
            height: view.getUint16(10, true) - view.getUint16(6, true) + 1,
          }
        : null;
    case 'jpeg':
      return jpegSize(view);
    case 'webp':
      return has(30) ? webpSize(view) : null;
  }
}

/** OS/2's first header, of 12 bytes, has sizes of 16 bits; a negative height means rows from the top. */
function bmpSize(view: DataView): PictureSize {
  if (view.getUint32(14, true) === 12) {
    return { width: view.getUint16(18, true), height: view.getUint16(20, true) };
  }
  return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
}

/** By the first chunk: with loss, without, or extended, which has the size of all that follows. */
function webpSize(view: DataView): PictureSize | null {
  const u24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  switch (view.getUint32(12)) {
    case 0x56503820: // “VP8 ”: after a key frame's start code, 14 bits each
      if (u24(23) !== 0x2a019d) return null;
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 0x5650384c: {
      // “VP8L”: after its signature, 14 bits each
      if (view.getUint8(20) !== 0x2f) return null;
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 0x56503858: // “VP8X”
      return { width: u24(24) + 1, height: u24(27) + 1 };
    default:
      return null;
  }
}

/**
 * Walks the segments of a JPEG to the frame header, which has the size. Anything else than a segment gives no size: a decoder
 * might continue elsewhere, and find another frame.
 */
function jpegSize(view: DataView): PictureSize | null {
  for (let at = 2; at + 9 <= view.byteLength; ) {
    const marker = view.getUint16(at);
    if (marker === 0xffff) {
      // A byte FF may stand before a marker any number of times.
      at++;
      continue;
    }
    // Markers without a length: TEM, RST0 … RST7, SOI, EOI.
    const isBare = marker === 0xff01 || (marker >= 0xffd0 && marker <= 0xffd9);
    const length = view.getUint16(at + 2);
    if (marker < 0xff02 || isBare || length < 2) return null;
    // SOF0 … SOF15 but DHT, JPG and DAC, which lie between them.
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + length;
  }
  return null;
}

/**
 * Why the header rules out decoding a picture, a phrase; '' when it does not. Called before anything is allocated.
 */
export function refusedBySize(kind: PictureKind, bytes: Uint8Array): string {
  const size = statedSize(kind, bytes);
  if (!size || size.width < 1 || size.height < 1) return 'does not specify its size';
  const { width, height } = size;
  if (width * height > MAX_TEXELS) {
    return `has ${width} × ${height} texels according to its header, more than can be decoded`;
  }
  const isCompressed = ['png', 'jpeg', 'webp', 'gif'].includes(kind);
  if (isCompressed && bytes.length > MAX_COMPRESSED_BYTES) {
    return `has ${bytes.length >> 20} MB, more than can be decoded of a ${KIND_NAMES[kind]}`;
  }
  return '';
}
