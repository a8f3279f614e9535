/** Texels as something a canvas draws. */

/** What of the texels is looked at: colours without alpha, alpha as grey, or both over what is behind. */
export type Channels = 'rgb' | 'alpha' | 'rgba';

export interface Texels {
  readonly width: number;
  readonly height: number;
  /** R, G, B, A a texel, row by row from the top. */
  readonly data: ArrayLike<number>;
}

/** A canvas of the texels' size with some of their channels. */
export function texelCanvas({ width, height, data }: Texels, channels: Channels): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const image = new ImageData(width, height);
  const shown = image.data;
  const grey = channels === 'alpha';
  for (let i = 0; i < shown.length; i += 4) {
    const alpha = data[i + 3] ?? 0;
    shown[i] = grey ? alpha : (data[i] ?? 0);
    shown[i + 1] = grey ? alpha : (data[i + 1] ?? 0);
    shown[i + 2] = grey ? alpha : (data[i + 2] ?? 0);
    shown[i + 3] = channels === 'rgba' ? alpha : 255;
  }
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return canvas;
}
