/** What merges into a file refuses what is not of it, whatever it is, and stops nothing. */
import type { MergeRig, MergeSettings, NotWritten } from '@lithoscope/core';
import type { Merging } from '@lithoscope/editing';
import { expect, test } from 'vitest';
import { loadEditing } from '../support/editing.ts';
import { sample } from '../support/samples.ts';

const editing = await loadEditing();

/** A file of no bytes has no nodes. */
const RIG: MergeRig = {
  unit: 1,
  x: -1,
  z: 1,
  swaps: false,
  binds: new Float64Array(0),
  inverseBinds: new Float64Array(0),
  bindsNow: new Float64Array(0),
  inverseNow: new Float64Array(0),
  moved: new Uint32Array(0),
  turns: new Float64Array(0),
  rest: new Float32Array(0),
  undo: null,
};
const SETTINGS: MergeSettings = {
  isTemplate: false,
  fillsNormals: false,
  conjugates: false,
  renamed: new Uint32Array(0),
};

const begun = (bytes: Uint8Array, rig: unknown, settings: unknown) =>
  editing.merging(bytes, rig as MergeRig, settings as MergeSettings);
const reasonOf = (answer: unknown) => (answer as NotWritten | null)?.refused;

test('a rig that is none of the file', () => {
  for (const rig of [
    undefined,
    null,
    5,
    {},
    { ...RIG, binds: [1, 2] },
    { ...RIG, binds: new Float64Array(5) },
    { ...RIG, moved: Uint32Array.of(0) },
    { ...RIG, unit: '1' },
    { ...RIG, undo: new Float64Array(3) },
  ])
    expect(reasonOf(begun(new Uint8Array(0), rig, SETTINGS))).toMatch(/\.$/);
  expect(reasonOf(begun(new Uint8Array(0), RIG, { ...SETTINGS, renamed: 1 }))).toMatch(/\.$/);
  expect(reasonOf(begun(sample('clockwork.abc'), RIG, SETTINGS))).toBe(
    'The joints of the glTF are not the nodes of the file.',
  );
});

test('parts that are none, and questions out of order', () => {
  const merging = begun(new Uint8Array(0), RIG, SETTINGS) as Merging;
  const wrong = {} as never;
  for (const answer of [
    merging.level(0, 0, wrong),
    merging.newPiece(wrong),
    merging.oldMesh(wrong, []),
    merging.oldMesh(wrong, wrong),
    merging.setTargets(wrong, 0),
    merging.setTargets([Float32Array.of(1, 2, 3)], 0),
    // Nothing is played.
    merging.moments(),
    merging.poses(Float64Array.of(1)),
    merging.likeness(0),
    merging.keys(0),
    merging.deform(),
    merging.rewrite({ changed: [], added: [] }),
    merging.playMorphs(wrong),
    merging.newAnimation(wrong),
    merging.play(wrong, null),
    merging.play([wrong], null),
    merging.play([], wrong),
    merging.write('Nodes.Nodes', 0, -1, [1]),
    merging.write('Nodes.Nodes', 0, Number.NaN, [1]),
    merging.write('Nodes.Nodes', 0, 1e300, [1]),
  ])
    expect(reasonOf(answer)).toMatch(/\.$/);
  expect(merging.rebound(7, 7)).toBe(null);
  expect(merging.operations()).toEqual([]);
  merging.release();
});

test('memory is freed with it', () => {
  const before = editing.memory();
  for (let i = 0; i < 20; i++) {
    const merging = begun(new Uint8Array(0), RIG, SETTINGS) as Merging;
    merging.play([], Float64Array.of(0, 40));
    merging.release();
  }
  expect(editing.memory()).toBe(before);
});
