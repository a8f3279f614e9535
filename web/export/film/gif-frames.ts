/** Pictures → the frames of a GIF. No DOM. */

import { applyPalette, type Colour, type Encoder, GIFEncoder, quantize } from 'gifenc';

/** A GIF has no more colours in a palette; one of them is for what is not drawn. */
const MAX_COLOURS = 255;
/** Alpha from which on a pixel is drawn, fully: a GIF knows nothing between. */
const OPAQUE_FROM = 128;

/** RGBA, row by row from the top. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

export interface GifFrame {
  /** How long it stands, 1/100 s. */
  readonly delay: number;
}

export interface GifOptions {
  /** Where nothing is drawn it is transparent; else all pixels are opaque. */
  readonly transparent: boolean;
  /** For all frames; null: each gets its own. */
  readonly palette: readonly Colour[] | null;
  /** For ever; else it is shown once. */
  readonly repeats: boolean;
}

/** The palette of pictures. @param all pixels of all of them, RGBA */
export function paletteOf(all: Uint8ClampedArray): Colour[] {
  const opaque = opaqueOnly(all);
  return opaque.length > 0 ? quantize(opaque, MAX_COLOURS, { format: 'rgb565' }) : [[0, 0, 0]];
}

/** Writes frame after frame; what it returns, one behind the other, is the file. */
export class GifWriter {
  readonly #options: GifOptions;
  readonly #encoder: Encoder = GIFEncoder({ auto: false });
  /** The frame before; null before the first. */
  #before: Uint32Array | null = null;

  constructor(options: GifOptions) {
    this.#options = options;
  }

  /** The bytes of the next frame; all frames have one size. */
  frame({ data, width, height }: Pixels, { delay }: GifFrame): Uint8Array<ArrayBuffer> {
    const { transparent, palette, repeats } = this.#options;
    const encoder = this.#encoder;
    const first = this.#before === null;
    encoder.reset();
    if (first) encoder.writeHeader();
    const colours = palette ?? paletteOf(data);
    const index = applyPalette(data, colours, 'rgb565');
    const clear = colours.length;
    const cleared = transparent
      ? clearSeeThrough(data, index, clear)
      : this.#clearUnchanged(data, index, clear);
    this.#before = transparent ? NONE : new Uint32Array(data.slice().buffer);
    encoder.writeFrame(index, width, height, {
      // One that is written with the first frame holds for those that have none.
      ...((first || !palette) && { palette: [...colours, [0, 0, 0]] }),
      first,
      transparent: cleared,
      transparentIndex: clear,
      delay: delay * 10,
      repeat: repeats ? 0 : -1,
      dispose: transparent ? 2 : 1,
    });
    return encoder.bytes();
  }

  end(): Uint8Array<ArrayBuffer> {
    this.#encoder.reset();
    this.#encoder.finish();
    return this.#encoder.bytes();
  }

  /** A pixel that stays as it was needs not be drawn: long runs of one index are small. */
  #clearUnchanged(data: Uint8ClampedArray, index: Uint8Array, clear: number): boolean {
    const before = this.#before;
    if (!before) return false;
    const now = new Uint32Array(data.buffer, data.byteOffset, index.length);
    for (let i = 0; i < index.length; i++) if (now[i] === before[i]) index[i] = clear;
    return true;
  }
}

const NONE = new Uint32Array();

function clearSeeThrough(data: Uint8ClampedArray, index: Uint8Array, clear: number): boolean {
  for (let i = 0; i < index.length; i++) if ((data[i * 4 + 3] ?? 0) < OPAQUE_FROM) index[i] = clear;
  return true;
}

/** The pixels that are drawn. */
function opaqueOnly(data: Uint8ClampedArray): Uint8ClampedArray {
  const kept = new Uint8ClampedArray(data.length);
  let length = 0;
  for (let i = 0; i < data.length; i += 4) {
    if ((data[i + 3] ?? 0) < OPAQUE_FROM) continue;
    kept.set(data.subarray(i, i + 4), length);
    length += 4;
  }
  return kept.slice(0, length);
}
