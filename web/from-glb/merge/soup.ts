/** The triangles of a primitive in the space of the file, and which vertices of the file they name. */
import type { Accessor, Node, Primitive } from '@gltf-transform/core';
import { type Affine, inverted, multiplied } from '../../to-glb/space.ts';
import { markedVertex } from '../../to-glb/template.ts';
import { trianglesOf } from '../drafting/triangles.ts';
import type { Faults } from './faults.ts';
import { fileAffine, placeOf, type Rig, relativeTo } from './rig.ts';

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
  /** By triangle: its index in the primitive, as glTF counts those of strips and fans. */
  readonly indices: Int32Array;
  /** By vertex: nodes and their shares, which sum to 1. */
  influences(vertex: number): ReadonlyMap<number, number>;
}

/** Null for points and lines. */
export function soupOf(
  rig: Rig,
  node: Node,
  index: number,
  piece: number,
  lod: number,
  faults: Faults,
): Soup | null {
  const primitive = node.getMesh()?.listPrimitives()[index];
  const places = primitive?.getAttribute('POSITION');
  if (!primitive) return null;
  const count = places?.getCount() ?? 0;
  const drawn = trianglesOf(primitive, count);
  if (!drawn) faults.lines++;
  if (!drawn || !places) return null;
  faults.lost += drawn.lost;
  const positions = new Float64Array(3 * count);
  const normals = primitive.getAttribute('NORMAL');
  const turnedNormals = normals ? new Float64Array(3 * count) : null;
  // What is on no skin stands where its nodes say.
  const matrix = node.getSkin() ? rig.undo : belowRoot(rig, node);
  const inverse = matrix && inverted(matrix);
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
    // Normals turn with the transposed inverse, and stay of length 1.
    const moved = inverse
      ? [0, 1, 2].map((row) =>
          normal.reduce<number>(
            (sum, value, i) => sum + (inverse[4 * i + row] as number) * (value as number),
            0,
          ),
        )
      : (normal as number[]);
    const length = inverse ? Math.hypot(...moved) || 1 : 1;
    for (let row = 0; row < 3; row++) turnedNormals[3 * v + row] = (moved[row] as number) / length;
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
    triangles: rig.swaps ? turnedRound(drawn.corners) : drawn.corners,
    indices: drawn.indices,
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

/** Each with its last two corners the other way round. */
function turnedRound(corners: Uint32Array): Uint32Array {
  return corners.map((_, i) => corners[i % 3 === 1 ? i + 1 : i % 3 === 2 ? i - 1 : i] as number);
}

/** A triangle with a vertex twice, of which nothing is seen. */
export function isFlat({ triangles }: Soup, triangle: number): boolean {
  const [a, b, c] = triangles.subarray(3 * triangle, 3 * triangle + 3);
  return a === b || b === c || c === a;
}

/** “Body.001” is Blender's copy of “Body”. */
export function isCopy(node: Node): boolean {
  return /\.\d{3}$/.test(node.getName());
}

/** Where a node stands in the space of the model, wherever in the scene it hangs. */
function belowRoot({ root, space }: Rig, node: Node): Affine {
  for (let over = node.getParentNode(); over; over = over.getParentNode())
    if (over === root) return relativeTo(root, node, space);
  const top = inverted(fileAffine(space, root.getWorldMatrix()));
  const world = fileAffine(space, node.getWorldMatrix());
  return top ? multiplied(top, world) : world;
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
