/** Overlays are loaded when one of them is first shown: a first model is drawn without them. */
import { type Signal, signal } from '@preact/signals-core';
import { view } from '../document/view.ts';
import { usePart } from '../ui/parts.ts';
import { LAZY_OVERLAYS, type OverlayMakers } from './scene-inputs.ts';

/** Null until they are loaded. */
export const overlayMakers: Signal<OverlayMakers | null> = signal(null);

/** Whether they must be loaded. Reads signals. */
export const needsOverlays = (): boolean => LAZY_OVERLAYS.some((option) => view[option].value);

export function loadOverlays(): void {
  void usePart(
    () => import('./aids/makers.ts'),
    ({ MAKERS }) => {
      overlayMakers.value = MAKERS;
    },
  );
}
