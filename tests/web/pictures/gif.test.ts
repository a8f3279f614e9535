/** GIFs without a browser: by hand, by another encoder, and meant to harm. */
import fc from 'fast-check';
import { applyPalette, GIFEncoder } from 'gifenc';
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../web/pictures/decode.ts';
import { loadDtx } from '../support/dtx.ts';

const decode = (bytes: Uint8Array) => decodePicture('a.gif', bytes, { textures: loadDtx });

const u16 = (value: number) => [value & 255, value >> 8];

/** Codes of a number of bits each, the lowest bit first. */
function packed(codes: readonly (readonly [code: number, bits: number])[]): number[] {
  const bits = codes.flatMap(([code, count]) => Array.from({ length: count }, (_, i) => (code >> i) & 1));
  return Array.from({ length: Math.ceil(bits.length / 8) }, (_, byte) =>
    bits.slice(8 * byte, 8 * byte + 8).reduce((sum, bit, i) => sum | (bit << i), 0),
  );
}

const RED = [255, 0, 0];
const GREEN = [0, 255, 0];
const BLUE = [0, 0, 255];
const WHITE = [255, 255, 255];

interface Made {
  readonly screen?: readonly [number, number];
  /** Left, top, width, height. */
  readonly place?: readonly [number, number, number, number];
  readonly flags?: number;
  readonly local?: readonly number[];
  readonly transparent?: number;
  readonly depth?: number;
  readonly data: readonly number[];
}

function gif({ screen = [2, 2], place = [0, 0, 2, 2], flags = 0, local = [], ...rest }: Made): Uint8Array {
  const { transparent, depth = 2, data } = rest;
  return Uint8Array.from([
    ...Buffer.from('GIF89a'),
    ...[...screen.flatMap(u16), 0x81, 0, 0],
    ...[RED, GREEN, BLUE, WHITE].flat(),
    // A comment, which is skipped.
    ...[0x21, 0xfe, 3, 1, 2, 3, 0],
    ...(transparent === undefined ? [] : [0x21, 0xf9, 4, 1, 0, 0, transparent, 0]),
    ...[0x2c, ...place.flatMap(u16), flags, ...local],
    ...[depth, data.length, ...data, 0, 0x3b],
  ]);
}

/** Red, green, blue, white, by the codes of the palette; 4 clears, 5 ends. */
const FOUR = packed([
  [4, 3],
  [0, 3],
  [1, 3],
  [2, 3],
  [3, 4],
  [5, 4],
]);

const opaque = (...colours: number[][]) => colours.flatMap((colour) => [...colour, 255]);
const NONE = [0, 0, 0, 0];

describe('of a GIF', () => {
  it('the colours are those of the palette, and one of them may be transparent', async () => {
    const { width, height, data } = await decode(gif({ data: FOUR }));
    expect([width, height, ...data]).toEqual([2, 2, ...opaque(RED, GREEN, BLUE, WHITE)]);
    const holed = await decode(gif({ data: FOUR, transparent: 1 }));
    expect([...holed.data]).toEqual([...opaque(RED), ...NONE, ...opaque(BLUE, WHITE)]);
    const local = await decode(gif({ data: FOUR, flags: 0x81, local: [WHITE, WHITE, RED, RED].flat() }));
    expect([...local.data]).toEqual(opaque(WHITE, WHITE, RED, RED));
    // A palette of two colours: the others are black.
    const short = await decode(gif({ data: FOUR, flags: 0x80, local: [WHITE, GREEN].flat() }));
    expect([...short.data]).toEqual(opaque(WHITE, GREEN, [0, 0, 0], [0, 0, 0]));
  });

  it('codes stand for longer and longer runs, the one that is being made too', async () => {
    // 6 is made while it is read: two reds; 7: three.
    const runs: [number, number][] = [
      [4, 3],
      [0, 3],
      [6, 3],
      [7, 4],
      [5, 4],
    ];
    const made = gif({ screen: [3, 2], place: [0, 0, 3, 2], data: packed(runs) });
    expect([...(await decode(made)).data]).toEqual(opaque(RED, RED, RED, RED, RED, RED));
  });

  it('the picture has a place on the screen, which it may exceed', async () => {
    const placed = await decode(gif({ screen: [3, 3], place: [1, 1, 2, 2], data: FOUR }));
    expect([...placed.data]).toEqual([
      ...[...NONE, ...NONE, ...NONE],
      ...[...NONE, ...opaque(RED, GREEN)],
      ...[...NONE, ...opaque(BLUE, WHITE)],
    ]);
    const beyond = await decode(gif({ screen: [1, 1], data: FOUR }));
    expect([beyond.width, beyond.height, ...beyond.data]).toEqual([2, 2, ...opaque(RED, GREEN, BLUE, WHITE)]);
  });

  it('rows may come interlaced: 0, 4, 2, 1 and 3 of five', async () => {
    const rows: [number, number][] = [
      [4, 3],
      [0, 3],
      [1, 3],
      [2, 3],
      [3, 4],
      [0, 4],
      [5, 4],
    ];
    const made = gif({ screen: [1, 5], place: [0, 0, 1, 5], flags: 0x40, data: packed(rows) });
    expect([...(await decode(made)).data]).toEqual(opaque(RED, WHITE, BLUE, RED, GREEN));
  });

  it('what another encoder writes is read, through full tables of codes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 90 }), fc.integer(), async (width, seed) => {
        const height = 97;
        const palette = Array.from({ length: 256 }, (_, i): [number, number, number] => [i, 255 - i, i ^ 85]);
        let state = seed;
        const indices = new Uint8Array(width * height).map((_, i) => {
          state = (Math.imul(state, 1664525) + 1013904223) | 0;
          return i % 3 === 0 ? 7 : state >>> 24;
        });
        const encoder = GIFEncoder();
        encoder.writeFrame(indices, width, height, { palette });
        encoder.writeFrame(applyPalette(new Uint8Array(4 * width * height), palette), width, height, {});
        encoder.finish();
        const { data } = await decode(encoder.bytes());
        const expected = [...indices].flatMap((index) => [...(palette[index] ?? []), 255]);
        expect(Buffer.from(data).equals(Buffer.from(expected))).toBe(true);
      }),
      { numRuns: 25 },
    );
  });
});

describe('a GIF that is meant to harm', () => {
  it('cut off anywhere is said', async () => {
    const whole = gif({ data: FOUR });
    // Nothing after the last colour is needed.
    for (let length = 10; length < whole.length - 4; length++)
      await expect(decode(whole.slice(0, length))).rejects.toThrow('it is cut off');
  });

  it.each([
    // These two make other decoders run for ever: a code that nothing stands for, and then stands for itself.
    [
      'a code before there is any',
      packed([
        [4, 3],
        [6, 3],
        [0, 3],
        [6, 3],
        [6, 3],
        [6, 4],
      ]),
      'it is damaged',
    ], // prettier-ignore
    [
      'a code that is not made yet',
      packed([
        [4, 3],
        [0, 3],
        [7, 3],
        [7, 3],
      ]),
      'it is damaged',
    ], // prettier-ignore
    [
      'too few colours',
      packed([
        [4, 3],
        [0, 3],
        [5, 3],
      ]),
      'it is cut off',
    ], // prettier-ignore
  ])('with %s', async (_, data, words) => {
    await expect(decode(gif({ data }))).rejects.toThrow(words);
  });

  it('with codes of no sensible size, an unknown block, or an enormous picture', async () => {
    for (const depth of [0, 9, 255])
      await expect(decode(gif({ data: FOUR, depth }))).rejects.toThrow('it is damaged');
    const unknown = gif({ data: FOUR });
    unknown[25] = 0x99;
    await expect(decode(unknown)).rejects.toThrow('it is damaged');
    const large = gif({ place: [0, 0, 65_535, 65_535], data: FOUR });
    await expect(decode(large)).rejects.toThrow('it is larger than its header specifies');
    const screen = gif({ screen: [65_535, 65_535], data: FOUR });
    await expect(decode(screen)).rejects.toThrow('65535 × 65535 texels');
    await expect(decode(gif({ screen: [0, 2], data: FOUR }))).rejects.toThrow('does not specify its size');
  });

  it('any bytes are a picture or a phrase', async () => {
    const bytes = fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 120 });
    await fc.assert(
      fc.asyncProperty(bytes, fc.integer({ min: 1, max: 8 }), async (data, depth) => {
        const made = gif({ screen: [9, 9], place: [0, 0, 9, 9], data, depth });
        const decoded = await decode(made).catch((error: Error) => error.message);
        if (typeof decoded === 'string') expect(decoded).toMatch(/^it is (cut off|damaged)$/);
        else expect(decoded.data.length).toBe(9 * 9 * 4);
      }),
      { numRuns: 500 },
    );
  });
});
