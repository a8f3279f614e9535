/** Bytes to picture, for any format. Runs in a worker. */
import type { DtxLibrary } from '@lithoscope/dtx';
import type { SkinPicture } from '../document/open-file.ts';
import type { PictureKind } from '../explain/file-kind.ts';
import { dtxTexels } from '../pictures/dtx.ts';
import {
  type DecodedPicture,
  KIND_NAMES,
  MAX_TEXELS,
  refusedBySize,
  statedSize,
  type Texels,
} from '../pictures/picture.ts';
import { decodePcx, decodeTga } from '../pictures/tga-pcx.ts';
import type { DtxPicture } from './dtx-picture.ts';
import { drawnLevels, type LoadedPicture, withSmallerLevels } from './picture.ts';

/** Orders of the worker: a whole picture, or the texels of one level of a DTX. */
export interface PictureTask {
  readonly kind: PictureKind;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
export interface LevelTask {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly face: number;
  readonly level: number;
}

/** Minimum of the shorter side of a thumbnail, texels: twice the 56 CSS pixels of a list. */
const THUMBNAIL_SIDE = 112;

/**
 * Decodes a picture. Rejects with a phrase: `it ends in its first row`.
 * @param decodeDtx decodes a DTX; rejects with a phrase
 */
export async function decodePicture(
  { kind, bytes }: PictureTask,
  decodeDtx: (bytes: Uint8Array) => Promise<DtxPicture>,
): Promise<LoadedPicture> {
  const { width, height } = checkedSize({ kind, bytes });
  if (kind === 'dtx') {
    const loaded = await decodeDtx(bytes);
    return { ...loaded, isDtx: true, thumbnail: thumbnailOf(loaded), problem: '' };
  }
  const { rows, ...level } = await decodeImage(kind, bytes, width, height);
  const picture: SkinPicture = { format: 'rgba', levels: drawnLevels(withSmallerLevels(level)) };
  return {
    picture,
    format: KIND_NAMES[kind],
    width: level.width,
    height: level.height,
    levels: 1,
    isDtx: false,
    thumbnail: thumbnailOf({ picture }),
    problem: rows < level.height ? `cut off after ${rows} of ${level.height} rows` : '',
  };
}

/** A picture that is no DTX. Rejects with a phrase. */
async function decodeImage(
  kind: Exclude<PictureKind, 'dtx'>,
  bytes: Uint8Array<ArrayBuffer>,
  width: number,
  height: number,
): Promise<DecodedPicture> {
  if (kind === 'pcx') return decodePcx(bytes, width, height);
  if (kind === 'tga') return decodeTga(bytes, width, height);
  return readBitmap(new Blob([bytes]));
}

/** The texels of a picture; of a DTX, those of its largest level. Rejects with a phrase. */
export async function decodeTexels(
  { kind, bytes }: PictureTask,
  loadDtx: () => Promise<DtxLibrary>,
): Promise<Texels> {
  const { width, height } = checkedSize({ kind, bytes });
  return kind === 'dtx'
    ? decodeLevel({ bytes, face: 0, level: 0 }, loadDtx)
    : decodeImage(kind, bytes, width, height);
}

/** The smallest level that is large enough for a thumbnail, or the largest level. */
function thumbnailOf({ picture }: { picture: SkinPicture }): Texels {
  const { levels } = picture.decoded ?? picture;
  const small =
    levels.findLast(({ width, height }) => Math.min(width, height) >= THUMBNAIL_SIDE) ?? levels[0];
  if (!small) throw new Error('none of its levels is complete');
  return small;
}

/** Checks the size again before memory is allocated: no path to a decoder may bypass the limits. */
function checkedSize({ kind, bytes }: PictureTask): { width: number; height: number } {
  const refused = refusedBySize(kind, bytes);
  const size = statedSize(kind, bytes);
  if (refused || !size) throw new Error(refused);
  return size;
}

/** Decodes one level of a DTX. Rejects with a phrase. */
export async function decodeLevel(
  { bytes, face, level }: LevelTask,
  loadDtx: () => Promise<DtxLibrary>,
): Promise<Texels> {
  return dtxTexels(await loadDtx(), bytes, face, level);
}

/**
 * Decodes a PNG, JPEG, WebP, GIF (its first picture) or BMP by the browser, after its header was checked. Rejects when the browser cannot.
 *
 * The texels are read through WebGL: a 2D canvas premultiplies alpha, which turns transparent texels black, but most
 * skins are drawn opaque whatever their alpha (abc.md §6).
 */
async function readBitmap(blob: Blob): Promise<DecodedPicture> {
  const bitmap = await createImageBitmap(blob, {
    premultiplyAlpha: 'none',
    colorSpaceConversion: 'none',
  }).catch((cause) => {
    throw new Error('the browser cannot read it', { cause });
  });
  const { width, height } = bitmap;
  try {
    if (width * height > MAX_TEXELS) throw new Error(`it is larger than its header specifies`);
    const data = readTexels(bitmap);
    if (data) return { width, height, data, rows: height };
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (!context) throw new Error('the browser cannot create a canvas');
    context.drawImage(bitmap, 0, 0);
    const { buffer } = context.getImageData(0, 0, width, height).data;
    return { width, height, data: new Uint8Array(buffer), rows: height };
  } finally {
    bitmap.close();
  }
}

/** The texels, not premultiplied; null without WebGL, or if the picture is too large for it. */
function readTexels(bitmap: ImageBitmap): Uint8Array | null {
  const { width, height } = bitmap;
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  if (!gl) return null;
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
  const texture = gl.getParameter(gl.TEXTURE_BINDING_2D);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  const data = new Uint8Array(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data);
  const failed = gl.getError() !== gl.NO_ERROR;
  // Browsers allow few contexts: free this one without waiting for the garbage collector.
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return failed ? null : data;
}
