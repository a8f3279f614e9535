/** Where elements of the model are in a pose. */
import type { Frame, ModelElement } from '@lithoscope/core';
import { Box3 } from 'three';
import { socketsOf } from '../document/previews.ts';
import { extentOf, frameExtent } from './framing.ts';
import type { Shown } from './overlays/overlay.ts';
import { socketMatrices } from './overlays/sockets.ts';
import type { PieceMesh } from './piece-mesh.ts';

/** Part of the model's size that is seen around a place when it is framed. */
const AROUND = 0.04;

/** Three corners of a face, or the place of a vertex, node or socket; none for what is not in the picture. */
export function placesOf(
  element: ModelElement,
  { file, frame, lod, meshes }: Pick<Shown, 'file' | 'frame' | 'lod' | 'meshes'>,
): number[][] {
  const { info } = file;
  const { node, socket, piece, face, vertex } = element;
  if (socket !== undefined) {
    const [matrix] = socketMatrices(socketsOf(file).slice(socket, socket + 1), frame.nodes);
    return matrix ? [matrix.elements.slice(12, 15)] : [];
  }
  // Faces and vertices belong to one level; those of collapses to all.
  if (piece !== undefined && (info.features.collapses || element.lod === lod)) {
    const positions = frame.pieces[piece]?.positions;
    const vertices =
      face !== undefined ? faceVertices(meshes[piece], face) : vertex !== undefined ? [vertex] : [];
    return positions ? vertices.map((at) => [...positions.subarray(at * 3, at * 3 + 3)]) : [];
  }
  return node !== undefined && node < info.nodes.length ? [nodePlace(frame, node)] : [];
}

/** Bounds of an element: a piece, a face, a node with its neighbours. Empty when it is not in the picture. */
export function elementBounds(element: ModelElement, shown: Shown): Box3 {
  const { piece, face, vertex, node } = element;
  const { file, frame, meshes, size } = shown;
  if (piece !== undefined && face === undefined && vertex === undefined) {
    const only = meshes.map((mesh, i) => (i === piece ? mesh : null));
    return meshes[piece]?.triangles ? frameExtent(frame, only).box : new Box3();
  }
  const points = placesOf(element, shown);
  if (node !== undefined) {
    file.info.nodes.forEach(({ parent }, i) => {
      if (parent === node) points.push(nodePlace(frame, i));
    });
  }
  const { box } = extentOf(points.flat());
  if (!box.isEmpty()) box.expandByScalar(Math.max(0, size * AROUND - box.min.distanceTo(box.max) / 2));
  return box;
}

function faceVertices(mesh: PieceMesh | null | undefined, face: number): number[] {
  const triangle = mesh?.faces.indexOf(face) ?? -1;
  return mesh && triangle >= 0 ? [...mesh.topology.corners.subarray(triangle * 3, triangle * 3 + 3)] : [];
}

function nodePlace({ nodes }: Frame, node: number): number[] {
  return [3, 7, 11].map((k) => nodes[node * 16 + k] ?? 0);
}

/** The piece that an element is, −1 when it is none or only a part of one. */
export function wholePiece({ piece, face, vertex }: ModelElement): number {
  return piece !== undefined && face === undefined && vertex === undefined ? piece : -1;
}
