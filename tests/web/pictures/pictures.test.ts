import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identify } from '../../../web/explain/file-kind.ts';
import { decodeBmp } from '../../../web/pictures/bmp.ts';
import { statedSize } from '../../../web/pictures/picture.ts';
import { decodePcx, decodeTga } from '../../../web/pictures/tga-pcx.ts';
import { decodePicture as decode } from '../../../web/textures/decode.ts';
import { dtxDecoder } from '../../../web/textures/dtx-picture.ts';
import { pictureOf } from '../../../web/textures/named.ts';
import { loadDtx } from '../support/dtx.ts';
import { CLOCKWORK } from '../support/samples.ts';

/** As the page does it, without its worker. */
const decodePicture = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
  pictureOf(name, bytes, (task) => decode(task, dtxDecoder(loadDtx)));

const bytesOf = (...parts: (number | readonly number[])[]) => Uint8Array.from(parts.flat());
const u16 = (value: number) => [value & 0xff, value >> 8];
const zeros = (count: number): number[] => new Array(count).fill(0);

/** A header of ZSoft's PCX. */
function pcxHeader(
  width: number,
  height: number,
  bits: number,
  planes: number,
  stride: number,
  palette: number[] = [],
) {
  const colours = [...palette, ...zeros(48 - palette.length)];
  const sizes = [...u16(0), ...u16(0), ...u16(width - 1), ...u16(height - 1), ...zeros(4)];
  return [0x0a, 5, 1, bits, ...sizes, ...colours, 0, planes, ...u16(stride), ...zeros(60)];
}

describe('PCX', () => {
  it('of 8 bits takes its colours from the palette at the end', () => {
    const palette = zeros(768);
    palette.splice(3, 3, 10, 20, 30);
    palette.splice(0xc5 * 3, 3, 200, 100, 50);
    // A run of three, a colour that needs a run of one because it looks like a run, and the padding of the line.
    const line = [0xc3, 1, 0xc1, 0xc5];
    const bytes = bytesOf(pcxHeader(4, 1, 8, 1, 4), line, 0x0c, palette);
    const { data } = decodePcx(bytes, 4, 1);
    expect([...data]).toEqual([10, 20, 30, 255, 10, 20, 30, 255, 10, 20, 30, 255, 200, 100, 50, 255]);
  });

  it('of 24 bits has a plane for red, green and blue in every line', () => {
    const bytes = bytesOf(pcxHeader(2, 2, 8, 3, 2), [1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]);
    const { data } = decodePcx(bytes, 2, 2);
    expect([...data]).toEqual([1, 3, 5, 255, 2, 4, 6, 255, 7, 9, 11, 255, 8, 10, 12, 255]);
  });

  it('of four planes of one bit makes an index of them, the first plane the lowest bit', () => {
    const palette = zeros(48);
    palette.splice(5 * 3, 3, 1, 2, 3);
    palette.splice(8 * 3, 3, 4, 5, 6);
    // The left pixel has planes 0 and 2 (5), the next one plane 3 (8).
    const bytes = bytesOf(pcxHeader(2, 1, 1, 4, 2, palette), [0x80, 0, 0, 0, 0x80, 0, 0x40, 0]);
    expect([...decodePcx(bytes, 2, 1).data]).toEqual([1, 2, 3, 255, 4, 5, 6, 255]);
  });

  it('of one bit is black and white, of two bits in a byte the left one is the higher', () => {
    const mono = bytesOf(pcxHeader(3, 1, 1, 1, 2), [0xa0, 0]);
    expect([...decodePcx(mono, 3, 1).data].filter((_, i) => i % 4 === 0)).toEqual([255, 0, 255]);
    const four = bytesOf(pcxHeader(2, 1, 2, 1, 2, [0, 0, 0, 9, 9, 9, 7, 7, 7]), [0x60, 0]);
    expect([...decodePcx(four, 2, 1).data].filter((_, i) => i % 4 === 0)).toEqual([9, 7]);
  });

  it('cut off anywhere, or of a form that nobody wrote, is a sentence or a picture', async () => {
    const whole = bytesOf(pcxHeader(4, 4, 8, 1, 4), zeros(16), 0x0c, zeros(768));
    for (let length = 129; length < whole.length; length++) {
      const rows = Math.min(4, Math.floor((length - 128) / 4));
      const decoded = decodePicture('a.pcx', whole.slice(0, length));
      if (rows === 0) await expect(decoded).rejects.toThrow('ends in its first row');
      else expect((await decoded).problem).toBe(rows < 4 ? `cut off after ${rows} of 4 rows` : '');
    }
    await expect(decodePicture('a.pcx', bytesOf(pcxHeader(4, 4, 5, 1, 4), 0))).rejects.toThrow(
      'not supported',
    );
    await expect(decodePicture('a.pcx', bytesOf(pcxHeader(9, 4, 8, 1, 4), 0))).rejects.toThrow('shorter');
  });
});

describe('BMP', () => {
  const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];
  /** @param extra after the header of 40 bytes: masks, then the palette */
  const bmp = (
    [width, height]: readonly [number, number],
    bits: number,
    rows: readonly number[],
    { compression = 0, length = 40, extra = [] as number[], colours = 0 } = {},
  ) =>
    bytesOf(
      [0x42, 0x4d, ...u32(0), ...u32(0), ...u32(54 + extra.length)],
      [...u32(length), ...u32(width), ...u32(height >>> 0), ...u16(1), ...u16(bits), ...u32(compression)],
      [...u32(0), ...u32(0), ...u32(0), ...u32(colours), ...u32(0)],
      extra,
      rows,
    );
  const texels = (bytes: Uint8Array<ArrayBuffer>, width: number, height: number) => [
    ...decodeBmp(bytes, width, height).data,
  ];

  it('stands on its first row, unless its height is negative, and pads its rows to words', () => {
    const rows = [3, 2, 1, 0, 6, 5, 4, 0];
    expect(texels(bmp([1, 2], 24, rows), 1, 2)).toEqual([4, 5, 6, 255, 1, 2, 3, 255]);
    expect(texels(bmp([1, -2], 24, rows), 1, 2)).toEqual([1, 2, 3, 255, 4, 5, 6, 255]);
  });

  it('of 1, 4 and 8 bits takes colours by number, the left pixel in the highest bits', () => {
    const extra = [3, 2, 1, 0, 6, 5, 4, 0];
    const [a, b] = [
      [1, 2, 3, 255],
      [4, 5, 6, 255],
    ] as const;
    const options = { extra, colours: 2 };
    expect(texels(bmp([3, 1], 1, [0x40, 0, 0, 0], options), 3, 1)).toEqual([...a, ...b, ...a]);
    expect(texels(bmp([3, 1], 4, [0x10, 0x10, 0, 0], options), 3, 1)).toEqual([...b, ...a, ...b]);
    // A number beyond the palette is black.
    expect(texels(bmp([2, 1], 8, [1, 9, 0, 0], options), 2, 1)).toEqual([...b, 0, 0, 0, 255]);
  });

  it('of 16 bits has five each, or as its masks say; of 32 it has alpha by its mask alone', () => {
    expect(texels(bmp([2, 1], 16, [...u16(0x7c00), ...u16(0x03ff)]), 2, 1)).toEqual([
      255, 0, 0, 255, 0, 255, 255, 255,
    ]);
    const masks = [...u32(0xf800), ...u32(0x7e0), ...u32(0x1f)];
    expect(texels(bmp([1, 1], 16, [...u16(0x07e0), 0, 0], { compression: 3, extra: masks }), 1, 1)).toEqual([
      0, 255, 0, 255,
    ]);
    expect(texels(bmp([1, 1], 32, [3, 2, 1, 9]), 1, 1)).toEqual([1, 2, 3, 255]);
    const wide = [...u32(0xff), ...u32(0xff00), ...u32(0xff0000), ...u32(0xff000000)];
    const options = { compression: 3, length: 56, extra: wide };
    expect(texels(bmp([1, 1], 32, [1, 2, 3, 9], options), 1, 1)).toEqual([1, 2, 3, 9]);
  });

  it('cut off anywhere is a phrase or a picture, and so is any header', () => {
    const whole = bmp([4, 4], 8, zeros(16), { extra: zeros(1024) });
    for (let length = 0; length <= whole.length; length++) {
      const rows = Math.max(0, Math.floor((length - (whole.length - 16)) / 4));
      const decode = () => decodeBmp(whole.slice(0, length), 4, 4);
      if (rows === 0) expect(decode).toThrow(/ends in its/);
      else expect(decode().rows).toBe(rows);
    }
    expect(() => decodeBmp(bmp([4, 4], 8, zeros(16), { compression: 1 }), 4, 4)).toThrow('compressed');
    expect(() => decodeBmp(bmp([4, 4], 2, zeros(16)), 4, 4)).toThrow('2 bits');
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 0, maxLength: 200 }), (bytes) => {
        try {
          decodeBmp(bytes, 4, 4);
        } catch (error) {
          // A phrase of ours, and no fault of an index.
          expect(error).not.toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});

describe('TGA', () => {
  const header = (type: number, bits: number, width: number, height: number, flags: number) =>
    bytesOf([0, 0, type, 0, 0, 0, 0, 0], zeros(4), u16(width), u16(height), bits, flags);

  it('stands upright, wherever its first row is', async () => {
    const rows = [1, 2, 3, 4, 5, 6];
    const fromTop = await decodePicture('a.tga', bytesOf([...header(2, 24, 1, 2, 0x20)], rows));
    expect([...(fromTop.picture.levels[0]?.data ?? [])]).toEqual([3, 2, 1, 255, 6, 5, 4, 255]);
    const fromBottom = await decodePicture('a.TGA', bytesOf([...header(2, 24, 1, 2, 0)], rows));
    expect([...(fromBottom.picture.levels[0]?.data ?? [])]).toEqual([6, 5, 4, 255, 3, 2, 1, 255]);
  });

  it('with runs and alpha', async () => {
    const bytes = bytesOf([...header(10, 32, 3, 1, 0x28)], [0x81, 30, 20, 10, 128], [0x00, 3, 2, 1, 0]);
    const { picture } = await decodePicture('a.tga', bytes);
    expect([...(picture.levels[0]?.data ?? [])]).toEqual([10, 20, 30, 128, 10, 20, 30, 128, 1, 2, 3, 0]);
  });
});

describe('TGA of other forms', () => {
  const tga = (
    type: number,
    bits: number,
    [width, height]: readonly [number, number],
    flags: number,
    body: readonly number[],
    palette: readonly number[] = zeros(5),
  ) =>
    bytesOf(
      [0, palette[2] || palette[3] ? 1 : 0, type, ...palette],
      zeros(4),
      u16(width),
      u16(height),
      bits,
      flags,
      body,
    );
  const texels = (bytes: Uint8Array<ArrayBuffer>, width: number, height: number) => [
    ...decodeTga(bytes, width, height).data,
  ];

  it('takes colours by number, from the first that the palette has', () => {
    // Two colours of 24 bits, the first of which is number 7.
    const palette = [7, 0, 2, 0, 24];
    const bytes = tga(1, 8, [3, 1], 0x20, [3, 2, 1, 6, 5, 4, 8, 7, 9], palette);
    expect(texels(bytes, 3, 1)).toEqual([4, 5, 6, 255, 1, 2, 3, 255, 0, 0, 0, 0]);
  });

  it('has 5 bits a colour and one of alpha in 16, and greys with alpha', () => {
    // 0x7C00 is red alone, 0x83E0 green with the bit for alpha.
    const packed = [...u16(0x7c00), ...u16(0x83e0)];
    expect(texels(tga(2, 16, [2, 1], 0x20, packed), 2, 1)).toEqual([255, 0, 0, 255, 0, 255, 0, 255]);
    expect(texels(tga(2, 16, [2, 1], 0x21, packed), 2, 1)).toEqual([255, 0, 0, 0, 0, 255, 0, 255]);
    expect(texels(tga(3, 8, [1, 1], 0x20, [9]), 1, 1)).toEqual([9, 9, 9, 255]);
    expect(texels(tga(11, 16, [2, 1], 0x20, [0x81, 9, 5]), 2, 1)).toEqual([9, 9, 9, 5, 9, 9, 9, 5]);
  });

  it('may begin at the right', () => {
    expect(texels(tga(3, 8, [2, 1], 0x30, [1, 2]), 2, 1)).toEqual([2, 2, 2, 255, 1, 1, 1, 255]);
  });

  it('shows the rows that are there, and says what is missing', async () => {
    const cut = await decodePicture('a.tga', tga(3, 8, [2, 3], 0x20, [1, 2, 3, 4, 5]));
    expect([...(cut.picture.levels[0]?.data ?? [])].filter((_, i) => i % 4 === 0)).toEqual([
      1, 2, 3, 4, 5, 0,
    ]);
    expect(cut.problem).toBe('cut off after 2 of 3 rows');
  });

  it.each([
    ['type 4', 'its type 4 is unknown', tga(4, 8, [1, 1], 0, [1])],
    ['7 bits', '7 bits per texel', tga(2, 7, [1, 1], 0, [1])],
    ['its palette is of an unknown kind', 'its palette is of an unknown kind', tga(1, 8, [1, 1], 0, [1])],
    ['a cut palette', 'ends in its palette', tga(1, 8, [1, 1], 0, [1], [0, 0, 255, 0, 24])],
    ['no texel', 'ends in its first row', tga(10, 24, [9, 9], 0, [0x83, 1])],
  ])('with %s is a phrase', (_, words, bytes) => {
    expect(() => decodeTga(bytes, 9, 9)).toThrow(words);
  });
});

describe('hostile pictures', () => {
  /** Whole pictures of every kind that is decoded here, to be damaged. */
  const whole: readonly (readonly [string, Uint8Array<ArrayBuffer>])[] = [
    ['a.pcx', bytesOf(pcxHeader(4, 4, 8, 1, 4), zeros(16), 0x0c, zeros(768))],
    ['a.pcx', bytesOf(pcxHeader(4, 4, 8, 3, 4), zeros(48))],
    ['a.pcx', bytesOf(pcxHeader(9, 4, 1, 4, 2), zeros(32))],
    ['a.tga', bytesOf([0, 1, 9, 0, 0, 4, 0, 24], zeros(4), u16(4), u16(4), 8, 0, zeros(12), 0x8f, 1)],
    ['a.tga', bytesOf([0, 0, 10, 0, 0, 0, 0, 0], zeros(4), u16(4), u16(4), 32, 8, 0x8f, 1, 2, 3, 4)],
    ['a.tga', bytesOf([3, 0, 3, 0, 0, 0, 0, 0], zeros(4), u16(4), u16(4), 8, 0, zeros(19))],
    [
      'a.dtx',
      bytesOf(zeros(4), 0xfb, 0xff, 0xff, 0xff, u16(4), u16(4), 1, zeros(13), 3, zeros(137), zeros(64)),
    ],
  ];

  it('of 129 bytes that state 10.7 billion steps end at once, with a sentence', async () => {
    // 4096 × 4096 texels, eight planes of one bit, lines of 65,535 bytes.
    const hostile = bytesOf(pcxHeader(4096, 4096, 1, 8, 65_535), 0xff);
    expect(hostile).toHaveLength(129);
    const begun = performance.now();
    await expect(decodePicture('a.pcx', hostile)).rejects.toThrow(
      'a.pcx cannot be decoded as PCX: it ends in its first row.',
    );
    expect(performance.now() - begun).toBeLessThan(1000);
  });

  it('damaged anywhere are a whole picture or a sentence with their name, soon', async () => {
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...whole), damage, fc.nat(40), async ([name, sound], changes, cut) => {
        const bytes = sound.slice(0, sound.length - cut);
        // Mostly in the header, whose fields say what is allocated.
        for (const [at, value] of changes) bytes[at % Math.min(bytes.length, 80)] = value;
        const size = bytes.length;
        const begun = performance.now();
        const decoded = await decodePicture(name, bytes).catch((error: Error) => error.message);
        // Of 16 million texels at most: seconds on a busy machine, and the stated work would be hours.
        expect(performance.now() - begun).toBeLessThan(10_000);
        if (typeof decoded === 'string') {
          expect(decoded).toContain(name);
          expect(decoded).not.toMatch(/undefined|TypeError|RangeError/);
          return;
        }
        for (const { width, height, data } of [...decoded.picture.levels, decoded.thumbnail]) {
          if (decoded.picture.format === 'rgba') expect(data).toHaveLength(width * height * 4);
        }
        // One row at least was in the file: run lengths give 128 texels a byte at most.
        expect(decoded.width).toBeLessThanOrEqual(size * 128);
      }),
      { numRuns: 300 },
    );
  });

  it('that say different sizes in different places are refused, not decoded', () => {
    const sof = [0xff, 0xc0, 0, 11, 8, 255, 255, 255, 255, 1, 0];
    const small = [0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 1, 0];
    // A decoder passes over TEM and restart markers, which have no length, and meets the large frame first.
    for (const marker of [0x01, 0xd0, 0xd7]) {
      const jpeg = bytesOf(0xff, 0xd8, 0xff, marker, 0, sof.length + 2, sof, small, zeros(9));
      expect(statedSize('jpeg', jpeg)).toBeNull();
    }
  });

  it('BMP of OS/2 has its size in 16 bits', () => {
    const bmp = bytesOf(0x42, 0x4d, zeros(12), [12, 0, 0, 0], u16(640), u16(480), zeros(8));
    expect(statedSize('bmp', bmp)).toEqual({ width: 640, height: 480 });
  });

  // By the container specification of WebP: the first chunk says the size, in each of its three forms.
  const riff = (...chunk: (number | readonly number[])[]) =>
    bytesOf([...'RIFF'].map(codeOf), zeros(4), [...'WEBP'].map(codeOf), ...chunk);
  const codeOf = (letter: string) => letter.charCodeAt(0);
  it.each([
    ['VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, ...u16(0x4000 | 640), ...u16(480)]],
    ['VP8L', [0x2f, 0x7f, 0xc2, 0x77, 0x00]],
    ['VP8X', [0, 0, 0, 0, 0x7f, 2, 0, 0xdf, 1, 0]],
  ])('WebP has its size in its chunk “%s”', (name, data) => {
    const webp = riff([...name].map(codeOf), zeros(4), data, zeros(9));
    expect(identify('skin', webp)).toBe('webp');
    expect(statedSize('webp', webp)).toEqual({ width: 640, height: 480 });
    expect(statedSize('webp', webp.subarray(0, 24))).toBeNull();
  });

  it('WebP without a known chunk has no size', () => {
    expect(statedSize('webp', riff([...'ALPH'].map(codeOf), zeros(18)))).toBeNull();
    expect(statedSize('webp', riff([...'VP8 '].map(codeOf), zeros(18)))).toBeNull();
    expect(statedSize('webp', riff([...'VP8L'].map(codeOf), zeros(18)))).toBeNull();
  });
});

describe('a picture that cannot be read', () => {
  const png = (width: number, height: number) => {
    const size = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
    return bytesOf([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], zeros(8), size(width), size(height));
  };

  it.each([
    ['is too large to decode', 'a.png', png(50_000, 50_000), '50000 × 50000 texels'],
    ['has no size', 'a.png', png(0, 9), 'does not specify its size'],
    ['is something else', 'a.png', bytesOf(1, 2, 3), 'not a texture that can be read'],
    [
      'claims more than there is',
      'a.tga',
      bytesOf([0, 0, 2, 0, 0, 0, 0, 0], zeros(4), u16(9), u16(9), 7, 0),
      'TGA',
    ],
    ['is empty', 'a.tga', new Uint8Array(), 'not a texture'],
  ])('because it %s gives a sentence', async (_, name, bytes, words) => {
    await expect(decodePicture(name, bytes)).rejects.toThrow(words);
  });

  it('never throws anything but a sentence with its name', async () => {
    const names = fc.constantFrom('a.tga', 'a.pcx', 'a.png');
    const heads = fc.constantFrom(
      [],
      [0x0a, 5, 1, 8],
      [0, 0, 10],
      [0, 1, 9],
      [0x89, 0x50, 0x4e, 0x47],
      [0xff, 0xd8, 0xff],
    );
    await fc.assert(
      fc.asyncProperty(names, heads, fc.uint8Array({ maxLength: 200 }), async (name, head, rest) => {
        const decoded = await decodePicture(name, bytesOf(head, [...rest])).catch(
          (error: Error) => error.message,
        );
        if (typeof decoded === 'string') expect(decoded).toContain(name);
        else expect(decoded.picture.levels[0]?.data.length).toBe(decoded.width * decoded.height * 4);
      }),
    );
  });
});

describe('kinds of pictures', () => {
  it('are told by content; TGA, which has no signature, by name', async () => {
    const png = new Uint8Array(await readFile(new URL('../../../docs/export.png', import.meta.url)));
    expect(identify('wrong.tga', png)).toBe('png');
    const { width, height } = statedSize('png', png) ?? { width: 0, height: 0 };
    expect(width).toBeGreaterThan(height);
    expect(identify('a.dtx', bytesOf(zeros(4), 0xfd, 0xff, 0xff, 0xff))).toBe('dtx');
    expect(identify('a.dtx', bytesOf(zeros(4), 0xf0, 0xff, 0xff, 0xff))).toBe('model');
    expect(identify('a.tga', bytesOf(zeros(18)))).toBe('tga');
    expect(identify('a.txt', bytesOf(zeros(18)))).toBe('model');
    expect(identify('model.tga', new Uint8Array(await readFile(CLOCKWORK)))).toBe('model');
  });

  it('the size of a JPEG is in its frame header, after other segments', () => {
    const jpeg = bytesOf(
      0xff,
      0xd8,
      [0xff, 0xe0, 0, 4, 1, 2],
      0xff,
      [0xff, 0xc2, 0, 11, 8, 1, 0, 2, 3, 1, 0],
    );
    expect(statedSize('jpeg', jpeg)).toEqual({ width: 0x203, height: 0x100 });
    expect(statedSize('jpeg', jpeg.slice(0, 12))).toBeNull();
  });
});
