/** A box over the model, and what is to be said about it. */

import type { Shown } from '../element-places.ts';
import { Lines } from '../lines.ts';
import { tokenColor } from '../palette.ts';
import type { Overlay } from './overlay.ts';

export interface Box {
  /** Smallest and largest x, y, z; file space. */
  readonly min: ArrayLike<number>;
  readonly max: ArrayLike<number>;
}

const WIDTH = 1.5;

/** Pairs of corners that differ in one axis; bit 0 of a corner is x, bit 1 y, bit 2 z. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) =>
  [1, 2, 4].flatMap((axis) => (corner & axis ? [] : [corner, corner | axis])),
);

/** An overlay of one box. @param look gives the box of a picture, or none, and a note about it */
export function boxOverlay(
  token: string,
  look: (shown: Shown) => { box: Box | null; note: string },
): Overlay {
  const lines = new Lines(WIDTH);
  let note = '';
  return {
    object: lines.object,
    get note() {
      return note;
    },
    update(shown) {
      const seen = look(shown);
      note = seen.note;
      lines.set(seen.box ? boxEdges(seen.box) : []);
    },
    paint() {
      lines.paint(tokenColor(token));
    },
  };
}

/** Ends of the edges, six numbers each. */
function boxEdges({ min, max }: Box): number[] {
  return EDGES.flatMap((corner) => [0, 1, 2].map((axis) => (corner & (1 << axis) ? max : min)[axis] ?? 0));
}

/** `48 × 96 × 32` */
export function sizeInWords({ min, max }: Box): string {
  return [0, 1, 2].map((axis) => +((max[axis] ?? 0) - (min[axis] ?? 0)).toFixed(2)).join(' × ');
}
