/** Archives that are written: another reader takes them apart to the same files, whatever their size. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { changedContents, onlyChanged } from '../../../web/archive/contents-changes.ts';
import { type ByteSource, type Locator, Unreadable } from '../../../web/archive/locator.ts';
import {
  type ArchiveFile,
  contentsOf,
  type Packed,
  type PackOptions,
  packArchive,
} from '../../../web/archive/pack.ts';
import { comparable } from '../../../web/archive/paths.ts';
import { readWhole } from '../../../web/archive/read.ts';
import { Unwritable } from '../../../web/archive/splice.ts';
import { ZipParts } from '../../../web/archive/zip-writer.ts';
import { hostileArchives } from '../../support/hostile-archives.ts';
import { assembled, sizeOf } from '../../support/parts.ts';
import { readRez } from '../../support/rez-reader.ts';
import { rezParts } from '../../support/rez-writer.ts';
import { readZip } from '../../support/zip-reader.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { loadRez } from '../support/rez.ts';

const TOOLS = { rez: loadRez };
const TIME = Date.UTC(2001, 4, 10, 0, 46, 8);

/** A text that repeats, so that it can be compressed. */
const text = (word: string) => new TextEncoder().encode(`${word} `.repeat(40));

const file = (path: string, bytes: Uint8Array<ArrayBuffer>, time: number | null = TIME): ArchiveFile => ({
  path,
  size: bytes.length,
  time,
  locator: { blob: new Blob([bytes]) },
  number: -1,
});

const FILES = [
  file('models/hero.abc', text('hero')),
  file('readme', text('read me'), null),
  file(
    'Skins/Hero.dtx',
    Uint8Array.from({ length: 900 }, (_, i) => (i * 7919) >> 3),
    TIME + 5000,
  ),
  file('empty.txt', new Uint8Array()),
  file('skins/high/ä.dtx', text('ä')),
];

async function bytesOf({ parts }: Packed): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of parts()) all.push(part.slice());
  return assembled(all);
}

const packed = async (kind: 'rez' | 'zip', files: readonly ArchiveFile[], options?: PackOptions) =>
  bytesOf(await packArchive(kind, files, TOOLS, options));

const contents = (of: readonly ArchiveFile[]) =>
  Promise.all(
    of.map(async ({ path, time, locator }) => [path, time, (await readWhole(locator)).join()] as const),
  );

describe('a REZ', () => {
  it('has the files, for a reader of the description', async () => {
    const plan = await packArchive('rez', FILES, TOOLS);
    const bytes = await bytesOf(plan);
    expect(plan.size).toBe(bytes.length);
    const read = readRez(bytes);
    const found = read.resources.map(({ path, pos, size, time }) => [
      path,
      time,
      bytes.subarray(pos, pos + size).join(),
    ]);
    const times = [TIME, null, TIME + 5000, TIME, TIME].map((time) => Math.floor((time ?? 0) / 1000));
    const raised = (path: string) => path.replace(/[a-z]/g, (letter) => letter.toUpperCase());
    const expected = (await contents(FILES)).map(([path, , data], i) => [raised(path), times[i], data]);
    expect(found.toSorted()).toEqual(expected.toSorted());
    expect(read.title.trimEnd()).toBe('LithTech Resource File');
    expect([read.version, read.isSorted]).toEqual([1, 1]);
    expect(read.rootPos + read.rootSize).toBe(bytes.length);
    expect([read.time, read.rootTime]).toEqual([times[2], times[2]]);
    // With their zeros: MODELS, and README without its type.
    expect([read.largestFolderName, read.largestName, read.largestComment, read.largestKeys]).toEqual([
      7, 7, 0, 0,
    ]);
    expect(read.nextWritePos).toBe(168 + FILES.reduce((sum, { size }) => sum + size, 0));
    expect(read.folders.map(({ path }) => path)).toEqual(['MODELS/', 'SKINS/', 'SKINS/HIGH/']);
  });

  it('of another one keeps what it is, and only what changed is another', async () => {
    const before = assembled(
      rezParts([
        { path: 'MODELS/Hero.ABC', content: text('hero'), time: 1000 },
        { path: 'MODELS/Old.ABC', content: text('old'), time: 2000 },
        { path: 'SKINS/HERO.DTX', content: text('skin'), time: 3000 },
      ]),
    );
    const base: Locator = { blob: new Blob([before]) };
    const { kind, files, problems } = await contentsOf(base, 'GAME.REZ', TOOLS);
    expect([kind, problems]).toEqual(['rez', []]);
    const same = readRez(await packed('rez', files, { base }));
    const simple = ({ resources }: ReturnType<typeof readRez>) =>
      resources.map(({ path, size, time, id }) => [path, size, time, id]);
    expect(simple(same)).toEqual(simple(readRez(before)));
    const added = { size: 2, time: 4_000_000, locator: { blob: new Blob(['no']) } };
    const changed = changedContents(files, [
      { kind: 'delete', path: 'models/old.abc' },
      { kind: 'rename', path: 'SKINS', to: 'Textures/Main' },
      { kind: 'add', path: 'models/hero.abc', file: added },
      { kind: 'add', path: 'new/thing.txt', file: added },
    ]);
    const after = readRez(await packed('rez', changed, { base }));
    expect(simple(after)).toEqual([
      ['MODELS/Hero.ABC', 2, 4000, 0],
      ['NEW/THING.TXT', 2, 4000, 10_000_000],
      ['Textures/Main/HERO.DTX', 200, 3000, 2],
    ]);
    const small = readRez(await packed('rez', onlyChanged(changed, files), { base }));
    expect(small.resources.map(({ path }) => path)).toEqual([
      'MODELS/Hero.ABC',
      'NEW/THING.TXT',
      'Textures/Main/HERO.DTX',
    ]);
  });

  it('is the same bytes for the same files, in whatever order they come', async () => {
    const [one, other] = [await packed('rez', FILES), await packed('rez', FILES.toReversed())];
    expect(other).toEqual(one);
  });

  it.each([
    [[file('a.jpeg2', text('x'))], /^a\.jpeg2: Its type “jpeg2” is longer than the 4 characters/],
    [[file('a.txt', text('x')), file('A.TXT', text('y'))], /^A\.TXT: Two files have this path/],
    [[file('日本.txt', text('x'))], /^日本\.txt: The files store strings in Latin-1/],
    [[{ ...file('big.dat', text('x')), size: 2 ** 32 }], /^It would be larger than 4 GB/],
  ])('refuses what it cannot hold: %#', async (files, sentence) => {
    await expect(packArchive('rez', files, TOOLS)).rejects.toThrow(sentence);
  });

  it('of almost 4 GB is written part by part', async () => {
    const size = 2 ** 32 - 2 ** 20;
    let held = 0;
    let most = 0;
    const source: ByteSource = {
      size,
      async read(start, end) {
        held = end - start;
        most = Math.max(most, held);
        return new Uint8Array(end - start);
      },
    };
    const { size: whole, parts } = await packArchive(
      'rez',
      [{ ...file('big.dat', text('x')), size, locator: { source } }],
      TOOLS,
    );
    let written = 0;
    // The first megabytes are as good as all: nothing is read before it is written.
    for await (const part of parts()) {
      written += part.length;
      if (written > 8 * 2 ** 20) break;
    }
    expect(whole).toBe(168 + size + 28 + 'BIG\0\0'.length);
    expect(most).toBeLessThanOrEqual(2 ** 20);
  });

  it('is refused when a file has changed while it was read', async () => {
    const short = { ...file('a.txt', text('x')), size: 100 };
    const long = { ...file('a.txt', text('x')), size: 1 };
    for (const one of [short, long])
      await expect(packed('rez', [one])).rejects.toThrow('a.txt has changed while it was being read.');
  });
});

describe('a zip', () => {
  it('has the files, for another reader', async () => {
    const bytes = await packed('zip', FILES);
    const part = (start: number, end: number) => bytes.subarray(start, end);
    const entries = readZip(bytes.length, part);
    expect(entries.map(({ name }) => name)).toEqual([
      'empty.txt',
      'models/hero.abc',
      'readme',
      'Skins/Hero.dtx',
      'skins/high/ä.dtx',
    ]);
    const known = new Map((await contents(FILES)).map(([path, time, data]) => [path, { time, data }]));
    for (const { name, method, crc, packed, size, offset, time } of entries) {
      const view = new DataView(bytes.buffer);
      const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
      const data = part(start, start + packed);
      const plain = new Uint8Array(method === 8 ? inflateRawSync(data) : data);
      expect(plain.join()).toBe(known.get(name)?.data);
      expect([plain.length, crc32(plain)]).toEqual([size, crc]);
      expect(time).toBe((known.get(name)?.time ?? Date.UTC(1980, 0, 1)) / 1000);
    }
    // What Deflate makes smaller is deflated.
    expect(entries.map(({ method }) => method)).toEqual([0, 8, 8, expect.any(Number), 8]);
  });

  it('is the same bytes for the same files, in every time zone', async () => {
    const zone = process.env.TZ;
    const digest = async () =>
      createHash('sha256')
        .update(await packed('zip', FILES))
        .digest('hex');
    try {
      const digests: string[] = [];
      for (const TZ of ['UTC', 'Asia/Tokyo', 'America/New_York']) {
        process.env.TZ = TZ;
        digests.push(await digest());
      }
      expect(new Set(digests).size).toBe(1);
    } finally {
      process.env.TZ = zone;
    }
  });

  it('of a zip keeps what is deflated, byte by byte', async () => {
    const before = assembled(
      zipParts([
        { path: 'a.txt', content: text('a'), deflate: true },
        { path: 'b.txt', content: text('b') },
      ]),
    );
    const of: Locator = { blob: new Blob([before]) };
    const { files } = await contentsOf(of, 'a.zip', TOOLS);
    const bytes = await packed('zip', files);
    const data = (all: Uint8Array) =>
      readZip(all.length, (start, end) => all.subarray(start, end)).map(
        ({ name, method, crc, packed, size }) => [name, method, crc, packed, size],
      );
    expect(data(bytes)).toEqual(data(before));
    expect(await contents((await contentsOf({ blob: new Blob([bytes]) }, 'b.zip', TOOLS)).files)).toEqual(
      await contents(files),
    );
  });

  it('deflates what is large as it comes', async () => {
    const size = 9 * 2 ** 20;
    const big = { ...file('big.bin', text('x')), size, locator: { blob: new Blob([new Uint8Array(size)]) } };
    const bytes = await packed('zip', [big, FILES[0] as ArchiveFile]);
    const listed = await contentsOf({ blob: new Blob([bytes]) }, 'a.zip', TOOLS);
    expect(listed.problems).toEqual([]);
    expect(bytes.length).toBeLessThan(size / 100);
    const read = await readWhole((listed.files[0] as ArchiveFile).locator);
    expect(read.length).toBe(size);
    const [first] = readZip(bytes.length, (start, end) => bytes.subarray(start, end));
    expect(first).toMatchObject({ name: 'big.bin', method: 8, flags: 8, size });
  });

  it.each([
    [[file('a//b.txt', text('x'))], /has a character that no path can have/],
    [[file('../b.txt', text('x'))], /has a character that no path can have/],
    [[file('a.txt', text('x')), file('A.txt', text('y'))], /Two files have this path/],
  ])('refuses what leads elsewhere or hides another: %#', async (files, sentence) => {
    await expect(packArchive('zip', files, TOOLS)).rejects.toThrow(sentence);
  });
});

test('a hostile archive is packed as files that can be read again, or refused in a sentence', async () => {
  let packedOnes = 0;
  const sentences: string[] = [];
  for (const { name, parts } of hostileArchives()) {
    if (sizeOf(parts) > 20_000) continue;
    const base: Locator = { blob: new Blob([assembled(parts)]) };
    try {
      const { kind, files } = await contentsOf(base, name, TOOLS);
      // A bomb is refused by what it declares, and would take its time before.
      if (files.reduce((sum, { size }) => sum + size, 0) > 10_000_000) continue;
      for (const to of ['rez', 'zip'] as const) {
        const options = { base: kind === 'rez' && to === 'rez' ? base : null, inCapitals: false };
        const bytes = await packed(to, files, options);
        const again = await contentsOf({ blob: new Blob([bytes]) }, `a.${to}`, TOOLS);
        const keys = (of: readonly ArchiveFile[]) => of.map(({ path }) => comparable(path)).toSorted();
        expect(keys(again.files), `${name} as ${to}`).toEqual(keys(files));
        expect(again.isSound, `${name} as ${to}`).toBe(true);
        packedOnes++;
      }
    } catch (error) {
      if (!(error instanceof Unreadable || error instanceof Unwritable)) throw error;
      sentences.push(error.message);
    }
  }
  expect(packedOnes).toBeGreaterThan(3);
  expect(sentences.length).toBeGreaterThan(3);
  for (const sentence of sentences) expect(sentence).toMatch(/^[^\n]+\.$/);
});

/** What is written, without its long runs of data: a file of many gigabytes that needs none. */
class Sparse implements ByteSource {
  size = 0;
  readonly #kept: { readonly at: number; readonly bytes: Uint8Array<ArrayBuffer> }[] = [];

  take(bytes: Uint8Array<ArrayBuffer>, isKept: boolean): void {
    if (isKept) this.#kept.push({ at: this.size, bytes: bytes.slice() });
    this.size += bytes.length;
  }

  part = (start: number, end: number): Uint8Array<ArrayBuffer> => {
    const out = new Uint8Array(end - start);
    for (const { at, bytes } of this.#kept) {
      const [from, to] = [Math.max(at, start), Math.min(at + bytes.length, end)];
      if (from < to) out.set(bytes.subarray(from - at, to - at), from - start);
    }
    return out;
  };

  read = async (start: number, end: number) => this.part(start, end);
}

describe('zip64', () => {
  const PIECE = new Uint8Array(2 ** 24);

  /** Parts of so many zeros. */
  function* zeros(size: number) {
    for (let left = size; left > 0; left -= PIECE.length)
      yield PIECE.subarray(0, Math.min(left, PIECE.length));
  }

  /** A zip of these stored entries, of which only the headers are kept. */
  async function sparse(entries: readonly (readonly [string, number])[]): Promise<Sparse> {
    const zip = new ZipParts();
    const all = new Sparse();
    for (const [path, size] of entries) {
      const data = { storage: 'plain', crc: 0, packed: size, size } as const;
      for await (const part of zip.packed(path, data, zeros(size), TIME))
        all.take(part, part.buffer !== PIECE.buffer);
    }
    for (const part of zip.end()) all.take(part, true);
    return all;
  }

  it.each([
    [
      'a file of 5 GB',
      [
        ['big.dat', 5 * 2 ** 30],
        ['a.txt', 10],
      ] as const,
    ],
    [
      'offsets beyond 4 GB',
      [
        ['a.dat', 3 * 2 ** 30],
        ['b.dat', 3 * 2 ** 30],
        ['c.txt', 10],
      ] as const,
    ],
    [
      'a size of just what 32 bits cannot say',
      [
        ['a.dat', 0xffffffff],
        ['b.txt', 1],
      ] as const,
    ],
    ['nothing of it', [['a.dat', 0xfffffffe - 200]] as const],
  ])('%s', async (_, entries) => {
    const zip = await sparse(entries);
    const read = readZip(zip.size, zip.part);
    expect(read.map(({ name, size, packed }) => [name, size, packed])).toEqual(
      entries.map(([name, size]) => [name, size, size]),
    );
    const { files, problems } = await contentsOf({ source: zip }, 'a.zip', TOOLS);
    expect(problems).toEqual([]);
    expect(files.map(({ path, size }) => [path, size])).toEqual(entries);
  });

  it('more entries than 16 bits can count', async () => {
    const entries = Array.from({ length: 65_536 }, (_, i): [string, number] => [`${i}.txt`, 0]);
    const zip = new ZipParts();
    const all: Uint8Array<ArrayBuffer>[] = [];
    for (const [path] of entries)
      for await (const part of zip.packed(path, { storage: 'plain', crc: 0, packed: 0, size: 0 }, [], TIME))
        all.push(part);
    all.push(...zip.end());
    const bytes = assembled(all);
    expect(readZip(bytes.length, (start, end) => bytes.subarray(start, end)).length).toBe(65_536);
  });
});

describe('Python’s zipfile', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lithoscope-pack-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reads what is written, and finds no fault', async () => {
    const path = join(folder, 'a.zip');
    writeFileSync(path, await packed('zip', FILES));
    const program =
      'import sys,zipfile,json\nz=zipfile.ZipFile(sys.argv[1])\nprint(json.dumps([z.testzip(),z.namelist()]))';
    const [fault, names] = JSON.parse(execFileSync('python3', ['-c', program, path]).toString());
    expect(fault).toBeNull();
    expect(names.toSorted()).toEqual(FILES.map((one) => one.path).toSorted());
  });
});

describe('changes of contents', () => {
  const files = ['A/x.txt', 'A/y.txt', 'AB/z.txt', 'a/X.TXT'].map((path) => file(path, text(path)));
  const paths = (changes: Parameters<typeof changedContents>[1]) =>
    changedContents(files, changes).map(({ path }) => path);

  it('rename folders and files without the case of letters', () => {
    expect(paths([{ kind: 'rename', path: 'a', to: 'B/C' }])).toEqual([
      'B/C/x.txt',
      'B/C/y.txt',
      'AB/z.txt',
      'B/C/X.TXT',
    ]);
    expect(paths([{ kind: 'rename', path: '\\ab\\', to: '/Q/' }])).toEqual([
      'A/x.txt',
      'A/y.txt',
      'Q/z.txt',
      'a/X.TXT',
    ]);
  });

  it('can change the case of letters alone', () => {
    expect(paths([{ kind: 'rename', path: 'AB/z.txt', to: 'ab/Z.txt' }])).toContain('ab/Z.txt');
  });

  it('refuse what is not there, and what would hide another file', () => {
    expect(() => paths([{ kind: 'delete', path: 'B' }])).toThrow('B is not in the archive.');
    expect(() => paths([{ kind: 'rename', path: 'AB/z.txt', to: 'a/y.TXT' }])).toThrow(
      'a/y.TXT is already in the archive.',
    );
  });

  it('replace the first of two, which keeps its spelling, and add at the end', () => {
    const added = { size: 1, time: null, locator: { blob: new Blob(['x']) } };
    const after = changedContents(files, [
      { kind: 'add', path: 'a/x.TXT', file: added },
      { kind: 'add', path: 'new.txt', file: added },
      { kind: 'delete', path: 'A/y.txt' },
      { kind: 'add', path: 'NEW.txt', file: { ...added, size: 2 } },
    ]);
    expect(after.map(({ path, size }) => [path, size])).toEqual([
      ['A/x.txt', 1],
      ['AB/z.txt', files[2]?.size],
      ['a/X.TXT', files[3]?.size],
      ['new.txt', 2],
    ]);
  });
});
