/** The worker that decodes pictures: a hostile one cannot block the page, which ends the worker if necessary. */
import { DtxLibrary } from '@lithoscope/dtx';
import { loadOnce } from '../lib/once.ts';
import type { Texels } from '../pictures/picture.ts';
import { Handed } from '../ui/tasks/protocol.ts';
import { serve } from '../ui/tasks/serve.ts';
import { decodeLevel, decodePicture, type LevelTask, type PictureTask } from './decode.ts';
import { dtxDecoder } from './dtx-picture.ts';
import type { LoadedPicture } from './picture.ts';

export interface PictureWork {
  readonly picture: { readonly order: PictureTask; readonly result: LoadedPicture };
  /** One level of a DTX. */
  readonly level: { readonly order: LevelTask; readonly result: Texels };
  readonly square: { readonly order: SquareTask; readonly result: Blob };
}

/** The centre square of a picture, as WebP. */
export interface SquareTask {
  readonly picture: ImageBitmap;
  /** Side of the square, pixels. */
  readonly side: number;
}

const loadDtx = loadOnce(() => DtxLibrary.load());

serve<PictureWork>({
  async picture(task) {
    const loaded = await decodePicture(task, dtxDecoder(loadDtx));
    const { picture, thumbnail } = loaded;
    // The thumbnail may be one of the levels.
    return handed(loaded, [...picture.levels, ...(picture.decoded?.levels ?? []), thumbnail]);
  },
  async level(task) {
    const texels = await decodeLevel(task, loadDtx);
    return handed(texels, [texels]);
  },
  square: squareOf,
});

function squareOf({ picture, side }: SquareTask): Promise<Blob> {
  const { width, height } = picture;
  const from = Math.min(width, height);
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext('2d');
  if (context) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, (width - from) / 2, (height - from) / 2, from, from, 0, 0, side, side);
  }
  picture.close();
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
}

function handed<Result>(
  result: Result,
  levels: readonly { readonly data: ArrayBufferView }[],
): Handed<Result> {
  return new Handed(
    result,
    levels.map(({ data }) => data.buffer as ArrayBuffer),
  );
}
