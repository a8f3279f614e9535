/** What merges into a file refuses what is not of it, whatever it is, and stops nothing. */
import type { GltfChannels, MergePrimitive, MergeScene, MergeSettings, NotWritten } from '@lithoscope/core';
import type { Merging } from '@lithoscope/editing';
import { expect, test } from 'vitest';
import { loadEditing } from '../support/editing.ts';
import { sample } from '../support/samples.ts';

const editing = await loadEditing();

/** A file of no bytes has no nodes: the one that there is is the top of the model. */
const SCENE: MergeScene = {
  parents: Int32Array.of(-1),
  matrices: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1),
  indices: Float64Array.of(Number.NaN),
  isNeutral: new Uint8Array(1),
  isRenamed: new Uint8Array(1),
  skinOf: Int32Array.of(-1),
  skins: [],
  below: Uint32Array.of(0),
  scale: 1,
  mirrors: true,
  swaps: false,
  restAnimation: null,
  conjugateKeys: null,
};
const SETTINGS: MergeSettings = { isTemplate: false, fillsNormals: false, conjugates: false };
const NOTHING: MergePrimitive = {
  node: 0,
  mode: 4,
  indices: null,
  positions: new Float32Array(0),
  normals: new Float32Array(0),
  uvs: new Float32Array(0),
  marks: [],
  joints: [],
  weights: [],
};
/** No channels, and one that moves a node. */
const STILL: GltfChannels = {
  nodes: new Uint32Array(0),
  paths: new Uint8Array(0),
  interpolations: new Uint8Array(0),
  sizes: new Uint32Array(0),
  keys: new Uint32Array(0),
  times: new Float32Array(0),
  values: new Float32Array(0),
};
const MOVING: GltfChannels = {
  ...STILL,
  nodes: Uint32Array.of(0),
  paths: Uint8Array.of(0),
  interpolations: Uint8Array.of(0),
  sizes: Uint32Array.of(3),
  keys: Uint32Array.of(2),
  times: Float32Array.of(0, 1),
  values: Float32Array.of(0, 0, 0, 1, 0, 0),
};
const NO_STRINGS = { markers: null, cues: null, byKey: null };
const HEAD = { name: 'new', extents: null, interpolationTime: 200 };

const begun = (bytes: Uint8Array, scene: unknown, settings: unknown) =>
  editing.merging(bytes, scene as MergeScene, settings as MergeSettings);
const reasonOf = (answer: unknown) => (answer as NotWritten | null)?.refused;

test('a scene whose parts do not fit', () => {
  for (const scene of [
    undefined,
    null,
    5,
    {},
    { ...SCENE, matrices: [1, 2] },
    { ...SCENE, matrices: new Float64Array(5) },
    { ...SCENE, parents: Int32Array.of(0) },
    { ...SCENE, below: new Uint32Array(0) },
    { ...SCENE, skinOf: Int32Array.of(0) },
    { ...SCENE, skins: [{ joints: Uint32Array.of(7), inverse: new Float64Array(16) }] },
    { ...SCENE, skins: 5 },
    { ...SCENE, scale: '1' },
    { ...SCENE, restAnimation: -1 },
  ])
    expect(reasonOf(begun(new Uint8Array(0), scene, SETTINGS))).toMatch(/\.$/);
});

test('a scene without the nodes of the file', () => {
  expect(begun(sample('clockwork.abc'), SCENE, SETTINGS)).toBe(null);
});

test('parts that are none, and questions out of order', () => {
  const merging = begun(new Uint8Array(0), SCENE, SETTINGS) as Merging;
  expect(merging.joints).toMatchObject({ nodeOf: Int32Array.of(-2), joints: new Uint32Array(0) });
  const wrong = {} as never;
  for (const answer of [
    merging.level(0, 0, wrong),
    merging.newPiece(wrong),
    merging.newPiece({ ...NOTHING, node: 1 }),
    merging.oldMesh(wrong, []),
    merging.oldMesh(wrong, wrong),
    merging.setTargets(wrong, 0),
    merging.setTargets([Float32Array.of(1, 2, 3)], 0),
    merging.show(wrong),
    merging.movesWhole(wrong),
    merging.movesWhole({ ...MOVING, nodes: Uint32Array.of(1) }),
    merging.movesWhole({ ...MOVING, keys: Uint32Array.of(3) }),
    merging.meshLikeness(wrong),
    merging.standOf(1),
    merging.socket(0, 1),
    // Nothing is played.
    merging.isAt(new Float64Array(0)),
    merging.likeness(0),
    merging.animation(0, NO_STRINGS),
    merging.addAnimation(HEAD, NO_STRINGS),
    merging.playMorphs(STILL, 0, new Float64Array(0)),
    merging.play(wrong, null),
    merging.play({ ...MOVING, paths: new Uint8Array(0) }, null),
    merging.play(STILL, wrong),
  ])
    expect(reasonOf(answer)).toMatch(/\.$/);
  // An animation without keys is none.
  expect(merging.play(STILL, null)).toMatchObject({ times: new Float64Array(0) });
  expect(reasonOf(merging.playMorphs(wrong, 0, new Float64Array(0)))).toMatch(/\.$/);
  expect(reasonOf(merging.playMorphs(STILL, 0, wrong))).toMatch(/\.$/);
  expect(reasonOf(merging.playMorphs(STILL, 0, Float64Array.of(1)))).toMatch(/\.$/);
  expect(merging.movesWhole(MOVING)).toBe(true);
  expect(merging.meshLikeness(NOTHING)).toBe(1);
  expect(reasonOf(merging.addAnimation(HEAD, NO_STRINGS))).toMatch(/\.$/);
  expect(reasonOf(merging.addAnimation(wrong, NO_STRINGS))).toMatch(/\.$/);
  expect(reasonOf(merging.animation(0, wrong))).toMatch(/\.$/);
  expect(merging.show(NOTHING)).toBe(null);
  expect(merging.standOf(0)).toMatchObject({ holder: -1 });
  expect(merging.socket(7, 0)).toMatchObject({ holder: -1 });
  expect(merging.writeBinds()).toEqual(new Uint32Array(0));
  expect(merging.rebound(7, 7)).toBe(null);
  expect(merging.operations()).toEqual([]);
  merging.release();
});

test('memory is freed with it', () => {
  const before = editing.memory();
  for (let i = 0; i < 20; i++) {
    const merging = begun(new Uint8Array(0), SCENE, SETTINGS) as Merging;
    merging.play(STILL, Float64Array.of(0, 40));
    merging.release();
  }
  expect(editing.memory()).toBe(before);
});
