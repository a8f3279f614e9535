/** The edges of boxes as lines: six numbers each, the two ends. */
import type { HitBoxes } from '@lithoscope/core';

/** Minimum and maximum x, y, z; file space. */
export interface Box {
  readonly min: ArrayLike<number>;
  readonly max: ArrayLike<number>;
}

/** Pairs of corners that differ in one axis; bit 0 of a corner is x, bit 1 y, bit 2 z. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) =>
  [1, 2, 4].flatMap((axis) => (corner & axis ? [] : [corner, corner | axis])),
);

/** The edges of a box along the axes. */
export function boxEdges({ min, max }: Box): number[] {
  return EDGES.flatMap((corner) => [0, 1, 2].map((axis) => (corner & (1 << axis) ? max : min)[axis] ?? 0));
}

/** Those that can be drawn: the node of the others does not exist. Indices into the boxes. */
export function drawnHitBoxes({ node }: HitBoxes): number[] {
  return [...node].flatMap((at, i) => (at < 0 ? [] : [i]));
}

/**
 * The edges of hit boxes in a pose, file space.
 * @param drawn indices of the boxes, whose nodes exist
 * @param nodes `Frame.nodes`: 16 row-major numbers a node
 */
export function hitBoxEdges(boxes: HitBoxes, drawn: readonly number[], nodes: Float32Array): Float32Array {
  const edges = new Float32Array(drawn.length * EDGES.length * 3);
  const corners = new Float32Array(24);
  let end = 0;
  for (const box of drawn) {
    fillCorners(corners, boxes, box, nodes);
    for (const corner of EDGES) {
      edges.set(corners.subarray(corner * 3, corner * 3 + 3), end);
      end += 3;
    }
  }
  return edges;
}

/** The eight corners of a box, numbered as those of `EDGES`: its centre, half its size along each axis, and its node. */
function fillCorners(
  corners: Float32Array,
  { node, centre, size, axes }: HitBoxes,
  box: number,
  nodes: Float32Array,
): void {
  const matrix = nodes.subarray((node[box] as number) * 16);
  const local = [0, 0, 0];
  for (let corner = 0; corner < 8; corner++) {
    for (let row = 0; row < 3; row++) {
      local[row] = centre[box * 3 + row] as number;
      for (let axis = 0; axis < 3; axis++) {
        const half = ((size[box * 3 + axis] as number) / 2) * (axes[box * 9 + axis * 3 + row] as number);
        local[row] = (local[row] as number) + (corner & (1 << axis) ? half : -half);
      }
    }
    for (let row = 0; row < 3; row++) {
      corners[corner * 3 + row] = local.reduce(
        (sum, at, column) => sum + at * (matrix[row * 4 + column] as number),
        matrix[row * 4 + 3] as number,
      );
    }
  }
}
