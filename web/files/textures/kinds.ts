/** What kind of picture some bytes are, and how large it says it is, before anything is decoded. Pure. */

export type PictureKind = 'dtx' | 'png' | 'jpeg' | 'bmp' | 'tga' | 'pcx';

export const KIND_WORDS: Readonly<Record<PictureKind, string>> = {
  dtx: 'DTX',
  png: 'PNG',
  jpeg: 'JPEG',
  bmp: 'BMP',
  tga: 'TGA',
  pcx: 'PCX',
};

/** Tells by the content; TGA has no signature, so its name decides. Null: no picture that is known here. */
export function pictureKind(name: string, bytes: Uint8Array): PictureKind | null {
  const starts = (...signature: number[]) => signature.every((byte, i) => bytes[i] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (starts(0xff, 0xd8, 0xff)) return 'jpeg';
  if (starts(0x42, 0x4d) && bytes.length >= 26 && /\.bmp$/i.test(name)) return 'bmp';
  if (starts(0x0a) && (bytes[1] ?? 9) <= 5 && bytes[2] === 1 && bytes.length > 128 && /\.pcx$/i.test(name)) {
    return 'pcx';
  }
  if (starts(0, 0, 0, 0) && isDtxVersion(bytes)) return 'dtx';
  return /\.tga$/i.test(name) && bytes.length >= 18 ? 'tga' : null;
}

/** −2, −3 or −5 as i32 at 4 (DTX.md). */
function isDtxVersion(bytes: Uint8Array): boolean {
  const low = bytes[4] ?? 0;
  return [0xfe, 0xfd, 0xfb].includes(low) && bytes[5] === 0xff && bytes[6] === 0xff && bytes[7] === 0xff;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The size in the header; null when there is none. */
export function statedSize(kind: PictureKind, bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const has = (length: number) => bytes.length >= length;
  switch (kind) {
    case 'dtx':
      return has(12) ? { width: view.getUint16(8, true), height: view.getUint16(10, true) } : null;
    case 'png':
      return has(24) ? { width: view.getUint32(16), height: view.getUint32(20) } : null;
    case 'bmp':
      return has(26)
        ? { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
        : null;
    case 'tga':
      return has(16) ? { width: view.getUint16(12, true), height: view.getUint16(14, true) } : null;
    case 'pcx':
      return has(12)
        ? {
            width: view.getUint16(8, true) - view.getUint16(4, true) + 1,
            height: view.getUint16(10, true) - view.getUint16(6, true) + 1,
          }
        : null;
    case 'jpeg':
      return jpegSize(view);
  }
}

/** Walks the segments of a JPEG to the frame header, which holds the size. */
function jpegSize(view: DataView): PictureSize | null {
  for (let at = 2; at + 9 <= view.byteLength; ) {
    const marker = view.getUint16(at);
    if (marker < 0xff00) return null;
    // SOF0 … SOF15 but DHT, JPG and DAC, which lie between them.
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    // A byte FF may stand before a marker any number of times.
    at += marker === 0xffff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}
