/**
 * The eye of a picture, perspective or orthographic, fitted to the size of the picture and to what covers a part of
 * it; and the panes of a picture.
 */

import { type Box3, MathUtils, OrthographicCamera, PerspectiveCamera, type Vector3 } from 'three';
import { type Framing, frameBox } from './framing.ts';
import type { PicturePoint } from './picking.ts';

/** However high the overlays are, a model may use this part of the picture's height. */
const MIN_FREE = 0.5;
/** How far behind the model something is still drawn, in its own radius. */
const DEPTH = 60;

export class Eye {
  /** Stands where the eye is. */
  readonly perspective = new PerspectiveCamera();
  /** Draws without perspective. */
  isOrthographic = false;
  /** Sees what `perspective` sees; what is looked at has the same size in both. */
  readonly #orthographic = new OrthographicCamera();
  /** Of the picture, CSS pixels. */
  #width = 0;
  #height = 0;
  #insets: Insets = { top: 0, bottom: 0 };

  /** The camera to draw with. */
  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.isOrthographic ? this.#orthographic : this.perspective;
  }

  /**
   * Fits to a picture, so that what is looked at is in the middle of the part that is free of overlays. Sizes in CSS
   * pixels.
   * @param part what of the picture is drawn; else all of it
   */
  fit(width: number, height: number, insets: Insets, part?: PaneRect): void {
    this.#width = width;
    this.#height = height;
    this.#insets = insets;
    if (width === 0 || height === 0) return;
    const { top, bottom } = insets;
    const covered = height - this.#freeHeight();
    const down = top + bottom > 0 ? (covered * (top - bottom)) / (top + bottom) / 2 : 0;
    this.perspective.aspect = width / height;
    const seen = part ?? { left: 0, top: 0, width, height };
    this.perspective.setViewOffset(width, height, seen.left, seen.top - down, seen.width, seen.height);
  }

  /** Where the eye must stand to see a box (world space) beside the overlays. @param direction as `frameBox` has it */
  framing(box: Box3, direction: Vector3): Framing {
    const free = this.#freeHeight();
    const tangent = Math.tan(MathUtils.degToRad(this.perspective.fov / 2)) * (free / this.#height || 1);
    const angle = MathUtils.radToDeg(Math.atan(tangent)) * 2;
    return frameBox(box, direction, angle, this.#width / free || 1);
  }

  /** Before a picture. @param radius of all that there is to see: the measure of what is too near or too far */
  update(target: Vector3, radius: number): void {
    const camera = this.perspective;
    const distance = camera.position.distanceTo(target);
    const depth = radius * DEPTH;
    camera.near = Math.max(distance - radius * 6, distance * 0.02);
    camera.far = distance + depth;
    camera.updateProjectionMatrix();
    if (this.isOrthographic) this.#matchPerspective(distance, depth);
  }

  #freeHeight(): number {
    const height = this.#height;
    return Math.max(height - this.#insets.top - this.#insets.bottom, height * MIN_FREE);
  }

  /** @param depth how far before and behind the target something is still drawn */
  #matchPerspective(distance: number, depth: number): void {
    const eye = this.#orthographic;
    const { fov, aspect, view, position, quaternion } = this.perspective;
    eye.top = Math.tan(MathUtils.degToRad(fov / 2)) * distance;
    eye.bottom = -eye.top;
    eye.right = eye.top * aspect;
    eye.left = -eye.right;
    eye.near = distance - depth;
    eye.far = distance + depth;
    if (view)
      eye.setViewOffset(view.fullWidth, view.fullHeight, view.offsetX, view.offsetY, view.width, view.height);
    eye.position.copy(position);
    eye.quaternion.copy(quaternion);
    eye.updateMatrixWorld();
    eye.updateProjectionMatrix();
  }
}

/** A part of the picture, CSS pixels from its top left. */
export interface PaneRect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What lies over a picture at its top and bottom; heights, CSS pixels. */
export interface Insets {
  readonly top: number;
  readonly bottom: number;
}

/** A place in a pane: from its middle, −1 … 1 to the right and up. */
export interface PanePlace {
  readonly pane: number;
  readonly point: PicturePoint;
}

/** Panes stand below what lies at the top when they keep this height together, CSS pixels. */
const LEAST_PANES = 150;
/** A pane that is narrower is stacked instead, as on a phone; CSS pixels. */
const MIN_WIDTH = 220;
/** Stacked panes that are lower stand beside each other after all. */
const MIN_HEIGHT = 100;

/** Beside each other as far as there is width, else in rows; all have the size of the first. */
export function paneRects(count: number, width: number, height: number): PaneRect[] {
  if (count < 2) return [{ left: 0, top: 0, width, height }];
  let columns = Math.min(Math.max(Math.floor(width / MIN_WIDTH), 1), count);
  while (columns < count && height / Math.ceil(count / columns) < MIN_HEIGHT) columns++;
  const rows = Math.ceil(count / columns);
  // As many in each row as there are in the fullest: four in two rows are two and two.
  columns = Math.ceil(count / rows);
  const size = { width: Math.floor(width / columns), height: Math.floor(height / rows) };
  return Array.from({ length: count }, (_, i) => ({
    left: (i % columns) * size.width,
    top: Math.floor(i / columns) * size.height,
    ...size,
  }));
}

/** The panes of a picture, and what still covers a part of each of them. */
export function arrangePanes(
  count: number,
  width: number,
  height: number,
  { top, bottom }: Insets,
): { readonly rects: readonly PaneRect[]; readonly insets: Insets } {
  // In a low picture what lies at the top covers the panes, as it covers one.
  const free = count > 1 && height - top >= LEAST_PANES ? top : 0;
  const rects = paneRects(count, width, height - free).map((rect) => ({ ...rect, top: rect.top + free }));
  return { rects, insets: { top: free > 0 ? 0 : top, bottom } };
}
