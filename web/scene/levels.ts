/** Levels of detail: a preview of other distances, and the button that opens the list of levels. */

import { computed } from '@preact/signals-core';
import { Vector3 } from 'three';
import { levelsTogether } from '../document/drawn-together.ts';
import type { CameraState } from '../document/open-file.ts';
import { previewDistance } from '../document/previews.ts';
import { activeFile } from '../document/state.ts';
import { button, el, icon, setAttribute } from '../ui/dom.ts';
import { type Placement, popoverOfPart } from '../ui/popover.ts';
import { effect, onEnd } from '../ui/scope.ts';
import { levelAt, lodDistances } from './level-distances.ts';

/** What a preview needs of the viewport. */
export interface DistanceHost {
  /** The current camera. */
  camera(): CameraState;
  /** Moves the camera without storing it. */
  stand(camera: CameraState): void;
  /** Moves the camera to where the store has it. */
  standBack(): void;
}

const isOn = computed(() => {
  const file = activeFile.value;
  return file?.model != null && previewDistance.value?.file === file.id;
});

/** Whether level and camera are those of a preview. Reads no signal, as effects that move the camera ask. */
export const isPreviewing = (): boolean => isOn.peek();

/** Shows level and distance of a preview, and restores both when it ends. Belongs to the current scope. */
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

/** The camera position on the line of sight at a distance from the origin, or the nearest one that the line reaches. */
export function standingAt({ position, target }: CameraState, distance: number): CameraState['position'] {
  const to = new Vector3(...target);
  const back = new Vector3(...position).sub(to).normalize();
  const along = to.dot(back);
  const square = along * along - to.lengthSq() + distance * distance;
  return to.addScaledVector(back, Math.max(Math.sqrt(Math.max(square, 0)) - along, 0)).toArray();
}

const STEPS = 'M4 19v-4h5v-4h5V7h6';

/**
 * The button that shows the current level and opens the list of levels; hidden if there is only one.
 * @param mark stands at its end
 */
export function levelMenu(mark: Node, place: Placement): { readonly element: HTMLElement; follow(): void } {
  const label = el('span', { class: 'tool-name tool-level' });
  const element = button(el('span', { class: 'tool' }, icon(STEPS), label, mark), () => toggle());
  const load = () => import('./level-options.ts');
  const toggle = popoverOfPart(element, load, ({ levelOptions }) => levelOptions(), place);
  return {
    element,
    follow() {
      const file = activeFile.value;
      element.hidden = !file || file.info.lodCount < 2;
      if (!file) return;
      const { lodByDistance } = file.look;
      const by = lodByDistance.value ? ' by distance' : '';
      const shown = levelsTogether(file).join(', ');
      label.textContent = `LOD ${shown}`;
      setAttribute(element, 'title', `Level of detail ${shown}${by}: choose another`);
    },
  };
}
