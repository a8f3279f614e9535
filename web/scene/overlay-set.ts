/** What is drawn over the model when it is switched on; each kind is loaded when it first is. */
import type { Frame, Mesh as Topology } from '@lithoscope/core';
import { Group, type Object3D } from 'three';
import { el } from '../dom.ts';
import { type OpenFile, type ViewSwitch, view } from '../state.ts';
import { Lazy } from './lazy.ts';
import type { Projection } from './picking.ts';

/** What the overlays of a picture are made from; file space. */
export interface Shown {
  readonly file: OpenFile;
  readonly frame: Frame;
  readonly lod: number;
  /** Triangles by piece; none for a hidden piece. */
  readonly topologies: readonly Topology[];
  /** A tenth of this is a length that is well seen beside the model. */
  readonly size: number;
}

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

type Load = () => Promise<{ overlay(): Overlay }>;

const LOADERS: readonly (readonly [ViewSwitch, Load])[] = [
  ['sockets', () => import('./overlays/sockets.ts')],
  ['vertexNormals', () => import('./overlays/vertex-normals.ts')],
  ['faceNormals', () => import('./overlays/face-normals.ts')],
  ['bindSkeleton', () => import('./overlays/bind-skeleton.ts')],
  ['dims', () => import('./overlays/dims.ts')],
  ['meshBox', () => import('./overlays/mesh-box.ts')],
  ['keyBounds', () => import('./overlays/key-bounds.ts')],
];

export class OverlaySet {
  /** In file space. */
  readonly object = new Group();
  /** Over the picture. */
  readonly element = el('div', { class: 'scene-labels' });
  readonly #overlays: readonly (readonly [ViewSwitch, Lazy<Overlay>])[];

  /** @param whenLoaded an overlay that was asked for can be drawn now */
  constructor(whenLoaded: () => void) {
    this.#overlays = LOADERS.map(([option, load]) => {
      const make = async () => this.#add((await load()).overlay());
      return [option, new Lazy(make, whenLoaded)];
    });
  }

  /** Shows what is switched on, for a frame. */
  update(shown: Shown): void {
    for (const [option, lazy] of this.#overlays) {
      const on = view[option].peek();
      const overlay = on ? lazy.want() : lazy.loaded;
      if (!overlay) continue;
      overlay.object.visible = on;
      if (overlay.element) overlay.element.hidden = !on;
      if (on) overlay.update(shown);
    }
  }

  paint(): void {
    for (const [, { loaded }] of this.#overlays) loaded?.paint();
  }

  /** Moves names to where their things are seen. */
  place(projection: Projection): void {
    for (const overlay of this.#shown()) overlay.place?.(projection);
  }

  /** What must be said about what is seen. */
  notes(): string[] {
    return this.#shown().flatMap(({ note }) => note || []);
  }

  #shown(): Overlay[] {
    return this.#overlays.flatMap(([option, { loaded }]) => (view[option].peek() && loaded) || []);
  }

  #add(overlay: Overlay): Overlay {
    this.object.add(overlay.object);
    if (overlay.element) this.element.append(overlay.element);
    overlay.paint();
    return overlay;
  }
}
