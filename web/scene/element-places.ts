/** Positions of model elements in a pose, and distances between positions. */
import type { Frame, ModelElement, SocketInfo } from '@lithoscope/core';
import { Box3, Matrix4, Quaternion, Vector3 } from 'three';
import { socketsOf } from '../document/previews.ts';
import { roundedText } from '../explain/values.ts';
import { extentOf, frameExtent } from './framing.ts';
import type { PieceMesh } from './model-view.ts';
import type { Shown } from './scene-inputs.ts';

/** Fraction of the model's size that is visible around a place when it is framed. */
const AROUND = 0.04;

/** Three corners of a face, or the position of a vertex, node or socket; empty when it is not in the picture. */
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
  // Faces and vertices belong to one level; in files with collapses, to all.
  if (piece !== undefined && (info.features.collapses || element.lod === lod)) {
    const positions = frame.pieces[piece]?.positions;
    const vertices =
      face !== undefined ? faceVertices(meshes[piece], face) : vertex !== undefined ? [vertex] : [];
    return positions ? vertices.map((at) => [...positions.subarray(at * 3, at * 3 + 3)]) : [];
  }
  return node !== undefined && node < info.nodes.length ? [nodePlace(frame, node)] : [];
}

/** Bounds of an element: a piece, a face, a node with its children. Empty when it is not in the picture. */
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

const ONE = new Vector3(1, 1, 1);

/**
 * Transforms of sockets in file space: the node's matrix times the socket's transform. A socket whose node does not
 * exist has its own transform.
 * @param nodes `Frame.nodes`: 16 row-major numbers a node
 */
export function socketMatrices(sockets: readonly SocketInfo[], nodes: Float32Array): Matrix4[] {
  return sockets.map(({ node, rotation, location }) => {
    const local = new Matrix4().compose(
      new Vector3(...location),
      new Quaternion(...rotation).normalize(),
      ONE,
    );
    const matrix = nodes.subarray(node * 16, node * 16 + 16);
    return matrix.length === 16 ? local.premultiply(new Matrix4().fromArray(matrix).transpose()) : local;
  });
}

function faceVertices(mesh: PieceMesh | null | undefined, face: number): number[] {
  const triangle = mesh?.faces.indexOf(face) ?? -1;
  return mesh && triangle >= 0 ? [...mesh.topology.corners.subarray(triangle * 3, triangle * 3 + 3)] : [];
}

function nodePlace({ nodes }: Frame, node: number): number[] {
  return [3, 7, 11].map((k) => nodes[node * 16 + k] ?? 0);
}

/** The index of the piece that is the element; −1 when the element is not a whole piece. */
export function wholePiece({ piece, face, vertex }: ModelElement): number {
  return piece !== undefined && face === undefined && vertex === undefined ? piece : -1;
}

/** Barycentric coordinates of a point of a triangle. @param at index of the nine numbers of the corners */
export function sharesOf({ x, y, z }: Vector3, points: ArrayLike<number>, at: number): number[] {
  const corner = (k: number) => [0, 1, 2].map((axis) => points[at + k * 3 + axis] ?? 0);
  const from = (origin: readonly number[], to: readonly number[]) => to.map((v, i) => v - (origin[i] ?? 0));
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, v, i) => sum + v * (b[i] ?? 0), 0);
  const a = corner(0);
  const [ab, ac, ap] = [from(a, corner(1)), from(a, corner(2)), from(a, [x, y, z])];
  const [bb, bc, cc, pb, pc] = [dot(ab, ab), dot(ab, ac), dot(ac, ac), dot(ap, ab), dot(ap, ac)];
  // For a triangle without area: its first corner.
  const area = bb * cc - bc * bc || Number.POSITIVE_INFINITY;
  const b = (cc * pb - bc * pc) / area;
  const c = (bb * pc - bc * pb) / area;
  return [1 - b - c, b, c];
}

/** `Distance 12.5: dx 3, dy −4, dz 11.456 (file units)` */
export function formatDistance(a: readonly number[], b: readonly number[]): string {
  const [dx = 0, dy = 0, dz = 0] = b.map((value, axis) => value - (a[axis] ?? 0));
  const parts = [`dx ${roundedText(dx)}`, `dy ${roundedText(dy)}`, `dz ${roundedText(dz)}`].join(', ');
  return `Distance ${roundedText(Math.hypot(dx, dy, dz))}: ${parts} (file units)`;
}
