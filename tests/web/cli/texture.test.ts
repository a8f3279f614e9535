/** `lithoscope texture`: textures as images and back. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode, encode } from 'fast-png';
import { GIFEncoder } from 'gifenc';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decodeTga } from '../../../web/pictures/tga-pcx.ts';
import { filesIn, lithoscope } from '../support/cli.ts';
import { loadDtx } from '../support/dtx.ts';
import { encoded, gradient, HEIGHT, WIDTH } from '../support/encoded-images.ts';
import { sample } from '../support/samples.ts';

let folder: string;
const at = (path: string) => join(folder, path);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-texture-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
});

/** Two colours of four bits each that 5, 6 and 5 bits hold, and alpha. */
const SIZE = 8;
const image = new Uint8Array(SIZE * SIZE * 4).map((_, i) => {
  const [x, y] = [(i >> 2) % SIZE, (i >> 2) >> 3];
  return i % 4 === 3 ? (x < 4 ? 255 : 0) : y < 4 ? 255 : 0;
});
const opaque = image.map((value, i) => (i % 4 === 3 ? 255 : value));

function putPng(name: string, data: Uint8Array): string {
  writeFileSync(at(name), encode({ width: SIZE, height: SIZE, channels: 4, data }));
  return at(name);
}

async function textureAt(name: string) {
  const file = (await loadDtx()).open(new Uint8Array(readFileSync(at(name))));
  const { texture } = file;
  if (!texture) throw new Error('no texture');
  const pixels = [...(file.pixels(0) ?? [])];
  const { findings } = file;
  file.release();
  return { ...texture, mips: texture.faces[0]?.length, pixels, findings };
}

describe('an image becomes a texture', () => {
  test.each([
    [[], opaque, { version: -5, format: 'DXT1' }, opaque],
    [[], image, { version: -5, format: 'DXT5' }, image],
    [['--format', 'dxt3'], image, { version: -5, format: 'DXT3' }, image],
    [['--format', 'bgra32'], image, { version: -5, format: 'BGRA32' }, image],
    [['--format', 'dxt1'], image, { version: -5, format: 'DXT1' }, opaque],
    [['--version', '-3'], image, { version: -3, format: 'PALETTE8' }, image],
    [['--version', '-2'], opaque, { version: -2, format: 'PALETTE8' }, opaque],
  ])('%j', async (options, data, expected, pixels) => {
    const png = putPng('a.png', data);
    const { code, stderr } = await lithoscope('texture', png, '-o', at('A.DTX'), ...options);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const made = await textureAt('A.DTX');
    expect(made).toMatchObject({ ...expected, width: SIZE, height: SIZE, mips: 4, findings: [] });
    expect(made.pixels).toEqual([...pixels]);
  });

  test('with holes where there is less alpha', async () => {
    const png = putPng('a.png', image);
    await lithoscope('texture', png, '-o', at('A.DTX'), '--format', 'dxt1', '--holes', '128');
    const { pixels } = await textureAt('A.DTX');
    expect(pixels.filter((_, i) => i % 4 === 3)).toEqual([...image].filter((_, i) => i % 4 === 3));
  });

  test('with what is given, and else with what another texture has', async () => {
    const png = putPng('a.png', opaque);
    const given = [
      '--flags',
      '0x80',
      '--surface',
      '7',
      '--group',
      '3',
      '--commands',
      'AlphaRef 9',
      '--mips',
      '2',
    ];
    await lithoscope('texture', png, '-o', at('A.DTX'), '--format', 'bgra32', ...given);
    const one = await textureAt('A.DTX');
    expect(one).toMatchObject({
      userFlags: 7,
      group: 3,
      commandString: 'AlphaRef 9',
      mips: 2,
      format: 'BGRA32',
    });
    expect(one.flagNames).toContain('PREFER4444');
    const like = ['--like', at('A.DTX'), '--group', '9'];
    await lithoscope('texture', png, '-o', at('B.DTX'), ...like);
    expect(await textureAt('B.DTX')).toMatchObject({ ...one, group: 9 });
    // A texture is like itself.
    await lithoscope('texture', at('A.DTX'), '-o', at('C.DTX'), '--format', 'dxt1');
    const { faces: _faces, ...rest } = one;
    expect(await textureAt('C.DTX')).toMatchObject({ ...rest, format: 'DXT1' });
  });
});

test('textures of a folder become images that other readers read', async () => {
  mkdirSync(at('skins'));
  for (const name of ['clockwork.dtx', 'jellyfish.dtx']) writeFileSync(at(`skins/${name}`), sample(name));
  const png = await lithoscope('texture', at('skins'), '-o', at('png'), '--to', 'png', '--json');
  expect(png.code).toBe(0);
  expect(JSON.parse(png.stdout).files).toMatchObject([
    { output: join(at('png'), 'clockwork.png'), format: 'PNG', written: true },
    { output: join(at('png'), 'jellyfish.png'), format: 'PNG with alpha', written: true },
  ]);
  const tga = await lithoscope('texture', at('skins'), '-o', at('tga'), '--to', 'tga');
  expect(tga.stdout).toContain('2 textures converted');
  expect(filesIn(at('tga'))).toEqual(['clockwork.tga', 'jellyfish.tga']);
  const { width, height, pixels } = await (async () => {
    writeFileSync(at('j.dtx'), sample('jellyfish.dtx'));
    return textureAt('j.dtx');
  })();
  const decoded = decode(readFileSync(at('png/jellyfish.png')));
  expect([decoded.width, decoded.height, decoded.channels]).toEqual([width, height, 4]);
  expect([...decoded.data]).toEqual(pixels);
  const read = decodeTga(new Uint8Array(readFileSync(at('tga/jellyfish.tga'))), width, height);
  expect([...read.data]).toEqual(pixels);
});

test('a BMP becomes a texture, and a GIF that is cut off none', async () => {
  // Of 32 bits, from the top row, as its negative height says.
  const head = Buffer.alloc(54);
  head.write('BM');
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(SIZE, 18);
  head.writeInt32LE(-SIZE, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(32, 28);
  const bgra = opaque.map((_, i) => opaque[i % 4 === 0 ? i + 2 : i % 4 === 2 ? i - 2 : i] as number);
  writeFileSync(at('a.bmp'), Buffer.concat([head, bgra]));
  expect(await lithoscope('texture', at('a.bmp'), '-o', at('A.DTX'))).toMatchObject({ code: 0, stderr: '' });
  expect((await textureAt('A.DTX')).pixels).toEqual([...opaque]);
  writeFileSync(at('a.gif'), Buffer.concat([Buffer.from('GIF89a'), Buffer.from([8, 0, 8, 0, 0, 0, 0])]));
  const { code, stderr } = await lithoscope('texture', at('a.gif'), '-o', at('B.DTX'));
  expect(code).toBe(2);
  expect(stderr).toContain('a.gif cannot be decoded: it is cut off.');
});

test('a JPEG, two WebPs and a GIF become textures with their colours', async () => {
  const images = ['a.jpg', 'b.JPEG', 'c.webp', 'd.webp'];
  for (const [i, kind] of (['jpeg', 'progressive', 'lossy', 'lossless'] as const).entries())
    writeFileSync(at(images[i] ?? ''), encoded(kind));
  const gif = GIFEncoder();
  gif.writeFrame(
    Uint8Array.from({ length: 64 }, (_, i) => i & 1),
    8,
    8,
    {
      palette: [
        [255, 0, 0],
        [0, 0, 255],
      ],
    },
  );
  gif.finish();
  writeFileSync(at('e.gif'), gif.bytes());
  const { code, stderr } = await lithoscope(
    'texture',
    folder,
    '-o',
    at('out'),
    '--to',
    'dtx',
    '--format',
    'bgra32',
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(filesIn(at('out'))).toEqual(['a.dtx', 'b.dtx', 'c.dtx', 'd.dtx', 'e.dtx']);
  for (const name of ['a', 'b', 'c', 'd']) {
    const { width, height, pixels } = await textureAt(`out/${name}.dtx`);
    expect([width, height]).toEqual([WIDTH, HEIGHT]);
    const expected = gradient(name === 'd');
    const squares = pixels.map((value, i) => (expected[i | 3] === 0 ? 0 : (value - (expected[i] ?? 0)) ** 2));
    // 33 dB and more, of the lossless one all.
    const mean = squares.reduce((sum, square) => sum + square, 0) / squares.length;
    expect(mean).toBeLessThan(name === 'd' ? 1e-9 : 33);
  }
  const { pixels } = await textureAt('out/e.dtx');
  expect(pixels).toEqual(
    Array.from({ length: 64 }, (_, i) => (i & 1 ? [0, 0, 255, 255] : [255, 0, 0, 255])).flat(),
  );
});

/** 10 log10(255² / mean square), computed here of what a decoder of its own reads. */
test('the deviation that is told is that of the pixels', async () => {
  const data = new Uint8Array(SIZE * SIZE * 4).map((_, i) => (i % 4 === 3 ? 255 : (i * 37) & 255));
  const png = putPng('a.png', data);
  const { stdout } = await lithoscope('texture', png, '-o', at('A.DTX'), '--format', 'dxt1', '--json');
  const { pixels } = await textureAt('A.DTX');
  const squares = pixels.flatMap((value, i) => (i % 4 === 3 ? [] : (value - (data[i] ?? 0)) ** 2));
  const mean = squares.reduce((sum, square) => sum + square, 0) / squares.length;
  const [{ deviation }] = JSON.parse(stdout).files;
  expect(deviation.color.psnr).toBeCloseTo(10 * Math.log10(255 ** 2 / mean), 6);
  expect(deviation.color.largest).toBe(Math.sqrt(Math.max(...squares)));
  expect(deviation.alpha).toEqual({ psnr: null, largest: 0 });
  await lithoscope('texture', png, '-o', at('B.DTX'), '--format', 'bgra32');
  const again = await lithoscope('texture', at('A.DTX'), '-o', at('C.DTX'), '--format', 'bgra32');
  expect(again.stdout).toContain('colours exact; alpha exact');
});

describe('what cannot be done is said', () => {
  test.each([
    [['-o', 'x.bmp'], 'needs --to dtx, --to png or --to tga'],
    [['-o', 'x.png', '--mips', '2'], '--mips is for DTX only'],
    [['-o', 'x.dtx', '--version', '-4'], 'There is no version −4 of DTX'],
    [['-o', 'x.dtx', '--version', 'x'], '--version takes the number of a version'],
    [['-o', 'x.dtx', '--commands', 'x'.repeat(128)], 'more than 127 characters'],
    [['-o', 'x.dtx', '--commands', 'α'], 'Latin-1'],
    [['-o', 'x.dtx', '--version', '-2', '--commands', 'x'], 'Version −2 has no command string'],
    [['-o', 'x.dtx', '--group', '256'], '“group” of a new texture'],
    [['-o', 'x.dtx', '--like', 'a.png'], 'is not a texture (DTX)'],
  ])('%j: %s', async (options, words) => {
    const png = putPng('a.png', opaque);
    const local = options.map((word) => (/^[ax]\.\w+$/.test(word) ? at(word) : word));
    const { code, stderr } = await lithoscope('texture', png, ...local);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
    expect(filesIn(folder)).toEqual(['a.png']);
  });

  test('a file that is there, or is no image', async () => {
    const png = putPng('a.png', opaque);
    writeFileSync(at('x.dtx'), 'mine');
    expect((await lithoscope('texture', png, '-o', at('x.dtx'))).stderr).toContain('--force');
    expect(readFileSync(at('x.dtx'), 'utf8')).toBe('mine');
    writeFileSync(at('b.png'), 'no image');
    const { code, stderr } = await lithoscope('texture', at('b.png'), '-o', at('y.dtx'));
    expect(code).toBe(2);
    expect(stderr).toContain('cannot be decoded');
  });
});
