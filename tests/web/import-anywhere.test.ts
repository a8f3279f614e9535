/**
 * A GLB from anywhere becomes a model: what is expected of small ones is computed by hand, from what glTF says of them. Files
 * are mirrored in X: (x, y, z) of glTF is (−x, y, z), and the corners of a triangle stand in the order 0, 2, 1.
 */
import type { Lithoscope, Vec3 } from '@lithoscope/core';
import type { Editing } from '@lithoscope/editing';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Draft } from '../../web/from-glb/draft.ts';
import { draftOf } from '../../web/from-glb/draft-of.ts';
import { split } from '../../web/from-glb/drafting/splitting.ts';
import { limitsOf } from '../../web/from-glb/limits.ts';
import { IMPORT_DEFAULTS } from '../../web/from-glb/options.ts';
import { understand } from '../../web/from-glb/understand.ts';
import { loadCore } from './support/core.ts';
import { loadEditing } from './support/editing.ts';
import { cornersOf, imported, Making } from './support/import-model.ts';
import { bytesOf, CLOCKWORK } from './support/samples.ts';
import { glbOf, sourceOf } from './support/way-back.ts';

let core: Lithoscope;
let editing: Editing;
beforeAll(async () => {
  core = await loadCore();
  editing = await loadEditing();
});

const UPRIGHT = [0, 0, 0, 1];
/** A quarter turn about Z, counter-clockwise from +Z. */
const QUARTER = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const moved = (x: number, y: number, z: number) => [...IDENTITY.slice(0, 12), x, y, z, 1];

function expectPlaces(found: readonly Vec3[], expected: readonly (readonly number[])[]): void {
  expect(found.length).toBe(expected.length);
  for (const [i, place] of expected.entries()) {
    for (const axis of [0, 1, 2])
      expect(found[i]?.[axis], `corner ${i}, ${axis}`).toBeCloseTo(place[axis] as number, 4);
  }
}

/** Two joints, the second one unit above the first, and a triangle. @param joints four a vertex @param weights four a vertex */
function arm(
  making: Making,
  joints: readonly number[],
  weights: readonly number[],
  positions = [0, 2, 0, 1, 2, 0, 0, 3, 0],
) {
  const lower = making.node('lower');
  const upper = making.node('upper', [0, 1, 0], lower);
  const mesh = making.mesh(positions, {
    JOINTS_0: [Uint8Array.from(joints), 'VEC4'],
    WEIGHTS_0: [weights, 'VEC4'],
  });
  const skin = making.skin([lower, upper], [...IDENTITY, ...moved(0, -1, 0)]);
  making.node('body').setMesh(mesh).setSkin(skin);
  return { lower, upper };
}

const ALL_UPPER = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];
const ALL_FIRST = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

describe('a skin', () => {
  test('is bent as glTF bends it, in every version', async () => {
    const making = new Making();
    const { upper } = arm(making, ALL_UPPER, ALL_FIRST);
    making.animation('bend', [
      { node: upper, path: 'rotation', times: [0, 1], values: [...UPRIGHT, ...QUARTER] },
    ]);
    for (const version of [9, 10, 11, 12] as const) {
      const { file, report, codes, space } = await imported(core, editing, making.source, {
        version,
        scale: 10,
      });
      expect(file.info.version).toBe(version);
      expect(file.findings).toEqual([]);
      expect(report).toMatchObject({
        version,
        pieces: 1,
        vertices: 3,
        triangles: 1,
        nodes: 2,
        animations: 1,
        keys: 2,
      });
      expect(codes).toEqual(['NORMALS_MADE', 'UVS_MISSING']);
      expect(file.info.nodes.map(({ name, parent }) => [name, parent])).toEqual([
        ['lower', -1],
        ['upper', 0],
      ]);
      expect([...space]).toEqual([-10, 0, 0, 0, 0, 10, 0, 0, 0, 0, 10, 0]);
      expectPlaces(cornersOf(file, 0), [
        [0, 20, 0],
        [0, 30, 0],
        [-10, 20, 0],
      ]);
      // (x, y) around (0, 1) is (−(y − 1), 1 + x).
      expectPlaces(cornersOf(file, 0, 0, 1000), [
        [10, 10, 0],
        [20, 10, 0],
        [10, 20, 0],
      ]);
      const half = Math.SQRT1_2;
      expectPlaces(cornersOf(file, 0, 0, 500), [
        [10 * half, 10 + 10 * half, 0],
        [20 * half, 10 + 20 * half, 0],
        [0, 10 + 20 * half, 0],
      ]);
    }
  });

  test('has its weights multiplied with their places, whatever they sum to; more than four are kept', async () => {
    const making = new Making();
    const joints = Array.from({ length: 6 }, (_, i) => making.node(`joint ${i}`, [i, 0, 0]));
    const mesh = making.mesh([0, 2, 0, 1, 2, 0, 0, 3, 0], {
      JOINTS_0: [Uint8Array.of(0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3), 'VEC4'],
      WEIGHTS_0: [[0.1, 0.2, 0.3, 0.1, 3, 1, 0, 0, 1, 0, 0, 0], 'VEC4'],
      JOINTS_1: [Uint8Array.of(4, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 'VEC4'],
      WEIGHTS_1: [[0.1, 0.2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 'VEC4'],
    });
    making
      .node('body')
      .setMesh(mesh)
      .setSkin(
        making.skin(
          joints,
          joints.flatMap((_, i) => moved(-i, 0, 0)),
        ),
      );
    const { file, codes } = await imported(core, editing, making.source);
    expect(codes).toContain('ROOT_MADE');
    expect(codes).toContain('WEIGHTS_MANY');
    const { start, node, bias, location } = file.weights(0, 0);
    const [first = 0, second = 0, third = 0] = start;
    expect(second - first).toBe(6);
    const byNode = new Map(Array.from(node.subarray(first, second), (at, i) => [at, i]));
    // The root that was made is node 0. Joint 2 stands at x = 2, which is −2 in the file: from there the vertex is at 2.
    const at = byNode.get(3) ?? -1;
    expect(bias[at]).toBeCloseTo(0.3, 6);
    expect([...location.subarray(3 * at, 3 * at + 3)].map((value) => Math.round(1e5 * value) / 1e5)).toEqual([
      0.6, 0.6, 0,
    ]);
    expect(third - second).toBe(2);
    expect([...bias.subarray(second, third)]).toEqual([0.75, 0.25]);
    expect([...node.subarray(second, third)]).toEqual([1, 2]);
  });

  test('of an armature in centimetres that lies on its back stands, and is as large as glTF shows it', async () => {
    const making = new Making();
    // Y of the armature is Z of the scene, a hundredth as long.
    const armature = making
      .node('Armature')
      .setRotation([Math.SQRT1_2, 0, 0, Math.SQRT1_2])
      .setScale([0.01, 0.01, 0.01]);
    const hips = making.node('Hips', [0, 100, 0], armature);
    const mesh = making.mesh([0, 0, 0, 10, 100, 0, 0, 100, 20], {
      JOINTS_0: [new Uint8Array(12), 'VEC4'],
      WEIGHTS_0: [ALL_FIRST, 'VEC4'],
    });
    making
      .node('body', [7, 7, 7])
      .setMesh(mesh)
      .setSkin(making.skin([hips], moved(0, -100, 0)));
    making.animation('up', [
      { node: hips, path: 'translation', times: [0, 2], values: [0, 100, 0, 0, 200, 0] },
    ]);
    const { file } = await imported(core, editing, making.source, { scale: 50 });
    expect(file.info.nodes.map(({ name }) => name)).toEqual(['Hips']);
    // The vertex (10, 100, 0) of the armature is (0.1, 0, 1) of the scene.
    expectPlaces(cornersOf(file, 0), [
      [0, 0, 0],
      [0, -10, 50],
      [-5, 0, 50],
    ]);
    expectPlaces(cornersOf(file, 0, 0, 1000), [
      [0, 0, 25],
      [0, -10, 75],
      [-5, 0, 75],
    ]);
  });

  test('is bound by its inverse bind matrices, not by where its joints rest', async () => {
    const making = new Making();
    const { upper } = arm(making, ALL_UPPER, ALL_FIRST);
    upper.setRotation(QUARTER as [number, number, number, number]);
    const { file } = await imported(core, editing, making.source);
    // When nothing plays, the file shows the bind pose; an animation of nothing shows the rest.
    expectPlaces(cornersOf(file, 0), [
      [0, 2, 0],
      [0, 3, 0],
      [-1, 2, 0],
    ]);
    making.animation('rest', [{ node: upper, path: 'rotation', times: [0], values: QUARTER }]);
    const { file: played } = await imported(core, editing, making.source);
    expectPlaces(cornersOf(played, 0, 0, 0), [
      [1, 1, 0],
      [2, 1, 0],
      [1, 2, 0],
    ]);
  });

  test('with weights that are nothing, negative or of joints that are not there is moved all the same', async () => {
    const making = new Making();
    const { upper } = arm(
      making,
      [1, 0, 0, 0, 1, 9, 0, 0, 1, 0, 0, 0],
      [0, 0, 0, 0, 0.5, 0.5, 0, 0, 0.5, -2, 0, 0],
    );
    making.animation('bend', [
      { node: upper, path: 'rotation', times: [0, 1], values: [...UPRIGHT, ...QUARTER] },
    ]);
    const { file, codes } = await imported(core, editing, making.source);
    expect(codes).toContain('VERTICES_WITHOUT_WEIGHTS');
    expect(codes).toContain('JOINTS_MISSING');
    expectPlaces(cornersOf(file, 0, 0, 1000), [
      [1, 1, 0],
      [2, 1, 0],
      [1, 2, 0],
    ]);
  });
});

describe('meshes without a skin', () => {
  test('are moved by the nodes that have them; above several tops a root is made', async () => {
    const making = new Making();
    const wheel = making.node('wheel', [5, 0, 0]).setMesh(making.mesh([0, 0, 0, 1, 0, 0, 0, 1, 0]));
    making.node('cap', [0, 0, 1], wheel).setMesh(making.mesh([0, 0, 0, 1, 0, 0, 0, 1, 0]));
    making.node('road').setMesh(making.mesh([0, 0, 0, 1, 0, 0, 0, 0, 1]));
    making.animation('roll', [
      { node: wheel, path: 'rotation', times: [0, 1], values: [...UPRIGHT, ...QUARTER] },
    ]);
    const { file, codes } = await imported(core, editing, making.source);
    expect(codes).toContain('ROOT_MADE');
    expect(file.info.nodes.map(({ name, parent }) => [name, parent])).toEqual([
      ['root', -1],
      ['wheel', 0],
      ['cap', 1],
      ['road', 0],
    ]);
    expect(file.info.pieces.map(({ name }) => name)).toEqual(['wheel', 'cap', 'road']);
    expectPlaces(cornersOf(file, 1, 0, 1000), [
      [-5, 0, 1],
      [-4, 0, 1],
      [-5, 1, 1],
    ]);
    expectPlaces(cornersOf(file, 2, 0, 1000), [
      [0, 0, 0],
      [0, 0, 1],
      [-1, 0, 0],
    ]);
  });

  test('that hang on a joint are carried by it, and those beside a skeleton by a root', async () => {
    const making = new Making();
    const { lower, upper } = arm(making, ALL_UPPER, ALL_FIRST);
    making.node('hat', [0, 1, 0], upper).setMesh(making.mesh([0, 0, 0, 1, 0, 0, 0, 1, 0]));
    making.node('floor').setMesh(making.mesh([0, 0, 0, 1, 0, 0, 0, 0, 1]));
    const still = await imported(core, editing, making.source);
    expect(still.file.info.nodes.map(({ name }) => name)).toEqual(['lower', 'upper']);
    making.animation('go', [{ node: lower, path: 'translation', times: [0, 1], values: [0, 0, 0, 3, 0, 0] }]);
    const { file } = await imported(core, editing, making.source);
    expect(file.info.nodes.map(({ name }) => name)).toEqual(['root', 'lower', 'upper']);
    expectPlaces(cornersOf(file, 1, 0, 1000), [
      [-3, 2, 0],
      [-3, 3, 0],
      [-4, 2, 0],
    ]);
    expectPlaces(cornersOf(file, 2, 0, 1000), [
      [0, 0, 0],
      [0, 0, 1],
      [-1, 0, 0],
    ]);
  });

  test('that a negative scale mirrors keep their outside', async () => {
    const making = new Making();
    making
      .node('left')
      .setScale([-2, 1, 1])
      .setMesh(making.mesh([0, 0, 0, 1, 0, 0, 0, 1, 0]));
    const { file, sources } = await imported(core, editing, making.source);
    expect(sources[0]?.[0]?.corners).toEqual([0, 1, 2]);
    expectPlaces(cornersOf(file, 0), [
      [0, 0, 0],
      [2, 0, 0],
      [0, 1, 0],
    ]);
    // Where the scale mirrors, clockwise is the front in glTF: from (0, 0) over (−2, 0) to (0, 1) that is seen from +Z.
    expect(file.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 })?.pieces[0]?.normals[2]).toBe(1);
    expect(file.findings.map(({ code }) => code)).not.toContain('WINDING_INWARD');
  });

  test('turn upright, about the upright axis, and to the middle, as it is asked for', async () => {
    const making = new Making();
    making.node('box').setMesh(making.mesh([1, 2, 3, 2, 2, 3, 1, 4, 9]));
    const at = async (options: object) =>
      cornersOf((await imported(core, editing, making.source, options)).file, 0);
    // Z is up: (x, y, z) is (x, z, −y).
    expectPlaces(await at({ up: 'z' }), [
      [-1, 3, -2],
      [-1, 9, -4],
      [-2, 3, -2],
    ]);
    // A quarter turn from above, counter-clockwise: (x, y, z) is (z, y, −x).
    expectPlaces(await at({ turn: 90 }), [
      [-3, 2, -1],
      [-9, 4, -1],
      [-3, 2, -2],
    ]);
    expectPlaces(await at({ centre: true, scale: 2 }), [
      [1, -2, -6],
      [1, 2, 6],
      [-1, -2, -6],
    ]);
  });

  test('of strips and fans become triangles, and points and lines are named', async () => {
    const making = new Making();
    const mesh = making.mesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]);
    mesh.listPrimitives()[0]?.setMode(5);
    const fan = making.mesh([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    fan.listPrimitives()[0]?.setMode(6);
    const lines = making.mesh([0, 0, 0, 1, 0, 0]);
    lines.listPrimitives()[0]?.setMode(1);
    for (const [name, one] of Object.entries({ mesh, fan, lines })) making.node(name).setMesh(one);
    const { file, codes, sources } = await imported(core, editing, making.source);
    expect(codes).toContain('LINES_LEFT_OUT');
    expect(file.info.pieces.map(({ name, lods }) => [name, lods[0]?.faces])).toEqual([
      ['mesh', 2],
      ['fan', 2],
    ]);
    expect(Array.from(sources[0]?.[0]?.triangles ?? [])).toEqual([0, 1]);
    // All of them look along +Z.
    const normals = file.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 })?.pieces;
    for (const { normals: of } of normals ?? [])
      for (let i = 2; i < of.length; i += 3) expect(of[i]).toBeCloseTo(1, 6);
  });
});

describe('animations', () => {
  /** A box that is moved by channels. */
  function thing(making: Making) {
    return making.node('thing').setMesh(making.mesh([0, 0, 0, 1, 0, 0, 0, 1, 0]));
  }
  const corner = (file: Parameters<typeof cornersOf>[0], ms: number) => cornersOf(file, 0, 0, ms)[0];

  test('have the keys of all channels, the first at 0, and say where that was', async () => {
    const making = new Making();
    const node = thing(making);
    const animation = making.animation('go', [
      { node, path: 'translation', times: [1, 1.5, 2], values: [0, 0, 0, 4, 0, 0, 4, 8, 0] },
      { node, path: 'rotation', times: [1, 1.25, 2], values: [...UPRIGHT, ...QUARTER, ...QUARTER] },
    ]);
    animation.setExtras({
      lt_events: [
        { time: 1.75, text: 'FOOTSTEP_KEY 1' },
        { time: 1.25, text: 'a' },
        { time: 1.25, text: 'b' },
      ],
    });
    const { file, starts, animations } = await imported(core, editing, making.source);
    const { times, strings } = file.keyframes(0);
    expect([...times]).toEqual([0, 250, 500, 750, 1000]);
    expect(strings).toEqual(['', 'a;b', '', 'FOOTSTEP_KEY 1', '']);
    expect([...starts]).toEqual([1000]);
    expect([...animations]).toEqual([0]);
    expectPlaces(
      [corner(file, 250) as Vec3, corner(file, 750) as Vec3],
      [
        [-2, 0, 0],
        [-4, 4, 0],
      ],
    );
    expect(file.info.animations[0]?.interpolationTime).toBe(200);
    // The box of the triangle all the way, by half: x from −1 to 5, y from 0 to 9.
    expect(file.info.animations[0]?.extents[1]).toBeCloseTo(4.5, 1);
  });

  test('step within a millisecond', async () => {
    const making = new Making();
    const node = thing(making);
    making.animation('blink', [
      {
        node,
        path: 'translation',
        times: [0, 0.5, 1],
        values: [0, 0, 0, 0, 0, 0, 6, 0, 0],
        interpolation: 'STEP',
      },
    ]);
    const { file } = await imported(core, editing, making.source);
    expect([...file.keyframes(0).times]).toEqual([0, 500, 999, 1000]);
    expectPlaces(
      [corner(file, 999) as Vec3, corner(file, 1000) as Vec3],
      [
        [0, 0, 0],
        [-6, 0, 0],
      ],
    );
  });

  test('on curves have as many keys as they need', async () => {
    const making = new Making();
    const node = thing(making);
    // From 0 to 10 in 2 s, with tangents of 0 and 3 a second.
    making.animation('ease', [
      {
        node,
        path: 'translation',
        times: [0, 2],
        values: [0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 10, 0, 0, 0, 0, 0],
        interpolation: 'CUBICSPLINE',
      },
    ]);
    const { file, codes } = await imported(core, editing, making.source);
    expect(codes).toContain('KEYS_ADDED');
    expect(file.keyframes(0).times.length).toBeLessThan(300);
    for (let ms = 0; ms <= 2000; ms += 37) {
      const t = ms / 2000;
      const x = 10 * (3 * t ** 2 - 2 * t ** 3) + 2 * 3 * (t ** 3 - t ** 2);
      expect(Math.abs((corner(file, ms)?.[0] ?? 0) + x), `${ms} ms`).toBeLessThan(2e-4);
    }
  });

  test('that turn sharply between two milliseconds have a key on both sides', async () => {
    const making = new Making();
    const node = thing(making);
    making.animation('hit', [
      { node, path: 'translation', times: [0, 1 / 3, 2 / 3], values: [0, 0, 0, 100, 0, 0, 0, 0, 0] },
    ]);
    const { file } = await imported(core, editing, making.source);
    expect([...file.keyframes(0).times]).toEqual([0, 333, 334, 666, 667]);
    for (const ms of [100, 333, 334, 500, 666])
      expect(-(corner(file, ms)?.[0] ?? 0)).toBeCloseTo(100 - Math.abs(ms - 1000 / 3) * 0.3, 2);
  });

  test('cannot scale: the name of the node and how far it is off are said', async () => {
    const making = new Making();
    const node = thing(making);
    making.animation('grow', [{ node, path: 'scale', times: [0, 1], values: [1, 1, 1, 3, 3, 3] }]);
    const { report } = await imported(core, editing, making.source);
    const note = report.notes.find(({ code }) => code === 'SCALE_ANIMATED');
    // The corner at (1, 0, 0) ought to be at (3, 0, 0).
    expect(note?.message).toContain('what thing moves is up to 2 units off');
  });

  test('that are not asked for are left out; nodes that none moves rest', async () => {
    const making = new Making();
    const node = thing(making);
    for (const name of ['a', 'b'])
      making.animation(name, [{ node, path: 'translation', times: [0, 1], values: [0, 0, 0, 1, 0, 0] }]);
    const { file, animations } = await imported(core, editing, making.source, { animations: [1] });
    expect(file.info.animations.map(({ name }) => name)).toEqual(['b']);
    expect([...animations]).toEqual([1]);
  });

  test('of morph targets are left out from version 9 on, but for the shape when nothing plays', async () => {
    const making = new Making();
    const node = thing(making);
    const mesh = node.getMesh();
    const target = making.document
      .createPrimitiveTarget()
      .setAttribute('POSITION', making.accessor([0, 0, 4, 0, 0, 0, 0, 0, 0], 'VEC3'));
    mesh?.listPrimitives()[0]?.addTarget(target);
    mesh?.setWeights([0.5]);
    making.animation('swell', [{ node, path: 'weights', times: [0, 1], values: [0, 1] }]);
    const { file, codes } = await imported(core, editing, making.source);
    expect(codes).toContain('MORPHS_LEFT_OUT');
    expectPlaces([corner(file, 0) as Vec3], [[0, 0, 2]]);
    expect(file.info.animations[0]?.length).toBe(1000);
  });
});

describe('pieces', () => {
  test('are meshes by material, with slots; meshes named so are levels; vertices are joined across texture seams', async () => {
    const making = new Making();
    const [skin, cloth] = ['skin', 'cloth'].map((name) => making.document.createMaterial(name));
    const square = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0];
    const up = Array.from({ length: 6 }, () => [0, 0, 1]).flat();
    const uv = [0, 0, 1, 0, 1, 1, 0.5, 0, 1, 0.5, 0, 1];
    const mesh = making.mesh(square, { NORMAL: [up, 'VEC3'], TEXCOORD_0: [uv, 'VEC2'] });
    mesh.listPrimitives()[0]?.setMaterial(skin ?? null);
    const second = making
      .mesh(square, { NORMAL: [up, 'VEC3'], TEXCOORD_0: [uv, 'VEC2'] })
      .listPrimitives()[0];
    if (second) mesh.addPrimitive(second.setMaterial(cloth ?? null));
    const low = making.mesh([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    low.listPrimitives()[0]?.setMaterial(skin ?? null);
    making.node('Body').setMesh(mesh);
    making.node('Body_LOD1').setMesh(low);
    const { file, sources } = await imported(core, editing, making.source);
    expect(file.info.pieces.map(({ name, materialIndex }) => [name, materialIndex])).toEqual([
      ['Body', 0],
      ['Body 2', 1],
    ]);
    // The second has no second level: it stays what it is.
    expect(file.info.pieces.map(({ lods }) => lods.map(({ faces }) => faces))).toEqual([
      [2, 1],
      [2, 2],
    ]);
    expect(file.info.pieces[0]?.lods[0]?.vertices).toBe(4);
    expect([...file.topology(0, 0).uvs]).toEqual([0, 0, 1, 1, 1, 0, 0.5, 0, 0, 1, 1, 0.5]);
    expect(sources.map(([source]) => [source?.node, source?.primitive])).toEqual([
      [0, 0],
      [0, 1],
    ]);
    expect(file.info.header.LODDistances).toHaveLength(1);
  });

  test('have names that differ, in Latin-1', async () => {
    const making = new Making();
    for (const name of ['Ärmel', '腕', '足', 'Łódź\u0000', ''])
      making.node(name).setMesh(making.mesh([0, 0, 0, 1, 0, 0, 0, 1, 0]));
    const { file, report } = await imported(core, editing, making.source);
    expect(file.info.nodes.map(({ name }) => name)).toEqual(['root', 'Ärmel', '_', '_ 2', '_ódz_', 'node 4']);
    expect(report.notes.find(({ code }) => code === 'NAMES_CHANGED')?.message).toContain('腕');
  });

  test('with too many vertices become several', () => {
    const corners = Uint32Array.of(0, 1, 2, 2, 1, 3, 4, 2, 3, 0, 1, 4);
    const positions = Float32Array.from({ length: 15 }, (_, i) => i);
    const start = Uint32Array.of(0, 1, 3, 4, 5, 6);
    const node = Uint32Array.of(0, 1, 2, 3, 4, 5);
    const share = Float32Array.of(1, 0.5, 0.5, 1, 1, 1);
    const local = Float32Array.from({ length: 18 }, (_, i) => -i);
    const mesh = {
      corners,
      uvs: Float32Array.from({ length: 24 }, (_, i) => i),
      positions,
      normals: positions,
      start,
      node,
      share,
      local,
      morphs: [],
      morphWeights: new Float32Array(),
      next: new Uint32Array(),
    };
    const parts = split(
      { mesh, triangles: Int32Array.of(5, 6, 7, 8), corners: [0, 2, 1], hasNormals: true, hasUvs: true },
      4,
    );
    expect(parts.map(({ triangles }) => [...triangles])).toEqual([[5, 6], [7], [8]]);
    // Every corner has what it had.
    for (const part of parts)
      part.triangles.forEach((triangle, t) => {
        for (const corner of [0, 1, 2]) {
          const was = corners[3 * (triangle - 5) + corner] as number;
          const is = part.mesh.corners[3 * t + corner] as number;
          expect(part.mesh.positions[3 * is]).toBe(3 * was);
          const from = part.mesh.start[is] as number;
          expect([...part.mesh.node.subarray(from, part.mesh.start[is + 1])]).toEqual([
            ...node.subarray(start[was], start[was + 1]),
          ]);
          expect(part.mesh.local[3 * from]).toBe(local[3 * (start[was] as number)]);
        }
      });
    expect([...(parts[1]?.mesh.uvs ?? [])]).toEqual([12, 13, 14, 15, 16, 17]);
  });
});

describe('an export from here without its template', () => {
  test('becomes a new file with all that the description knows', async () => {
    const before = core.open(bytesOf(CLOCKWORK));
    const source = await sourceOf(await glbOf(before, { template: false, lods: 'all' }));
    const { file, way } = await imported(core, editing, source, understand(source).suggested);
    expect(way).toBe('new');
    const known = ({ info }: typeof file) => ({
      nodes: info.nodes.map(({ name, parent, flags }) => [name, parent, flags]),
      pieces: info.pieces,
      sockets: info.sockets.map(({ name, node }) => [name, node]),
      sets: info.weightSets,
      children: info.childModels.map(({ name }) => name),
      bindings: info.bindings,
      animations: info.animations,
      commandString: info.commandString,
      header: info.header,
    });
    expect(known(file)).toEqual(known(before));
    expect(file.findings).toEqual([]);
    for (const [animation, { length }] of before.info.animations.entries()) {
      expect(file.keyframes(animation)).toEqual(before.keyframes(animation));
      for (const timeMs of [0, 0.4 * length, length]) {
        const request = { animation, timeMs, loop: false, lod: 0 };
        for (const [piece] of before.info.pieces.entries()) {
          const [a, b] = [before, file].map((one) => ({
            corners: one.topology(piece, 0).corners,
            positions: one.evaluate(request)?.pieces[piece]?.positions ?? new Float32Array(),
          }));
          a?.corners.forEach((vertex, i) => {
            const there = b?.corners[i] as number;
            for (const axis of [0, 1, 2]) {
              const off = Math.abs(
                (a.positions[3 * vertex + axis] ?? 0) - (b?.positions[3 * there + axis] ?? Number.NaN),
              );
              if (!(off < 0.01))
                expect.fail(`${animation} at ${timeMs}: corner ${i} of piece ${piece} is ${off} off`);
            }
          });
        }
      }
    }
  });

  test('in another version, with another bone: carried over by names; a rotation-only node that is moved is none', async () => {
    const before = core.open(bytesOf(CLOCKWORK));
    const source = await sourceOf(await glbOf(before));
    const { document } = source;
    const parent = document
      .getRoot()
      .listNodes()
      .find((node) => node.getExtras().lt_index === 2);
    const tip = document.createNode('Tip').setTranslation([0, 5, 0]);
    parent?.addChild(tip);
    document.getRoot().listSkins()[0]?.addJoint(tip).setInverseBindMatrices(null);
    const spine = document
      .getRoot()
      .listNodes()
      .find((node) => node.getName() === 'Spine');
    const channel = document
      .createAnimationChannel()
      .setTargetNode(spine ?? null)
      .setTargetPath('translation')
      .setSampler(
        document
          .createAnimationSampler()
          .setInput(document.createAccessor().setArray(Float32Array.of(0)).setType('SCALAR'))
          .setOutput(
            document
              .createAccessor()
              .setArray(Float32Array.of(0, 50, 0))
              .setType('VEC3'),
          ),
      );
    document.getRoot().listAnimations()[0]?.addChannel(channel);
    const { file, way, codes } = await imported(core, editing, source, { version: 11 });
    expect(way).toBe('new');
    expect(file.info.version).toBe(11);
    expect(file.info.nodes.length).toBe(before.info.nodes.length + 1);
    expect(codes).toContain('CHILD_MODELS_LEFT_OUT');
    expect(codes).toContain('ROTATION_ONLY_CLEARED');
    expect(file.info.nodes.find(({ name }) => name === 'Spine')?.flags).toBe(0);
    const at = file.info.nodes.findIndex(({ name }) => name === 'Tip');
    const [set, old] = [file.info.weightSets[0], before.info.weightSets[0]];
    expect(set?.name).toBe(old?.name);
    expect(set?.nodeWeights[at]).toBe(set?.nodeWeights[file.info.nodes[at]?.parent ?? -1]);
    expect(set?.nodeWeights.filter((_, i) => i !== at)).toEqual(old?.nodeWeights);
    expect(file.info.commandString).toBe(before.info.commandString);
    expect(file.info.sockets.map(({ name }) => name)).toEqual(before.info.sockets.map(({ name }) => name));
    expect(file.info.animations.map(({ extents }) => extents)).toEqual(
      before.info.animations.map(({ extents }) => extents),
    );
  });

  test('goes back into what its export kept, or into the file, unless something else is asked for', async () => {
    const before = core.open(bytesOf(CLOCKWORK));
    const source = await sourceOf(await glbOf(before));
    const kept = await imported(core, editing, source);
    expect(kept.way).toBe('template');
    expect(kept.report).toMatchObject({ version: 12, pieces: 8, nodes: 22, changes: [] });
    const merged = await imported(core, editing, source, { version: 9 }, before);
    expect(merged.way).toBe('merge');
    expect(merged.operations).toEqual([]);
    expect(Buffer.compare(merged.bytes, before.bytes)).toBe(0);
    expect((await imported(core, editing, source, { scale: 2 })).way).toBe('new');
  });
});

describe('before anything is made', () => {
  test('it is said what there is, and what suits it', async () => {
    const making = new Making();
    const { upper } = arm(making, ALL_UPPER, ALL_FIRST);
    making.node('s_hand', [0, 1, 0], upper);
    making
      .animation('bend', [
        { node: upper, path: 'rotation', times: [0.5, 1.5], values: [...UPRIGHT, ...QUARTER] },
      ])
      .setExtras({
        markers: [{ time: 1, name: 'FIRE_KEY' }],
      });
    expect(understand(making.source)).toMatchObject({
      from: null,
      suggested: { version: 12, scale: 50 },
      height: 1,
      joints: 2,
      skins: 1,
      sockets: 1,
      meshes: [{ name: 'body', triangles: 1, morphTargets: 0 }],
      animations: [{ name: 'bend', length: 1000, strings: 1 }],
    });
    const { file } = await imported(core, editing, making.source);
    expect(file.info.sockets).toEqual([
      { name: 'hand', node: 1, rotation: [0, 0, 0, 1], location: [0, 1, 0] },
    ]);
    const centimetres = new Making();
    arm(centimetres, ALL_UPPER, ALL_FIRST, [0, 0, 0, 10, 180, 0, 0, 100, 0]);
    expect(understand(centimetres.source).suggested.scale).toBe(0.5);
    const here = understand(await sourceOf(await glbOf(core.open(bytesOf(CLOCKWORK)), { scale: 0.02 })));
    expect(here.from).toBe('model.abc');
    expect(here.suggested.scale).toBeCloseTo(50, 4);
  });

  test('what games would not take is said, with what to do', async () => {
    const making = new Making();
    arm(making, ALL_UPPER, ALL_FIRST);
    const draft = await draftOf(making.source, IMPORT_DEFAULTS);
    const codes = (parts: Partial<Draft>, version: 6 | 12 = 12) =>
      limitsOf({ ...draft, ...parts }, version).map(({ code, severity }) => `${severity} ${code}`);
    expect(codes({})).toEqual(['info NO_ANIMATION']);
    expect(codes({}, 6)).toEqual(['info ANIMATION_MADE']);
    const [piece] = draft.pieces;
    const [node] = draft.nodes;
    if (!piece || !node) throw new Error('no piece');
    const animations = [{ name: 'a', strings: [] }] as unknown as Draft['animations'];
    expect(codes({ animations, pieces: [{ ...piece, name: 'n'.repeat(32) }] })).toEqual(['error NAMES_LONG']);
    expect(codes({ animations, pieces: [{ ...piece, name: 'n'.repeat(31) }] })).toEqual([]);
    expect(codes({ animations, pieces: [{ ...piece, slot: 2 }] })).toEqual(['warning SLOTS_MANY']);
    const socket = { node: 0, rotation: [0, 0, 0, 1], location: [0, 0, 0] } as const;
    expect(codes({ animations, sockets: [{ ...socket, name: 's'.repeat(16) }] as never })).toEqual([
      'error NAMES_LONG',
    ]);
    expect(codes({ animations, nodes: Array(257).fill(node) }, 6)).toEqual(['error NODES_MANY']);
    expect(codes({ animations, childModels: Array(16).fill({ name: 'c', buildNumber: 1 }) })).toEqual([
      'error CHILD_MODELS_MANY',
    ]);
    for (const note of limitsOf({ ...draft, pieces: [{ ...piece, slot: 2, name: 'n'.repeat(40) }] }, 12))
      if (note.severity !== 'info') expect(note.help).not.toBe('');
  });

  test('nothing to make a model of is a sentence', async () => {
    const making = new Making();
    making.node('empty');
    await expect(draftOf(making.source, IMPORT_DEFAULTS)).rejects.toThrow(
      'made.glb has no mesh in its scene',
    );
  });
});
