import { type AbcFile, LEAF_TYPES, type LeafType } from '@lithoscope/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, test } from 'vitest';
import {
  decodeLeaf,
  formatF32,
  HEX_LIMIT,
  isCut,
  preview,
  shortestF32,
} from '../../../web/explain/values.ts';
import { loadCore } from '../support/core.ts';
import { sample } from '../support/samples.ts';

/** Bits → the f32 they stand for. */
function f32FromBits(bits: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, bits);
  return view.getFloat32(0);
}

const anyF32 = fc.integer({ min: 0, max: 0xffffffff }).map(f32FromBits);

describe('shortestF32', () => {
  test.each([
    [0.1, '0.1'],
    [1 / 3, '0.33333334'],
    [Math.PI, '3.1415927'],
    [16777216, '16777216'],
    [3.4028234663852886e38, '3.4028235e+38'],
    [1.401298464324817e-45, '1e-45'],
    [-0.5, '-0.5'],
    [-0, '-0'],
    [Number.NaN, 'NaN'],
    [Number.NEGATIVE_INFINITY, '-Infinity'],
  ])('%d is %s', (value, text) => {
    expect(formatF32(Math.fround(value))).toBe(text);
  });

  test('powers of two whose nearest short decimal belongs to the neighbour below', () => {
    expect(shortestF32(2 ** -96)).toBe(1.2621775e-29);
    expect(shortestF32(2 ** 87)).toBe(1.5474251e26);
    expect(shortestF32(2 ** 90)).toBe(1.2379401e27);
  });

  test('gives the same f32 again, sign of zero included', () => {
    fc.assert(
      fc.property(anyF32, (value) => {
        expect(Math.fround(shortestF32(value))).toBe(value);
        expect(Object.is(Number(formatF32(value)), shortestF32(value))).toBe(true);
      }),
    );
  });

  test('a decimal of up to six digits comes back as itself', () => {
    const exponents = fc.integer({ min: -30, max: 30 });
    fc.assert(
      fc.property(fc.integer({ min: -999999, max: 999999 }), exponents, (digits, exponent) => {
        const decimal = Number(`${digits}e${exponent}`);
        expect(shortestF32(Math.fround(decimal))).toBe(decimal);
      }),
    );
  });
});

describe('decodeLeaf', () => {
  const decode = (type: LeafType, ...bytes: number[]) =>
    decodeLeaf(new Uint8Array([0xee, ...bytes, 0xee]), 1, bytes.length, type);

  test.each<[LeafType, number[], number | string]>([
    ['u8', [0xff], 255],
    ['i8', [0xff], -1],
    ['u16', [0x34, 0x12], 0x1234],
    ['i16', [0xfe, 0xff], -2],
    ['u32', [0xff, 0xff, 0xff, 0xff], 0xffffffff],
    ['i32', [0xff, 0xff, 0xff, 0xff], -1],
    ['f32', [0xcd, 0xcc, 0xcc, 0x3d], 0.1],
    ['f32', [0, 0, 0, 0x80], -0],
    ['f32', [0, 0, 0xc0, 0x7f], 'NaN'],
    ['f32', [0, 0, 0x80, 0xff], '-Infinity'],
    ['string', [3, 0, 0x41, 0x00, 0xfc], 'A\u0000ü'],
    ['string', [0, 0], ''],
    ['bytes', [0x00, 0xab, 0x0c], '00ab0c'],
  ])('%s %j', (type, bytes, value) => {
    expect(decode(type, ...bytes)).toBe(value);
  });

  test('bytes are cut after the limit, and only they', () => {
    const bytes = new Uint8Array(HEX_LIMIT + 1).fill(0xa5);
    expect(decodeLeaf(bytes, 0, bytes.length, 'bytes')).toBe('a5'.repeat(HEX_LIMIT));
    expect(isCut('bytes', HEX_LIMIT)).toBe(false);
    expect(isCut('bytes', HEX_LIMIT + 1)).toBe(true);
    expect(isCut('string', HEX_LIMIT + 1)).toBe(false);
  });

  test('reads inside a view of a larger buffer', () => {
    const view = new Uint8Array([1, 2, 3, 4, 5]).subarray(2);
    expect(decodeLeaf(view, 1, 1, 'u8')).toBe(4);
  });

  test('every type of leaf has a value', () => {
    for (const type of LEAF_TYPES) expect(decode(type, 0, 0, 0, 0)).toBeDefined();
  });
});

let parsed: AbcFile;
beforeAll(async () => {
  parsed = (await loadCore()).open(new Uint8Array(sample('clockwork.abc')));
});

const shown = (path: string) => {
  const node = parsed.resolve(path);
  return node ? preview(parsed, node, 'rounded') : null;
};

describe('preview', () => {
  it('writes offsets as the addresses beside them, in hex', () => {
    const [first, second] = parsed.info.sections;
    expect(shown(`${first?.type}.NextSectionOffset`)).toBe(`0x${second?.offset.toString(16).toUpperCase()}`);
    const last = parsed.info.sections.at(-1);
    expect(shown(`${last?.type}.NextSectionOffset`)).toBe('0xFFFFFFFF (none)');
  });

  it('writes a packed normal as its bytes and as the vector that they are', async () => {
    const jellyfish = (await loadCore()).open(new Uint8Array(sample('jellyfish.abc')));
    const node = jellyfish.resolve('Geometry.FaceInfo[0].FaceNormal');
    const [bytes, vector] = (node ? preview(jellyfish, node, 'rounded') : '').split('  (');
    const numbers = (bytes ?? '').split(/ +/).map((text) => Number(text.replace('−', '-')));
    expect(numbers).toHaveLength(3);
    expect(`(${vector}`).toBe(`(${numbers.map((n) => (n / 127).toFixed(2).replace('-', '−')).join('  ')})`);
  });

  it('writes other numbers in decimal', () => {
    expect(shown('Header.Version')).toBe(String(parsed.info.version));
  });
});
