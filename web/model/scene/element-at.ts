/** Which element of the model is at a place of the picture. */

import type { ModelElement } from '@lithoscope/core';
import { view } from '../../store/state.ts';
import type { Shown } from './element-places.ts';
import { nearestPoint, type Projection, pickMesh } from './picking.ts';
import type { PicturePoint } from './pointer.ts';
import { socketMatrices } from './sockets.ts';

/** A mark is meant from this near, CSS pixels. */
const MARK_REACH = 9;

/** The elements at a place, from the finest to the piece around it: marks lie over the mesh. Empty for nothing. */
export function elementAt(
  { x, y }: PicturePoint,
  projection: Projection,
  { file, frame, lod, topologies, joints }: Shown,
): ModelElement[] {
  const { info } = file;
  if (view.sockets.peek()) {
    const places = socketMatrices(info.sockets, frame.nodes).flatMap(({ elements }) =>
      elements.slice(12, 15),
    );
    const socket = nearestPoint(places, projection, x, y, MARK_REACH);
    if (socket >= 0) return [{ socket }];
  }
  if (joints) {
    const places = info.nodes.flatMap((_, node) => [3, 7, 11].map((k) => frame.nodes[node * 16 + k] ?? 0));
    const node = nearestPoint(places, projection, x, y, MARK_REACH);
    if (node >= 0) return [{ node }];
  }
  const pieces = topologies.flatMap(({ corners, faces }, piece) => {
    const positions = frame.pieces[piece]?.positions;
    return positions && faces.length > 0 ? [{ piece, corners, faces, positions }] : [];
  });
  const picked = pickMesh(pieces, projection, x, y);
  if (!picked) return [];
  const { piece, vertex, face } = picked;
  return [
    ...(vertex === undefined ? [] : [{ piece, lod, vertex }]),
    ...(face === undefined ? [] : [{ piece, lod, face }]),
    { piece },
  ];
}
