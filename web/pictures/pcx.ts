/** PCX pictures (ZSoft's format, version 0 … 5): 1 to 8 bits with a palette, 24 bits in three planes. */
import type { DecodedPicture } from './picture.ts';

const HEADER = 128;
/** A palette of 256 colours stands at the end, behind this byte. */
const LARGE_PALETTE = 768;
const PALETTE_MARK = 0x0c;

/**
 * Decodes a PCX as far as its bytes go: time and memory are bounded by the bytes and the texels, whatever the header
 * says of planes and lines.
 * @param bytes header already seen to be there, and the size in it to be bearable
 * Throws an error with a phrase for forms of PCX that are not known, and when not one row is there.
 */
export function decodePcx(bytes: Uint8Array, width: number, height: number): DecodedPicture {
  const bits = bytes[3] ?? 0;
  const planes = bytes[65] ?? 0;
  const planeStride = (bytes[66] ?? 0) | ((bytes[67] ?? 0) << 8);
  const trueColour = bits === 8 && planes === 3;
  const indexed = [1, 2, 4, 8].includes(bits) && planes >= 1 && bits * planes <= 8;
  if (!trueColour && !indexed) throw new Error(`its ${planes} planes of ${bits} bits are not known`);
  if (planeStride * 8 < width * bits) throw new Error('its lines are shorter than its width');

  const palette = indexed ? paletteOf(bytes, bits * planes) : null;
  // What a line has behind the last texel is passed over.
  const used = Math.ceil((width * bits) / 8);
  const line = new Uint8Array(used * planes);
  const lines = new RunLengths(bytes);
  const readLine = (): boolean => {
    for (let plane = 0; plane < planes; plane++) {
      const isWhole =
        lines.read(line.subarray(plane * used, (plane + 1) * used)) && lines.skip(planeStride - used);
      if (!isWhole) return false;
    }
    return true;
  };
  if (!readLine()) throw new Error('it ends in its first row');
  const data = new Uint8Array(width * height * 4);
  let rows = 0;
  do {
    for (let x = 0; x < width; x++) {
      const to = (rows * width + x) * 4;
      if (palette) {
        const from = indexAt(line, x, bits, planes, used) * 3;
        for (let i = 0; i < 3; i++) data[to + i] = palette[from + i] ?? 0;
      } else {
        for (let i = 0; i < 3; i++) data[to + i] = line[used * i + x] ?? 0;
      }
      data[to + 3] = 255;
    }
    rows++;
  } while (rows < height && readLine());
  return { width, height, data, rows };
}

/** Each plane gives some bits of the index, the first the lowest. */
function indexAt(line: Uint8Array, x: number, bits: number, planes: number, stride: number): number {
  const perByte = 8 / bits;
  const shift = 8 - bits - (x % perByte) * bits;
  const mask = (1 << bits) - 1;
  let index = 0;
  for (let plane = 0; plane < planes; plane++) {
    const byte = line[plane * stride + Math.floor(x / perByte)] ?? 0;
    index |= ((byte >> shift) & mask) << (plane * bits);
  }
  return index;
}

/** R, G, B a colour. */
function paletteOf(bytes: Uint8Array, depth: number): Uint8Array {
  const large = bytes.length - LARGE_PALETTE;
  if (depth > 4 && large > HEADER && bytes[large - 1] === PALETTE_MARK) return bytes.subarray(large);
  // Two colours are black and white, whatever the header's palette says.
  if (depth === 1) return new Uint8Array([0, 0, 0, 255, 255, 255]);
  if (depth <= 4) return bytes.subarray(16, 64);
  return Uint8Array.from({ length: LARGE_PALETTE }, (_, i) => Math.floor(i / 3));
}

/** Bytes with the two highest bits set say how often the next one is meant; a run may reach into the next line. */
class RunLengths {
  #at = HEADER;
  #left = 0;
  #value = 0;

  constructor(private readonly bytes: Uint8Array) {}

  /** Fills a part of a line; false when the bytes end before. */
  read(part: Uint8Array): boolean {
    return this.#take(part.length, (from, count) => part.fill(this.#value, from, from + count));
  }

  skip(length: number): boolean {
    return this.#take(length, () => {});
  }

  #take(length: number, use: (from: number, count: number) => void): boolean {
    for (let taken = 0; taken < length; ) {
      if (this.#left === 0 && !this.#next()) return false;
      const count = Math.min(this.#left, length - taken);
      use(taken, count);
      this.#left -= count;
      taken += count;
    }
    return true;
  }

  /** False at the end of the bytes. A run of none takes its two bytes and gives nothing. */
  #next(): boolean {
    while (this.#at < this.bytes.length) {
      const byte = this.bytes[this.#at++] ?? 0;
      const isRun = byte >= 0xc0;
      if (isRun && this.#at >= this.bytes.length) return false;
      this.#left = isRun ? byte & 0x3f : 1;
      this.#value = isRun ? (this.bytes[this.#at++] ?? 0) : byte;
      if (this.#left > 0) return true;
    }
    return false;
  }
}
