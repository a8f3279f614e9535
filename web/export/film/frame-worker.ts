/** Makes bytes of frames beside the page: frames of a GIF, PNGs. */

import { type GifFrame, GifWriter, type Palette, type Pixels, paletteOf } from './gif-frames.ts';

/** What is asked of the worker; it answers one after the other. */
export type FrameTask =
  | { readonly kind: 'png'; readonly picture: ImageBitmap }
  /** Begins a GIF. @param samples pictures whose colours are those of all frames; none: each frame gets its own */
  | {
      readonly kind: 'gif';
      readonly samples: readonly ImageBitmap[];
      readonly transparent: boolean;
      readonly repeats: boolean;
    }
  | { readonly kind: 'gif-frame'; readonly picture: ImageBitmap; readonly frame: GifFrame }
  | { readonly kind: 'gif-end' };

export type FrameAnswer = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly failure: string };

/** Pixels of a sample each way, at most: many pictures together give the colours. */
const SAMPLE_SIDE = 256;

const canvas = new OffscreenCanvas(1, 1);
// Its pixels are read: they are not kept on the card, where a colour might lose its last bit.
const context = canvas.getContext('2d', { willReadFrequently: true });
let gif: GifWriter | null = null;

self.onmessage = ({ data }: MessageEvent<FrameTask>) => {
  answer(data).then(
    (bytes) => self.postMessage({ bytes } satisfies FrameAnswer, { transfer: [bytes.buffer] }),
    (error) => self.postMessage({ failure: String(error) } satisfies FrameAnswer),
  );
};

async function answer(task: FrameTask): Promise<Uint8Array<ArrayBuffer>> {
  if (task.kind === 'png') return pngOf(task.picture);
  if (task.kind === 'gif') {
    const { samples, transparent, repeats } = task;
    gif = new GifWriter({
      transparent,
      repeats,
      palette: samples.length > 0 ? commonPalette(samples) : null,
    });
    return new Uint8Array();
  }
  if (!gif) throw new Error('The GIF has not begun.');
  return task.kind === 'gif-end' ? gif.end() : gif.frame(pixelsOf(task.picture), task.frame);
}

async function pngOf(picture: ImageBitmap): Promise<Uint8Array<ArrayBuffer>> {
  draw(picture);
  const png = await canvas.convertToBlob({ type: 'image/png' });
  return new Uint8Array(await png.arrayBuffer());
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
