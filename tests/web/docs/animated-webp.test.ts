/** The moving pictures of the guide: files that a browser plays, made of still ones. */
import { describe, expect, it } from 'vitest';
import { animatedWebp } from '../../../tools/docs/animated-webp.mjs';
import { pictureSize } from '../../../tools/docs-site/picture-size.ts';

/** A still file with a chunk that belongs to no pixels, and one of an odd length that does. */
function still(pixels: string): Buffer {
  const file = Buffer.alloc(12 + 10 + 8 + pixels.length + (pixels.length % 2));
  file.write('RIFF');
  file.write('WEBP', 8);
  file.write('ICCP', 12);
  file.writeUInt32LE(2, 16);
  file.write('VP8 ', 22);
  file.writeUInt32LE(pixels.length, 26);
  file.write(pixels, 30);
  return file;
}

/** Names and contents of the chunks of a file, as the container specification of WebP has them. */
function chunksOf(file: Buffer, from: number, to = file.length): [name: string, content: Buffer][] {
  const found: [string, Buffer][] = [];
  for (let at = from; at < to; ) {
    const length = file.readUInt32LE(at + 4);
    found.push([file.toString('latin1', at, at + 4), file.subarray(at + 8, at + 8 + length)]);
    at += 8 + length + (length % 2);
  }
  return found;
}

describe('a moving WebP', () => {
  const frames = [
    { x: 0, y: 0, width: 300, height: 200, webp: still('whole') },
    { x: 10, y: 600, width: 70_000, height: 2, webp: still('part') },
  ];
  const file = animatedWebp(frames, 80, 3);

  it('has the size of its first frame, and says its own length', () => {
    expect(pictureSize(file)).toEqual({ width: 300, height: 200 });
    expect(file.readUInt32LE(4)).toBe(file.length - 8);
  });

  it('has each frame at its place, for its time, with its pixels alone', () => {
    const [head, times, ...rest] = chunksOf(file, 12);
    expect(head?.[0]).toBe('VP8X');
    expect((head?.[1][0] ?? 0) & 2).toBe(2);
    expect([times?.[0], times?.[1].readUInt16LE(4)]).toEqual(['ANIM', 3]);
    const read = rest.map(([name, content]) => ({
      name,
      numbers: [0, 3, 6, 9, 12].map((at) => content.readUIntLE(at, 3)),
      pixels: chunksOf(content, 16).map(([kind, bytes]) => `${kind}${bytes}`),
    }));
    expect(read).toEqual([
      { name: 'ANMF', numbers: [0, 0, 299, 199, 80], pixels: ['VP8 whole'] },
      { name: 'ANMF', numbers: [5, 300, 69_999, 1, 80], pixels: ['VP8 part'] },
    ]);
  });

  it('is not made of a file without pixels', () => {
    const webp = Buffer.from('RIFF\0\0\0\0WEBP');
    expect(() => animatedWebp([{ x: 0, y: 0, width: 1, height: 1, webp }], 80, 1)).toThrow('without pixels');
  });
});
