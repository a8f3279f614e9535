/**
 * All that is drawn over the model of one file: skeleton, marks of the selected and highlighted elements, and the
 * overlays of the display options, which are loaded and made when they are first shown.
 */

import { Group } from 'three';
import type { DrawnFile } from '../../document/open-file.ts';
import type { ViewSwitch } from '../../document/view.ts';
import { el } from '../../ui/dom.ts';
import { measuring } from '../commands.ts';
import { placesOf, wholePiece } from '../element-places.ts';
import { overlayMakers } from '../lazy-overlays.ts';
import type { Palette } from '../palette.ts';
import type { Projection } from '../picking.ts';
import { LAZY_OVERLAYS, type Overlay, type Shown } from '../scene-inputs.ts';
import { Measure } from './measure.ts';
import { Outline, SelectionMarks } from './selection-marks.ts';
import { Skeleton } from './skeleton.ts';

/** Strength of the mark of the highlighted element; the selected element has 1. */
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
  /** Overlays that have been shown. */
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

  /** Updates all overlays that are switched on. */
  update(shown: Shown): void {
    const { inputs, frame, joints } = shown;
    const { selected, highlighted, options } = inputs;
    // Sockets have their own position, as have vertices and faces in a node's list.
    const node = selected.socket === undefined ? (selected.node ?? -1) : -1;
    this.#skeleton.update(frame.nodes, node, joints);
    this.#outline.update(options.outline ? (shown.meshes[wholePiece(selected)] ?? null) : null);
    this.#selected.update(node < 0 ? placesOf(selected, shown) : []);
    this.#highlighted.update(placesOf(highlighted, shown));
    this.measure.update(shown, measuring.peek());
    this.#shown.length = 0;
    const makers = overlayMakers.peek()?.make;
    for (const option of LAZY_OVERLAYS) {
      const on = options[option];
      const overlay =
        this.#made.get(option) ?? (on && makers ? this.#add(option, makers[option](this.#file)) : null);
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

  /** Moves labels to their marks in the picture. */
  place(projection: () => Projection): void {
    for (const overlay of this.#shown) overlay.place?.(projection());
    if (measuring.peek()) this.measure.place(projection());
    else this.measure.element.hidden = true;
  }

  /** Sentences about what is visible, each once. */
  notes(): string[] {
    return [...new Set([...this.#shown, this.measure].flatMap(({ note }) => note || []))];
  }

  #add(option: ViewSwitch, overlay: Overlay): Overlay {
    this.#made.set(option, overlay);
    this.object.add(overlay.object);
    if (overlay.element) this.element.append(overlay.element);
    overlay.paint();
    return overlay;
  }
}
