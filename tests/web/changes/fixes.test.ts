/** Repairs as the page and the command line make them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  allRepairs,
  plannedChanges,
  repairsOf,
  type TransformOperation,
  transformInWords,
} from '../../../web/changes/fixes.ts';
import { loadCore } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { CLOCKWORK } from '../support/samples.ts';

const SOUND = new Uint8Array(readFileSync(CLOCKWORK));

const core = await loadCore();
const editing = await loadEditing();
const open = (bytes: Uint8Array) => core.open(bytes);

/** The sample with numbers written over its fields. */
function broken(values: Readonly<Record<string, number>>): Uint8Array {
  const sound = open(SOUND);
  const bytes = SOUND.slice();
  const view = new DataView(bytes.buffer);
  for (const [path, value] of Object.entries(values)) {
    const node = sound.resolve(path);
    if (!node) throw new Error(path);
    if (node.type === 'f32') view.setFloat32(node.start, value, true);
    else view.setUint32(node.start, value, true);
  }
  return bytes;
}

test('everything that has a safe fix is mended in one go, section offsets first', () => {
  const file = open(
    broken({
      'Nodes.NextSectionOffset': 7,
      'Header.FaceCount': 1,
      'Header.StringLengthTotal': 2,
      'Pieces.WeightCount': 3,
    }),
  );
  const repairs = allRepairs(editing, file);
  expect(repairs.codes[0]).toBe('SECTION_OFFSET_BACKWARD');
  expect(new Set(repairs.codes)).toEqual(
    new Set(['SECTION_OFFSET_BACKWARD', 'HEADER_COUNT_MISMATCH', 'WEIGHTS_ABOVE_COUNT']),
  );
  const edited = editing.edit(file, repairs.operations);
  expect('bytes' in edited && Buffer.compare(edited.bytes, SOUND)).toBe(0);
});

test('what a repair changes is said before', () => {
  const file = open(broken({ 'Nodes.NextSectionOffset': 0xffffff00, 'Header.FaceCount': 1 }));
  const { changes } = repairsOf(editing, file, 'SECTION_OFFSET_OUT_OF_FILE', null);
  const next = open(SOUND).resolve('ChildModels')?.start.toString(16).toUpperCase();
  expect(changes).toHaveLength(1);
  expect(changes[0]).toMatchObject({ path: 'Nodes.NextSectionOffset', before: '0xFFFFFF00' });
  expect(changes[0]?.after).toMatch(new RegExp(`^0x0*${next}$`));
});

test('a rotation is shown by its numbers', () => {
  const path = 'Animation.Animations[0].NodeTransforms[0].Transforms[0].Rotation';
  const file = open(
    broken({ [`${path}.X`]: 0, [`${path}.Y`]: 0.5, [`${path}.Z`]: 0, [`${path}.W`]: Number.NaN }),
  );
  expect(plannedChanges(file, [{ op: 'set', path, value: [0, Math.fround(0.1), 0, 1] }])).toEqual([
    { path, before: '0, 0.5, 0, NaN', after: '0, 0.1, 0, 1' },
  ]);
});

test('findings have the words of a fix only where there is one', () => {
  const matrix = open(broken({ 'Nodes.Nodes[1].Matrix[0]': Number.NaN }));
  expect(matrix.findings.some(({ fix }) => fix !== '')).toBe(true);
  editing.settleFixes(matrix);
  expect(matrix.findings.filter(({ fix }) => fix !== '')).toEqual([]);
  expect(allRepairs(editing, matrix).operations).toEqual([]);
  const corner = open(broken({ 'Nodes.Nodes[1].Matrix[15]': Number.NaN }));
  editing.settleFixes(corner);
  expect(
    repairsOf(
      editing,
      corner,
      'NUMBER_NOT_FINITE',
      corner.findings.findIndex(({ fix }) => fix !== ''),
    ).changes,
  ).toEqual([{ path: 'Nodes.Nodes[1].Matrix[15]', before: 'NaN', after: '1' }]);
});

test('a conversion says what is lost, and is null where there is none', () => {
  const file = open(SOUND);
  const { version } = file.info;
  expect(editing.conversion(file, version)).toBeNull();
  expect(editing.conversion(file, 108)).toBeNull();
  for (const other of file.info.conversions) {
    const conversion = editing.conversion(file, other);
    expect(conversion?.version).toBe(other);
    const there = editing.edit(file, [{ op: 'convert', version: other }]);
    if (!('bytes' in there)) throw new Error(there.refused);
    const back = editing.edit(open(there.bytes), [{ op: 'convert', version }]);
    expect(open(there.bytes).info.version).toBe(other);
    const isSame = 'bytes' in back && Buffer.compare(back.bytes, SOUND) === 0;
    expect(isSame).toBe(conversion?.lost.length === 0);
  }
});

test.each<[Omit<TransformOperation, 'op'>, string]>([
  [{ scale: 2 }, 'scaled by 2'],
  [{ turn: [90, 0, -45.5] }, 'rotated by 90° about X, −45.5° about Z'],
  [{ centre: 'middle' }, 'centred'],
  [
    { mirror: 'x', scale: 0.5, turn: [0, 180, 0], centre: 'ground', move: [0, 1000, 3], swapSides: true },
    'mirrored in X, scaled by 0.5, rotated by 180° about Y, placed on the ground, moved by 1,000 in Y, 3 in Z, left and right swapped in names',
  ],
  [{ scale: 1, turn: [0, 0, 0], move: [0, 0, 0] }, 'not changed'],
])('a model as a whole: %j', (how, words) => {
  expect(transformInWords({ op: 'transform', ...how })).toBe(words);
});
