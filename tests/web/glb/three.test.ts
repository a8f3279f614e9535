/**
 * What three.js shows of a GLB is what the engine shows of the model: its GLTFLoader reads the GLB, its AnimationMixer
 * plays every animation, and all skinned and morphed vertices are compared with those of `evaluate`. Which vertex of
 * the GLB is which of the file follows from the triangles alone, which stand in the order of the file.
 */
import { basename } from 'node:path';
import type { AbcFile, Frame, Lithoscope, PoseRequest } from '@lithoscope/core';
import fc from 'fast-check';
import {
  type AnimationClip,
  AnimationMixer,
  Bone,
  type BufferAttribute,
  Matrix4,
  Mesh,
  Object3D,
  Quaternion,
  SkinnedMesh,
  Vector3,
} from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { exportedClips } from '../../../web/glb/clips.ts';
import type { GlbInput, GlbOptions } from '../../../web/glb/input.ts';
import type { GlbReport } from '../../../web/glb/report.ts';
import { toGlb } from '../../../web/glb/to-glb.ts';
import { loadCore } from '../support/core.ts';
import { corpusNote, corpusPath, hasCorpus } from '../support/corpus.ts';
import { expectClose } from '../support/expect-close.ts';
import { fixtureNote, fixtures } from '../support/fixtures.ts';
import { corpusModels, inputOf, openInput, optionsWith, sampleModels } from '../support/glb.ts';
import { CLOCKWORK, CLOCKWORK_BASE, JELLYFISH } from '../support/samples.ts';
import { thorough } from '../support/thorough.ts';

/** Of the model's size. */
const POSITION = 1e-4;
const NORMAL = 0.01;
const MOMENTS = 50;

let core: Lithoscope;
beforeAll(async () => {
  core = await loadCore();
});

/** A GLB as three.js has it. */
interface Loaded {
  readonly gltf: GLTF;
  readonly mixer: AnimationMixer;
  readonly report: GlbReport;
  readonly meshes: readonly Mesh[];
}

async function load(input: GlbInput, options: GlbOptions): Promise<Loaded> {
  const { bytes, report } = await toGlb(input, options);
  const gltf = await new GLTFLoader().parseAsync(bytes.buffer, '');
  return { gltf, report, meshes: objectsOf(gltf, Mesh), mixer: new AnimationMixer(gltf.scene) };
}

function objectsOf<T extends Object3D>({ scene }: GLTF, type: new (...args: never[]) => T): T[] {
  const found: T[] = [];
  scene.traverse((object) => {
    if (object instanceof type) found.push(object);
  });
  return found;
}

/** The name of a node in the GLB: three.js replaces some characters. */
const nameOf = (object: Object3D | undefined): unknown => object?.userData.name;

/** The axes of glTF along those of the file (docs/export.md). */
const axesOf = (file: AbcFile, options: GlbOptions): [number, number, number] =>
  (options.interpretation.mirrorZ ?? file.info.space.mirrorZ) ? [-1, 1, 1] : [-1, 1, -1];

/** Row-major, file space, as a matrix of three.js in the space of glTF. */
function converted(matrix: ArrayLike<number>, axes: readonly number[]): Matrix4 {
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
function pose({ gltf, mixer, meshes }: Loaded, clip: AnimationClip | null, seconds: number): void {
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
async function play(
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
function expectSame({ found, size }: { found: Found; size: number }, lod = 0): void {
  const { position, normal } = found.get(lod) ?? expect.fail(`no level ${lod}`);
  expect(position, 'positions').toBeLessThanOrEqual(POSITION * size);
  expect(normal, 'normals').toBeLessThanOrEqual(NORMAL);
}

const all = [...sampleModels, ...corpusModels].map((path) => [basename(path), path] as const);
const full = [...fixtures].filter(([name]) => /_full.abc$/.test(name));

describe('every animation, at moments all over it', () => {
  test.each(all)(`%s${corpusNote}`, async (_, path) => {
    expectSame(await play(openInput(core, path), optionsWith({}), MOMENTS));
  });

  test.each(full)(`%s${fixtureNote}`, async (name, bytes) => {
    expectSame(await play(inputOf(core.open(bytes), name), optionsWith({}), MOMENTS));
  });

  test('of a child model, with its own origin', async () => {
    const base = openInput(core, CLOCKWORK_BASE).file;
    const sources = [{ child: 1, name: 'Models\\clockwork_base.abc', file: base }];
    const input = openInput(core, CLOCKWORK, { sources });
    const played = await play(input, optionsWith({ animations: 'all' }), 20);
    expect(played.loaded.gltf.animations).toHaveLength(6);
    expectSame(played);
  });

  test.skipIf(!hasCorpus)(`of another file: INTHERO_ACTION with FEMBASE${corpusNote}`, async () => {
    const base = openInput(core, corpusPath('nolf/models/FEMBASE.ABC')).file;
    const sources = [{ child: 0, name: 'FEMBASE.ABC', file: base }];
    const input = openInput(core, corpusPath('nolf/models/INTHERO_ACTION.ABC'), { sources });
    const played = await play(input, optionsWith({ animations: 'all' }), thorough ? MOMENTS : 10);
    expect(played.loaded.gltf.animations).toHaveLength(17);
    expectSame(played);
  });

  /** Their trees are alike; one has a deformation vertex, the other has none. */
  test.skipIf(fixtures.size === 0).each([
    ['v6_other_order.abc', 'v6_no_deformation.abc'],
    ['v6_no_deformation.abc', 'v6_other_order.abc'],
  ])(`of another file: %s with %s${fixtureNote}`, async (name, base) => {
    const open = (which: string) => core.open(fixtures.get(which) ?? expect.fail(`no ${which}`));
    const sources = [{ child: 0, name: base, file: open(base) }];
    const played = await play(
      inputOf(open(name), name, { sources }),
      optionsWith({ animations: 'all' }),
      MOMENTS,
    );
    expect(played.loaded.gltf.animations).toHaveLength(2);
    expectSame(played);
  });

  test('with fewer morph targets than frames: as far off as the report says', async () => {
    const { loaded, found, size } = await play(
      openInput(core, JELLYFISH),
      optionsWith({ maxMorphTargets: 4 }),
      20,
    );
    const { morphTargets, morphDeviation } = loaded.report;
    expect(morphTargets.kept).toBe(4);
    expect(morphTargets.all).toBeGreaterThan(4);
    expect(found.get(0)?.position).toBeLessThanOrEqual(morphDeviation + POSITION * size);
    expect(found.get(0)?.position).toBeGreaterThan(morphDeviation / 2);
  });

  test('with a scale: everything is that much larger', async () => {
    for (const path of [CLOCKWORK, JELLYFISH]) {
      expectSame(await play(openInput(core, path), optionsWith({ scale: 0.02 }), 5));
    }
  });

  test.each([true, false])(
    'read in another way: mirrorZ %s, keys not conjugated, another rest',
    async (mirrorZ) => {
      const interpretation = { mirrorZ, conjugateKeys: mirrorZ, restAnimation: 1 };
      expectSame(await play(openInput(core, JELLYFISH), optionsWith({ interpretation }), 5));
    },
  );
});

describe('the other levels', () => {
  /** Levels whose weights do not agree, and the animations of FEMBASE, which move them as far as people do. */
  test.skipIf(!hasCorpus).each(['COSMONAUT_STYLE2_MULTI.ABC', 'INTHERO_CASUAL.abc'])(
    `%s: a vertex is as far off as the report says, not more and not much less${corpusNote}`,
    async (name) => {
      const base = openInput(core, corpusPath('nolf/models/FEMBASE.ABC')).file;
      const sources = [{ child: 0, name: 'FEMBASE.ABC', file: base }];
      const input = openInput(core, corpusPath(`nolf/models/${name}`), { sources });
      const { loaded, found, size } = await play(input, optionsWith({ lods: 'all' }), thorough ? MOMENTS : 4);
      for (const [lod, { position }] of found) {
        const said = loaded.report.deviations.filter((one) => one.lod === lod).map(({ bound }) => bound);
        const bound = Math.max(0, ...said);
        expect(position, `level ${lod}`).toBeLessThanOrEqual(bound + POSITION * size);
        expect(bound, `level ${lod}`).toBeLessThanOrEqual(3 * position + POSITION * size);
      }
    },
  );

  test.each(all.filter(([name]) => /^(clockwork|PROPELLER|AMMO_LARGE|v12)/.test(name)))(
    `%s: the same places${corpusNote}`,
    async (_, path) => {
      const input = openInput(core, path);
      const played = await play(input, optionsWith({ lods: 'all' }), 5);
      for (const lod of played.found.keys()) expectSame(played, lod);
    },
  );

  test.each(all.filter(([name]) => /^(jellyfish|SANJURO)/.test(name)))(
    `%s: collapses${corpusNote}`,
    async (_, path) => {
      const input = openInput(core, path);
      const last = input.file.info.lodCount - 1;
      const lods = [0, 1, Math.floor(last / 2), last];
      const played = await play(input, optionsWith({ lods }), 5);
      for (const lod of lods) expectSame(played, lod);
    },
  );
});

describe.skipIf(full.length === 0)(`numbers that no game has, in every version${fixtureNote}`, () => {
  test('keys and weights by chance: never farther off than the report says', {
    timeout: 180_000,
  }, async () => {
    const number = fc.integer({ min: -30, max: 30 }).map((tenths) => tenths / 10);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(full.length - 1),
        fc.array(fc.tuple(fc.nat(10_000), number), { minLength: 1, maxLength: 30 }),
        async (which, changes) => {
          const [name, bytes] = full[which] ?? expect.fail('no fixture');
          const sound = core.open(bytes);
          const { offset } = sound.leaves(0, bytes.length);
          const paths = sound.paths(0, bytes.length);
          const places = offset.filter((_, i) => MOVING.test(paths[i] ?? ''));
          const changed = bytes.slice();
          const view = new DataView(changed.buffer);
          for (const [at, value] of changes) view.setFloat32(places[at % places.length] ?? 0, value, true);
          const { loaded, found, size } = await play(inputOf(core.open(changed), name), optionsWith({}), 10);
          const codes = loaded.report.notes.map(({ code }) => code);
          // Of negative weights nothing is promised.
          if (codes.includes('WEIGHTS_LEFT_OUT')) return;
          const bound = Math.max(0, ...loaded.report.deviations.map((one) => one.bound));
          const { position } = found.get(0) ?? expect.fail('no level');
          // Between keys that are no rotations some are added, 31 at most: that is as near as it gets.
          expect(position, `${codes}`).toBeLessThanOrEqual(bound + 0.01 * size);
        },
      ),
      { numRuns: thorough ? 250 : 20 },
    );
  });

  /** Paths of the leaves that say where something goes. */
  const MOVING = /\.Keys\[\d+\]\.|\.Weights\[\d+\]\.(Location|Bias)/;
});

describe('names and places', () => {
  test.each(all)(`%s${corpusNote}`, async (title, path) => {
    const input = openInput(core, path);
    const { info } = input.file;
    const options = optionsWith({ scale: 2 });
    const loaded = await load(input, options);
    const axes = axesOf(input.file, options);
    const [root] = loaded.gltf.scene.children;
    expect(nameOf(root)).toBe(title.replace(/\.abc$/i, ''));

    const bones = new Map(
      objectsOf(loaded.gltf, Bone).map((bone) => [bone.userData.lt_index as number, bone]),
    );
    expect([...bones.keys()].sort((a, b) => a - b)).toEqual([...info.nodes.keys()]);
    for (const [i, { name, parent }] of info.nodes.entries()) {
      const bone = bones.get(i);
      expectName(nameOf(bone), name);
      expect(bone?.parent).toBe(parent < 0 ? root : bones.get(parent));
    }
    for (const mesh of loaded.meshes) {
      expectName(nameOf(mesh), info.pieces[mesh.userData.lt_piece]?.name || 'piece');
      expect(mesh.parent).toBe(loaded.gltf.scene);
    }

    // Each socket where the engine has it, in the last moment of each animation too.
    const sockets = objectsOf(loaded.gltf, Object3D).filter(({ userData }) => 'lt_socket' in userData);
    expect(sockets.map(({ userData }) => userData.lt_socket).sort((a, b) => a - b)).toEqual([
      ...info.sockets.keys(),
    ]);
    const { clips } = exportedClips(input, options);
    for (const [i, { clip, times }] of [null, ...clips].map(
      (one, k) => [k - 1, one ?? { clip: { animation: -1 }, times: [0] }] as const,
    )) {
      const timeMs = times.at(-1) ?? 0;
      pose(loaded, loaded.gltf.animations[i] ?? null, timeMs / 1000);
      const frame = input.file.evaluate({ animation: clip.animation, timeMs, loop: false, lod: 0 });
      const matrix = (n: number) => converted(frame?.nodes.subarray(16 * n, 16 * n + 16) ?? [], axes);
      const size = Math.max(...(frame?.nodes.map(Math.abs) ?? []));
      for (const [n, bone] of bones)
        expectClose(bone.matrixWorld.elements, scaled(matrix(n)).elements, 1e-4 * size, `node ${n}`);
      for (const socket of sockets) {
        const { node, location, rotation, name } =
          info.sockets[socket.userData.lt_socket] ?? expect.fail('no socket');
        expectName(nameOf(socket), `s_${name}`);
        const local = new Matrix4().compose(
          new Vector3(...location),
          new Quaternion(...rotation).normalize(),
          new Vector3(1, 1, 1),
        );
        const expected = matrix(node).multiply(converted(local.transpose().elements, axes));
        expectClose(socket.matrixWorld.elements, scaled(expected).elements, 1e-4 * size, `socket ${name}`);
      }
    }
  });

  const scaled = (matrix: Matrix4) => new Matrix4().makeScale(2, 2, 2).multiply(matrix);

  /** The name in the file, or that with a number where another node has it. */
  function expectName(name: unknown, stored: string): void {
    const rest = typeof name === 'string' && name.startsWith(stored) ? name.slice(stored.length) : null;
    expect(rest, `${name} for ${stored}`).toMatch(/^( \d+)?$/);
  }
});
