/** Measuring: two points of the model, the line between them, and their distance in file units. */

import type { ModelElement } from '@lithoscope/core';
import { Group } from 'three';
import { roundedText } from '../../explain/values.ts';
import { el } from '../../ui/dom.ts';
import { formatDistance, placesOf, sharesOf } from '../element-places.ts';
import { Dots, Lines } from '../lines.ts';
import { type Palette, tokenColor } from '../palette.ts';
import { type Projection, projectPoint, type SurfacePlace } from '../picking.ts';
import type { Shown } from '../scene-inputs.ts';

/** CSS pixels. */
const DOT = 11;
const WIDTH = 2;

/** An end point that moves with the model: a vertex, node or socket, or a point of a triangle. */
export type Anchor =
  | { readonly element: ModelElement }
  | {
      readonly piece: number;
      readonly lod: number;
      /** Its corners start at three times this. */
      readonly triangle: number;
      /** Barycentric coordinates. */
      readonly shares: readonly number[];
    };

/** The anchor of a point on the surface. */
export function surfaceAnchor(
  { piece, triangle, place }: SurfacePlace,
  { meshes, lod }: Shown,
): Anchor | null {
  const positions = meshes[piece]?.positions;
  return positions ? { piece, lod, triangle, shares: sharesOf(place, positions, triangle * 9) } : null;
}

/** Position of an anchor in a pose, file space; null if it is not in the picture. */
function placeOf(anchor: Anchor, shown: Shown): number[] | null {
  if ('element' in anchor) {
    const [place, ...others] = placesOf(anchor.element, shown);
    return place && others.length === 0 && place.every(Number.isFinite) ? place : null;
  }
  const { piece, lod, triangle, shares } = anchor;
  const positions = lod === shown.lod ? shown.meshes[piece]?.positions : undefined;
  if (!positions) return null;
  return [0, 1, 2].map((axis) =>
    shares.reduce((sum, share, k) => sum + share * (positions[triangle * 9 + k * 3 + axis] ?? 0), 0),
  );
}

/** The marks of one measurement; file space. */
export class Measure {
  readonly object = new Group();
  /** The label over the middle of the line. */
  readonly element = el('div', { class: 'scene-label scene-distance', hidden: true });
  readonly #line = new Lines(WIDTH);
  readonly #dots = new Dots(DOT);
  /** Empty, or one or two end points. */
  #anchors: readonly Anchor[] = [];
  #places: readonly number[][] = [];
  #isOn = false;

  constructor() {
    this.object.add(this.#line.object, this.#dots.object);
  }

  /** The next step, or the distance; '' while measuring is off. */
  get note(): string {
    if (!this.#isOn) return '';
    const [a, b] = this.#places;
    if (a && b) return formatDistance(a, b);
    const missing = this.#anchors.length > this.#places.length;
    if (missing) return 'Measure: a point is hidden or not in this level. Click two other points.';
    return a ? 'Measure: click the second point.' : 'Measure: click the first point (Escape to cancel).';
  }

  /** The end points so far. */
  get anchors(): readonly Anchor[] {
    return this.#anchors;
  }

  /** Replaces the end points. */
  take(anchors: readonly Anchor[]): void {
    this.#anchors = anchors;
  }

  /** Adds an end point; after two, a new measurement starts. */
  add(anchor: Anchor): void {
    const complete = this.#anchors.length !== 1 || this.#places.length !== 1;
    this.#anchors = complete ? [anchor] : [...this.#anchors, anchor];
  }

  update(shown: Shown, isOn: boolean): void {
    this.#isOn = isOn;
    if (!isOn) this.#anchors = [];
    this.#places = this.#anchors.flatMap((anchor) => {
      const place = placeOf(anchor, shown);
      return place ? [place] : [];
    });
    const ends = this.#places.flat();
    this.#line.set(ends.length === 6 ? ends : []);
    this.#dots.set(ends);
  }

  /** Takes the theme's colours. */
  paint({ joint }: Palette): void {
    const color = tokenColor('--warning');
    this.#line.paint(color);
    this.#dots.paint(joint, color);
  }

  /** Moves the label to the middle of the line. */
  place(projection: Projection): void {
    const [a, b] = this.#places;
    const middle = a && b ? a.map((value, axis) => (value + (b[axis] ?? 0)) / 2) : null;
    const at = middle && projectPoint(middle, 0, projection);
    this.element.hidden = at === null;
    if (!at || !a || !b) return;
    const text = roundedText(Math.hypot(...a.map((value, axis) => value - (b[axis] ?? 0))));
    if (this.element.textContent !== text) this.element.textContent = text;
    this.element.style.transform = `translate(${at.left.toFixed(1)}px, ${at.top.toFixed(1)}px)`;
  }
}
