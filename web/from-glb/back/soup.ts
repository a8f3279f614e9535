/** The triangles of a primitive in the space of the file, and which vertices of the file they name. */
import type { Accessor, Node, Primitive } from '@gltf-transform/core';
import { markedVertex } from '../../glb/marks.ts';
import { placeOf, type Rig, relativeTo } from './rig.ts';

/** Vertices and triangles as the GLB has them; places, normals and the order of corners are the file's. */
export interface Soup {
  readonly node: Node;
  /** Index of the primitive in its mesh. */
  readonly primitive: number;
  readonly source: Primitive;
  /** Three numbers a vertex, in the bind pose. */
  readonly positions: Float64Array;
  /** Length 1; null without. */
  readonly normals: Float64Array | null;
  /** Two numbers a vertex; zeros without. */
  readonly uvs: Float32Array;
  /** By vertex: the vertex of the file, −1 for a new one. */
  readonly marks: Int32Array;
  /** Whether some vertex has a mark. */
  readonly isMarked: boolean;
  /** Three indices a triangle. */
  readonly triangles: Uint32Array;
  /** By vertex: nodes and their shares, which sum to 1. */
  influences(vertex: number): ReadonlyMap<number, number>;
}

const TRIANGLES = 4;

/** Null for what has no triangles. */
export function soupOf(rig: Rig, node: Node, index: number, piece: number, lod: number): Soup | null {
  const primitive = node.getMesh()?.listPrimitives()[index];
  const places = primitive?.getAttribute('POSITION');
  if (!primitive || !places || primitive.getMode() !== TRIANGLES) return null;
  const count = places.getCount();
  const positions = new Float64Array(3 * count);
  const normals = primitive.getAttribute('NORMAL');
  const turnedNormals = normals ? new Float64Array(3 * count) : null;
  // What is on no skin stands where its nodes say.
  const matrix = node.getSkin() ? rig.undo : relativeTo(rig.root, node, rig.space);
  const element: number[] = [];
  for (let v = 0; v < count; v++) {
    const place = placeOf(rig, places.getElement(v, element));
    for (let row = 0; row < 3; row++) {
      positions[3 * v + row] = matrix
        ? (matrix[4 * row] as number) * place[0] +
          (matrix[4 * row + 1] as number) * place[1] +
          (matrix[4 * row + 2] as number) * place[2] +
          rig.unit * (matrix[4 * row + 3] as number)
        : (place[row] as number);
    }
    if (!normals || !turnedNormals) continue;
    const [x = 0, y = 0, z = 0] = normals.getElement(v, element);
    const normal = [rig.space.x * x, y, rig.space.z * z];
    for (let row = 0; row < 3; row++) {
      turnedNormals[3 * v + row] = matrix
        ? (matrix[4 * row] as number) * (normal[0] as number) +
          (matrix[4 * row + 1] as number) * (normal[1] as number) +
          (matrix[4 * row + 2] as number) * (normal[2] as number)
        : (normal[row] as number);
    }
  }
  const marks = marksOf(primitive, count, piece, lod);
  return {
    node,
    primitive: index,
    source: primitive,
    positions,
    normals: turnedNormals,
    uvs: pairs(primitive.getAttribute('TEXCOORD_0'), count),
    marks,
    isMarked: marks.some((mark) => mark >= 0),
    triangles: trianglesOf(primitive, count, rig.swaps),
    influences: influencesOf(rig, node, primitive),
  };
}

function pairs(accessor: Accessor | null, count: number): Float32Array {
  const out = new Float32Array(2 * count);
  const element: number[] = [];
  for (let v = 0; v < Math.min(count, accessor?.getCount() ?? 0); v++) {
    out.set(accessor?.getElement(v, element).slice(0, 2) ?? [], 2 * v);
  }
  return out;
}

/** The marks are the second texture coordinates, or the next where somebody has added maps. */
function marksOf(primitive: Primitive, count: number, piece: number, lod: number): Int32Array {
  let best = new Int32Array(count).fill(-1);
  let most = 0;
  for (const semantic of ['TEXCOORD_1', 'TEXCOORD_2', 'TEXCOORD_3']) {
    const accessor = primitive.getAttribute(semantic);
    if (!accessor) continue;
    const uvs = pairs(accessor, count);
    const marks = new Int32Array(count);
    let found = 0;
    for (let v = 0; v < count; v++) {
      const mark = markedVertex(piece, lod, uvs[2 * v] as number, uvs[2 * v + 1] as number);
      marks[v] = mark;
      if (mark >= 0) found++;
    }
    if (found <= most) continue;
    most = found;
    best = marks;
  }
  return best;
}

function trianglesOf(primitive: Primitive, count: number, swaps: boolean): Uint32Array {
  const list = primitive.getIndices();
  const length = list ? list.getCount() : count;
  const out = new Uint32Array(length - (length % 3));
  for (let i = 0; i < out.length; i++) {
    const corner = i % 3;
    const at = swaps && corner > 0 ? i - corner + 3 - corner : i;
    const index = list ? list.getScalar(at) : at;
    out[i] = index < count ? index : 0;
  }
  return out;
}

function influencesOf(rig: Rig, node: Node, primitive: Primitive): Soup['influences'] {
  const joints = node.getSkin()?.listJoints() ?? [];
  const sets: { joints: Accessor; weights: Accessor }[] = [];
  for (let set = 0; ; set++) {
    const jointList = primitive.getAttribute(`JOINTS_${set}`);
    const weights = primitive.getAttribute(`WEIGHTS_${set}`);
    if (!jointList || !weights) break;
    sets.push({ joints: jointList, weights });
  }
  const nodes = joints.map((joint) => rig.nodeOf.get(joint) ?? -1);
  // A mesh that hangs on a joint moves with it.
  let carrier = -1;
  for (let over = node.getParentNode(); over && carrier < 0; over = over.getParentNode()) {
    carrier = rig.nodeOf.get(over) ?? -1;
  }
  return (vertex) => {
    const shares = new Map<number, number>();
    let sum = 0;
    for (const { joints: list, weights } of sets) {
      const named = list.getElement(vertex, []);
      const given = weights.getElement(vertex, []);
      named.forEach((joint, i) => {
        const share = given[i] ?? 0;
        const of = nodes[joint] ?? -1;
        if (!(share > 0)) return;
        sum += share;
        if (of >= 0) shares.set(of, (shares.get(of) ?? 0) + share);
      });
    }
    if (sum > 0) for (const [of, share] of shares) shares.set(of, share / sum);
    else if (carrier >= 0) shares.set(carrier, 1);
    return shares;
  };
}
