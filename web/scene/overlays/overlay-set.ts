/**
 * All that is drawn over the model of one file: skeleton, marks of the selected and highlighted elements, and the
 * overlays of the display options, each made when it is first shown.
 */

import { Group } from 'three';
import type { DrawnFile } from '../../document/open-file.ts';
import type { ViewSwitch } from '../../document/view.ts';
import { el } from '../../ui/dom.ts';
import { measuring } from '../commands.ts';
import { placesOf, wholePiece } from '../element-places.ts';
import { aids } from '../lazy-aids.ts';
import { Lines } from '../lines.ts';
import { triangleNormal } from '../model-view.ts';
import { type Palette, tokenColor } from '../palette.ts';
import type { Projection } from '../picking.ts';
import type { Overlay, Shown } from '../scene-inputs.ts';
import { dims, hitBoxes, keyBounds, meshBox } from './boxes.ts';
import { Measure } from './measure.ts';
import { Outline, SelectionMarks } from './selection-marks.ts';
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
  ['hitBoxes', hitBoxes],
];

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
    for (const [option, make] of [...OVERLAYS, ...(aids.peek() ?? [])]) {
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

/** Length of a line, fraction of the model's size. */
const LENGTH = 0.025;

/** Adds the line of a normal; both arrays have three numbers from the given index. */
type Add = (points: Float32Array, point: number, normals: Float32Array, normal: number) => void;

/** Normals as short lines on the deformed model. @param addAll adds every normal of a picture */
function normalLines(token: string, addAll: (shown: Shown, add: Add) => void): Overlay {
  const lines = new Lines(1, true);
  // Six numbers per line; filled again for every frame.
  let ends = new Float32Array(6);
  let filled = 0;
  let length = 0;
  const add: Add = (points, point, normals, normal) => {
    if (filled === ends.length) {
      const larger = new Float32Array(ends.length * 2);
      larger.set(ends);
      ends = larger;
    }
    for (let axis = 0; axis < 3; axis++) {
      const from = points[point + axis] ?? 0;
      ends[filled + axis] = from;
      ends[filled + 3 + axis] = from + (normals[normal + axis] ?? 0) * length;
    }
    filled += 6;
  };
  return {
    object: lines.object,
    update(shown) {
      filled = 0;
      length = shown.size * LENGTH;
      addAll(shown, add);
      lines.set(ends.subarray(0, filled));
    },
    paint() {
      lines.paint(tokenColor(token));
    },
  };
}

function vertexNormals(): Overlay {
  return normalLines('--hue-bindings', ({ frame, meshes }, add) => {
    frame.pieces.forEach(({ positions, normals }, piece) => {
      for (const vertex of meshes[piece]?.vertices ?? []) add(positions, vertex * 3, normals, vertex * 3);
    });
  });
}

/** From the middles of the triangles; outward by the file's winding. */
function faceNormals(): Overlay {
  const middle = new Float32Array(3);
  const normal = new Float32Array(3);
  return normalLines('--hue-animation', ({ meshes }, add) => {
    for (const mesh of meshes) {
      if (!mesh) continue;
      const { positions } = mesh;
      for (let at = 0; at < positions.length; at += 9) {
        triangleNormal(positions, at, normal, 0);
        for (let i = at; i < at + 3; i++) {
          middle[i - at] = ((positions[i] ?? 0) + (positions[i + 3] ?? 0) + (positions[i + 6] ?? 0)) / 3;
        }
        add(middle, 0, normal, 0);
      }
    }
  });
}
