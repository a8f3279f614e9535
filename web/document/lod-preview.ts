/** Looking at a model from a distance that its camera does not have: which level a game draws there. */

import { type Signal, signal } from '@preact/signals-core';

export interface DistancePreview {
  /** Id of the file; nothing happens while another one is in front. */
  readonly file: number;
  /** From the origin of the model, its units; not negative. */
  readonly distance: number;
  /** In place of `Header.LODDistances`, while they are edited. */
  readonly distances?: readonly number[];
}

/** While it is set, level and camera are those of the distance; null brings back what was before. Nothing of it is kept. */
export const previewDistance: Signal<DistancePreview | null> = signal(null);
