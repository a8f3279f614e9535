import { execFileSync } from 'node:child_process';
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listArchive } from '../../../web/archive/list.ts';
import type { ArchiveEntry, ByteSource, Locator } from '../../../web/archive/locator.ts';
import { blobOf, bytesOf, readWhole } from '../../../web/archive/read.ts';
import { BlobSource } from '../../../web/archive/source.ts';
import { listZip } from '../../../web/archive/zip-directory.ts';
import { madeFiles, madeZip } from '../../support/made-library.ts';
import * as parts from '../../support/parts.ts';
import { type ZipEnd, type ZipEntry, zipParts } from '../../support/zip-writer.ts';
import { sample } from '../support/samples.ts';

const tools = { rez: () => Promise.reject(new Error('no REZ is read here')) };

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

const list = (blob: Blob, name = 'x.zip') => listArchive(new BlobSource(blob), name, tools);

const zip = (entries: readonly ZipEntry[], end?: ZipEnd) => parts.blobOf(zipParts(entries, end));

const at = (blob: Blob, { place }: ArchiveEntry): Locator => ({ of: { blob }, kind: 'zip', place });

/** The first entry of a zip, read whole. */
async function firstOf(blob: Blob, limit?: number): Promise<Uint8Array> {
  const { entries } = await list(blob);
  return readWhole(at(blob, entries[0] ?? expect.fail('no entry')), limit);
}

/** A source that counts what is read of it. */
function counting(source: ByteSource) {
  const counted = {
    size: source.size,
    bytes: 0,
    reads: 0,
    read: (start: number, end: number) => {
      counted.bytes += end - start;
      counted.reads++;
      return source.read(start, end);
    },
  };
  return counted;
}

describe('a zip', () => {
  test('gives back what was put into it, stored and deflated, with and without zip64', async () => {
    const file = fc.record({
      content: fc.uint8Array({ maxLength: 3000 }).map((some) => Uint8Array.from(some)),
      deflate: fc.boolean(),
      zip64: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 8 }), fc.boolean(), async (files, zip64) => {
        const blob = zip(
          files.map((one, i) => ({ ...one, path: `MODELS\\${i}.ABC` })),
          { zip64 },
        );
        const { kind, entries, problems } = await list(blob);
        expect([kind, problems]).toEqual(['zip', []]);
        expect(entries.map(({ path }) => path)).toEqual(files.map((_, i) => `MODELS/${i}.ABC`));
        for (const [i, entry] of entries.entries()) {
          expect(entry.problem).toBe('');
          expect(await readWhole(at(blob, entry))).toEqual(files[i]?.content);
        }
      }),
    );
  });

  test('is listed by its directory alone, and an entry is read alone', async () => {
    const made = parts.blobOf(madeZip(madeFiles(2000, 100_000_000)));
    const source = counting(new BlobSource(made));
    const { entries } = await listArchive(source, 'x.zip', tools);
    expect(entries.length).toBe(2000);
    expect(source.bytes).toBeLessThan(400_000);
    expect(source.reads).toBeLessThan(12);
    const entry =
      entries.find(({ path }) => path.endsWith('/JELLYFISH_00001.ABC')) ?? expect.fail('no model');
    expect(await readWhole(at(made, entry))).toEqual(sample('jellyfish.abc'));
  });

  test('a stored entry is a slice of the Blob, and is read in parts', async () => {
    const content = sample('jellyfish.abc');
    const blob = zip([
      { path: 'a', content: bytes('first') },
      { path: 'b', content },
    ]);
    const [, entry = expect.fail('no entry')] = (await list(blob)).entries;
    const slice = await blobOf(at(blob, entry), 10);
    expect(new Uint8Array(await slice.arrayBuffer())).toEqual(content);
    const source = await bytesOf(at(blob, entry));
    expect(source.size).toBe(content.length);
    expect(await source.read(100, 200)).toEqual(content.slice(100, 200));
  });

  test('in a zip, stored or deflated, up to three deep', async () => {
    const innermost = parts.assembled(zipParts([{ path: 'x.abc', content: bytes('deep'), deflate: true }]));
    let inner = innermost;
    for (const deflate of [true, false])
      inner = parts.assembled(zipParts([{ path: 'in.zip', content: inner, deflate }]));
    let locator: Locator = { blob: new Blob([inner]) };
    for (let depth = 0; depth < 3; depth++) {
      const listing = await listArchive(await bytesOf(locator), 'in.zip', tools);
      const [entry = expect.fail('no entry')] = listing.entries;
      locator = { of: locator, kind: 'zip', place: entry.place };
    }
    // What a worker is given is a copy.
    expect(await readWhole(structuredClone(locator))).toEqual(bytes('deep'));
  });

  test('delivers all entries in portions, and stops when it is cancelled', async () => {
    const blob = zip(Array.from({ length: 9000 }, (_, i) => ({ path: `${i}`, content: 0, crc: 0 })));
    const portions: number[] = [];
    const { entries } = await listArchive(new BlobSource(blob), 'x.zip', tools, (some) =>
      portions.push(some.length),
    );
    expect(entries.length).toBe(9000);
    expect(portions).toEqual([4096, 4096, 808]);
    const controller = new AbortController();
    const listing = listArchive(
      new BlobSource(blob),
      'x.zip',
      tools,
      () => controller.abort(),
      controller.signal,
    );
    await expect(listing).rejects.toThrow(/abort/i);
  });

  test.each([
    [{ entries: 3, text: 1000 }, 3],
    [{ entries: 1000, text: 12 }, 6],
  ])('lists no more than %j', async (limits, count) => {
    const blob = zip(Array.from({ length: 9 }, (_, i) => ({ path: `${i}a`, content: 0 })));
    const { entries, problems } = await listZip(new BlobSource(blob), limits, async () => {});
    expect(entries.length).toBe(count);
    expect(problems).toEqual([`The zip has more entries than the ${count} listed.`]);
  });

  test('has the time of an entry: local time, or that of an extra field', async () => {
    const extra = new parts.Writer().u16(0x5455).u16(5).u8(1).u32(1_000_000_000).bytes();
    const { entries } = await list(
      zip([
        { path: 'a', content: 0 },
        { path: 'b', content: 0, extra },
      ]),
    );
    expect(entries.map(({ time }) => time)).toEqual([new Date(2001, 4, 10, 0, 46, 8).getTime(), 1e12]);
  });
});

describe('names', () => {
  const pathOf = async (entry: Omit<ZipEntry, 'content'>) =>
    (await list(zip([{ content: 0, ...entry }]))).entries.map(({ path }) => path);

  test.each<[string, Uint8Array, number, string]>([
    ['UTF-8', new TextEncoder().encode('größe/日本.abc'), 0x800, 'größe/日本.abc'],
    ['UTF-8 that is not said to be', new TextEncoder().encode('größe.abc'), 0, 'größe.abc'],
    ['code page 437', bytes('gr\x94\xe1e.abc'), 0, 'größe.abc'],
    ['Shift-JIS, as code page 437', bytes('\x93\xfa\x96{.abc'), 0, 'ô·û{.abc'],
    ['what is said to be UTF-8 and is not', bytes('a\xff.abc'), 0x800, 'a\ufffd.abc'],
    ['NUL and marks of direction', new TextEncoder().encode('a\0b\u202ecba.abc'), 0x800, 'a␀b\ufffdcba.abc'],
    ['slashes of both kinds', bytes('\\A//b\\.\\c'), 0, 'A/b/c'],
    ['no name', bytes(''), 0, '(no name)'],
  ])('%s', async (_what, path, flags, shown) => {
    expect(await pathOf({ path, flags })).toEqual([shown]);
  });

  test('of 64 KB', async () => {
    const [path] = await pathOf({ path: bytes('x'.repeat(65_535)) });
    expect(path).toHaveLength(65_535);
  });

  test('the field of the Unicode path counts where it is of this name', async () => {
    const field = (crc: number) =>
      new parts.Writer()
        .u16(0x7075)
        .u16(5 + 7)
        .u8(1)
        .u32(crc)
        .raw(new TextEncoder().encode('日.abc'))
        .bytes();
    // The CRC-32 of "?.abc", from Python's zlib.
    expect(await pathOf({ path: bytes('?.abc'), extra: field(0x6fdb9897) })).toEqual(['日.abc']);
    expect(await pathOf({ path: bytes('?.abc'), extra: field(1) })).toEqual(['?.abc']);
  });
});

describe('where the directory is', () => {
  const content = bytes('content');

  test('after other bytes, as of a program that unpacks itself', async () => {
    const blob = new Blob([new Uint8Array(5000), zip([{ path: 'a', content, deflate: true }])]);
    expect(await firstOf(blob)).toEqual(content);
  });

  test('before a comment that looks like an end', async () => {
    const comment = parts.assembled([bytes('PK\x05\x06'), 18, bytes('PK\x05\x06'), 30]);
    expect(await firstOf(zip([{ path: 'a', content }], { comment }))).toEqual(content);
  });

  test('before other bytes that do not belong to it', async () => {
    expect(await firstOf(new Blob([zip([{ path: 'a', content }]), new Uint8Array(300)]))).toEqual(content);
  });

  test('an empty zip has no entries', async () => {
    expect(await list(zip([]))).toEqual({ kind: 'zip', entries: [], problems: [], isSound: true });
  });

  test.each<[string, ZipEnd, RegExp]>([
    ['one part of several', { disk: 2, offset: 5_000_000 }, /one part of several/],
    [
      'a directory outside of the zip',
      { offset: 5_000_000, size: 5_000_000 },
      /directory of the zip cannot be read/,
    ],
  ])('%s', async (_what, end, sentence) => {
    await expect(list(zip([{ path: 'a', content }], end))).rejects.toThrow(sentence);
  });

  test('a zip that is cut has none, wherever it is cut', async () => {
    const whole = parts.assembled(
      zipParts([
        { path: 'a', content },
        { path: 'b', content },
      ]),
    );
    for (let length = 0; length < whole.length; length++) {
      await expect(list(new Blob([whole.subarray(0, length)]))).rejects.toThrow(/^[A-Z][^\n]+\.$/);
    }
  });

  test('another count than is said', async () => {
    const { entries, problems } = await list(zip([{ path: 'a', content }], { count: 7 }));
    expect(entries.length).toBe(1);
    expect(problems).toEqual(['The zip claims to have 7 entries, but its directory lists 1.']);
  });
});

describe('an entry that cannot be read says why', () => {
  const content = bytes('some content '.repeat(100));
  const problemOf = async (entry: Partial<ZipEntry>) => {
    const { entries } = await list(zip([{ path: 'a', content, ...entry }]));
    return entries[0]?.problem;
  };

  test.each<[string, Partial<ZipEntry>, RegExp]>([
    ['encrypted', { flags: 1 }, /encrypted/],
    ['of an unknown method', { method: 77 }, /unknown method \(method 77\)/],
    ['of a method that is not read', { method: 99 }, /AES encryption/],
    ['in another part', { disk: 3 }, /another part/],
    ['outside of the zip', { offset: 1_000_000 }, /outside/],
    ['of a size that nothing inflates to', { deflate: true, size: 3_000_000_000 }, /impossible/],
    ['of two sizes', { size: 5 }, /two different sizes/],
    ['of a size below 0 in zip64', { zip64: true, size: -1 }, /two different sizes/],
  ])('%s', async (_what, entry, sentence) => {
    expect(await problemOf(entry)).toMatch(sentence);
    expect(await problemOf({})).toBe('');
  });

  test.each<[string, Partial<ZipEntry>, RegExp]>([
    ['more bytes than it says', { deflate: true, size: 100 }, /It inflates to more/],
    ['fewer bytes than it says', { deflate: true, size: 5000 }, /has 1,300 bytes/],
    ['another checksum', { deflate: true, crc: 5 }, /CRC-32/],
    ['another checksum, stored', { crc: 5 }, /CRC-32/],
    ['no deflated data', { packed: bytes('\xff'.repeat(50)) }, /damaged/],
    [
      'half of the deflated data',
      { packed: sample('jellyfish.abc').slice(0, 7), size: 100 },
      /damaged|bytes/,
    ],
    ['no header there', { offset: 7 }, /a place without an entry/],
  ])('%s', async (_what, entry, sentence) => {
    await expect(firstOf(zip([{ path: 'a', content, ...entry }]))).rejects.toThrow(sentence);
  });

  test('above the limit', async () => {
    await expect(firstOf(zip([{ path: 'a', content }]), 1000)).rejects.toThrow(
      '1,300 bytes; the limit is 1,000',
    );
  });

  test('a bomb is stopped at the size that it declares', async () => {
    const before = process.memoryUsage().arrayBuffers;
    const bomb = zip([{ path: 'a', content: 200_000_000, crc: 0, deflate: true, size: 1_000_000 }]);
    const begun = process.cpuUsage();
    await expect(firstOf(bomb)).rejects.toThrow(/It inflates to more/);
    // 200 MB of zeros take seconds.
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(1500);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(300_000_000);
  });

  test('entries over each other', async () => {
    const { entries, problems } = await list(
      zip([
        { path: 'a', content, offset: 0 },
        { path: 'b', content, offset: 0 },
        { path: 'c', content, packedSize: 2000, size: 2000 },
        { path: 'd', content },
      ]),
    );
    expect(entries.map(({ problem }) => problem !== '')).toEqual([false, true, true, false]);
    expect(problems).toEqual(['Entries of the zip overlap: 2 of them are not read.']);
  });
});

describe('what is no zip', () => {
  test.each([
    ['x.zip', '', /empty/],
    ['x.zip', 'hello', /directory of the zip cannot be read/],
    ['x.rez', 'hello', /RezMgr Version 1/],
    ['x.abc', 'hello', /neither a REZ archive nor a zip/],
  ])('%s of "%s"', async (name, text, sentence) => {
    await expect(list(new Blob([text]), name)).rejects.toThrow(sentence);
  });
});

describe('with other programs', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lithoscope-zip-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const python = (() => {
    try {
      execFileSync('python3', ['-c', 'import zipfile']);
      return true;
    } catch {
      return false;
    }
  })();

  test.skipIf(!python)(`Python reads the made zip${python ? '' : ' (skipped: no python3)'}`, () => {
    const path = join(folder, 'made.zip');
    parts.save(madeZip(madeFiles(50, 5_000_000)), path);
    const code = 'import sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nprint(z.testzip(),len(z.namelist()))';
    expect(execFileSync('python3', ['-c', code, path], { encoding: 'utf8' }).trim()).toBe('None 50');
  });

  test.skipIf(!python)(`Python's zips are read${python ? '' : ' (skipped: no python3)'}`, async () => {
    const path = join(folder, 'python.zip');
    writeFileSync(join(folder, 'größe.abc'), sample('jellyfish.abc'));
    const code =
      'import sys,zipfile\nz=zipfile.ZipFile(sys.argv[1],"w",zipfile.ZIP_DEFLATED)\n' +
      'z.write(sys.argv[2],"größe.abc")\nwith z.open("big.txt","w",force_zip64=True) as f: f.write(b"a"*100000)\nz.close()';
    execFileSync('python3', ['-c', code, path, join(folder, 'größe.abc')]);
    const blob = await openAsBlob(path);
    const { entries, problems } = await list(blob);
    expect([entries.map((entry) => entry.path), problems]).toEqual([['größe.abc', 'big.txt'], []]);
    const [model = expect.fail('no entry'), big = expect.fail('no entry')] = entries;
    expect(await readWhole(at(blob, model))).toEqual(sample('jellyfish.abc'));
    expect(await readWhole(at(blob, big))).toEqual(new Uint8Array(100_000).fill(97));
  });
});
