/** The pointer over the picture: presses that do not turn the view, and where it rests. */

/** A press that moves farther than this (CSS pixels) turns the view and picks nothing. */
const CLICK_SLACK = 4;

/** A place in the picture: from its middle, −1 … 1 to the right and up. */
export interface PicturePoint {
  readonly x: number;
  readonly y: number;
}

export function placeOf(canvas: HTMLCanvasElement, { clientX, clientY }: MouseEvent): PicturePoint {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return { x: ((clientX - left) / width) * 2 - 1, y: 1 - ((clientY - top) / height) * 2 };
}

/** Calls back for presses of the primary button that do not turn the view. */
export function onClick(canvas: HTMLCanvasElement, callback: (point: PicturePoint) => void): void {
  let start: PointerEvent | null = null;
  canvas.addEventListener('pointerdown', (event) => {
    start = event.button === 0 && event.isPrimary ? event : null;
  });
  canvas.addEventListener('pointerup', (event) => {
    if (!event.isPrimary || !start) return;
    const moved = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY);
    if (moved <= CLICK_SLACK) callback(placeOf(canvas, event));
  });
}

/**
 * Calls back where a mouse or pen rests, at most once a frame, and with null when it leaves or presses: a finger
 * rests nowhere.
 */
export function onHover(canvas: HTMLCanvasElement, callback: (point: PicturePoint | null) => void): void {
  let last: PointerEvent | null = null;
  let request = 0;
  const leave = () => {
    cancelAnimationFrame(request);
    request = 0;
    callback(null);
  };
  canvas.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'touch' || event.buttons !== 0) return;
    last = event;
    request ||= requestAnimationFrame(() => {
      request = 0;
      if (last) callback(placeOf(canvas, last));
    });
  });
  canvas.addEventListener('pointerleave', leave);
  canvas.addEventListener('pointerdown', leave);
}
