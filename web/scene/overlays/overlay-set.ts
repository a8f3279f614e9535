/**
 * Everything that is drawn over the model of one file: skeleton, marks of the selected and the highlighted element, and
 * the overlays of the display options, each made when it is first shown.
 */

import { Group } from 'three';
import type { DrawnFile } from '../../document/open-file.ts';
import type { ViewSwitch } from '../../document/view.ts';

import { el } from '../../ui/dom.ts';
import { measuring } from '../commands.ts';
import { placesOf, wholePiece } from '../element-places.ts';
import type { Palette } from '../palette.ts';
import type { Projection } from '../picking.ts';
import { dims, keyBounds, meshBox } from './boxes.ts';
import { Measure } from './measure.ts';
import { faceNormals, vertexNormals } from './normals.ts';
import { Outline } from './outline.ts';
import type { Overlay, Shown } from './overlay.ts';
import { SelectionMarks } from './selection-marks.ts';
import { bindSkeleton, Skeleton } from './skeleton.ts';
import { Sockets } from './sockets.ts';

const OVERLAYS: readonly (readonly [ViewSwitch, (file: DrawnFile) => Overlay])[] = [
  ['sockets', (file) => new Sockets(file)],
  ['vertexNormals', vertexNormals],
  ['faceNormals', faceNormals],
  ['bindSkeleton', bindSkeleton],
  ['dims', dims],
  ['meshBox', meshBox],
  ['keyBounds', keyBounds],
];

/** Strength of the mark of the highlighted element; that of the selected one is 1. */
const HIGHLIGHT = 0.45;

export class OverlaySet {
  /** In file space. */
  readonly object = new Group();
  /** Labels over the picture. */
  readonly element = el('div', { class: 'scene-labels' });
  readonly #file: DrawnFile;
  readonly #skeleton: Skeleton;
  readonly measure = new Measure();
  readonly #outline = new Outline();
  readonly #selected = new SelectionMarks(1);
  readonly #highlighted = new SelectionMarks(HIGHLIGHT);
  /** Those that have been shown. */
  readonly #made = new Map<ViewSwitch, Overlay>();
  #shown: Overlay[] = [];

  constructor(file: DrawnFile) {
    this.#file = file;
    this.#skeleton = new Skeleton(file);
    this.object.add(
      this.#outline.object,
      this.#skeleton.object,
      this.#highlighted.object,
      this.#selected.object,
      this.measure.object,
    );
    this.element.append(this.measure.element);
  }

  /** Brings all that is switched on to the picture. */
  update(shown: Shown): void {
    const { inputs, frame, joints } = shown;
    const { selected, highlighted, options } = inputs;
    // A socket has a place of its own, and a vertex or face in a node's list too.
    const node = selected.socket === undefined ? (selected.node ?? -1) : -1;
    this.#skeleton.update(frame.nodes, node, joints);
    this.#outline.update(options.outline ? (shown.meshes[wholePiece(selected)] ?? null) : null);
    this.#selected.update(node < 0 ? placesOf(selected, shown) : []);
    this.#highlighted.update(placesOf(highlighted, shown));
    this.measure.update(shown, measuring.peek());
    this.#shown.length = 0;
    for (const [option, make] of OVERLAYS) {
      const on = options[option];
      const overlay = this.#made.get(option) ?? (on ? this.#add(option, make(this.#file)) : null);
      if (!overlay) continue;
      overlay.object.visible = on;
      if (overlay.element) overlay.element.hidden = !on;
      if (!on) continue;
      overlay.update(shown);
      this.#shown.push(overlay);
    }
  }

  /** Takes the theme's colours. */
  paint(palette: Palette): void {
    this.#skeleton.paint(palette);
    this.#outline.paint(palette.selected);
    this.#selected.paint(palette);
    this.measure.paint(palette);
    this.#highlighted.paint(palette);
    for (const overlay of this.#made.values()) overlay.paint();
  }

  /** Moves labels to where their marks are seen. */
  place(projection: () => Projection): void {
    for (const overlay of this.#shown) overlay.place?.(projection());
    if (measuring.peek()) this.measure.place(projection());
    else this.measure.element.hidden = true;
  }

  /** Sentences about what is seen. */
  notes(): string[] {
    return [...this.#shown, this.measure].flatMap(({ note }) => note || []);
  }

  #add(option: ViewSwitch, overlay: Overlay): Overlay {
    this.#made.set(option, overlay);
    this.object.add(overlay.object);
    if (overlay.element) this.element.append(overlay.element);
    overlay.paint();
    return overlay;
  }
}
