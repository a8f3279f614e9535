/**
 * A GLB from anywhere becomes a model: what is expected of small ones is computed by hand, from what glTF says of them. Files
 * are mirrored in X: (x, y, z) of glTF is (−x, y, z), and the corners of a triangle stand in the order 0, 2, 1.
 */
import type { Lithoscope } from '@lithoscope/core';
import type { Exchange } from '@lithoscope/exchange';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCore } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import {
  ALL_FIRST,
  ALL_UPPER,
  arm,
  cornersOf,
  expectPlaces,
  imported,
  Making,
  moved,
  QUARTER,
  UPRIGHT,
} from '../support/import-model.ts';

let core: Lithoscope;
let editing: Exchange;
beforeAll(async () => {
  core = await loadCore();
  editing = await loadEditing();
});

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

  test('with a joint of another skin too, which was modelled in another place, is bent as both say', async () => {
    const making = new Making();
    const { upper, lower } = arm(making, ALL_UPPER, ALL_FIRST);
    // Modelled twice as large and ten units to the side.
    const mesh = making.mesh([10, 4, 0, 12, 4, 0, 10, 6, 0], {
      JOINTS_0: [new Uint8Array(12), 'VEC4'],
      WEIGHTS_0: [ALL_FIRST, 'VEC4'],
    });
    const half = [0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, -5, -1, 0, 1];
    making
      .node('other')
      .setMesh(mesh)
      .setSkin(making.skin([upper], half));
    making.animation('bend', [
      { node: upper, path: 'rotation', times: [0, 1], values: [...UPRIGHT, ...QUARTER] },
      { node: lower, path: 'translation', times: [0, 1], values: [0, 0, 0, 0, 0, 7] },
    ]);
    const { file, codes } = await imported(core, editing, making.source);
    expect(codes).not.toContain('SCALE_ANIMATED');
    for (const piece of [0, 1]) {
      expectPlaces(cornersOf(file, piece), [
        [0, 2, 0],
        [0, 3, 0],
        [-1, 2, 0],
      ]);
      expectPlaces(cornersOf(file, piece, 0, 1000), [
        [1, 1, 7],
        [2, 1, 7],
        [1, 2, 7],
      ]);
    }
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
});
