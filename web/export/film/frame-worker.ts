/** Makes bytes of frames beside the page: frames of a GIF, PNGs. */

import { reasonOf } from '../../lib/reason.ts';
import { Handed } from '../../ui/tasks/protocol.ts';
import { serve } from '../../ui/tasks/serve.ts';
import { type GifFrame, GifWriter, type Palette, type Pixels, paletteOf } from './gif-frames.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Pictures are handed over to the worker, which closes them. */
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
  /** Pictures whose colours are those of all frames; none: each frame gets its own. */
  readonly samples: readonly ImageBitmap[];
  readonly transparent: boolean;
  readonly repeats: boolean;
}

/** Pixels of a sample each way, at most: many pictures together give the colours. */
const SAMPLE_SIDE = 256;

const canvas = new OffscreenCanvas(1, 1);
// Its pixels are read: they are not kept on the card, where a colour might lose its last bit.
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
  if (!gif) throw new Error('The GIF has not begun.');
  return gif;
}

/** Draws a picture alone, and lets go of it. @param width, height pixels; else as it is */
function draw(picture: ImageBitmap, width = picture.width, height = picture.height) {
  if (!context) throw new Error('The browser gives no canvas to draw on.');
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

/** Colours that stand for those of all the pictures. */
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
