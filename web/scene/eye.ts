/**
 * The eye of a picture, perspective or orthographic, fitted to the size of the picture and to what covers a part of
 * it; and the panes of a picture.
 */

import { type Box3, MathUtils, OrthographicCamera, PerspectiveCamera, type Vector3 } from 'three';
import { type Framing, frameBox } from './framing.ts';
import type { PicturePoint } from './picking.ts';

/** Fraction of the picture's height that a model may always use, however high the overlays are. */
const MIN_FREE = 0.5;
/** How far behind the model the far plane lies, in radii of the model. */
const DEPTH = 60;

export class Eye {
  /** The perspective camera at the eye. */
  readonly perspective = new PerspectiveCamera();
  /** Whether the orthographic camera draws. */
  isOrthographic = false;
  /** Matches `perspective`: the target has the same size in both. */
  readonly #orthographic = new OrthographicCamera();
  /** Size of the picture, CSS pixels. */
  #width = 0;
  #height = 0;
  #insets: Insets = { top: 0, bottom: 0 };

  /** The camera to draw with. */
  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.isOrthographic ? this.#orthographic : this.perspective;
  }

  /**
   * Fits the cameras to a picture, with the target in the middle of the area without overlays. Sizes in CSS pixels.
   * @param part the part of the picture to draw; by default all of it
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

  /** The camera position that sees a box (world space) clear of the overlays. @param direction as in `frameBox` */
  framing(box: Box3, direction: Vector3): Framing {
    const free = this.#freeHeight();
    const tangent = Math.tan(MathUtils.degToRad(this.perspective.fov / 2)) * (free / this.#height || 1);
    const angle = MathUtils.radToDeg(Math.atan(tangent)) * 2;
    return frameBox(box, direction, angle, this.#width / free || 1);
  }

  /** To be called before a picture. @param radius of everything visible: sets the clipping planes */
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

  /** @param depth distance of the near and far planes from the target */
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

/** Heights of the overlays at the top and bottom of a picture, CSS pixels. */
export interface Insets {
  readonly top: number;
  readonly bottom: number;
}

/** A point in a pane; normalized device coordinates, −1 … 1 to the right and up. */
export interface PanePlace {
  readonly pane: number;
  readonly point: PicturePoint;
}

/** Panes are placed below the top overlay when this height is left for them, CSS pixels. */
const LEAST_PANES = 150;
/** Narrower panes are stacked instead, as on a phone; CSS pixels. */
const MIN_WIDTH = 220;
/** Stacked panes that would be lower than this are placed side by side after all. */
const MIN_HEIGHT = 100;

/** Side by side as far as the width allows, then in rows; all panes have the same size. */
export function paneRects(count: number, width: number, height: number): PaneRect[] {
  if (count < 2) return [{ left: 0, top: 0, width, height }];
  let columns = Math.min(Math.max(Math.floor(width / MIN_WIDTH), 1), count);
  while (columns < count && height / Math.ceil(count / columns) < MIN_HEIGHT) columns++;
  const rows = Math.ceil(count / columns);
  // Balance the rows: four panes in two rows are two and two.
  columns = Math.ceil(count / rows);
  const size = { width: Math.floor(width / columns), height: Math.floor(height / rows) };
  return Array.from({ length: count }, (_, i) => ({
    left: (i % columns) * size.width,
    top: Math.floor(i / columns) * size.height,
    ...size,
  }));
}

/** The panes of a picture, and the insets that apply to each of them. */
export function arrangePanes(
  count: number,
  width: number,
  height: number,
  { top, bottom }: Insets,
): { readonly rects: readonly PaneRect[]; readonly insets: Insets } {
  // In a low picture the top overlay covers the panes, as it covers a single one.
  const free = count > 1 && height - top >= LEAST_PANES ? top : 0;
  const rects = paneRects(count, width, height - free).map((rect) => ({ ...rect, top: rect.top + free }));
  return { rects, insets: { top: free > 0 ? 0 : top, bottom } };
}
