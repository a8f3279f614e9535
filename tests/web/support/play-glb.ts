/**
 * A GLB as three.js plays it beside the model as the engine does. Which vertex of the GLB is which of the file follows
 * from the triangles alone, which stand in the order of the file.
 */
import type { AbcFile, Frame, PoseRequest } from '@lithoscope/core';
import {
  type AnimationClip,
  AnimationMixer,
  type BufferAttribute,
  Matrix4,
  Mesh,
  type Object3D,
  SkinnedMesh,
} from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { expect } from 'vitest';
import { exportedClips } from '../../../web/to-glb/clips.ts';
import type { GlbInput, GlbOptions } from '../../../web/to-glb/input.ts';
import type { GlbReport } from '../../../web/to-glb/report.ts';
import { toGlb } from '../../../web/to-glb/to-glb.ts';

/** Of the model's size. */
export const POSITION = 1e-4;
const NORMAL = 0.01;

/** A GLB as three.js has it. */
interface Loaded {
  readonly gltf: GLTF;
  readonly mixer: AnimationMixer;
  readonly report: GlbReport;
  readonly meshes: readonly Mesh[];
}

export async function load(input: GlbInput, options: GlbOptions): Promise<Loaded> {
  const { bytes, report } = await toGlb(input, options);
  const gltf = await new GLTFLoader().parseAsync(bytes.buffer, '');
  return { gltf, report, meshes: objectsOf(gltf, Mesh), mixer: new AnimationMixer(gltf.scene) };
}

export function objectsOf<T extends Object3D>({ scene }: GLTF, type: new (...args: never[]) => T): T[] {
  const found: T[] = [];
  scene.traverse((object) => {
    if (object instanceof type) found.push(object);
  });
  return found;
}

/** The name of a node in the GLB: three.js replaces some characters. */
export const nameOf = (object: Object3D | undefined): unknown => object?.userData.name;

/** The axes of glTF along those of the file (docs/export.md). */
export const axesOf = (file: AbcFile, options: GlbOptions): [number, number, number] =>
  (options.interpretation.mirrorZ ?? file.info.space.mirrorZ) ? [-1, 1, 1] : [-1, 1, -1];

/** Row-major, file space, as a matrix of three.js in the space of glTF. */
export function converted(matrix: ArrayLike<number>, axes: readonly number[]): Matrix4 {
  const d = [...axes, 1];
  const numbers = Array.from({ length: 16 }, (_, i) => (matrix[i] ?? 0) * (d[i >> 2] ?? 0) * (d[i & 3] ?? 0));
  return new Matrix4().set(...(numbers as Parameters<Matrix4['set']>));
}

/** A mesh of the GLB beside the level of the piece that it shows. */
interface Shown {
  readonly piece: number;
  readonly lod: number;
  readonly mesh: Mesh;
  /** By vertex of the GLB: that of the file. */
  readonly sources: Int32Array;
  /** Three numbers a vertex of the GLB. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
}

function shownOf(
  loaded: Loaded,
  input: GlbInput,
  options: GlbOptions,
  piece: number,
  lod: number,
): Shown | null {
  const { file } = input;
  const { corners, uvs } = file.topology(piece, lod);
  if (corners.length === 0) return null;
  const name = `${file.info.pieces[piece]?.name || 'piece'}${lod > 0 ? `_LOD${lod}` : ''}`;
  const mesh = loaded.meshes.find(({ userData }) => userData.lt_piece === piece && userData.lt_lod === lod);
  if (!mesh) expect.fail(`no mesh ${name}`);
  const { index, attributes } = mesh.geometry;
  const indices = index?.array ?? expect.fail(`${name} has no indices`);
  expect(indices.length, `${name}: corners`).toBe(corners.length);
  const count = attributes.position?.count ?? 0;
  const sources = new Int32Array(count).fill(-1);
  // The side from which corners go counter-clockwise is the outside.
  const [x, y, z] = axesOf(file, options);
  const order = file.info.space.frontSign * x * y * z > 0 ? [0, 1, 2] : [0, 2, 1];
  const uv = attributes.uv as BufferAttribute;
  for (let i = 0; i < corners.length; i++) {
    const corner = i - (i % 3) + (order[i % 3] ?? 0);
    const vertex = indices[i] as number;
    const source = corners[corner] as number;
    if (sources[vertex] !== -1 && sources[vertex] !== source) expect.fail(`${name}: vertex ${vertex} is two`);
    sources[vertex] = source;
    const same = uv.getX(vertex) === uvs[2 * corner] && uv.getY(vertex) === uvs[2 * corner + 1];
    if (!same) expect.fail(`${name}: corner ${corner} has other texture coordinates`);
  }
  return {
    piece,
    lod,
    mesh,
    sources,
    positions: new Float32Array(3 * count),
    normals: new Float32Array(3 * count),
  };
}

/** All influences of a mesh: three.js itself takes four. */
function influencesOf(mesh: SkinnedMesh) {
  const { attributes } = mesh.geometry;
  const sets = [{ joints: attributes.skinIndex, weights: attributes.skinWeight }];
  for (let set = 1; attributes[`joints_${set}`]; set++) {
    sets.push({ joints: attributes[`joints_${set}`], weights: attributes[`weights_${set}`] });
  }
  const found = sets as { joints: BufferAttribute; weights: BufferAttribute }[];
  const count = found[0]?.joints.count ?? 0;
  const size = 4 * found.length;
  const joints = new Uint16Array(size * count);
  const weights = new Float32Array(size * count);
  for (let v = 0; v < count; v++) {
    let others = 0;
    for (let i = size - 1; i >= 0; i--) {
      const set = found[i >> 2];
      joints[size * v + i] = set?.joints.getComponent(v, i & 3) ?? 0;
      // three.js makes the first four sum to 1.
      const weight = (set?.weights.getComponent(v, i & 3) ?? 0) * (i < 4 ? 1 - others : 1);
      weights[size * v + i] = weight;
      if (i >= 4) others += weight;
    }
  }
  return { size, joints, weights };
}

const influences = new WeakMap<Mesh, ReturnType<typeof influencesOf>>();

/** Fills positions and normals of a mesh as a vertex shader has them, in the world. */
function draw({ mesh, positions, normals }: Shown): void {
  const { attributes, morphAttributes } = mesh.geometry;
  positions.set((attributes.position as BufferAttribute).array);
  normals.set((attributes.normal as BufferAttribute).array);
  const morphs = morphAttributes.position ?? [];
  for (const [i, weight] of (mesh.morphTargetInfluences ?? []).entries()) {
    const deltas = morphs[i]?.array;
    if (weight === 0 || !deltas) continue;
    for (let k = 0; k < positions.length; k++) {
      positions[k] = (positions[k] as number) + weight * (deltas[k] as number);
    }
  }
  if (!(mesh instanceof SkinnedMesh)) return;
  let found = influences.get(mesh);
  if (!found) {
    found = influencesOf(mesh);
    influences.set(mesh, found);
  }
  const { size, joints, weights } = found;
  const bones = mesh.skeleton.boneMatrices as unknown as Float32Array;
  const m = new Float64Array(12);
  for (let v = 0; 3 * v < positions.length; v++) {
    m.fill(0);
    for (let i = size * v; i < size * (v + 1); i++) {
      const weight = weights[i] as number;
      if (weight === 0) continue;
      const from = 16 * (joints[i] as number);
      for (let k = 0; k < 12; k++) {
        // Column by column, without the last row.
        m[k] = (m[k] as number) + weight * (bones[from + k + Math.floor(k / 3)] as number);
      }
    }
    apply(m, positions, 3 * v, 1);
    apply(m, normals, 3 * v, 0);
  }
}

/** A vector, in place. @param w 1 for a place, 0 for a direction */
function apply(m: Float64Array, values: Float32Array, at: number, w: 0 | 1): void {
  const x = values[at] as number;
  const y = values[at + 1] as number;
  const z = values[at + 2] as number;
  for (let row = 0; row < 3; row++) {
    values[at + row] =
      (m[row] as number) * x +
      (m[3 + row] as number) * y +
      (m[6 + row] as number) * z +
      w * (m[9 + row] as number);
  }
}

/** The size of the model where it stands when nothing plays. */
function sizeOf(frame: Frame): number {
  const low = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
  const high = low.map((value) => -value);
  for (const { positions } of frame.pieces) {
    for (let i = 0; i < positions.length; i++) {
      low[i % 3] = Math.min(low[i % 3] as number, positions[i] as number);
      high[i % 3] = Math.max(high[i % 3] as number, positions[i] as number);
    }
  }
  return Math.max(Math.hypot(...high.map((value, axis) => value - (low[axis] as number))), 0);
}

/** How far three.js is from the engine, over everything that was compared. */
interface Distance {
  /** Of the model's size. */
  position: number;
  normal: number;
}

/** Compares one mesh with the engine; returns the greatest distances. @param scale of the root */
function compare(shown: Shown, frame: Frame, axes: readonly number[], scale: number, what: string): Distance {
  draw(shown);
  const expected = frame.pieces[shown.piece] ?? expect.fail('no piece');
  const greatest: Distance = { position: 0, normal: 0 };
  for (const [v, source] of shown.sources.entries()) {
    // A vertex that no triangle has.
    if (source < 0) continue;
    let distance = 0;
    let turn = 0;
    let length = 0;
    let own = 0;
    for (let axis = 0; axis < 3; axis++) {
      const sign = axes[axis] as number;
      const position = (shown.positions[3 * v + axis] as number) / scale;
      distance += (position - sign * (expected.positions[3 * source + axis] as number)) ** 2;
      own += (shown.normals[3 * v + axis] as number) ** 2;
      length += (expected.normals[3 * source + axis] as number) ** 2;
    }
    for (let axis = 0; axis < 3; axis++) {
      const normal = (shown.normals[3 * v + axis] as number) / Math.sqrt(own);
      turn += (normal - (axes[axis] as number) * (expected.normals[3 * source + axis] as number)) ** 2;
    }
    if (!(distance < Number.POSITIVE_INFINITY)) expect.fail(`${what}: vertex ${v} is nowhere`);
    greatest.position = Math.max(greatest.position, Math.sqrt(distance));
    // The file may have no normal there.
    if (length > 0.25) {
      if (!(turn < Number.POSITIVE_INFINITY)) expect.fail(`${what}: vertex ${v} has no normal`);
      greatest.normal = Math.max(greatest.normal, Math.sqrt(turn));
    }
  }
  return greatest;
}

/** Shows a moment of an animation; the pose at rest without one. */
export function pose({ gltf, mixer, meshes }: Loaded, clip: AnimationClip | null, seconds: number): void {
  mixer.stopAllAction();
  if (clip) {
    const action = mixer.clipAction(clip).play();
    action.time = seconds;
    mixer.update(0);
  }
  gltf.scene.updateMatrixWorld(true);
  for (const mesh of meshes) if (mesh instanceof SkinnedMesh) mesh.skeleton.update();
}

/** The moments of an animation that are compared: evenly, with both ends. */
const momentsOf = (length: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => (count > 1 ? (length * i) / (count - 1) : 0));

/** Greatest distances by level, in file units and of normals. */
type Found = Map<number, Distance>;

/**
 * Plays everything that is exported, and fails where level 0 is not where it should be.
 * @param count moments of each animation
 */
export async function play(
  input: GlbInput,
  options: GlbOptions,
  count: number,
): Promise<{ loaded: Loaded; found: Found; size: number }> {
  const loaded = await load(input, options);
  const { file, name } = input;
  const { mirrorZ: _, ...interpretation } = options.interpretation;
  const axes = axesOf(file, options);
  const levels = options.lods === 'all' ? [...new Array(file.info.lodCount).keys()] : options.lods;
  const meshes = levels.map((lod) => ({
    lod,
    shown: file.info.pieces.flatMap((_, piece) => shownOf(loaded, input, options, piece, lod) ?? []),
  }));
  expect(meshes.reduce((sum, { shown }) => sum + shown.length, 0)).toBe(loaded.report.meshes);
  const { clips } = exportedClips(input, options);
  expect(loaded.gltf.animations.map((clip) => clip.name)).toEqual(clips.map((clip) => clip.name));

  const rest: PoseRequest = { animation: -1, timeMs: 0, loop: false, lod: 0, interpretation };
  const size = sizeOf(file.evaluate(rest) ?? expect.fail('no rest pose'));
  const found: Found = new Map(levels.map((lod) => [lod, { position: 0, normal: 0 }]));
  const frame: Frame = { nodes: new Float32Array(0), pieces: [] };
  const check = (request: PoseRequest, what: string) => {
    for (const { lod, shown } of meshes) {
      if (!file.evaluate({ ...request, lod }, frame)) expect.fail(`${what}: no frame`);
      for (const one of shown) {
        const { position, normal } = compare(one, frame, axes, options.scale, what);
        const level = found.get(lod) as Distance;
        level.position = Math.max(level.position, position);
        level.normal = Math.max(level.normal, normal);
      }
    }
  };
  pose(loaded, null, 0);
  check(rest, `${name} at rest`);
  for (const [i, { clip, file: source, origin, times, name: title }] of clips.entries()) {
    const shown = loaded.gltf.animations[i] ?? expect.fail(`no ${title}`);
    const length = times.at(-1) ?? 0;
    expect(shown.duration, title).toBeCloseTo(length / 1000, 3);
    for (const timeMs of momentsOf(length, count)) {
      pose(loaded, shown, timeMs / 1000);
      const request = { ...rest, animation: clip.animation, timeMs, source, ...(origin && { origin }) };
      check(request, `${title} at ${timeMs} ms`);
    }
  }
  return { loaded, found, size };
}

/** Fails where three.js is not at the places of the engine. */
export function expectSame({ found, size }: { found: Found; size: number }, lod = 0): void {
  const { position, normal } = found.get(lod) ?? expect.fail(`no level ${lod}`);
  expect(position, 'positions').toBeLessThanOrEqual(POSITION * size);
  expect(normal, 'normals').toBeLessThanOrEqual(NORMAL);
}
