/** Backgrounds of saved pictures. */

import { type Backdrop, type Background, backdrop } from '../document/view.ts';
import { cssColor } from '../ui/theme.ts';

/** A background of the view, transparent, or a colour as `#rrggbb`. */
export type Ground = Exclude<Background, 'color'> | 'transparent' | `#${string}`;

/** Side of a square of the checkerboard, CSS pixels (as in scene.css). */
const SQUARE = 16;

/** Fills the canvas of a context. @param ratio canvas pixels per CSS pixel */
export function paintGround(context: CanvasRenderingContext2D, ground: Ground, ratio: number): void {
  const { width, height } = context.canvas;
  context.clearRect(0, 0, width, height);
  if (ground === 'transparent') return;
  const behind = ground === 'picture' ? backdrop.peek() : null;
  if (behind) {
    paintPicture(context, behind);
    return;
  }
  context.fillStyle = fillOf(context, ground, height);
  context.fillRect(0, 0, width, height);
  if (ground === 'checker') paintSquares(context, width, height, SQUARE * ratio);
}

function fillOf(
  context: CanvasRenderingContext2D,
  ground: Exclude<Ground, 'transparent'>,
  height: number,
): string | CanvasGradient {
  if (ground === 'dark') return cssColor('--backdrop-dark');
  if (ground === 'light') return cssColor('--backdrop-light');
  if (ground === 'checker') return cssColor('--viewport-top');
  if (ground !== 'theme' && ground !== 'picture') return ground;
  const gradient = context.createLinearGradient(0, 0, 0, height);
  gradient.addColorStop(0, cssColor('--viewport-top'));
  gradient.addColorStop(1, cssColor('--viewport-bottom'));
  return gradient;
}

function paintSquares(context: CanvasRenderingContext2D, width: number, height: number, side: number): void {
  context.fillStyle = cssColor('--viewport-bottom');
  for (let row = 0; row * side < height; row++) {
    for (let column = row % 2; column * side < width; column += 2) {
      context.fillRect(column * side, row * side, side, side);
    }
  }
}

/** Fills the canvas with the middle of a picture, as `cover` does in style sheets. */
function paintPicture(context: CanvasRenderingContext2D, { picture }: Backdrop): void {
  const { width, height } = context.canvas;
  const scale = Math.max(width / picture.width, height / picture.height);
  const [across, down] = [picture.width * scale, picture.height * scale];
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, (width - across) / 2, (height - down) / 2, across, down);
}
