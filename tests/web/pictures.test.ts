import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindOf } from '../../web/files/kind.ts';
import { decodePicture, statedSize } from '../../web/files/textures/load.ts';
import { decodePcx } from '../../web/files/textures/pcx.ts';
import { CLOCKWORK } from './support/samples.ts';

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
      expect((await decodePicture('a.pcx', whole.slice(0, length))).width).toBe(4);
    }
    await expect(decodePicture('a.pcx', bytesOf(pcxHeader(4, 4, 5, 1, 4), 0))).rejects.toThrow('not known');
    await expect(decodePicture('a.pcx', bytesOf(pcxHeader(9, 4, 8, 1, 4), 0))).rejects.toThrow('shorter');
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

describe('a picture that cannot be read', () => {
  const png = (width: number, height: number) => {
    const size = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
    return bytesOf([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], zeros(8), size(width), size(height));
  };

  it.each([
    ['is too large to decode', 'a.png', png(50_000, 50_000), '50000 × 50000 texels'],
    ['has no size', 'a.png', png(0, 9), 'how large'],
    ['is something else', 'a.png', bytesOf(1, 2, 3), 'no texture that this page reads'],
    [
      'claims more than there is',
      'a.tga',
      bytesOf([0, 0, 2, 0, 0, 0, 0, 0], zeros(4), u16(9), u16(9), 7, 0),
      'TGA',
    ],
    ['is empty', 'a.tga', new Uint8Array(), 'no texture'],
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
    const png = new Uint8Array(await readFile(new URL('../../docs/lithoscope.png', import.meta.url)));
    expect(kindOf('wrong.tga', png)).toBe('png');
    const { width, height } = statedSize('png', png) ?? { width: 0, height: 0 };
    expect(width).toBeGreaterThan(height);
    expect(kindOf('a.dtx', bytesOf(zeros(4), 0xfd, 0xff, 0xff, 0xff))).toBe('dtx');
    expect(kindOf('a.dtx', bytesOf(zeros(4), 0xf0, 0xff, 0xff, 0xff))).toBe('model');
    expect(kindOf('a.tga', bytesOf(zeros(18)))).toBe('tga');
    expect(kindOf('a.txt', bytesOf(zeros(18)))).toBe('model');
    expect(kindOf('model.tga', new Uint8Array(await readFile(CLOCKWORK)))).toBe('model');
  });

  it('the size of a JPEG is in its frame header, behind other segments', () => {
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
