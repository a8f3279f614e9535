/** TGA and PCX pictures. */
import type { DecodedPicture } from './picture.ts';

/** TGA (Truevision, versions 1 and 2): with a palette, in colours of 15 to 32 bits, in greys; plain or in run lengths. */
const TGA_HEADER = 18;

/** Image types without run lengths; 8 more with them. */
const TYPES: Readonly<Record<number, 'index' | 'colour' | 'grey'>> = { 1: 'index', 2: 'colour', 3: 'grey' };

/** Bits of byte 17: how many bits of a texel are alpha, and which corner the first texel is. */
const ATTRIBUTES = 0x0f;
const FROM_RIGHT = 0x10;
const FROM_TOP = 0x20;

/**
 * Decodes a TGA as far as its bytes go: time and memory are bounded by the bytes and the texels.
 * Throws an error with a phrase for unknown forms of TGA, and without a single complete row.
 * @param bytes with a complete header, whose size is within the limits
 */
export function decodeTga(bytes: Uint8Array, width: number, height: number): DecodedPicture {
  const byte = (at: number) => bytes[at] ?? 0;
  const word = (at: number) => byte(at) | (byte(at + 1) << 8);
  const type = byte(2);
  const bits = byte(16);
  const form = TYPES[type & ~8];
  if (!form) throw new Error(`its type ${type} is unknown`);
  const known = { index: [8, 16], colour: [15, 16, 24, 32], grey: [8, 16] }[form];
  if (!known.includes(bits)) throw new Error(`its ${bits} bits per texel are not supported`);

  const paletteBits = byte(7);
  const paletteBytes = byte(1) === 1 ? word(5) * bytesOf(paletteBits) : 0;
  const palette = TGA_HEADER + byte(0);
  const pixels = palette + paletteBytes;
  if (form === 'index') {
    if (![15, 16, 24, 32].includes(paletteBits) || paletteBytes === 0) {
      throw new Error('its palette is of an unknown kind');
    }
    if (pixels > bytes.length) throw new Error('it ends in its palette');
  }
  const size = bytesOf(bits);
  // Index 0 is this colour of the palette.
  const firstIndex = word(3);
  const hasAlpha = bits === 32 || (byte(17) & ATTRIBUTES) === 1;
  const data = new Uint8Array(width * height * 4);
  const put = (at: number, to: number) => {
    if (form === 'grey') {
      data.fill(byte(at), to, to + 3);
      data[to + 3] = bits === 16 ? byte(at + 1) : 255;
    } else if (form === 'colour') putColour(bytes, at, bits, hasAlpha, data, to);
    else {
      const index = (size === 1 ? byte(at) : word(at)) - firstIndex;
      // An index outside the palette stays transparent black.
      if (index >= 0 && index < word(5)) {
        const from = palette + index * bytesOf(paletteBits);
        putColour(bytes, from, paletteBits, paletteBits === 32, data, to);
      }
    }
  };
  const texels = type & 8 ? runs(bytes, pixels, size) : plain(bytes, pixels, size);
  const count = width * height;
  let done = 0;
  for (const { at, step, length } of texels) {
    for (let i = 0; i < length && done < count; i++, done++) {
      const x = done % width;
      const y = Math.floor(done / width);
      const row = byte(17) & FROM_TOP ? y : height - 1 - y;
      const column = byte(17) & FROM_RIGHT ? width - 1 - x : x;
      put(at + i * step, (row * width + column) * 4);
    }
    if (done === count) break;
  }
  if (done < width) throw new Error('it ends in its first row');
  return { width, height, data, rows: Math.floor(done / width) };
}

/** A run of texels in the file; with `step` 0 the same one is repeated. */
interface Stretch {
  readonly at: number;
  readonly step: number;
  readonly length: number;
}

function* plain(bytes: Uint8Array, start: number, size: number): Generator<Stretch> {
  const length = Math.floor((bytes.length - start) / size);
  if (length > 0) yield { at: start, step: size, length };
}

/** The complete packets. The first byte has the length, and whether one texel follows or as many. */
function* runs(bytes: Uint8Array, start: number, size: number): Generator<Stretch> {
  for (let at = start; at + size < bytes.length; ) {
    const head = bytes[at] ?? 0;
    const length = (head & 0x7f) + 1;
    at++;
    if (head & 0x80) {
      yield { at, step: 0, length };
      at += size;
    } else {
      yield { at, step: size, length: Math.min(length, Math.floor((bytes.length - at) / size)) };
      at += length * size;
    }
  }
}

function bytesOf(bits: number): number {
  return Math.ceil(bits / 8);
}

/** B, G, R and A in the file; in 15 and 16 bits 5 of each, whose highest bits once more stand below, and 1 of alpha. */
function putColour(
  bytes: Uint8Array,
  at: number,
  bits: number,
  hasAlpha: boolean,
  data: Uint8Array,
  to: number,
): void {
  const byte = (i: number) => bytes[at + i] ?? 0;
  if (bits <= 16) {
    const packed = byte(0) | (byte(1) << 8);
    for (let i = 0; i < 3; i++) {
      const five = (packed >> (10 - 5 * i)) & 31;
      data[to + i] = (five << 3) | (five >> 2);
    }
    data[to + 3] = hasAlpha && packed < 0x8000 ? 0 : 255;
    return;
  }
  for (let i = 0; i < 3; i++) data[to + i] = byte(2 - i);
  data[to + 3] = hasAlpha && bits === 32 ? byte(3) : 255;
}

/** PCX (ZSoft, versions 0 to 5): 1 to 8 bits with a palette, 24 bits in three planes. */
const PCX_HEADER = 128;
/** A palette of 256 colours is at the end, after this byte. */
const LARGE_PALETTE = 768;
const PALETTE_MARK = 0x0c;

/**
 * Decodes a PCX as far as its bytes go: time and memory are bounded by the bytes and the texels, whatever the header
 * says of planes and lines.
 * Throws an error with a phrase for unknown forms of PCX, and without a single complete row.
 * @param bytes with a complete header, whose size is within the limits
 */
export function decodePcx(bytes: Uint8Array, width: number, height: number): DecodedPicture {
  const bits = bytes[3] ?? 0;
  const planes = bytes[65] ?? 0;
  const planeStride = (bytes[66] ?? 0) | ((bytes[67] ?? 0) << 8);
  const trueColour = bits === 8 && planes === 3;
  const indexed = [1, 2, 4, 8].includes(bits) && planes >= 1 && bits * planes <= 8;
  if (!trueColour && !indexed) throw new Error(`its ${planes} planes of ${bits} bits are not supported`);
  if (planeStride * 8 < width * bits) throw new Error('its lines are shorter than its width');

  const palette = indexed ? paletteOf(bytes, bits * planes) : null;
  // Padding after the last texel of a line is skipped.
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
  if (depth > 4 && large > PCX_HEADER && bytes[large - 1] === PALETTE_MARK) return bytes.subarray(large);
  // Two colours are black and white, whatever the header's palette says.
  if (depth === 1) return new Uint8Array([0, 0, 0, 255, 255, 255]);
  if (depth <= 4) return bytes.subarray(16, 64);
  return Uint8Array.from({ length: LARGE_PALETTE }, (_, i) => Math.floor(i / 3));
}

/** Run lengths: a byte with the two highest bits set says how often the next one repeats. Runs may continue in the next line. */
class RunLengths {
  #at = PCX_HEADER;
  #left = 0;
  #value = 0;

  constructor(private readonly bytes: Uint8Array) {}

  /** Fills a part of a line; false when the bytes end. */
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
