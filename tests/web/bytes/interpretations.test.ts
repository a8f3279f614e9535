/** Every interpretation of bytes, against values worked out by hand and against DataView. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ByteInterpretation,
  type ByteKind,
  type ByteSource,
  f16FromBits,
  interpretationsAt,
  NUMBER_KINDS,
} from '../../../web/bytes/inspector/interpretations.ts';
import { eulerXyz, rigidity } from '../../../web/bytes/inspector/rotations.ts';

function source(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, at: (start, end) => bytes.subarray(start, end) };
}

function read(bytes: ArrayLike<number>, kind: ByteKind, offset = 0): ByteInterpretation {
  const found = interpretationsAt(source(Uint8Array.from(bytes)), offset)?.find(
    ({ kind: other }) => other === kind,
  );
  if (!found) throw new Error(`no interpretation ${kind}`);
  return found;
}

/** Floats as the file has them. */
function floats(...numbers: number[]): Uint8Array {
  return new Uint8Array(new Float32Array(numbers).buffer);
}

describe('numbers', () => {
  // IEEE 754-2008, by hand: sign, five bits of exponent, ten of fraction.
  test.each([
    [0x0000, 0],
    [0x3c00, 1],
    [0xc000, -2],
    [0x3555, 0.333251953125],
    [0x7bff, 65504],
    [0x0001, 2 ** -24],
    [0x03ff, 1023 * 2 ** -24],
    [0x0400, 2 ** -14],
    [0x7c00, Number.POSITIVE_INFINITY],
    [0xfc00, Number.NEGATIVE_INFINITY],
    [0x7e00, Number.NaN],
    [0x7c01, Number.NaN],
  ])('f16 %i', (bits, value) => {
    expect(f16FromBits(bits)).toBe(value);
  });

  test('the sign of zero stays', () => {
    expect(f16FromBits(0x8000)).toBe(-0);
    expect(read([0x00, 0x80], 'f16').little).toBe('-0');
    expect(read([0, 0, 0, 0x80], 'f32').little).toBe('-0');
  });

  test('every f16 has text of its own', () => {
    const f16 = NUMBER_KINDS.find(({ name }) => name === 'f16');
    const view = new DataView(new ArrayBuffer(2));
    const texts = new Set<string>();
    for (let bits = 0; bits < 0x7c00; bits++) {
      view.setUint16(0, bits, true);
      texts.add(f16?.read(view, true) ?? '');
    }
    expect(texts.size).toBe(0x7c00);
  });

  test('the limits of 64 bits are exact', () => {
    const least = [0, 0, 0, 0, 0, 0, 0, 0x80];
    expect(read(least, 'i64').little).toBe('-9223372036854775808');
    expect(read(least, 'u64').little).toBe('9223372036854775808');
    expect(read(least, 'i64').big).toBe('128');
    const ones = new Array(8).fill(0xff);
    expect(read(ones, 'u64').little).toBe('18446744073709551615');
    expect(read(ones, 'i64').big).toBe('-1');
  });

  test('both byte orders', () => {
    expect(read([0x01, 0x02], 'u16')).toMatchObject({ little: '513', big: '258' });
    expect(read([0x3f, 0x80, 0, 0], 'f32').big).toBe('1');
    // One byte has no order.
    expect(read([0xff], 'i8')).toMatchObject({ little: '-1', big: null });
  });

  test('numbers are those of DataView, at any place', () => {
    const kinds = {
      u8: (view: DataView, at: number) => view.getUint8(at),
      i8: (view: DataView, at: number) => view.getInt8(at),
      u16: (view: DataView, at: number, little: boolean) => view.getUint16(at, little),
      i16: (view: DataView, at: number, little: boolean) => view.getInt16(at, little),
      u32: (view: DataView, at: number, little: boolean) => view.getUint32(at, little),
      i32: (view: DataView, at: number, little: boolean) => view.getInt32(at, little),
      u64: (view: DataView, at: number, little: boolean) => view.getBigUint64(at, little),
      i64: (view: DataView, at: number, little: boolean) => view.getBigInt64(at, little),
      f32: (view: DataView, at: number, little: boolean) => view.getFloat32(at, little),
      f64: (view: DataView, at: number, little: boolean) => view.getFloat64(at, little),
    } as const;
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 100 }), fc.nat(99), (bytes, place) => {
        const at = place % (bytes.length - 7);
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        const readings = interpretationsAt(source(bytes), at) ?? [];
        for (const [kind, get] of Object.entries(kinds)) {
          const { little, big } = readings.find(({ kind: other }) => other === kind) as ByteInterpretation;
          const back = (text: string) => {
            if (typeof get(view, at, true) === 'bigint') return BigInt(text);
            return kind === 'f32' ? Math.fround(Number(text)) : Number(text);
          };
          expect(back(little)).toBe(get(view, at, true));
          if (big !== null) expect(back(big)).toBe(get(view, at, false));
        }
      }),
    );
  });
});

describe('quaternions', () => {
  const h = Math.SQRT1_2;
  test.each([
    ['identity', [0, 0, 0, 1], [0, 0, 0]],
    ['90° about X', [h, 0, 0, h], [90, 0, 0]],
    ['90° about Z', [0, 0, h, h], [0, 0, 90]],
    ['180° about X', [1, 0, 0, 0], [180, 0, 0]],
    ['−60° about Y', [0, -0.5, 0, Math.sqrt(3) / 2], [0, -60, 0]],
    // The pole: half a turn of X stays, Z is 0.
    ['90° about Y', [0, h, 0, h], [0, 90, 0]],
    ['−90° about Y', [0, -h, 0, h], [0, -90, 0]],
    // X by 90°, then Z by 90°: (z) × (x) = (½, ½, ½, ½).
    ['X, then Z', [0.5, 0.5, 0.5, 0.5], [90, 0, 90]],
    ['twice as long', [0, 0, 2 * h, 2 * h], [0, 0, 90]],
  ])('%s', (_name, [x = 0, y = 0, z = 0, w = 0], expected) => {
    const angles = eulerXyz(x, y, z, w) ?? [];
    for (const [i, angle] of expected.entries()) expect(angles[i]).toBeCloseTo(angle, 9);
  });

  test('no rotation has no angles', () => {
    expect(eulerXyz(0, 0, 0, 0)).toBeNull();
    expect(eulerXyz(Number.NaN, 0, 0, 1)).toBeNull();
    expect(eulerXyz(0, Number.POSITIVE_INFINITY, 0, 1)).toBeNull();
  });

  test('the angles, turned one after the other, give the same rotation', () => {
    const part = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(part, part, part, part), (parts) => {
        const length = Math.hypot(...parts);
        fc.pre(length > 0.01);
        const q = parts.map((p) => p / length) as [number, number, number, number];
        const [x, y, z] = eulerXyz(...q) ?? [0, 0, 0];
        for (const v of [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ] as const) {
          const turned = aboutAxis(aboutAxis(aboutAxis([...v], 0, x), 1, y), 2, z);
          const expected = byQuaternion(q, [...v]);
          // At a pole the angles are exact only to the root of the precision.
          for (let i = 0; i < 3; i++) expect(turned[i]).toBeCloseTo(expected[i] ?? 0, 2);
        }
      }),
    );
  });

  test('length, whether it is a rotation, and the order of the angles are said', () => {
    const { little, notes } = read(floats(0, 0, 0, 1), 'quaternion');
    expect(little).toBe('0  0  0  1');
    expect(notes).toEqual([
      'X Y Z W, length 1: a rotation',
      'X 0°, Y 0°, Z 0° (Euler XYZ: about the fixed axes X, then Y, then Z)',
    ]);
    expect(read(floats(0, 3, 0, 4), 'quaternion').notes).toEqual([
      'X Y Z W, length 5: not a unit quaternion (within 0.001)',
    ]);
  });
});

describe('matrices', () => {
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

  test('a turn with a translation is rigid', () => {
    // 90° about Z: X goes to Y.
    const matrix = [0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7, 0, 0, 0, 1];
    expect(rigidity(matrix)).toEqual({
      rigid: true,
      determinant: 1,
      deviation: 0,
      translation: [5, 6, 7],
      reason: '',
    });
    const { little, grid, notes } = read(floats(...matrix), 'matrix');
    expect(little).toContain('rigid: ');
    expect(grid?.slice(0, 4)).toEqual(['0', '-1', '0', '5']);
    expect(notes.at(-1)).toBe('translation 5  6  7');
  });

  test.each([
    ['scaled', identity.with(0, 2), 2, 3, /not orthonormal/],
    ['sheared', identity.with(1, 0.5), 1, 0.5, /not orthonormal/],
    ['mirrored', identity.with(10, -1), -1, 0, /contains a reflection/],
    ['projecting', identity.with(14, 0.1), 1, 0, /last row/],
    ['not finite', identity.with(3, Number.NaN), 1, 0, /contains a non-finite number/],
  ])('%s is not', (_name, matrix, determinant, deviation, reason) => {
    const found = rigidity(matrix);
    expect(found.rigid).toBe(false);
    expect(found.determinant).toBeCloseTo(determinant, 12);
    expect(found.deviation).toBeCloseTo(deviation, 12);
    expect(found.reason).toMatch(reason);
  });
});

describe('the rest', () => {
  test('three floats and their length', () => {
    expect(read(floats(3, 0, -4), 'vec3')).toMatchObject({ little: '3  0  -4', notes: ['length 5'] });
  });

  test('a packed normal is divided by 127', () => {
    const { little, notes } = read([127, 0, 0x81], 'normal');
    expect(little).toBe('1  0  -1');
    expect(notes).toEqual(['127 0 -127 of 127, length 1.41421']);
  });

  test('time in seconds and frames', () => {
    expect(read([0xdc, 0x05, 0, 0], 'time')).toMatchObject({
      little: '1.5 s',
      notes: ['1500 ms, frame 45 at 30 frames per second'],
    });
  });

  test('a string has its length before it', () => {
    expect(read([3, 0, 0x61, 0xe9, 0x63, 0x64], 'string')).toMatchObject({
      little: '“aéc”',
      length: 5,
      notes: ['3 characters'],
    });
    expect(read([0, 0], 'string')).toMatchObject({ little: '“”', length: 2 });
  });

  test('what reaches over the end has no value, and says why', () => {
    const reading = read([1, 2, 3], 'u32');
    expect(reading).toMatchObject({
      little: '',
      big: null,
      missing: 'needs 4 bytes, the file ends after 3 bytes',
    });
    expect(read([9, 0, 0x61], 'string').missing).toBe('needs 11 bytes, the file ends after 3 bytes');
    expect(read([1, 2, 3], 'u16').missing).toBe('');
  });

  test('at each length, a reading is there exactly when its bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), fc.nat(70), (bytes, at) => {
        for (const { length, missing } of interpretationsAt(source(bytes), at) ?? []) {
          expect(missing === '').toBe(at + length <= bytes.length);
        }
      }),
    );
  });

  test('bytes that are being fetched are waited for', () => {
    expect(interpretationsAt({ size: 100, at: () => null }, 0)).toBeNull();
    // The numbers are there, the text of the string is not.
    const parts: ByteSource = {
      size: 1000,
      at: (_start, end) => (end <= 64 ? new Uint8Array(64).fill(1) : null),
    };
    expect(interpretationsAt(parts, 0)?.find(({ kind }) => kind === 'string')?.missing).toBe('still loading');
  });
});

type Triple = [number, number, number];

/** Turns a vector about a coordinate axis by degrees. */
function aboutAxis(v: Triple, axis: 0 | 1 | 2, angle: number): Triple {
  const [sine, cosine] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  const [b, c] = [(axis + 1) % 3, (axis + 2) % 3] as [0 | 1 | 2, 0 | 1 | 2];
  const turned: Triple = [...v];
  turned[b] = v[b] * cosine - v[c] * sine;
  turned[c] = v[b] * sine + v[c] * cosine;
  return turned;
}

/** v + 2w(u × v) + 2u × (u × v) */
function byQuaternion([x, y, z, w]: [number, number, number, number], v: Triple): Triple {
  const cross = (a: Triple, b: Triple): Triple => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const once = cross([x, y, z], v);
  const twice = cross([x, y, z], once);
  return v.map((part, i) => part + 2 * w * (once[i] ?? 0) + 2 * (twice[i] ?? 0)) as Triple;
}
