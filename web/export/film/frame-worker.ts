/** Worker that encodes frames: PNGs, and the frames of a GIF. */

import { applyPalette, type Colour, type Encoder, GIFEncoder, quantize } from 'gifenc';
import { reasonOf } from '../../lib/reason.ts';
import { Handed } from '../../ui/tasks/protocol.ts';
import { serve } from '../../ui/tasks/serve.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Pictures are transferred to the worker, which closes them. */
export interface FrameWork {
  readonly png: { readonly order: ImageBitmap; readonly result: Bytes };
  readonly 'gif-begin': { readonly order: GifOrder; readonly result: null };
  readonly 'gif-frame': {
    readonly order: { readonly picture: ImageBitmap; readonly frame: GifFrame };
    readonly result: Bytes;
  };
  readonly 'gif-end': { readonly order: null; readonly result: Bytes };
}

interface GifOrder {
  /** Frames from which the common palette is computed; none: a palette per frame. */
  readonly samples: readonly ImageBitmap[];
  readonly transparent: boolean;
  readonly repeats: boolean;
}

/** Longest side of a sample, pixels: many samples together determine the colours. */
const SAMPLE_SIDE = 256;

const canvas = new OffscreenCanvas(1, 1);
// Its pixels are read back: on the GPU a colour might lose its last bit.
const context = canvas.getContext('2d', { willReadFrequently: true });
let gif: GifWriter | null = null;

serve<FrameWork>(
  {
    async png(picture) {
      draw(picture);
      const png = await canvas.convertToBlob({ type: 'image/png' });
      return handed(new Uint8Array(await png.arrayBuffer()));
    },
    'gif-begin'({ samples, transparent, repeats }) {
      const palette = samples.length > 0 ? commonPalette(samples) : null;
      gif = new GifWriter({ transparent, repeats, palette });
      return null;
    },
    'gif-frame': ({ picture, frame }) => handed(begun().frame(pixelsOf(picture), frame)),
    'gif-end': () => handed(begun().end()),
  },
  { words: (error) => `A frame could not be encoded: ${reasonOf(error)}` },
);

const handed = (bytes: Bytes) => new Handed(bytes, [bytes.buffer]);

function begun(): GifWriter {
  if (!gif) throw new Error('The GIF has not been started.');
  return gif;
}

/** Draws a picture onto the canvas and closes it. @param width, height pixels; by default its own */
function draw(picture: ImageBitmap, width = picture.width, height = picture.height) {
  if (!context) throw new Error('The browser cannot create a canvas to draw on.');
  canvas.width = width;
  canvas.height = height;
  context.imageSmoothingEnabled = false;
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  return context;
}

const pixelsOf = (picture: ImageBitmap): Pixels => {
  const { width, height } = picture;
  return draw(picture).getImageData(0, 0, width, height);
};

/** A palette for all samples. */
function commonPalette(samples: readonly ImageBitmap[]): Palette {
  const parts = samples.map((picture) => {
    const scale = Math.min(1, SAMPLE_SIDE / Math.max(picture.width, picture.height));
    const side = (length: number) => Math.max(1, Math.round(length * scale));
    const [width, height] = [side(picture.width), side(picture.height)];
    return draw(picture, width, height).getImageData(0, 0, width, height).data;
  });
  const all = new Uint8ClampedArray(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return paletteOf(all);
}

/** Colours in a palette of 256; one index is for transparency. */
const MAX_COLOURS = 255;
/** Alpha from which a pixel is opaque: a GIF has no partial transparency. */
const OPAQUE_FROM = 128;

/**
 * Colours of at least this share of a picture enter its palette exactly, up to a maximum: quantized flat areas and gradients
 * would show steps.
 */
const FREQUENT = 1 / 2000;
const MAX_FREQUENT = 128;
/** Maximum number of pixels counted for that. */
const MAX_COUNTED = 1 << 18;

/** RGBA, row by row from the top. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

export interface Palette {
  readonly colours: readonly Colour[];
  /** Indices of the exact colours (0xBBGGRR). */
  readonly exact: ReadonlyMap<number, number>;
}

export interface GifFrame {
  /** Duration, 1/100 s. */
  readonly delay: number;
}

interface GifOptions {
  /** Transparent background; else all pixels are opaque. */
  readonly transparent: boolean;
  /** Palette of all frames; null: one per frame. */
  readonly palette: Palette | null;
  /** Loops forever; else it plays once. */
  readonly repeats: boolean;
}

/** Computes a palette. @param all pixels of all samples, RGBA */
export function paletteOf(all: Uint8ClampedArray): Palette {
  const pixels = wordsOf(all);
  const opaque = pixels.filter((pixel) => pixel >>> 24 >= OPAQUE_FROM);
  const frequent = frequentIn(opaque);
  const exact = new Map(frequent.map((colour, i) => [colour, i]));
  const rest = opaque.filter((pixel) => !exact.has(pixel & RGB));
  const left =
    rest.length > 0 ? quantize(bytesOf(rest), MAX_COLOURS - frequent.length, { format: 'rgb565' }) : [];
  const colours = [...frequent.map(partsOf), ...left];
  return { colours: colours.length > 0 ? colours : [[0, 0, 0]], exact };
}

/** The frequent colours, most frequent first. */
function frequentIn(pixels: Uint32Array): number[] {
  const step = Math.ceil(pixels.length / MAX_COUNTED);
  const counts = new Map<number, number>();
  for (let i = 0; i < pixels.length; i += step) {
    const colour = (pixels[i] ?? 0) & RGB;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const enough = (pixels.length / step) * FREQUENT;
  return [...counts]
    .filter(([, count]) => count >= enough)
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_FREQUENT)
    .map(([colour]) => colour);
}

/** Writes a GIF frame by frame; the file is the concatenation of what it returns. */
export class GifWriter {
  readonly #options: GifOptions;
  readonly #encoder: Encoder = GIFEncoder({ auto: false });
  /** The previous frame; null before the first. */
  #before: Uint32Array | null = null;

  constructor(options: GifOptions) {
    this.#options = options;
  }

  /** The bytes of the next frame; all frames have the same size. */
  frame({ data, width, height }: Pixels, { delay }: GifFrame): Uint8Array<ArrayBuffer> {
    const { transparent, palette, repeats } = this.#options;
    const encoder = this.#encoder;
    const first = this.#before === null;
    encoder.reset();
    if (first) encoder.writeHeader();
    const { colours, exact } = palette ?? paletteOf(data);
    const index = applyPalette(data, colours, 'rgb565');
    const pixels = wordsOf(data);
    for (let i = 0; i < index.length; i++) index[i] = exact.get((pixels[i] ?? 0) & RGB) ?? index[i] ?? 0;
    const clear = colours.length;
    const cleared = transparent
      ? clearSeeThrough(pixels, index, clear)
      : this.#clearUnchanged(pixels, index, clear);
    this.#before = transparent ? NONE : pixels.slice();
    encoder.writeFrame(index, width, height, {
      // The palette of the first frame applies to frames without one.
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

  /** Clears unchanged pixels: long runs of one index compress well. */
  #clearUnchanged(pixels: Uint32Array, index: Uint8Array, clear: number): boolean {
    const before = this.#before;
    if (!before) return false;
    for (let i = 0; i < index.length; i++) if (pixels[i] === before[i]) index[i] = clear;
    return true;
  }
}

const NONE = new Uint32Array();

function clearSeeThrough(pixels: Uint32Array, index: Uint8Array, clear: number): boolean {
  for (let i = 0; i < index.length; i++) if ((pixels[i] ?? 0) >>> 24 < OPAQUE_FROM) index[i] = clear;
  return true;
}

/** Pixels as 0xAABBGGRR: all browsers run on little-endian machines. */
function wordsOf({ buffer, byteOffset, length }: Uint8ClampedArray): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length / 4);
}

const bytesOf = ({ buffer, byteOffset, length }: Uint32Array) =>
  new Uint8Array(buffer, byteOffset, length * 4);

const RGB = 0xffffff;

function partsOf(colour: number): Colour {
  return [colour & 0xff, (colour >> 8) & 0xff, colour >> 16];
}
