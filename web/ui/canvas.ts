/** Canvases whose pixels are those of the screen. */

/** Gives a canvas as many pixels as the screen has where it stands; its size on the page, CSS pixels. */
export function fitCanvas(canvas: HTMLCanvasElement): { width: number; height: number } {
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  return { width, height };
}
