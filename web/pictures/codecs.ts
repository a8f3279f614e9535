/** JPEG and WebP as texels, where there is no browser to decode them: loaded when there is one. */
import createJpeg from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import createWebp from '@jsquash/webp/codec/dec/webp_dec.js';
import { reasonOf } from '../lib/reason.ts';
import type { CodecKind } from './decode.ts';
import { MAX_TEXELS, type Texels } from './picture.ts';

/**
 * Scans of a JPEG that is decoded. Encoders write ten or so, and each may cost as much as a whole picture: a file of a few
 * megabytes could have a hundred thousand.
 */
const MOST_SCANS = 64;

/** What libjpeg says of a file that ends too soon; it fills the rest with grey. */
const ENDS = 'Premature end of JPEG file';
const CUT_OFF = 'it is cut off';

/**
 * Decodes a JPEG, turned as its EXIF says, or a WebP. Colour profiles are not applied, as in the page. Rejects with a phrase.
 * @param bytes with a header whose size is within the limits
 * @param wasm the decoder's WebAssembly. Each picture has a module of its own: after one that is damaged it is of no use, and its
 * memory never shrinks
 */
export async function decodeByCodec(kind: CodecKind, bytes: Uint8Array, wasm: ArrayBuffer): Promise<Texels> {
  const isJpeg = kind === 'jpeg';
  if (isJpeg) checkScans(bytes);
  else if (isAnimated(bytes)) throw new Error('it is animated: convert one of its images to PNG first');
  const said: string[] = [];
  const codec = await (isJpeg ? createJpeg : createWebp)({
    wasmBinary: wasm,
    locateFile: (name) => name,
    print: () => {},
    printErr: (text) => said.push(text),
  });
  let picture: ReturnType<typeof codec.decode> = null;
  try {
    picture = isJpeg ? codec.decode(bytes, true) : codec.decode(bytes);
  } catch (cause) {
    if (said.includes(ENDS)) throw new Error(CUT_OFF, { cause });
    const reason = said.at(-1) || reasonOf(cause);
    throw new Error(`it is damaged, or of an unusual kind (${reason})`, { cause });
  }
  if (said.includes(ENDS)) throw new Error(CUT_OFF);
  if (!picture) throw new Error('it is cut off or damaged');
  const { width, height, data } = picture;
  if (width * height > MAX_TEXELS) throw new Error('it is larger than its header specifies');
  return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
}

/** Whether a WebP has several pictures: bit 1 of the flags of an extended one. */
function isAnimated(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(12, 16)) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0;
}

/** Walks the segments of a JPEG, and the data between them. Throws when it has more scans than are decoded, or four colours. */
function checkScans(bytes: Uint8Array): void {
  let scans = 0;
  for (let at = bytes.indexOf(0xff, 2); at >= 0; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? 0;
    // Any number of FF may stand before a marker.
    if (marker === 0xff) {
      at++;
      continue;
    }
    // A byte FF of the data, and markers without a length.
    if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2;
      continue;
    }
    // The end of the picture.
    if (marker === 0xd9) return;
    if (marker === 0xda && ++scans > MOST_SCANS)
      throw new Error(`it has more than ${MOST_SCANS} scans, more than can be decoded`);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame && bytes[at + 9] === 4)
      throw new Error('it has four colours (CMYK): convert it to RGB first');
    at += 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
  }
}
