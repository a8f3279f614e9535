import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodePicture } from '../../../web/textures/decode.ts';
import { dtxDecoder } from '../../../web/textures/dtx-picture.ts';
import { skinFrom } from '../../../web/to-glb/skins.ts';
import { loadDtx } from '../support/dtx.ts';

const skin = async (name: string, bytes: Uint8Array) => skinFrom(name, bytes, 'MASK', { textures: loadDtx });

test('a DTX has the texels that the page draws', async () => {
  const bytes = new Uint8Array(await readFile('public/samples/jellyfish.dtx'));
  const { picture } = await decodePicture({ kind: 'dtx', bytes }, dtxDecoder(loadDtx));
  const [largest] = (picture.decoded ?? picture).levels;
  const { rgba, ...rest } = await skin('SKINS/JELLYFISH.DTX', bytes);
  const { width, height } = largest ?? {};
  expect(rest).toEqual({ name: 'SKINS/JELLYFISH.DTX', alphaMode: 'MASK', width, height });
  expect(Buffer.from(rgba).equals(largest?.data ?? Buffer.alloc(0))).toBe(true);
});

test('a TGA too, by its name', async () => {
  // Colours of 24 bits, two texels wide, from the top: B, G, R.
  const header = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 24, 0x20];
  const { width, height, rgba } = await skin('a.tga', Uint8Array.of(...header, 1, 2, 3, 4, 5, 6));
  expect([width, height, ...rgba]).toEqual([2, 1, 3, 2, 1, 255, 6, 5, 4, 255]);
});

test.each([
  ['a.dtx', [1, 2, 3], /not a DTX, PNG, TGA, PCX, BMP, JPEG, WebP or GIF/],
  ['a.dtx', [0, 0, 0, 0, 0xfb, 0xff, 0xff, 0xff, 0, 0, 0, 0], /does not specify its size/],
  ['a.dtx', [0, 0, 0, 0, 0xfb, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], /65535 × 65535 texels/],
])('%s %j is refused with a phrase', async (name, bytes, words) => {
  await expect(skin(name, Uint8Array.from(bytes))).rejects.toThrow(words);
});

/** A PNG, by the letter of its specification: no filters, and checksums of 0, which nobody looks at. */
function png(
  {
    width,
    height,
    depth,
    colour,
    interlace = 0,
  }: Record<'width' | 'height' | 'depth' | 'colour', number> & {
    interlace?: number;
  },
  rows: readonly (readonly number[])[],
  others: readonly [type: string, data: readonly number[] | Uint8Array][] = [],
): Uint8Array {
  const chunk = (type: string, data: readonly number[] | Uint8Array) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(type, 4);
    return [...head, ...data, 0, 0, 0, 0];
  };
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width);
  size.writeUInt32BE(height, 4);
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk('IHDR', [...size, depth, colour, 0, 0, interlace]),
    ...others.flatMap(([type, data]) => chunk(type, data)),
    ...chunk('IDAT', deflateSync(Buffer.from(rows.flatMap((row) => [0, ...row])))),
    ...chunk('IEND', []),
  ]);
}

describe('a PNG', () => {
  test.each([
    [
      'colours of 8 bits',
      { width: 2, height: 1, depth: 8, colour: 2 },
      [[1, 2, 3, 4, 5, 6]],
      [],
      [1, 2, 3, 255, 4, 5, 6, 255],
    ],
    [
      'colours with alpha',
      { width: 1, height: 2, depth: 8, colour: 6 },
      [
        [1, 2, 3, 4],
        [5, 6, 7, 0],
      ],
      [],
      [1, 2, 3, 4, 5, 6, 7, 0],
    ],
    [
      'colours of 16 bits',
      { width: 1, height: 1, depth: 16, colour: 2 },
      [[255, 255, 128, 128, 0, 0]],
      [],
      [255, 128, 0, 255],
    ],
    [
      'a palette of 2 bits',
      { width: 3, height: 1, depth: 2, colour: 3 },
      [[0b00_01_10_00]],
      [
        ['PLTE', [1, 1, 1, 2, 2, 2, 3, 3, 3]],
        ['tRNS', [9]],
      ],
      [1, 1, 1, 9, 2, 2, 2, 255, 3, 3, 3, 255],
    ],
    [
      'greys of 4 bits, rows of odd length',
      { width: 3, height: 2, depth: 4, colour: 0 },
      [
        [0x0f, 0x80],
        [0xf0, 0x10],
      ],
      [],
      [0, 255, 136, 255, 0, 17].flatMap((v) => [v, v, v, 255]),
    ],
    [
      'a grey that is transparent',
      { width: 2, height: 1, depth: 8, colour: 0 },
      [[7, 8]],
      [['tRNS', [0, 7]]],
      [7, 7, 7, 0, 8, 8, 8, 255],
    ],
    ['greys with alpha', { width: 1, height: 1, depth: 8, colour: 4 }, [[7, 8]], [], [7, 7, 7, 8]],
  ] as const)('%s', async (_, header, rows, others, texels) => {
    const { width, height, rgba } = await skin('a.png', png(header, rows, others as never));
    expect([width, height, ...rgba]).toEqual([header.width, header.height, ...texels]);
  });

  const small = { width: 2, height: 2, depth: 8, colour: 0 };

  test('is refused when it ends early, or holds more than it says', async () => {
    await expect(skin('a.png', png(small, [[1, 2]]))).rejects.toThrow('it is cut off');
    await expect(
      skin(
        'a.png',
        png(small, [
          [1, 2],
          [3, 4],
        ]).slice(0, -13),
      ),
    ).rejects.toThrow('it is cut off');
    const bomb = Array.from({ length: 100 }, () => new Array<number>(10_000).fill(0));
    await expect(skin('a.png', png(small, bomb))).rejects.toThrow('it is larger than its header specifies');
    await expect(skin('a.png', png({ ...small, depth: 1, interlace: 1 }, [[0]]))).rejects.toThrow(
      'interlaced',
    );
  });

  test('is not inflated where no picture is', async () => {
    const profile = [0x61, 0, 0, ...deflateSync(Buffer.alloc(1000))];
    const { rgba } = await skin(
      'a.png',
      png(
        small,
        [
          [1, 2],
          [3, 4],
        ],
        [['iCCP', profile.map((v, i) => (i > 9 ? 0 : v))]],
      ),
    );
    expect([rgba[0], rgba[12]]).toEqual([1, 4]);
  });

  test('damaged anywhere is a picture of its size, or a phrase', async () => {
    const bytes = png(
      { width: 4, height: 4, depth: 8, colour: 3 },
      [
        [0, 1, 0, 1],
        [1, 0, 1, 0],
        [0, 0, 1, 1],
        [1, 1, 0, 0],
      ],
      [['PLTE', [1, 2, 3, 4, 5, 6]]],
    );
    for (let at = 24; at < bytes.length; at++) {
      for (const value of [0, 1, 0x7f, 0xff]) {
        const damaged = Uint8Array.from(bytes);
        damaged[at] = value;
        const result = await skin('a.png', damaged).catch((error: unknown) => error);
        if (result instanceof Error) expect(result.message).not.toBe('');
        else expect(result).toMatchObject({ width: 4, height: 4 });
      }
    }
  });
});
