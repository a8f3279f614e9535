/** Pictures that the browser decodes, with the colours that the file has. */
import { type DecodedPicture, MAX_TEXELS } from '../pictures/picture.ts';

/**
 * Decodes a PNG, JPEG or BMP whose header was seen to be bearable. Rejects when the browser cannot.
 *
 * A 2D canvas would multiply colours by alpha, and a transparent texel would come back black. Most skins are
 * opaque whatever their alpha says (abc.md §6), so their colours are read back through WebGL.
 */
export async function readBitmap(blob: Blob): Promise<DecodedPicture> {
  const bitmap = await createImageBitmap(blob, {
    premultiplyAlpha: 'none',
    colorSpaceConversion: 'none',
  }).catch((cause) => {
    throw new Error('the browser cannot read it', { cause });
  });
  const { width, height } = bitmap;
  try {
    if (width * height > MAX_TEXELS) throw new Error(`it is larger than its header says`);
    const data = readTexels(bitmap);
    if (data) return { width, height, data, rows: height };
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (!context) throw new Error('the browser gives no canvas');
    context.drawImage(bitmap, 0, 0);
    const { buffer } = context.getImageData(0, 0, width, height).data;
    return { width, height, data: new Uint8Array(buffer), rows: height };
  } finally {
    bitmap.close();
  }
}

/** The texels as they are; null without WebGL, or when the picture is too large for it. */
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
  // Few contexts may be there at once: this one is not left to the garbage collector.
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return failed ? null : data;
}
