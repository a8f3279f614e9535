/** What merges into a file refuses what is not of it, whatever it is, and stops nothing. */
import type {
  GltfChannels,
  GltfDescription,
  GltfPrimitive,
  Merged,
  MergeSettings,
  MergeSource,
  NotWritten,
} from '@lithoscope/core';
import type { Merging } from '@lithoscope/exchange';
import { expect, test } from 'vitest';
import { loadEditing } from '../support/editing.ts';
import { sample } from '../support/samples.ts';
import { changed } from '../support/strange-values.ts';

const editing = await loadEditing();

const NOTHING: GltfPrimitive = {
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
const DESCRIPTION: GltfDescription = {
  version: 12,
  joints: ['top'],
  sockets: ['s_hand'],
  meshes: [{ piece: 0, lod: 0, name: 'mesh' }],
  animations: [{ key: 'walk', source: -1, index: 0, name: 'Walk', times: Float64Array.of(0, 40) }],
  json: { nodes: [{ flags: 2 }], pieces: [{ name: 'mesh', levels: [[1, 2, 3]] }] },
};
/** A file of no bytes has no nodes: the first that there is is the top of the model, the other carries a mesh. */
const SOURCE: MergeSource = {
  nodes: [
    { name: 'top', extras: {}, mesh: -1, weights: new Float64Array(0) },
    { name: 'mesh', extras: { lt_piece: 0, lt_lod: 0 }, mesh: 0, weights: Float64Array.of(1) },
  ],
  meshes: [
    {
      name: 'mesh',
      extras: { lta_specular_power: 2 },
      weights: new Float64Array(0),
      primitives: [
        { drawsTriangles: true, triangles: 1, vertices: 3, material: 0, targets: 0, hasColours: false },
      ],
    },
  ],
  materials: [{ name: 'skin', extras: {}, colour: [1, 1, 1, 1], isOpaque: true, hasTexture: false }],
  animations: [{ name: 'walk', extras: { events: [{ time: 0, text: 'step' }] }, channels: 1 }],
  description: DESCRIPTION,
  parents: Int32Array.of(-1, 0),
  matrices: Float64Array.from({ length: 32 }, (_, i) => Number((i % 16) % 5 === 0)),
  skinOf: Int32Array.of(-1, 0),
  skins: [{ joints: new Uint32Array(0), inverse: new Float32Array(0) }],
  below: Uint32Array.of(0, 1),
  scale: 1,
  mirrors: true,
  swaps: false,
  restAnimation: null,
  conjugateKeys: null,
  primitive: () => NOTHING,
  targets: () => [],
  channels: () => MOVING,
  latin: (text) => text,
};
/** It was exported, so that whether it is another model does not matter. */
const SETTINGS: MergeSettings = {
  isTemplate: false,
  fillsNormals: false,
  conjugates: false,
  isExported: true,
  wantsLevels: false,
  animations: null,
};
const EMPTY = new Uint8Array(0);

const begun = (source: unknown = SOURCE, settings: unknown = SETTINGS, bytes = EMPTY) =>
  editing.merging(bytes, source as MergeSource, settings as MergeSettings);
const reasonOf = (answer: unknown) => (answer as NotWritten | null)?.refused;

/** All steps, and what comes of them. */
function finished(merging: Merging): Merged | NotWritten {
  try {
    for (let more = merging.step(); more !== false; more = merging.step()) {
      if (more !== true) return more;
      expect(merging.done()).toBeLessThanOrEqual(1);
    }
    return merging.result();
  } finally {
    merging.release();
  }
}

test('a glTF whose parts do not fit', () => {
  const strange = [
    null,
    5,
    {},
    { ...SOURCE, matrices: [1, 2] },
    { ...SOURCE, matrices: new Float64Array(5) },
    { ...SOURCE, parents: Int32Array.of(0, 0) },
    { ...SOURCE, below: new Uint32Array(0) },
    { ...SOURCE, skinOf: Int32Array.of(0, 7) },
    { ...SOURCE, skins: [{ joints: Uint32Array.of(7), inverse: new Float32Array(16) }] },
    { ...SOURCE, skins: 5 },
    { ...SOURCE, scale: '1' },
    { ...SOURCE, restAnimation: -1 },
    { ...SOURCE, nodes: SOURCE.nodes.slice(1) },
    { ...SOURCE, meshes: [] },
    { ...SOURCE, description: null },
  ];
  for (const source of strange) expect(reasonOf(begun(source))).toMatch(/\.$/);
});

test('a glTF that is anything is refused or goes back', () => {
  let refused = 0;
  const { primitive, targets, channels, latin, ...data } = SOURCE;
  for (const [where, other] of changed(data)) {
    const merging = begun(
      typeof other === 'object' ? { ...other, primitive, targets, channels, latin } : other,
    );
    const answer = typeof merging === 'string' || 'refused' in merging ? merging : finished(merging);
    if (!(typeof answer === 'object' && 'refused' in answer)) continue;
    refused++;
    expect(answer.refused, where).toMatch(/^[A-Z“].*\.$/u);
    expect(answer.refused, where).not.toMatch(/stopped|memory/);
  }
  expect(refused).toBeGreaterThan(20);
});

test('a glTF without the nodes of the file', () => {
  expect(begun(SOURCE, SETTINGS, sample('clockwork.abc'))).toBe('other skeleton');
});

test('a glTF of which the file has nothing', () => {
  expect(begun(SOURCE, { ...SETTINGS, isExported: false })).toBe('other model');
});

test('an animation that the file has not', () => {
  const made = finished(begun() as Merging) as Merged;
  // A curve of what is no joint moves nothing of the file; the top moves the model as a whole.
  expect(made.operations).toEqual([]);
  expect(made.notes.map(({ code }) => code)).toContain('MODEL_ANIMATED');
});

test('numbers that are none when they are asked for', () => {
  const skinless = { ...SOURCE, nodes: SOURCE.nodes.map((node) => ({ ...node, extras: {} })) };
  for (const source of [
    { ...SOURCE, channels: () => ({}) },
    { ...SOURCE, channels: () => ({ ...MOVING, nodes: Uint32Array.of(7) }) },
    { ...SOURCE, channels: () => ({ ...MOVING, keys: Uint32Array.of(3) }) },
    { ...SOURCE, channels: () => ({ ...MOVING, paths: new Uint8Array(0) }) },
    { ...skinless, primitive: () => ({}) },
    { ...skinless, primitive: () => null },
  ])
    expect(reasonOf(finished(begun(source) as Merging))).toMatch(/\.$/);
});

test('memory is freed with it', () => {
  const before = editing.memory();
  for (let i = 0; i < 20; i++) finished(begun() as Merging);
  expect(editing.memory()).toBe(before);
});
