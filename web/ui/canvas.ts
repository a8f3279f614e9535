/** Canvases with one pixel per screen pixel. */

/** Sets the pixel size of a canvas to that of the screen. @returns its size, CSS pixels */
export function fitCanvas(canvas: HTMLCanvasElement): { width: number; height: number } {
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  return { width, height };
}
