/** The first picture of a GIF as texels, where there is no browser to decode it. */
import { MAX_TEXELS, type Texels } from './picture.ts';

/** Signature, and what follows it about the screen: size, flags, background, aspect ratio. */
const HEAD = 13;
const FLAGS = 10;

const EXTENSION = 0x21;
const PICTURE = 0x2c;
/** The extension with the transparent colour of the next picture. */
const CONTROL = 0xf9;

/** Codes have at most 12 bits. */
const MOST_CODES = 4096;

const CUT_OFF = 'it is cut off';
const DAMAGED = 'it is damaged';

/** Reads bytes one after the other. Throws `it is cut off` at the end. */
class Reader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  u8(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw new Error(CUT_OFF);
    return value;
  }

  u16(): number {
    return this.u8() | (this.u8() << 8);
  }

  take(length: number): Uint8Array {
    const taken = this.#bytes.subarray(this.#at, this.#at + length);
    if (taken.length < length) throw new Error(CUT_OFF);
    this.#at += length;
    return taken;
  }

  /** Blocks, each after its length, to the empty one. */
  *blocks(): Generator<Uint8Array> {
    for (let length = this.u8(); length > 0; length = this.u8()) yield this.take(length);
  }

  /** Colours, three bytes each, if the flags say that there are any. */
  palette(flags: number): Uint8Array | null {
    return flags & 0x80 ? this.take(3 * 2 ** ((flags & 7) + 1)) : null;
  }
}

/**
 * Decodes the first picture of a GIF, on a transparent screen. Time and memory are bounded by its bytes and texels: whatever
 * the codes are, each stands for a shorter one and a colour. Throws an error with a phrase for what is damaged or ends too soon.
 * @param bytes with a header whose size is within the limits
 * @returns larger than the screen where the picture is, as in browsers
 */
export function decodeGif(bytes: Uint8Array, screenWidth: number, screenHeight: number): Texels {
  const reader = new Reader(bytes, HEAD);
  const common = reader.palette(bytes[FLAGS] ?? 0);
  const transparent = transparentBeforePicture(reader);
  const [left, top, columns, rows] = [reader.u16(), reader.u16(), reader.u16(), reader.u16()];
  const flags = reader.u8();
  const palette = reader.palette(flags) ?? common ?? new Uint8Array();
  const width = Math.max(screenWidth, left + columns);
  const height = Math.max(screenHeight, top + rows);
  if (width * height > MAX_TEXELS) throw new Error('it is larger than its header specifies');
  const indices = coloursOf(reader, columns * rows);
  const data = new Uint8Array(width * height * 4);
  const order = flags & 0x40 ? interlaced(rows) : null;
  for (let row = 0; row < rows; row++) {
    const to = (top + (order?.[row] ?? row)) * width + left;
    for (let x = 0; x < columns; x++) {
      const index = indices[row * columns + x] ?? 0;
      // A colour that the palette lacks is black.
      if (index === transparent) continue;
      data.set(palette.subarray(3 * index, 3 * index + 3), 4 * (to + x));
      data[4 * (to + x) + 3] = 255;
    }
  }
  return { width, height, data };
}

/** Reads up to the first picture. @returns its transparent colour, −1 when it has none */
function transparentBeforePicture(reader: Reader): number {
  let transparent = -1;
  for (let what = reader.u8(); what !== PICTURE; what = reader.u8()) {
    if (what !== EXTENSION) throw new Error(DAMAGED);
    const label = reader.u8();
    for (const [flags = 0, , , index = -1] of reader.blocks())
      if (label === CONTROL) transparent = flags & 1 ? index : -1;
  }
  return transparent;
}

/** Rows in their order in the file: each eighth, those between them, and so on. */
function interlaced(rows: number): number[] {
  const order: number[] = [];
  for (const [first, step] of [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ] as const)
    for (let row = first; row < rows; row += step) order.push(row);
  return order;
}

/** Codes of a growing number of bits, the lowest first, to the end of the blocks. */
class Codes {
  readonly #blocks: Generator<Uint8Array>;
  #block: Uint8Array = new Uint8Array();
  #at = 0;
  #bits = 0;
  #held = 0;

  constructor(reader: Reader) {
    this.#blocks = reader.blocks();
  }

  /** The next code, of 2 to 12 bits. Throws at the end. */
  next(bits: number): number {
    while (this.#bits < bits) {
      if (this.#at === this.#block.length) {
        const { value } = this.#blocks.next();
        if (!value) throw new Error(CUT_OFF);
        [this.#block, this.#at] = [value, 0];
      }
      this.#held |= (this.#block[this.#at++] ?? 0) << this.#bits;
      this.#bits += 8;
    }
    const code = this.#held & (2 ** bits - 1);
    this.#held >>= bits;
    this.#bits -= bits;
    return code;
  }
}

/** Inflates a number of indices of colours (LZW). Throws when there are fewer. */
function coloursOf(reader: Reader, count: number): Uint8Array {
  const depth = reader.u8();
  if (depth < 1 || depth > 8) throw new Error(DAMAGED);
  const clear = 2 ** depth;
  const end = clear + 1;
  // A code stands for what an earlier one does, and a colour; of each, also the number and the first of its colours.
  const earlier = new Uint16Array(MOST_CODES);
  const last = Uint8Array.from({ length: MOST_CODES }, (_, code) => code & (clear - 1));
  const first = last.slice();
  const lengths = new Uint32Array(MOST_CODES).fill(1);
  const codes = new Codes(reader);
  const indices = new Uint8Array(count);
  let [free, bits, previous] = [end + 1, depth + 1, -1];
  for (let filled = 0; filled < count; ) {
    const code = codes.next(bits);
    if (code === clear) {
      [free, bits, previous] = [end + 1, depth + 1, -1];
      continue;
    }
    if (code === end) throw new Error(CUT_OFF);
    if (previous < 0 && code > end) throw new Error(DAMAGED);
    if (previous >= 0 && free < MOST_CODES) {
      earlier[free] = previous;
      first[free] = first[previous] ?? 0;
      lengths[free] = (lengths[previous] ?? 0) + 1;
      // The code that is being made stands for its own first colour too.
      last[free] = first[code] ?? 0;
      free++;
    }
    if (code >= free) throw new Error(DAMAGED);
    const length = lengths[code] ?? 0;
    // Colours beyond the picture are left out.
    for (let at = filled + length - 1, from = code; at >= filled; at--) {
      if (at < count) indices[at] = last[from] ?? 0;
      from = earlier[from] ?? 0;
    }
    filled += length;
    if (free === 2 ** bits && bits < 12) bits++;
    previous = code;
  }
  return indices;
}
