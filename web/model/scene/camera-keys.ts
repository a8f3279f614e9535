/** The camera by keys, as the mouse would move it. */
import type { OrbitControls } from 'three/addons/controls/OrbitControls.js';

/** Steps: radians, part of the picture's height, factor of the distance. */
const ORBIT_STEP = Math.PI / 36;
const PAN_STEP = 0.04;
const ZOOM_STEP = 0.9;

const ARROWS: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** What a key does to the camera; null for nothing. @param height of the picture, CSS pixels */
export function keyMovement(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  controls: OrbitControls,
  height: number,
): (() => void) | null {
  if (ctrlKey || metaKey || altKey) return null;
  const direction = ARROWS[key];
  if (direction) {
    const [right, up] = direction;
    const pixels = PAN_STEP * height;
    if (shiftKey) return () => controls.pan(-right * pixels, up * pixels);
    return () => {
      controls.rotateLeft(-right * ORBIT_STEP);
      controls.rotateUp(-up * ORBIT_STEP);
    };
  }
  if (key === '+' || key === '=') return () => controls.dollyIn(ZOOM_STEP);
  return key === '-' ? () => controls.dollyOut(ZOOM_STEP) : null;
}
