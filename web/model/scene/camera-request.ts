/** What commands want of the camera; the viewport follows. */
import { type Signal, signal } from '@preact/signals-core';

export type CameraRequest =
  | { readonly frame: 'model' | 'selection' }
  /** As `directionTo` of framing.ts: 0°, 0° looks at a model's face. */
  | { readonly azimuth: number; readonly elevation: number }
  | { readonly opposite: true };

/** The last wish, a new object each time. */
export const cameraRequest: Signal<CameraRequest | null> = signal(null);
