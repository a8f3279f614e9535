/** The templates for textures, run by the tests' own interpreter and by the page, against the leaves that the core finds. */
import { basename } from 'node:path';
import { describe, test } from 'vitest';
import { loadDtx } from '../support/dtx.ts';
import { fixtures } from '../support/fixtures.ts';
import { realFiles } from '../support/real-files.ts';
import { bytesOf } from '../support/samples.ts';
import { compare, linesOf, readersOf } from '../support/template-compare.ts';

const READERS = readersOf('dtx');

async function check(bytes: Uint8Array): Promise<void> {
  const file = (await loadDtx()).open(bytes);
  const lines = linesOf(file)
    // What is left over after the zero of a text belongs to the field all the same.
    .filter(({ path }) => path !== 'Header.Unreferenced')
    .map((line) => ({
      ...line,
      length: line.path === 'Header.CommandString' ? 128 : line.length,
      path: line.path.replace(/^Unreferenced$/, 'Data'),
    }));
  for (const read of READERS) {
    const declared = (await read(bytes)).map((one) => ({
      ...one,
      path: one.path.replace(/^File\./, ''),
    }));
    compare(declared, lines, bytes.length);
  }
}

/** A texture that the core cannot read to its end has no fields that could be compared. */
const isRead = async (bytes: Uint8Array) =>
  !(await loadDtx()).open(bytes).findings.some(({ code }) => code === 'TEXTURE_CUT');

describe('the templates declare every field of', () => {
  const own = [...fixtures].filter(([name]) => name.endsWith('.dtx'));
  test.each(own)('%s', async (_, bytes) => check(bytes));

  const real = realFiles('.dtx').map((path) => [basename(path), path]);
  test.each(real)('%s', { timeout: 60_000 }, async (_, path) => {
    const bytes = bytesOf(path);
    if (await isRead(bytes)) await check(bytes);
  });
});

interface Made {
  version: number;
  width: number;
  height: number;
  mips: number;
  flags?: number;
  bpp?: number;
  /** Bytes of each section's data. */
  sections?: number[];
  /** Of the first section. */
  type?: string;
  /** Bytes of all pixels, reckoned by hand. */
  pixels: number;
  rest?: number;
}

/** A texture as dtx.md has it, with any bytes for pixels. */
function made({
  version,
  width,
  height,
  mips,
  flags = 0,
  bpp = 0,
  sections = [],
  type = '',
  pixels,
  rest = 0,
}: Made): Uint8Array {
  const head = version === -2 ? 44 : 164;
  const palette = version === -2 ? 1024 : version === -3 ? 1032 : 0;
  const data = sections.reduce((sum, length) => sum + 32 + length, 0);
  const bytes = new Uint8Array(head + palette + pixels + data + rest).map((_, i) => (i * 7) & 0xff);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0, true);
  view.setInt32(4, version, true);
  for (const [i, value] of [width, height, mips, sections.length].entries())
    view.setUint16(8 + 2 * i, value, true);
  view.setInt32(16, flags, true);
  if (version !== -2) bytes[26] = bpp;
  // The command string ends where it begins, and nothing is after it.
  if (version !== -2) bytes.fill(0, 36, 164);
  let at = head + palette + pixels;
  if (type !== '') bytes.set(new TextEncoder().encode(`${type}\0`), at);
  for (const length of sections) {
    view.setUint32(at + 28, length, true);
    at += 32 + length;
  }
  return bytes;
}

describe('and of textures that no file is at hand of:', () => {
  test.each<[string, Made]>([
    ['v-2', { version: -2, width: 4, height: 2, mips: 2, pixels: 8 + 2 }],
    ['v-2 with alpha planes', { version: -2, width: 4, height: 2, mips: 2, flags: 2, pixels: 8 + 2 + 4 + 1 }],
    ['v-3 with a section', { version: -3, width: 8, height: 8, mips: 1, sections: [5, 0], pixels: 64 }],
    ['more mips than sizes', { version: -3, width: 2, height: 1, mips: 9, pixels: 2 + 1 }],
    ['BGRA', { version: -5, width: 4, height: 4, mips: 3, bpp: 3, pixels: (16 + 4 + 1) * 4 }],
    ['no BPP', { version: -5, width: 4, height: 4, mips: 1, bpp: 0, pixels: 64 }],
    ['DXT1', { version: -5, width: 6, height: 3, mips: 2, bpp: 4, pixels: 2 * 8 + 8 }],
    ['DXT3', { version: -5, width: 8, height: 4, mips: 1, bpp: 5, pixels: 32 }],
    ['DXT5', { version: -5, width: 8, height: 4, mips: 1, bpp: 6, pixels: 32 }],
    ['16 bits', { version: -5, width: 3, height: 3, mips: 1, bpp: 2, pixels: 18 }],
    ['24 bits', { version: -5, width: 3, height: 3, mips: 1, bpp: 8, pixels: 27 }],
    [
      'a palette in a section',
      { version: -5, width: 4, height: 4, mips: 1, bpp: 7, sections: [3, 1024, 1024], pixels: 16 },
    ],
    [
      'a cube map',
      {
        version: -5,
        width: 4,
        height: 4,
        mips: 2,
        bpp: 4,
        flags: 1024,
        pixels: 8 + 8,
        type: 'CUBEMAPDATA',
        sections: [5 * (8 + 8), 7],
      },
    ],
    ['a cube map of one face', { version: -5, width: 4, height: 4, mips: 1, bpp: 4, flags: 1024, pixels: 8 }],
    ['bytes after', { version: -5, width: 4, height: 4, mips: 1, bpp: 4, pixels: 8, rest: 5 }],
  ])('%s', async (_name, texture) => check(made(texture)));
});
