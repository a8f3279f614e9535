import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toJson } from '../../../web/explain/json.ts';
import { printable } from '../../../web/explain/report.ts';

describe('toJson', () => {
  test('keeps −0, writes f32 short and what JSON cannot say as strings', () => {
    const values = [-0, Math.fround(0.1), 4294967295, Number.NaN, Number.NEGATIVE_INFINITY];
    expect(toJson(values)).toBe('[-0,0.1,4294967295,"NaN","-Infinity"]');
  });

  test('leaves out what is undefined', () => {
    expect(toJson({ a: undefined, b: null, c: true })).toBe('{"b":null,"c":true}');
  });

  test('indents, but keeps lists and objects of scalars in a line', () => {
    const value = { a: [1, 2], b: [{ c: 'x', d: 1 }], e: [], f: {} };
    expect(toJson(value, 0)).toBe(
      '{\n  "a": [1,2],\n  "b": [\n    {"c":"x","d":1}\n  ],\n  "e": [],\n  "f": {}\n}',
    );
  });

  test('says the same as JSON.stringify where both can', () => {
    const tree = fc.object({
      maxDepth: 2,
      maxKeys: 4,
      values: [fc.integer(), fc.string({ unit: 'binary' }), fc.boolean(), fc.constant(null)],
    });
    fc.assert(
      fc.property(tree, (value) => {
        expect(JSON.parse(toJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(JSON.parse(toJson(value, 0))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

test('printable spells out what would steer a terminal', () => {
  expect(printable('a\x1b[31mü\x9b\n')).toBe('a\\x1b[31mü\\x9b\\x0a');
});
