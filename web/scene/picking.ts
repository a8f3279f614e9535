/** What of the model is under the pointer. */
import { type Matrix4, type PerspectiveCamera, Vector2, Vector3 } from 'three';

/** A press that moves farther than this (CSS pixels) turns the view and picks nothing. */
const CLICK_SLACK = 4;
/** A joint is meant from this near, CSS pixels. */
const JOINT_REACH = 9;

/** A place in the picture: from its middle, −1 … 1 to the right and up, with the picture's size in CSS pixels. */
export interface PicturePoint {
  readonly at: Vector2;
  readonly size: Vector2;
}

/** Calls back for presses of the primary button that do not turn the view. */
export function onClick(canvas: HTMLCanvasElement, callback: (point: PicturePoint) => void): void {
  let start: Vector2 | null = null;
  canvas.addEventListener('pointerdown', ({ button, isPrimary, clientX, clientY }) => {
    start = button === 0 && isPrimary ? new Vector2(clientX, clientY) : null;
  });
  canvas.addEventListener('pointerup', ({ isPrimary, clientX, clientY }) => {
    if (!isPrimary || !start || start.distanceTo(new Vector2(clientX, clientY)) > CLICK_SLACK) return;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const at = new Vector2(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
    callback({ at, size: new Vector2(width, height) });
  });
}

/**
 * The joint nearest to a place, or −1 when none is near.
 * @param matrices `Frame.nodes`: 16 row-major numbers a node
 * @param toWorld from file space
 */
export function jointAt(
  { at, size }: PicturePoint,
  matrices: Float32Array,
  toWorld: Matrix4,
  camera: PerspectiveCamera,
): number {
  let best = -1;
  let bestDistance = JOINT_REACH;
  const joint = new Vector3();
  for (let i = 0; i < matrices.length; i += 16) {
    joint.set(matrices[i + 3] ?? 0, matrices[i + 7] ?? 0, matrices[i + 11] ?? 0);
    joint.applyMatrix4(toWorld).project(camera);
    // Behind the camera the projection is mirrored.
    if (joint.z > 1) continue;
    const distance = Math.hypot(((joint.x - at.x) * size.x) / 2, ((joint.y - at.y) * size.y) / 2);
    if (distance < bestDistance) {
      best = i / 16;
      bestDistance = distance;
    }
  }
  return best;
}
