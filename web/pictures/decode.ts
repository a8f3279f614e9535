/** Pictures of textures as texels, without a browser. */
import type { DtxLibrary } from '@lithoscope/dtx';
import { type DecodedPng, decode } from 'fast-png';
import { Unzlib } from 'fflate';
import { identify, isPicture } from '../explain/file-kind.ts';
import { decodeBmp } from './bmp.ts';
import { dtxTexels } from './dtx.ts';
import { decodeGif } from './gif.ts';
import { KIND_NAMES, refusedBySize, statedSize, type Texels } from './picture.ts';
import { decodePcx, decodeTga } from './tga-pcx.ts';

/** Extensions of files that `decodePicture` decodes, with a codec. */
export const DECODED_ENDINGS = ['dtx', 'png', 'tga', 'pcx', 'bmp', 'jpg', 'jpeg', 'webp', 'gif'] as const;

/** Formats that have a codec of their own, of WebAssembly. */
export type CodecKind = 'jpeg' | 'webp';

/** What decodes some formats, loaded when the first of them is decoded. */
export interface PictureTools {
  textures(): Promise<DtxLibrary>;
  /** Decodes a JPEG or WebP whose size is within the limits (codecs.ts); absent in pages, which have the browser. Rejects with a phrase. */
  codec?(kind: CodecKind, bytes: Uint8Array): Promise<Texels>;
}

/**
 * A DTX (the largest level of its first face), PNG, TGA, PCX, BMP, JPEG, WebP or GIF (its first picture). Rejects with a phrase:
 * `it ends in its first row`.
 * @param name its extension identifies TGA, PCX and BMP
 */
export async function decodePicture(name: string, bytes: Uint8Array, tools: PictureTools): Promise<Texels> {
  const kind = identify(name, bytes);
  if (!isPicture(kind)) throw new Error('it is not a DTX, PNG, TGA, PCX, BMP, JPEG, WebP or GIF');
  const refused = refusedBySize(kind, bytes);
  const size = statedSize(kind, bytes);
  if (refused || !size) throw new Error(`it ${refused}`);
  if (kind === 'dtx') return dtxTexels(await tools.textures(), bytes, 0, 0);
  if (kind === 'jpeg' || kind === 'webp') {
    if (!tools.codec) throw new Error(`there is no decoder of ${KIND_NAMES[kind]}`);
    return tools.codec(kind, bytes);
  }
  const decode = { png: decodePng, tga: decodeTga, pcx: decodePcx, bmp: decodeBmp, gif: decodeGif }[kind];
  return decode(bytes, size.width, size.height);
}

/** Bytes of the signature, and of a chunk without its data: length, type, checksum. */
const SIGNATURE = 8;
const CHUNK = 12;

/** Chunks that the picture needs. Others, such as colour profiles, may be decompression bombs too. */
const KEPT = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];

/** Bytes that are inflated at a time: deflate can make a thousand of one. */
const PORTION = 2 ** 14;

/**
 * Decodes a PNG; time and memory are bounded by its bytes and texels. It takes two passes, because a PNG may claim to be small
 * and hold gigabytes: the first inflates it piece by piece and keeps nothing.
 * Throws an error with a phrase for an incomplete or damaged PNG.
 * @param bytes with a complete header, whose size is within the limits
 */
function decodePng(bytes: Uint8Array, width: number, height: number): Texels {
  const [depth = 0, colourType = 0, , , interlace = 0] = bytes.subarray(24, 29);
  if (interlace !== 0 && depth < 8) throw new Error('it is interlaced, with fewer than 8 bits per sample');
  const channels = [1, 0, 3, 1, 2, 0, 4][colourType] ?? 0;
  const chunks = keptChunks(bytes);
  const row = 1 + Math.ceil((width * channels * depth) / 8);
  const stored = inflatedSize(chunks, 2 * row * height + PORTION);
  if (interlace === 0 && stored < row * height) throw new Error('it is cut off');
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, SIGNATURE));
  whole.set(bytes.subarray(0, SIGNATURE));
  let at = SIGNATURE;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return { width, height, data: coloursOf(decode(whole)) };
}

const typeOf = (chunk: Uint8Array) => String.fromCharCode(...chunk.subarray(4, 8));

function keptChunks(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Uint8Array[] = [];
  for (let at = SIGNATURE; ; ) {
    const end = at + CHUNK <= bytes.length ? at + CHUNK + view.getUint32(at) : Number.POSITIVE_INFINITY;
    if (end > bytes.length) throw new Error('it is cut off');
    const chunk = bytes.subarray(at, end);
    if (KEPT.includes(typeOf(chunk))) chunks.push(chunk);
    if (typeOf(chunk) === 'IEND') return chunks;
    at = end;
  }
}

/** The inflated size of the picture, bytes. Throws above the limit. */
function inflatedSize(chunks: readonly Uint8Array[], limit: number): number {
  let size = 0;
  const inflator = new Unzlib((part) => {
    size += part.length;
    if (size > limit) throw new Error('it is larger than its header specifies');
  });
  for (const chunk of chunks) {
    if (typeOf(chunk) !== 'IDAT') continue;
    const data = chunk.subarray(8, -4);
    for (let at = 0; at < data.length; at += PORTION) inflator.push(data.subarray(at, at + PORTION));
  }
  return size;
}

/** Samples of 1 to 16 bits, with or without a palette or a transparent colour → R, G, B, A. */
function coloursOf({ width, height, data, depth, channels, palette, transparency }: DecodedPng): Uint8Array {
  const row = depth < 8 ? Math.ceil((width * channels * depth) / 8) : width * channels;
  const most = 2 ** depth - 1;
  const sample = (y: number, i: number) => {
    if (depth >= 8) return data[y * row + i] ?? 0;
    const bit = i * depth;
    return ((data[y * row + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & most;
  };
  const rgba = new Uint8Array(width * height * 4);
  const isGrey = channels < 3;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const to = (y * width + x) * 4;
      const from = x * channels;
      if (palette) {
        const [red, green, blue, alpha = 255] = palette[sample(y, from)] ?? [0, 0, 0, 0];
        rgba.set([red ?? 0, green ?? 0, blue ?? 0, alpha], to);
        continue;
      }
      let isTransparent = transparency !== undefined;
      for (let i = 0; i < 3; i++) {
        const value = sample(y, from + (isGrey ? 0 : i));
        if (value !== transparency?.[isGrey ? 0 : i]) isTransparent = false;
        rgba[to + i] = Math.round((value * 255) / most);
      }
      const hasAlpha = channels === 2 || channels === 4;
      const alpha = hasAlpha ? Math.round((sample(y, from + channels - 1) * 255) / most) : 255;
      rgba[to + 3] = isTransparent ? 0 : alpha;
    }
  }
  return rgba;
}
