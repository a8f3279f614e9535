/** Motion trails, onion skins, scale figure and ruler: loaded when one of them is first shown. */
import { type Signal, signal } from '@preact/signals-core';
import { view } from '../document/view.ts';
import { usePart } from '../ui/parts.ts';

/** Null until they are loaded. */
export const aids: Signal<typeof import('./aids/aids.ts')['AIDS'] | null> = signal(null);

/** Whether they must be loaded. Reads signals. */
export const needsAids = (): boolean =>
  view.trails.value || view.onion.value || view.figure.value || view.ruler.value;

export function loadAids(): void {
  void usePart(
    () => import('./aids/aids.ts'),
    ({ AIDS }) => {
      aids.value = AIDS;
    },
  );
}
