/** The picture while a distance is looked at that the camera does not have (document/previews.ts). */

import { computed } from '@preact/signals-core';
import { Vector3 } from 'three';
import type { CameraState } from '../document/open-file.ts';
import { previewDistance } from '../document/previews.ts';
import { activeFile } from '../document/state.ts';
import { effect, onEnd } from '../ui/scope.ts';
import { levelAt, lodDistances } from './distance.ts';

/** What the viewport does for it. */
export interface DistanceHost {
  /** Where the camera stands. */
  camera(): CameraState;
  /** Stands the camera somewhere, and keeps it nowhere. */
  stand(camera: CameraState): void;
  /** Stands it where the store says. */
  standBack(): void;
}

const isOn = computed(() => {
  const file = activeFile.value;
  return file?.model != null && previewDistance.value?.file === file.id;
});

/** Whether level and camera are those of a preview. Does not follow it: effects that move the camera ask. */
export const isPreviewing = (): boolean => isOn.peek();

/** Shows level and distance of the preview until it ends; then both are as before. Belongs to the current scope. */
export function watchDistancePreview(host: DistanceHost): void {
  effect(() => {
    if (!isOn.value) return;
    const look = activeFile.peek()?.look;
    if (!look) return;
    const lod = look.lod.peek();
    const start = host.camera();
    onEnd(() => {
      look.lod.value = lod;
      host.standBack();
    });
    effect(() => {
      const preview = previewDistance.value;
      const info = activeFile.value?.info;
      if (!preview || !info) return;
      const { distance, distances = lodDistances(info.header) } = preview;
      look.lod.value = levelAt(distances, info.lodCount, distance);
      host.stand({ position: standingAt(start, distance), target: start.target });
    });
  });
}

/** Where a camera stands that sees the same from another distance to the origin, or from as near as its line comes. */
export function standingAt({ position, target }: CameraState, distance: number): CameraState['position'] {
  const to = new Vector3(...target);
  const back = new Vector3(...position).sub(to).normalize();
  const along = to.dot(back);
  const square = along * along - to.lengthSq() + distance * distance;
  return to.addScaledVector(back, Math.max(Math.sqrt(Math.max(square, 0)) - along, 0)).toArray();
}
