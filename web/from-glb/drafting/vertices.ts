/**
 * The vertices of a primitive as a model has them: each once, whatever its texture coordinates, with the nodes that move it
 * and its place seen from each. Those places are what the inverse bind matrices say, so that every vertex is where glTF
 * shows it, whatever the bind pose.
 */
import type { Primitive } from '@gltf-transform/core';
import type { DraftMesh } from '../draft.ts';
import { numbersOf } from './numbers.ts';
import type { Triangles } from './triangles.ts';
import { determinant } from './turns.ts';

/** What moves a vertex, as a joint of a skin or the node that has the mesh. Matrices are 12 numbers, row-major. */
export interface Mover {
  /** Node of the file. */
  readonly node: number;
  /** From the vertices of the mesh into the space of the node. */
  readonly local: Float64Array;
  /** From the vertices of the mesh to the bind pose of the model. */
  readonly bind: Float64Array;
}

export interface VertexInput {
  readonly primitive: Primitive;
  readonly triangles: Triangles;
  /** By joint of the skin; one of a rigid mesh. */
  readonly movers: readonly Mover[];
  readonly isSkinned: boolean;
  /** Weights of the morph targets when nothing plays. */
  readonly morphWeights: readonly number[];
  /** Morph targets stay such; else they are part of the shape, by their weights. */
  readonly keepsMorphs: boolean;
}

/** What was not as it should be, in vertices or triangles. */
export interface VertexFaults {
  /** Vertices without a weight. */
  weightless: number;
  /** Vertices with a weight of a joint that is not there. */
  jointless: number;
  /** Triangles with a vertex that is nowhere. */
  nowhere: number;
  /** Triangles with the same vertex twice. */
  flat: number;
}

export interface MeshWithSource {
  readonly mesh: DraftMesh;
  /** By triangle: its index in the primitive. */
  readonly triangles: Int32Array;
  readonly corners: readonly [0, 2, 1] | readonly [0, 1, 2];
  readonly hasNormals: boolean;
  readonly hasUvs: boolean;
}

/** What makes a vertex of glTF one of its own: numbers by vertex, from `columns` lists. */
interface Attributes {
  readonly positions: Float32Array;
  readonly normals: Float32Array | null;
  /** Sets of four. */
  readonly joints: readonly Float32Array[];
  readonly weights: readonly Float32Array[];
  /** Kept morph targets. */
  readonly morphs: readonly Float32Array[];
}

/** Null when no triangle is left. */
export function meshOf(input: VertexInput, faults: VertexFaults): MeshWithSource | null {
  const { primitive, triangles, movers } = input;
  const attributes = attributesOf(input);
  if (!attributes) return null;
  const { positions } = attributes;
  const uvs = texturePlaces(primitive, positions.length / 3);
  const there = somewhere(triangles, positions, faults);
  const all = weld(attributes, there.corners);
  const kept = drawn(there, all.of, faults);
  if (kept.indices.length === 0) return null;
  // Vertices of what is not drawn are not in the file.
  const welded = kept === there ? all : weld(attributes, kept.corners);
  const isMirrored = mirrors(input, attributes, welded.vertices);
  const order = isMirrored ? ([0, 1, 2] as const) : ([0, 2, 1] as const);
  const corners = new Uint32Array(kept.corners.length);
  const places = new Float32Array(2 * kept.corners.length);
  /** Of a triangle, in the order of the file. */
  const three: [number, number, number] = [0, 0, 0];
  for (let t = 0; t < kept.indices.length; t++) {
    for (let i = 0; i < 3; i++) three[i] = kept.corners[3 * t + (order[i] as number)] as number;
    for (let i = 0; i < 3; i++) {
      const vertex = three[i] as number;
      corners[3 * t + i] = welded.of[vertex] as number;
      if (!uvs) continue;
      places[6 * t + 2 * i] = uvs[2 * vertex] as number;
      places[6 * t + 2 * i + 1] = uvs[2 * vertex + 1] as number;
    }
  }
  const moved = place(attributes, welded.vertices, movers, input.isSkinned, faults);
  if (!attributes.normals) smooth(moved.normals, moved.positions, corners);
  return {
    mesh: {
      corners,
      uvs: places,
      ...moved,
      morphWeights: Float32Array.from(moved.morphs, (_, i) => input.morphWeights[i] ?? 0),
      next: new Uint32Array(0),
    },
    triangles: kept.indices,
    corners: order,
    hasNormals: attributes.normals !== null,
    hasUvs: uvs !== null,
  };
}

function attributesOf({ primitive, isSkinned, morphWeights, keepsMorphs }: VertexInput): Attributes | null {
  const stored = numbersOf(primitive.getAttribute('POSITION'), 3);
  if (!stored) return null;
  const count = stored.length / 3;
  // What is shorter than the positions belongs to something else.
  const whole = (name: string, size: number) => {
    const numbers = numbersOf(primitive.getAttribute(name), size);
    return numbers && numbers.length >= size * count ? numbers : null;
  };
  const storedNormals = whole('NORMAL', 3);
  const joints: Float32Array[] = [];
  const weights: Float32Array[] = [];
  for (let set = 0; isSkinned; set++) {
    const of = whole(`JOINTS_${set}`, 4);
    const by = whole(`WEIGHTS_${set}`, 4);
    if (!of || !by) break;
    joints.push(of);
    weights.push(by);
  }
  const targets = primitive.listTargets().map((target) => {
    const deltas = (name: string) => {
      const numbers = numbersOf(target.getAttribute(name), 3);
      return numbers && numbers.length >= 3 * count ? numbers : null;
    };
    return { positions: deltas('POSITION'), normals: deltas('NORMAL') };
  });
  if (keepsMorphs) {
    const morphs = targets.map(({ positions }) => positions ?? new Float32Array(3 * count));
    return { positions: stored, normals: storedNormals, joints, weights, morphs };
  }
  const positions = shaped(
    stored,
    targets.map((target) => target.positions),
    morphWeights,
  );
  const normals =
    storedNormals &&
    shaped(
      storedNormals,
      targets.map((target) => target.normals),
      morphWeights,
    );
  return { positions, normals, joints, weights, morphs: [] };
}

/** With morph targets at these weights. */
function shaped(
  values: Float32Array,
  targets: readonly (Float32Array | null)[],
  weights: readonly number[],
): Float32Array {
  const active = targets.flatMap((deltas, i) => {
    const weight = weights[i] ?? 0;
    return deltas && weight !== 0 && Number.isFinite(weight) ? [{ deltas, weight }] : [];
  });
  if (active.length === 0) return values;
  const out = values.slice();
  for (const { deltas, weight } of active) {
    for (let i = 0; i < out.length; i++) out[i] = (out[i] as number) + weight * (deltas[i] as number);
  }
  return out;
}

/** The texture coordinates that the skin is laid on by. */
function texturePlaces(primitive: Primitive, count: number): Float32Array | null {
  const set = primitive.getMaterial()?.getBaseColorTextureInfo()?.getTexCoord() ?? 0;
  const numbers =
    numbersOf(primitive.getAttribute(`TEXCOORD_${set}`), 2) ??
    numbersOf(primitive.getAttribute('TEXCOORD_0'), 2);
  if (!numbers || numbers.length < 2 * count) return null;
  if (numbers.every(Number.isFinite)) return numbers;
  return numbers.map((value) => (Number.isFinite(value) ? value : 0));
}

/** The triangles with three vertices. @param of by vertex of glTF: the one that it is */
function drawn(
  given: Pick<Triangles, 'corners' | 'indices'>,
  of: Uint32Array,
  faults: VertexFaults,
): Pick<Triangles, 'corners' | 'indices'> {
  const { corners, indices } = given;
  const keep: number[] = [];
  for (let t = 0; t < indices.length; t++) {
    const [a, b, c] = [0, 1, 2].map((i) => of[corners[3 * t + i] as number]);
    if (a !== b && b !== c && a !== c) keep.push(t);
  }
  if (keep.length === indices.length) return given;
  faults.flat += indices.length - keep.length;
  return only(keep, { corners, indices });
}

function only(
  triangles: readonly number[],
  { corners, indices }: Pick<Triangles, 'corners' | 'indices'>,
): Pick<Triangles, 'corners' | 'indices'> {
  return {
    corners: Uint32Array.from(triangles.flatMap((t) => [...corners.subarray(3 * t, 3 * t + 3)])),
    indices: Int32Array.from(triangles, (t) => indices[t] as number),
  };
}

/** The triangles whose vertices all have a place. */
function somewhere({ corners, indices }: Triangles, positions: Float32Array, faults: VertexFaults) {
  const isLost = (vertex: number) =>
    !Number.isFinite(
      (positions[3 * vertex] as number) +
        (positions[3 * vertex + 1] as number) +
        (positions[3 * vertex + 2] as number),
    );
  const keep: number[] = [];
  for (let t = 0; t < indices.length; t++) {
    if (isLost(corners[3 * t] as number) || isLost(corners[3 * t + 1] as number)) continue;
    if (!isLost(corners[3 * t + 2] as number)) keep.push(t);
  }
  if (keep.length === indices.length) return { corners, indices };
  faults.nowhere += indices.length - keep.length;
  return only(keep, { corners, indices });
}

interface Welded {
  /** By vertex of glTF: the vertex of the file. */
  readonly of: Uint32Array;
  /** By vertex of the file: the first of glTF that it is. */
  readonly vertices: Uint32Array;
}

/** Joins vertices that have all numbers the same, to the bit; those of no triangle are passed over. */
function weld(attributes: Attributes, corners: Uint32Array): Welded {
  const { positions, normals, joints, weights, morphs } = attributes;
  const columns = [
    { values: positions, size: 3 },
    ...(normals ? [{ values: normals, size: 3 }] : []),
    ...[...joints, ...weights].map((values) => ({ values, size: 4 })),
    ...morphs.map((values) => ({ values, size: 3 })),
  ].map(({ values, size }) => ({
    bits: new Uint32Array(values.buffer, values.byteOffset, values.length),
    size,
  }));
  const count = positions.length / 3;
  const of = new Uint32Array(count).fill(NONE);
  const vertices: number[] = [];
  let places = 16;
  while (places < 2 * count) places *= 2;
  const table = new Uint32Array(places).fill(NONE);
  const isSame = (a: number, b: number) =>
    columns.every(({ bits, size }) => {
      for (let i = 0; i < size; i++)
        if (plain(bits[size * a + i]) !== plain(bits[size * b + i])) return false;
      return true;
    });
  for (const vertex of corners) {
    if (of[vertex] !== NONE) continue;
    let hash = 2166136261;
    for (const { bits, size } of columns) {
      for (let i = size * vertex; i < size * (vertex + 1); i++) {
        hash = Math.imul(hash ^ plain(bits[i]), 16777619);
        hash ^= hash >>> 15;
      }
    }
    let at = (hash >>> 0) & (places - 1);
    while (table[at] !== NONE && !isSame(vertices[table[at] as number] as number, vertex))
      at = (at + 1) & (places - 1);
    if (table[at] === NONE) table[at] = vertices.push(vertex) - 1;
    of[vertex] = table[at] as number;
  }
  return { of, vertices: Uint32Array.from(vertices) };
}

const NONE = 0xffffffff;

/** Zero has two signs that mean the same. */
const plain = (bits: number | undefined): number => (bits === 0x80000000 ? 0 : (bits as number));

/** Whether what the vertices are moved by mirrors them once more than the space of the file does. */
function mirrors(
  { movers, isSkinned }: VertexInput,
  { joints, weights }: Attributes,
  vertices: Uint32Array,
): boolean {
  let sign = 0;
  if (!isSkinned || joints.length === 0) sign = determinant(movers[0]?.local ?? []);
  else {
    // Of the joints that move something, the more have it.
    for (const vertex of vertices.subarray(0, 1000)) {
      const mover = movers[joints[0]?.[4 * vertex] as number];
      const weight = weights[0]?.[4 * vertex] as number;
      if (mover && weight > 0) sign += Math.sign(determinant(mover.local)) * weight;
    }
  }
  return sign > 0;
}

type Moved = Pick<DraftMesh, 'positions' | 'normals' | 'start' | 'node' | 'share' | 'local' | 'morphs'>;

/** An influence on a vertex while it is gathered. */
interface Pull {
  share: number;
  /** By its share. */
  x: number;
  y: number;
  z: number;
}

function place(
  { positions: from, normals: up, joints, weights, morphs: deltas }: Attributes,
  vertices: Uint32Array,
  movers: readonly Mover[],
  isSkinned: boolean,
  faults: VertexFaults,
): Moved {
  const count = vertices.length;
  const positions = new Float32Array(3 * count);
  const normals = new Float32Array(3 * count);
  const morphs = deltas.map(() => new Float32Array(3 * count));
  const start = new Uint32Array(count + 1);
  const node: number[] = [];
  const share: number[] = [];
  const local: number[] = [];
  const cofactors = movers.map(({ bind }) => cofactorsOf(bind));
  const pulls = new Map<number, Pull>();
  const parts: { mover: number; weight: number }[] = [];
  for (let v = 0; v < count; v++) {
    const vertex = vertices[v] as number;
    influences(joints, weights, vertex, movers.length, isSkinned, faults, parts);
    const [x, y, z] = [from[3 * vertex], from[3 * vertex + 1], from[3 * vertex + 2]] as [
      number,
      number,
      number,
    ];
    pulls.clear();
    const position = [0, 0, 0];
    const normal = [0, 0, 0];
    for (const { mover: index, weight } of parts) {
      const { node: by, local: into, bind } = movers[index] as Mover;
      const pull = pulls.get(by) ?? { share: 0, x: 0, y: 0, z: 0 };
      pulls.set(by, pull);
      pull.share += weight;
      pull.x += weight * row(into, 0, x, y, z, 1);
      pull.y += weight * row(into, 4, x, y, z, 1);
      pull.z += weight * row(into, 8, x, y, z, 1);
      const cofactor = cofactors[index] as Float64Array;
      for (const axis of [0, 1, 2]) {
        position[axis] = (position[axis] as number) + weight * row(bind, 4 * axis, x, y, z, 1);
        for (const [m, morph] of morphs.entries()) {
          const d = deltas[m] as Float32Array;
          const delta = row(
            bind,
            4 * axis,
            d[3 * vertex] as number,
            d[3 * vertex + 1] as number,
            d[3 * vertex + 2] as number,
            0,
          );
          if (Number.isFinite(delta)) morph[3 * v + axis] = (morph[3 * v + axis] as number) + weight * delta;
        }
        if (up)
          normal[axis] =
            (normal[axis] as number) +
            weight *
              row(
                cofactor,
                4 * axis,
                up[3 * vertex] as number,
                up[3 * vertex + 1] as number,
                up[3 * vertex + 2] as number,
                0,
              );
      }
    }
    positions.set(position, 3 * v);
    normals.set(unit(normal), 3 * v);
    for (const [by, pull] of [...pulls].sort(([, a], [, b]) => b.share - a.share)) {
      // In 32 bits it is nothing.
      if (!(Math.fround(pull.share) > 0)) continue;
      node.push(by);
      share.push(pull.share);
      local.push(pull.x / pull.share, pull.y / pull.share, pull.z / pull.share);
    }
    start[v + 1] = node.length;
  }
  return {
    positions,
    normals,
    morphs,
    start,
    node: Uint32Array.from(node),
    share: Float32Array.from(share),
    local: Float32Array.from(local),
  };
}

/** The joints of a vertex and their weights, which sum to 1. */
function influences(
  joints: readonly Float32Array[],
  weights: readonly Float32Array[],
  vertex: number,
  count: number,
  isSkinned: boolean,
  faults: VertexFaults,
  out: { mover: number; weight: number }[],
): void {
  out.length = 0;
  if (!isSkinned) {
    out.push({ mover: 0, weight: 1 });
    return;
  }
  let sum = 0;
  let isJointless = false;
  for (let set = 0; set < joints.length; set++) {
    for (let i = 4 * vertex; i < 4 * vertex + 4; i++) {
      const weight = weights[set]?.[i] as number;
      if (!(weight > 0 && weight < Number.POSITIVE_INFINITY)) continue;
      const mover = joints[set]?.[i] as number;
      if (mover < count) {
        out.push({ mover, weight });
        sum += weight;
      } else isJointless = true;
    }
  }
  if (isJointless) faults.jointless++;
  if (out.length === 0) {
    // What others show too: the first joint that the vertex names.
    if (!isJointless) faults.weightless++;
    const first = joints[0]?.[4 * vertex] ?? 0;
    out.push({ mover: first < count ? first : 0, weight: 1 });
    return;
  }
  for (const one of out) one.weight /= sum;
}

function row(m: Float64Array, at: number, x: number, y: number, z: number, w: 0 | 1): number {
  return (
    (m[at] as number) * x + (m[at + 1] as number) * y + (m[at + 2] as number) * z + w * (m[at + 3] as number)
  );
}

/** What normals are turned by: the cofactors, which is the inverse transposed but for the length. */
function cofactorsOf(m: Float64Array): Float64Array {
  const out = new Float64Array(12);
  const sign = determinant(m) < 0 ? -1 : 1;
  for (const r of [0, 1, 2]) {
    for (const c of [0, 1, 2]) {
      const [up, down] = [4 * ((r + 1) % 3), 4 * ((r + 2) % 3)];
      const [left, right] = [(c + 1) % 3, (c + 2) % 3];
      out[4 * r + c] =
        sign *
        ((m[up + left] as number) * (m[down + right] as number) -
          (m[up + right] as number) * (m[down + left] as number));
    }
  }
  return out;
}

/** Of length 1; upright without a direction. */
function unit([x = 0, y = 0, z = 0]: readonly number[]): [number, number, number] {
  const length = Math.hypot(x, y, z);
  return length > 0 && Number.isFinite(length) ? [x / length, y / length, z / length] : [0, 1, 0];
}

/** Normals of the triangles around each vertex, by their areas. Front faces as `DraftMesh.corners`. */
function smooth(normals: Float32Array, positions: Float32Array, corners: Uint32Array): void {
  const sums = new Float64Array(normals.length);
  const side = (from: number, to: number, axis: number) =>
    (positions[3 * to + axis] as number) - (positions[3 * from + axis] as number);
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = corners.subarray(t, t + 3) as unknown as [number, number, number];
    for (const axis of [0, 1, 2]) {
      const [j, k] = [(axis + 1) % 3, (axis + 2) % 3];
      const part = side(a, b, j) * side(a, c, k) - side(a, b, k) * side(a, c, j);
      for (const vertex of [a, b, c]) sums[3 * vertex + axis] = (sums[3 * vertex + axis] as number) + part;
    }
  }
  for (let at = 0; at < sums.length; at += 3) normals.set(unit([...sums.subarray(at, at + 3)]), at);
}
