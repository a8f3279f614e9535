/** The same view without perspective. */
import { MathUtils, type OrthographicCamera, type PerspectiveCamera, type Vector3 } from 'three';

/**
 * Stands an orthographic camera where a perspective one is, so that what that looks at keeps its size.
 * @param target what the camera looks at
 * @param depth how far before and behind it something is still drawn
 */
export function matchPerspective(
  eye: OrthographicCamera,
  camera: PerspectiveCamera,
  target: Vector3,
  depth: number,
): void {
  const distance = camera.position.distanceTo(target);
  eye.top = Math.tan(MathUtils.degToRad(camera.fov / 2)) * distance;
  eye.bottom = -eye.top;
  eye.right = eye.top * camera.aspect;
  eye.left = -eye.right;
  eye.near = distance - depth;
  eye.far = distance + depth;
  const { view } = camera;
  if (view) eye.setViewOffset(view.fullWidth, view.fullHeight, 0, view.offsetY, view.width, view.height);
  eye.position.copy(camera.position);
  eye.quaternion.copy(camera.quaternion);
  eye.updateMatrixWorld();
  eye.updateProjectionMatrix();
}
