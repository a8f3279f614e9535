/**
 * What is drawn over the model: skeleton, marks of what is selected and pointed at, and what is switched on, which is
 * made when it is first shown.
 */

import { Group } from 'three';
import { type ViewSwitch, view } from '../../store/state.ts';
import { el } from '../../ui/dom.ts';
import { placesOf, type Shown } from './element-places.ts';
import { bindSkeleton } from './overlays/bind-skeleton.ts';
import { dimsOverlay } from './overlays/dims.ts';
import { faceNormals } from './overlays/face-normals.ts';
import { keyBoundsOverlay } from './overlays/key-bounds.ts';
import { meshBox } from './overlays/mesh-box.ts';
import type { Overlay } from './overlays/overlay.ts';
import { socketsOverlay } from './overlays/sockets.ts';
import { vertexNormals } from './overlays/vertex-normals.ts';
import { type Palette, readPalette } from './palette.ts';
import type { Projection } from './picking.ts';
import { SelectionMarks } from './selection-marks.ts';
import { SkeletonView } from './skeleton-view.ts';

const OVERLAYS: readonly (readonly [ViewSwitch, () => Overlay])[] = [
  ['sockets', socketsOverlay],
  ['vertexNormals', vertexNormals],
  ['faceNormals', faceNormals],
  ['bindSkeleton', bindSkeleton],
  ['dims', dimsOverlay],
  ['meshBox', meshBox],
  ['keyBounds', keyBoundsOverlay],
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
  /** Those that have been shown. */
  readonly #overlays = new Map<ViewSwitch, Overlay>();

  constructor() {
    this.object.add(this.#skeleton.object, this.#highlighted.object, this.#selected.object);
    this.paint(readPalette());
  }

  /** Shows what there is of a picture. */
  update(shown: Shown): void {
    const { selected, highlighted, frame, file, joints } = shown;
    // A socket has a place of its own, and a vertex or face in a node's list too.
    const marked = selected.socket === undefined ? (selected.node ?? -1) : -1;
    this.#skeleton.setVisible(joints);
    if (joints) this.#skeleton.update(file.info.nodes, frame.nodes, marked);
    this.#selected.update(marked < 0 ? placesOf(selected, shown) : []);
    this.#highlighted.update(placesOf(highlighted, shown));
    for (const [option, make] of OVERLAYS) {
      const on = view[option].peek();
      const overlay = this.#overlays.get(option) ?? (on ? this.#add(option, make()) : null);
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
    for (const overlay of this.#overlays.values()) overlay.paint();
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
    return [...this.#overlays].flatMap(([option, overlay]) => (view[option].peek() ? overlay : []));
  }

  #add(option: ViewSwitch, overlay: Overlay): Overlay {
    this.#overlays.set(option, overlay);
    this.object.add(overlay.object);
    if (overlay.element) this.element.append(overlay.element);
    overlay.paint();
    return overlay;
  }
}
