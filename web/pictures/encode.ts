/** Pictures as files, without a browser. */
import { encode } from 'fast-png';
import type { Texels } from './picture.ts';

/** Compression of PNGs: higher levels take much longer for little gain. */
const ZLIB_LEVEL = 4;

/** A picture as PNG. @param alpha whether it has any; else it is left out, and other programs show the picture opaque */
export function encodePng({ width, height, data }: Texels, alpha: boolean): Uint8Array<ArrayBuffer> {
  const channels = alpha ? 4 : 3;
  const samples = alpha ? data : new Uint8Array(3 * width * height);
  if (!alpha) {
    for (let from = 0, to = 0; from < data.length; from += 4) {
      samples[to++] = data[from] as number;
      samples[to++] = data[from + 1] as number;
      samples[to++] = data[from + 2] as number;
    }
  }
  return new Uint8Array(encode({ width, height, channels, data: samples }, { zlib: { level: ZLIB_LEVEL } }));
}

/** The largest side that a TGA can state. */
const MAX_TGA_SIDE = 0xffff;

/** A picture as TGA of 32 bits, not compressed, from the top row down. Throws an error with a phrase. */
export function encodeTga({ width, height, data }: Texels): Uint8Array<ArrayBuffer> {
  if (Math.max(width, height) > MAX_TGA_SIDE) throw new Error('it is larger than a TGA can be');
  const side = (size: number) => [size & 0xff, size >> 8];
  // Colours without a palette; 8 bits of each texel are alpha, and the first row is the top one.
  const header = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...side(width), ...side(height), 32, 0x28];
  const file = new Uint8Array(header.length + data.length);
  file.set(header);
  for (let at = 0, to = header.length; at < data.length; at += 4) {
    file[to++] = data[at + 2] as number;
    file[to++] = data[at + 1] as number;
    file[to++] = data[at] as number;
    file[to++] = data[at + 3] as number;
  }
  return file;
}
