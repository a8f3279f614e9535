/** What every overlay has. */
import type { Object3D } from 'three';
import type { Shown } from '../element-places.ts';
import type { Projection } from '../picking.ts';

/** A kind of thing over the model. */
export interface Overlay {
  /** In file space. */
  readonly object: Object3D;
  /** Names and the like over the picture. */
  readonly element?: HTMLElement;
  /** What must be said about what is seen, or why nothing is; else ''. */
  readonly note?: string;
  update(shown: Shown): void;
  /** Takes the theme's colours. */
  paint(): void;
  /** Moves `element` to where the camera sees things. */
  place?(projection: Projection): void;
}
