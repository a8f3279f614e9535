/**
 * New models as JavaScript asks for them. Real files are read here by their bytes alone (new-model-of.ts) and written
 * anew, so that the writer is held against what games ship. What the writer makes of each part is tested in C++ (compose_test.cpp).
 */
import { basename } from 'node:path';
import type { AbcFile, Frame, NewLevel, NewModel } from '@lithoscope/core';
import { expect, test } from 'vitest';
import { loadCore, withoutErrors } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { newModelOf } from '../support/new-model-of.ts';
import { realFiles } from '../support/real-files.ts';
import { bytesOf, sample } from '../support/samples.ts';

const core = await loadCore();
const editing = await loadEditing();

function composed(model: NewModel): Uint8Array {
  const file = editing.compose(model);
  if (!(file instanceof Uint8Array)) throw new Error(file.refused);
  return file;
}

function refused(model: unknown): string {
  const file = editing.compose(model as NewModel);
  if (file instanceof Uint8Array) throw new Error('it was not refused');
  return file.refused;
}

/** The fields, without indices, in which two files of one size differ, and by how much as signed bytes at most. */
function differences(before: AbcFile, after: AbcFile): Map<string, number> {
  expect(after.bytes.length).toBe(before.bytes.length);
  const found = new Map<string, number>();
  for (const [i, byte] of before.bytes.entries()) {
    const other = after.bytes[i] as number;
    if (byte === other) continue;
    const field = (before.paths(i, i + 1)[0] as string).replace(/\[\d+\]|\.[XYZ]$/g, '');
    const step = Math.abs(((byte << 24) >> 24) - ((other << 24) >> 24));
    found.set(field, Math.max(step, found.get(field) ?? 0));
  }
  return found;
}

function expectSame(actual: Frame | null, expected: Frame | null) {
  for (const [p, piece] of (expected?.pieces ?? []).entries()) {
    const there = actual?.pieces[p]?.positions as Float32Array;
    expect(there.every((number, i) => number === piece.positions[i])).toBe(true);
  }
  expect(actual?.nodes).toEqual(expected?.nodes);
}

/** What games ship: other programs leave other numbers in fields of no meaning. */
const models = (await withoutErrors(realFiles('.abc'))).filter((path) => !/[\\/]made[\\/]/.test(path));

test.each(models.map((path) => [basename(path), path]))('A real model written anew: %s', (_, path) => {
  const before = core.open(bytesOf(path));
  const model = newModelOf(before.bytes);
  const after = core.open(composed(model));
  if (model.version === 6) {
    // Boxes, and what is left over in fields of no meaning, are not in a new model. Normals of vertices are rounded
    // once more, those of triangles are made anew: shipped ones were cut, and those of deformed triangles are of the
    // leftover positions of their vertices.
    const deformed = before.info.nodes.some((node) => node.deformationVertices > 0);
    const differing = differences(before, after);
    const allowed = /\.Bounds(Min|Max)$|VertexInfo\.Replacements$/;
    for (const [field, step] of differing) {
      if (allowed.test(field) || (deformed && field.endsWith('FaceNormal'))) continue;
      // Its triangles have normals of half the length.
      if (path.endsWith('TESTBOX.ABC') && field.endsWith('FaceNormal')) continue;
      expect(field).toMatch(/\.(Face|Vertex)Normal$/);
      expect(step, field).toBeLessThanOrEqual(1);
    }
  } else {
    expect(Buffer.compare(after.bytes, before.bytes)).toBe(0);
  }
  expect(after.findings.map(({ code }) => code)).toEqual(before.findings.map(({ code }) => code));
  expect(after.info.space).toEqual(before.info.space);
  for (const lod of [0, before.info.lodCount - 1]) {
    const request = { animation: 0, timeMs: 40, loop: true, lod };
    expect(after.topology(0, lod)).toEqual(before.topology(0, lod));
    expectSame(after.evaluate(request), before.evaluate(request));
  }
  before.release();
  after.release();
});

const clockwork = core.open(sample('clockwork.abc'));
const jellyfish = core.open(sample('jellyfish.abc'));
const model12 = newModelOf(clockwork.bytes);
const model6 = newModelOf(jellyfish.bytes);

test.each([9, 10, 11] as const)('Version %d is what the conversion of the file makes', (version) => {
  const converted = editing.edit(clockwork, [{ op: 'convert', version }]);
  if ('refused' in converted) throw new Error(converted.refused);
  expect(Buffer.compare(composed({ ...model12, version }), converted.bytes)).toBe(0);
});

test('What is written reads as what was asked for', () => {
  expect(Buffer.compare(composed(model12), clockwork.bytes)).toBe(0);
  const again = newModelOf(composed(model6));
  const normals = (model: NewModel) => model.pieces[0]?.levels[0]?.normals as Float32Array;
  const without = (model: NewModel) => ({
    ...model,
    pieces: model.pieces.map((piece) => ({
      ...piece,
      levels: piece.levels.map((level) => ({ ...level, normals: [] })),
    })),
  });
  expect(without(again)).toEqual(without(model6));
  for (const [i, value] of normals(again).entries()) {
    expect(Math.abs(value - (normals(model6)[i] as number))).toBeLessThan(1 / 64);
  }
});

test('What no file can hold is refused by its name, and nothing breaks', () => {
  const [node] = model12.nodes;
  const [piece] = model12.pieces;
  const [animation] = model12.animations;
  const level = piece?.levels[0] as NewLevel;
  const withLevel = (change: object) => ({
    ...model12,
    pieces: [{ ...piece, levels: piece?.levels.map((l, i) => (i === 0 ? { ...l, ...change } : l)) }],
  });
  const wrong: [unknown, RegExp][] = [
    [undefined, /must be an object/],
    [null, /must be an object/],
    [{}, /“version” of a new model is not a whole number/],
    [{ ...model12, version: 7 }, /version 6, 9, 10, 11 or 12/],
    [{ ...model12, version: 12.5 }, /“version”/],
    [{ ...model12, commandString: '✓' }, /Latin-1.*“✓”/],
    [{ ...model12, commandString: 'x'.repeat(65536) }, /The command string has 65,536 bytes of text/],
    [{ ...model12, internalRadius: '5' }, /“internalRadius” of a new model is not a number/],
    [{ ...model12, internalRadius: 1e300 }, /internal radius is Infinity/],
    [{ ...model12, internalRadius: Number.NaN }, /internal radius is NaN/],
    [{ ...model12, nodes: null }, /“nodes” of a new model is not a list/],
    [{ ...model12, nodes: [] }, /no node/],
    [{ ...model12, nodes: [null] }, /“name” of a new model is not a string/],
    [
      { ...model12, nodes: [{ ...node, bind: [1, 2] }] },
      /“bind” of a new model is not the right kind of typed array/,
    ],
    [{ ...model12, nodes: [{ ...node, parent: 2 ** 40 }] }, /“parent”/],
    [
      { ...model12, sockets: [{ name: 's', node: 99, rotation: [0, 0, 0, 1], location: [0, 0, 0] }] },
      /Socket 0 \(“s”\): it refers to node 99/,
    ],
    [
      { ...model12, sockets: [{ name: 's', node: 0, rotation: [0, 0, 1], location: [0, 0, 0] }] },
      /“rotation” of a new model is not a list of four numbers/,
    ],
    [
      { ...model12, animations: [{ ...animation, strings: [5] }] },
      /“strings” of a new model is not a string/,
    ],
    [{ ...model12, animations: [{ ...animation, times: new Uint32Array() }] }, /Animation 0 .* has no key/],
    [{ ...model12, bindings: [[], [], []] }, /lists of bindings/],
    [{ ...model12, bindings: 'abc' }, /“bindings” of a new model is not a list/],
    [
      withLevel({ corners: level.corners.map(() => 70000) }),
      /Level 0 of piece 0 .*: corner 0 refers to vertex 70,000/,
    ],
    [
      withLevel({ locations: new Float64Array(level.locations) }),
      /“locations” of a new model is not the right kind of typed array/,
    ],
    [withLevel({ normals: new Float32Array(3) }), /numbers of normals; it needs/],
    [{ ...model6, sockets: model12.sockets }, /version 9 and later have sockets/],
    [{ ...model6, animations: [] }, /needs an animation/],
  ];
  for (const [model, reason] of wrong) expect(refused(model)).toMatch(reason);
  expect(composed(model12).length).toBe(clockwork.size);
});
