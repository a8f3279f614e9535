import type { EditOperation, EditValue } from '@lithoscope/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import schema from '../../../public/schema/edit.schema.json';
import {
  editsFromData,
  editsFromJson,
  editsToJson,
  editValueFromJson,
  filesNamedIn,
} from '../../../web/changes/edit-json.ts';

const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

const index = fc.nat({ max: 0xffffffff });
const path = fc.string();
const force = fc.option(fc.boolean(), { nil: undefined });
const time = fc.double({ min: 0, max: 0xffffffff, noNaN: true });
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const vector = fc.tuple(number, number, number);
/** Names of fields; no field is called as what says bytes or numbers. */
const field = fc.string().filter((name) => name !== 'hex' && name !== 'number');
const { value } = fc.letrec<{ value: EditValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.double(),
    fc.string({ unit: 'binary' }),
    fc.uint8Array(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(field, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const operation: fc.Arbitrary<EditOperation> = fc
  .oneof(
    fc.record({ op: fc.constant('set' as const), path, value, force }),
    fc.record({
      op: fc.constant('insert' as const),
      path,
      values: fc.option(fc.array(value, { maxLength: 3 }), { nil: undefined }),
      force,
    }),
    fc.record({
      op: fc.constant('remove' as const),
      path,
      count: fc.option(fc.integer({ min: 1, max: 0xffffffff }), { nil: undefined }),
      force,
    }),
    fc.record({ op: fc.constant('duplicate' as const), path, force }),
    fc.record({ op: fc.constant('move' as const), path, to: index, force }),
    fc.tuple(index, index, fc.uint8Array()).map(([a, b, value]) => {
      return { op: 'bytes' as const, start: Math.min(a, b), end: Math.max(a, b), value };
    }),
    fc.record({ op: fc.constant('convert' as const), version: index }),
    fc.record({
      op: fc.constant('transform' as const),
      mirror: fc.constantFrom('x' as const, 'y' as const, 'z' as const, undefined),
      scale: fc.option(number, { nil: undefined }),
      turn: fc.option(vector, { nil: undefined }),
      centre: fc.constantFrom('middle' as const, 'ground' as const, undefined),
      move: fc.option(vector, { nil: undefined }),
      swapSides: force,
    }),
    fc.record({ op: fc.constant('trim' as const), path, from: time, to: time, force }),
    fc.record({ op: fc.constant('retime' as const), path, length: time, force }),
    fc.record({ op: fc.constant('scaleTime' as const), path, factor: time, force }),
    fc.record({ op: fc.constant('reverse' as const), path, force }),
    fc.record({
      op: fc.constant('scale' as const),
      path,
      factor: number,
      dims: force,
      force,
    }),
    fc.record({ op: fc.constant('moveKey' as const), path, time, force }),
    fc.record({
      op: fc.constant('addKey' as const),
      path,
      time: fc.oneof(time, fc.array(time, { minLength: 1, maxLength: 4 })),
      force,
    }),
    fc.record({
      op: fc.constant('join' as const),
      path,
      with: path,
      gap: fc.option(time, { nil: undefined }),
      force,
    }),
    fc.record({
      op: fc.constant('replaceLevel' as const),
      path,
      vertices: fc.array(value, { maxLength: 3 }),
      faces: fc.array(value, { maxLength: 3 }),
      force,
    }),
    fc.record({
      op: fc.constant('adopt' as const),
      path,
      from: fc.uint8Array(),
      animation: fc.oneof(index, fc.string()),
      name: fc.option(fc.string(), { nil: undefined }),
      force,
    }),
  )
  // As a program makes them: what is not said is not there.
  .map((made) => Object.fromEntries(Object.entries(made).filter(([, v]) => v !== undefined)) as never);

test('operations come back from JSON as they were, and the schema allows them', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 5 }), (operations) => {
      const text = editsToJson(operations);
      expect(editsFromJson(text)).toEqual(operations);
      expect(validate(JSON.parse(text))).toBe(true);
    }),
  );
});

test('files that operations name are taken by their names', () => {
  const data = [
    { op: 'adopt', path: 'X', from: 'b.abc', animation: 'walk', name: 'run' },
    { op: 'adopt', path: 'X', from: 'b.abc', animation: 1 },
    { op: 'set', path: 'X', value: 'c.abc' },
  ];
  expect(filesNamedIn(data)).toEqual(['b.abc']);
  expect(filesNamedIn({ op: 'adopt', from: 'b.abc' })).toEqual([]);
  const bytes = Uint8Array.of(1, 2);
  expect(editsFromData(data, new Map([['b.abc', bytes]]))[0]).toEqual({ ...data[0], from: bytes });
  expect(validate(data)).toBe(true);
  expect(() => editsFromData(data)).toThrow('At [0].from: write bytes as {"hex": "0A 0B"}; only ');
});

const valueIn = (operation: EditOperation | undefined): unknown =>
  operation?.op === 'set' ? operation.value : null;

test('what JSON has no number for', () => {
  const values = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 1e-45, 16777217];
  const text = editsToJson([{ op: 'set', path: 'X', value: values }]);
  expect(text).toBe(
    '[\n  {"op":"set","path":"X","value":[{"number":"NaN"},{"number":"Infinity"},{"number":"-Infinity"},-0,1e-45,16777217]}\n]\n',
  );
  const [back] = editsFromJson(text);
  expect(back).toEqual({ op: 'set', path: 'X', value: values });
  expect(Object.is((valueIn(back) as number[])[3], -0)).toBe(true);
});

test('bytes in any writing', () => {
  for (const hex of ['0A0bfF', '0a 0B\nFF', ' 0A 0BFF '])
    expect(editValueFromJson(JSON.stringify({ hex }))).toEqual(Uint8Array.of(10, 11, 255));
  expect(editValueFromJson('{"hex":""}')).toEqual(new Uint8Array(0));
  expect(() => editValueFromJson('{"hex":"1 2 3 4"}')).toThrow();
});

test('a mark in front, and no operation at all', () => {
  expect(editsFromJson('\ufeff[]')).toEqual([]);
  expect(editsToJson([])).toBe('[]\n');
});

const set = (value: unknown) => [{ op: 'set', path: 'X', value }];

describe('refuses with the place', () => {
  test.each<[unknown, string]>([
    [{}, 'It is an object, not a list of operations.'],
    [null, 'It is null, not a list of operations.'],
    [[1], 'At [0]: an operation must be an object, not 1.'],
    [[[]], 'At [0]: an operation must be an object, not a list.'],
    [
      [{}],
      'At [0].op: an operation must be one of set, insert, remove, duplicate, move, bytes, convert, transform, ',
    ],
    [[{ op: 'toString' }], 'At [0].op: an operation must be one of set, insert, '],
    [
      [
        { op: 'convert', version: 12 },
        { op: 'set', path: 'X' },
      ],
      'At [1]: set needs "value".',
    ],
    [[{ op: 'remove', path: 'X', cuont: 2 }], 'At [0]: remove does not take "cuont".'],
    [
      [{ op: 'remove', path: 'X', count: 0 }],
      'At [0].count: this must be a whole number from 1 to 4294967295, not 0.',
    ],
    [[{ op: 'remove', path: 3 }], 'At [0].path: a path must be text, not 3.'],
    [
      [{ op: 'move', path: 'X', to: 1.5 }],
      'At [0].to: this must be a whole number from 0 to 4294967295, not 1.5.',
    ],
    [
      [{ op: 'move', path: 'X', to: '1' }],
      'At [0].to: this must be a whole number from 0 to 4294967295, not text.',
    ],
    [[{ op: 'duplicate', path: 'X', force: 1 }], 'At [0].force: this must be true or false, not 1.'],
    [
      [{ op: 'bytes', start: 4, end: 3, value: { hex: '' } }],
      'At [0].end: this must be a whole number from 4 ',
    ],
    [[{ op: 'bytes', start: 0, end: 3, value: '0A' }], 'At [0].value: write bytes as {"hex": "0A 0B"}.'],
    [[{ op: 'transform', path: 'Nodes' }], 'At [0]: transform does not take "path".'],
    [[{ op: 'transform', scale: '2' }], 'At [0].scale: this must be a number, not text.'],
    [[{ op: 'transform', mirror: 'w' }], 'At [0].mirror: this must be one of x, y, z, not "w".'],
    [[{ op: 'transform', centre: 0 }], 'At [0].centre: this must be one of middle, ground, not 0.'],
    [[{ op: 'transform', turn: 90 }], 'At [0].turn: this must be a list of three numbers, not 90.'],
    [[{ op: 'transform', turn: [0, 90] }], 'At [0].turn: this must be a list of three numbers, not of 2.'],
    [[{ op: 'transform', move: [0, 1, null] }], 'At [0].move[2]: this must be a number, not null.'],
    [[{ op: 'transform', swapSides: 1 }], 'At [0].swapSides: this must be true or false, not 1.'],
    [[{ op: 'trim', path: 'X', from: 0 }], 'At [0]: trim needs "to".'],
    [[{ op: 'trim', path: 'X', from: 0, to: '9' }], 'At [0].to: this must be a number, not text.'],
    [[{ op: 'scale', path: 'X', factor: 2, dims: 1 }], 'At [0].dims: this must be true or false, not 1.'],
    [
      [{ op: 'replaceLevel', path: 'X', vertices: 3, faces: [] }],
      'At [0].vertices: this must be a list, not 3.',
    ],
    [[{ op: 'reverse' }], 'At [0]: reverse needs "path".'],
    [[{ op: 'join', path: 'X', with: 3 }], 'At [0].with: a path must be text, not 3.'],
    [
      [{ op: 'adopt', path: 'X', from: { hex: '' }, animation: -1 }],
      'At [0].animation: this must be a whole number from 0 to 4294967295, not -1.',
    ],
    [[{ op: 'insert', path: 'X', values: {} }], 'At [0].values: this must be a list, not an object.'],
    [
      [{ op: 'insert', path: 'X', values: [null] }],
      'At [0].values[0]: a value must be a number, text, a list or an object, not null.',
    ],
    [set(true), 'At [0].value: a value must be a number, text, a list or an object, not true or false.'],
    [set({ X: [0, null] }), 'At [0].value.X[1]: a value must be '],
    [set({ hex: '0' }), 'At [0].value: "hex" must be text with two hex digits per byte.'],
    [set({ hex: '0g' }), 'At [0].value: "hex" must be text with two hex digits per byte.'],
    [set({ hex: 10 }), 'At [0].value: "hex" must be text with two hex digits per byte.'],
    [set({ hex: '00', X: 1 }), 'At [0].value: "hex" must be the only key.'],
    [set({ number: '1' }), 'At [0].value: "number" must be "NaN", "Infinity" or "-Infinity".'],
  ])('%j', (data, sentence) => {
    expect(() => editsFromData(data)).toThrow(sentence);
    expect(validate(data)).toBe(
      // What a schema cannot say: which of two numbers is larger.
      sentence.includes('.end:'),
    );
  });

  test('what is not valid JSON', () => {
    expect(() => editsFromJson('[{"op":')).toThrow(/^It is not valid JSON: .*\.$/);
    expect(() => editsFromJson('')).toThrow(/^It is not valid JSON/);
  });

  test('a number that is too large for any', () => {
    expect(() => editsFromJson('[{"op":"set","path":"X","value":1e999}]')).toThrow(
      'At [0].value: a value must be a number, text, a list or an object, not Infinity.',
    );
  });

  test('values without end, lists without end, and names that say another thing', () => {
    const deep = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
    expect(() => editsFromJson(`[{"op":"set","path":"X","value":${deep}}]`)).toThrow(/more than 32 deep/);
    const many = JSON.stringify(Array(1_000_001).fill(0));
    expect(() => editsFromJson(many)).toThrow('It has 1000001 operations; at most 1000000 are read at once.');
    const [made] = editsFromJson('[{"op":"set","path":"X","value":{"__proto__":{"a":1},"constructor":2}}]');
    const value = valueIn(made);
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    const odd = { [`a\u202e\n${'b'.repeat(70_000)}`]: null };
    expect(() => editsFromData(set(odd))).toThrow(/^At \[0\]\.value\.a��b{57}…: a value must be /);
  });
});
