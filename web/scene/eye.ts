/** The eye of a picture, with perspective or without: fitted to the picture's size, and to what covers a part of it. */

import { type Box3, MathUtils, OrthographicCamera, PerspectiveCamera, type Vector3 } from 'three';
import { type Framing, frameBox } from './framing.ts';
import type { Insets, PaneRect } from './panes.ts';

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
