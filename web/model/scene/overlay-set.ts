/**
 * What is drawn over the model: skeleton, marks of what is selected and pointed at, and what is switched on. Loaded
 * when there is any of it, each kind of overlay by itself.
 */
import { Group, type Object3D } from 'three';
import { type ViewSwitch, view } from '../../store/state.ts';
import { el } from '../../ui/dom.ts';
import { placesOf, type Shown } from './element-places.ts';
import { Lazy } from './lazy.ts';
import { type Palette, readPalette } from './palette.ts';
import type { Projection } from './picking.ts';
import { SelectionMarks } from './selection-marks.ts';
import { SkeletonView } from './skeleton-view.ts';

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

/** How strongly that is marked which is only pointed at. */
const SOFT = 0.45;

export class OverlaySet {
  /** In file space. */
  readonly object = new Group();
  /** Over the picture. */
  readonly element = el('div', { class: 'scene-labels' });
  readonly #skeleton = new SkeletonView();
  readonly #selected = new SelectionMarks(1);
  readonly #highlighted = new SelectionMarks(SOFT);
  readonly #overlays: readonly (readonly [ViewSwitch, Lazy<Overlay>])[];

  /** @param whenLoaded an overlay that was asked for can be drawn now */
  constructor(whenLoaded: () => void) {
    this.#overlays = LOADERS.map(([option, load]) => {
      const make = async () => this.#add((await load()).overlay());
      return [option, new Lazy(make, whenLoaded)];
    });
    this.object.add(this.#skeleton.object, this.#highlighted.object, this.#selected.object);
    this.paint(readPalette());
  }

  /** Shows what there is of a picture. */
  update(shown: Shown): void {
    const { selected, highlighted, frame, file, joints } = shown;
    // A socket has a place of its own, and a vertex or face in a node's list too.
    const marked = selected.socket === undefined ? (selected.node ?? -1) : -1;
    this.#skeleton.update(file.info.nodes, frame.nodes, marked);
    this.#skeleton.setVisible(joints);
    this.#selected.update(marked < 0 ? placesOf(selected, shown) : []);
    this.#highlighted.update(placesOf(highlighted, shown));
    for (const [option, lazy] of this.#overlays) {
      const on = view[option].peek();
      const overlay = on ? lazy.want() : lazy.loaded;
      if (!overlay) continue;
      overlay.object.visible = on;
      if (overlay.element) overlay.element.hidden = !on;
      if (on) overlay.update(shown);
    }
  }

  paint(palette: Palette): void {
    this.#skeleton.paint(palette);
    this.#selected.paint(palette);
    this.#highlighted.paint(palette);
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
