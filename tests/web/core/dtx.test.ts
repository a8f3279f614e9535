/** Textures through the built module: what JavaScript sees of them, and the command line. */
import { writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DtxLibrary } from '../../../wasm/js/dtx.ts';
import { lithoscope } from '../support/cli.ts';
import { loadCore } from '../support/core.ts';
import { loadDtx } from '../support/dtx.ts';

let library: DtxLibrary;

beforeAll(async () => {
  library = await loadDtx();
});

/** v−5 with one level of 2 × 1 pixels and a command string (dtx.md). */
function small({ version = -5, width = 2, height = 1, bpp = 3, pixels = [1, 2, 3, 4, 5, 6, 7, 8] } = {}) {
  const bytes = new Uint8Array(164 + pixels.length);
  const view = new DataView(bytes.buffer);
  view.setInt32(4, version, true);
  view.setUint16(8, width, true);
  view.setUint16(10, height, true);
  view.setUint16(12, 1, true);
  view.setInt32(16, 1 | 2, true);
  view.setInt32(20, -7, true);
  bytes[24] = 3;
  bytes[26] = bpp;
  bytes.set(new TextEncoder().encode('Sheen'), 36);
  bytes.set(pixels, 164);
  return bytes;
}

test('a texture says what it is', () => {
  const file = library.open(small());
  expect(file.findings).toEqual([]);
  expect(file.engine.verdict).toBe('loads');
  expect(file.texture).toEqual({
    version: -5,
    width: 2,
    height: 1,
    format: 'BGRA32',
    decodable: true,
    faces: [[{ width: 2, height: 1, offset: 164, length: 8, alphaOffset: 0, alphaLength: 0 }]],
    flags: 3,
    flagNames: ['FULLBRITE', 'PREFER16BIT'],
    userFlags: -7,
    group: 3,
    commandString: 'Sheen',
    alpha: 'varied',
  });
  expect(file.info).toMatchObject({
    format: 'dtx',
    version: -5,
    commandString: 'Sheen',
    pieces: [],
    lodCount: 0,
  });
  expect(file.info.header).toMatchObject({
    Width: 2,
    Flags: 3,
    UserFlags: -7,
    BPP: 3,
    CommandString: 'Sheen',
  });
  expect(file.info.sections.map(({ type, offset, size }) => [type, offset, size])).toEqual([
    ['Header', 0, 164],
    ['Mips', 164, 8],
  ]);
  expect(file.resolve('Mips[0].Pixels[1].A')).toMatchObject({ start: 171, end: 172, type: 'u8' });
  expect(file.children('').map(({ path }) => path)).toEqual(['Header', 'Mips']);
});

test('pixels are copies in the order of a canvas, and only of levels that are there', () => {
  const file = library.open(small());
  expect(file.pixels(0)).toEqual(Uint8ClampedArray.of(3, 2, 1, 4, 7, 6, 5, 8));
  file.pixels(0)?.fill(0);
  expect(file.pixels(0)?.[0]).toBe(3);
  for (const [level, face] of [
    [1, 0],
    [0, 1],
    [-1, 0],
  ] as const)
    expect(file.pixels(level, face)).toBeNull();
  expect(file.compressed(0)).toBeNull();
});

test('blocks come as they are stored', () => {
  const pixels = [0, 0xf8, 0x1f, 0, 0xe4, 0, 0, 0];
  const file = library.open(small({ width: 4, height: 4, bpp: 4, pixels }));
  expect(file.compressed(0)).toEqual({ format: 'DXT1', bytes: Uint8Array.from(pixels) });
  expect(file.pixels(0)?.subarray(0, 8)).toEqual(Uint8ClampedArray.of(255, 0, 0, 255, 0, 0, 255, 255));
});

test('what cannot be shown is told and never thrown', () => {
  const opaque = library.open(small({ bpp: 2, pixels: [1, 2, 3, 4] }));
  expect(opaque.texture).toMatchObject({ format: 'RGB16', decodable: false, alpha: 'none' });
  expect(opaque.pixels(0)).toBeNull();
  expect(opaque.findings.map(({ code, severity }) => [code, severity])).toEqual([
    ['TEXTURE_FORMAT_OPAQUE', 'information'],
  ]);
  const huge = library.open(small({ width: 65535, height: 65535 }));
  expect(huge.texture?.faces).toEqual([[]]);
  expect(huge.pixels(0)).toBeNull();
  expect(huge.findings.map(({ code }) => code)).toContain('TEXTURE_CUT');
  for (const bytes of [new Uint8Array(), new Uint8Array(7), small().subarray(0, 100)]) {
    const file = library.open(bytes);
    expect(file.texture).toBeNull();
    expect(file.pixels(0)).toBeNull();
    expect(file.findings[0]?.severity).toBe('error');
  }
});

test('the reader of models knows a texture when it sees one', async () => {
  const core = await loadCore();
  expect(core.open(small()).info.format).toBe('dtx');
});

describe('on the command line', () => {
  const saved = async (bytes: Uint8Array) => {
    const path = join(await mkdtemp(join(tmpdir(), 'lithoscope-')), 'skin.dtx');
    writeFileSync(path, bytes);
    return path;
  };

  test('info, fields and check read it', async () => {
    const path = await saved(small());
    const info = await lithoscope('info', path);
    expect(info.code).toBe(0);
    expect(JSON.parse(info.stdout)).toMatchObject({
      format: 'dtx',
      version: -5,
      texture: { format: 'BGRA32' },
    });
    const fields = await lithoscope('fields', path);
    const lines = fields.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual({
      offset: 36,
      length: 128,
      path: 'Header.CommandString',
      type: 'chars',
      value: 'Sheen',
    });
    expect(lines.at(-1)).toEqual({
      offset: 171,
      length: 1,
      path: 'Mips[0].Pixels[1].A',
      type: 'u8',
      value: 8,
    });
    const check = await lithoscope('check', path);
    expect(check.code).toBe(0);
    expect(check.stdout).toContain('1 file checked, 0 with errors');
  });

  test('what is cut off is an error', async () => {
    const path = await saved(small().subarray(0, 170));
    expect((await lithoscope('info', path)).code).toBe(1);
    const { code, stdout } = await lithoscope('check', '--json', path);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).files[0].findings[0]).toMatchObject({
      code: 'TEXTURE_CUT',
      offset: 164,
      length: 6,
    });
  });
});
