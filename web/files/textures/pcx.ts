/** PCX pictures (ZSoft's format, version 0 … 5): 1 to 8 bits with a palette, 24 bits in three planes. Pure. */

const HEADER = 128;
/** A palette of 256 colours stands at the end, behind this byte. */
const LARGE_PALETTE = 768;
const PALETTE_MARK = 0x0c;

export interface DecodedPicture {
  readonly width: number;
  readonly height: number;
  /** R, G, B, A a pixel, row by row from the top. */
  readonly data: Uint8Array;
}

/**
 * Decodes a whole PCX; what is cut off stays at colour 0.
 * @param bytes header already seen to be there, and the size in it to be bearable
 * Throws an error with a sentence for forms of PCX that are not known.
 */
export function decodePcx(bytes: Uint8Array, width: number, height: number): DecodedPicture {
  const bits = bytes[3] ?? 0;
  const planes = bytes[65] ?? 0;
  const planeStride = (bytes[66] ?? 0) | ((bytes[67] ?? 0) << 8);
  const trueColour = bits === 8 && planes === 3;
  const indexed = [1, 2, 4, 8].includes(bits) && planes >= 1 && bits * planes <= 8;
  if (!trueColour && !indexed) throw new Error(`its ${planes} planes of ${bits} bits are not known`);
  if (planeStride * 8 < width * bits) throw new Error('its lines are shorter than its width');

  const data = new Uint8Array(width * height * 4);
  const palette = indexed ? paletteOf(bytes, bits * planes) : null;
  const lines = new RunLengths(bytes);
  const line = new Uint8Array(planeStride * planes);
  for (let y = 0; y < height; y++) {
    lines.read(line);
    for (let x = 0; x < width; x++) {
      const to = (y * width + x) * 4;
      if (palette) {
        const from = indexAt(line, x, bits, planes, planeStride) * 3;
        for (let i = 0; i < 3; i++) data[to + i] = palette[from + i] ?? 0;
      } else {
        for (let i = 0; i < 3; i++) data[to + i] = line[planeStride * i + x] ?? 0;
      }
      data[to + 3] = 255;
    }
  }
  return { width, height, data };
}

/** Each plane gives some bits of the index, the first the lowest. */
function indexAt(line: Uint8Array, x: number, bits: number, planes: number, planeStride: number): number {
  const perByte = 8 / bits;
  const shift = 8 - bits - (x % perByte) * bits;
  const mask = (1 << bits) - 1;
  let index = 0;
  for (let plane = 0; plane < planes; plane++) {
    const byte = line[plane * planeStride + Math.floor(x / perByte)] ?? 0;
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

  read(line: Uint8Array): void {
    for (let to = 0; to < line.length; ) {
      if (this.#left === 0) this.#next();
      const count = Math.min(this.#left, line.length - to);
      line.fill(this.#value, to, to + count);
      this.#left -= count;
      to += count;
    }
  }

  #next(): void {
    const byte = this.bytes[this.#at++] ?? 0;
    const isRun = byte >= 0xc0;
    this.#left = isRun ? byte & 0x3f : 1;
    this.#value = isRun ? (this.bytes[this.#at++] ?? 0) : byte;
  }
}
