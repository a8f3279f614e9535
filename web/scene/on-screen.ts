/** What the viewport shows and the store does not know: for pictures that must look the same. */
import type { Quaternion } from 'three';
import type { DrawnFile } from '../document/open-file.ts';
import { PanelRequest } from '../ui/panels.ts';
import { onEnd } from '../ui/scope.ts';
import type { CameraPlace } from './camera.ts';
import type { Insets } from './eye.ts';
import type { Anchor } from './overlays/measure.ts';

export interface OnScreen {
  readonly file: DrawnFile;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly insets: Insets;
  readonly camera: CameraPlace;
  /** Orientation of lights that do not follow the camera; null when they do. */
  readonly lamps: Quaternion | null;
  /** End points of the measurement. */
  readonly measured: readonly Anchor[];
}

let ask: (() => OnScreen | null) | null = null;

/** Registers the answer to `onScreen` until the current scope ends. */
export function offerScreen(answer: () => OnScreen | null): void {
  ask = answer;
  onEnd(() => {
    ask = null;
  });
}

/** What is on the screen now; null when nothing is drawn. */
export function onScreen(): OnScreen | null {
  return ask?.() ?? null;
}

/** Asks the viewport for its canvas with the current picture, which must be copied at once; ignored if it is empty. */
export const snapshotRequests = new PanelRequest<(picture: HTMLCanvasElement) => void>();
