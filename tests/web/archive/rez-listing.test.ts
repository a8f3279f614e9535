import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FoundFile, filesIn, listArchive } from '../../../web/archive/list.ts';
import type { ArchiveEntry, ByteSource } from '../../../web/archive/locator.ts';
import { blobOf, bytesOf, readFilesWith, readParts, readWhole } from '../../../web/archive/read.ts';
import { BlobSource } from '../../../web/archive/source.ts';
import { fileBytes } from '../../../web/cli/disk.ts';
import { madeFiles, madeRez } from '../../support/made-library.ts';
import * as parts from '../../support/parts.ts';
import { rezParts } from '../../support/rez-writer.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { loadRez } from '../support/rez.ts';
import { JELLYFISH, sample } from '../support/samples.ts';

const tools = { rez: loadRez };

const text = (words: string) => Uint8Array.from(words, (character) => character.charCodeAt(0));

/** Bytes of the source that were read. */
function counting(source: ByteSource) {
  const counted = {
    size: source.size,
    bytes: 0,
    read: (start: number, end: number) => {
      counted.bytes += end - start;
      return source.read(start, end);
    },
  };
  return counted;
}

async function filesOf(
  blob: Blob,
  name: string,
): Promise<{ files: FoundFile[]; problems: readonly string[] }> {
  const files: FoundFile[] = [];
  const { problems } = await filesIn({ blob }, name, tools, (portion) => files.push(...portion));
  return { files, problems };
}

describe('a REZ archive', () => {
  test('gives back what was put into it, whatever the folders are', async () => {
    const name = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,8}$/);
    const entry = fc.record({
      folders: fc.array(name, { maxLength: 3 }),
      file: fc.tuple(name, fc.constantFrom('ABC', 'DTX', 'WAV', 'X')),
      content: fc.uint8Array({ maxLength: 500 }).map((some) => Uint8Array.from(some)),
      time: fc.integer({ min: 1, max: 0x7fffffff }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 12 }), async (some) => {
        const put = some.map(({ folders, file, content, time }) => {
          return { path: [...folders, file.join('.')].join('/'), content, time };
        });
        const blob = parts.blobOf(rezParts(put));
        const { kind, entries } = await listArchive(new BlobSource(blob), 'x.rez', tools);
        expect(kind).toBe('rez');
        const got = await Promise.all(
          entries.map(async ({ path, place, time, problem }) => {
            expect(problem).toBe('');
            const content = await readWhole({ of: { blob }, kind, place });
            return { path, content, time: (time ?? 0) / 1000 };
          }),
        );
        const order = (a: { path: string; time: number }, b: { path: string; time: number }) =>
          a.path < b.path ? -1 : a.path > b.path ? 1 : a.time - b.time;
        expect(got.sort(order)).toEqual(put.sort(order));
      }),
      { numRuns: 60 },
    );
  });

  test('is listed by its directories, and a file of it is a slice of the Blob', async () => {
    const blob = parts.blobOf(madeRez(madeFiles(2000, 200_000_000)));
    const source = counting(new BlobSource(blob));
    const { entries, problems } = await listArchive(source, 'GAME.REZ', tools);
    expect([entries.length, problems]).toEqual([2000, []]);
    expect(source.bytes).toBeLessThan(400_000);
    const isModel = ({ path }: ArchiveEntry) => path === 'MODELS/ENEMIES/SET000/JELLYFISH_00001.ABC';
    const { place } = entries.find(isModel) ?? expect.fail('no model');
    const locator = { of: { blob }, kind: 'rez', place } as const;
    expect((await readWhole(locator)).length).toBe(sample('jellyfish.abc').length);
    // No limit holds for what is not read.
    const slice = await blobOf(locator, 1);
    expect(Buffer.from(await slice.arrayBuffer()).equals(sample('jellyfish.abc'))).toBe(true);
  });

  test('in a zip, deflated or stored, and in itself: its files are there under its path', async () => {
    const inner = parts.assembled(rezParts([{ path: 'MODELS/X.ABC', content: text('model') }]));
    const outer = zipParts([
      { path: 'a/deflated.rez', content: inner, deflate: true },
      { path: 'stored.rez', content: inner },
      { path: 'broken.rez', content: text('no archive') },
    ]);
    const { files, problems } = await filesOf(parts.blobOf(outer), 'mod.zip');
    expect(files.map(({ path }) => path)).toEqual([
      'a/deflated.rez',
      'stored.rez',
      'broken.rez',
      'a/deflated.rez/MODELS/X.ABC',
      'stored.rez/MODELS/X.ABC',
    ]);
    for (const file of files.slice(3))
      expect(await readWhole(structuredClone(file.locator))).toEqual(text('model'));
    expect(problems).toEqual([expect.stringMatching(/^broken\.rez: .*does not begin like a REZ/)]);
  });

  test('of which the end is missing lists what is there, and says so of a file', async () => {
    const whole = parts.assembled(rezParts([{ path: 'A.ABC', content: new Uint8Array(1000).fill(1) }]));
    // The size of the file, which lies in the directory before its name.
    const at = whole.length - 'A\0\0'.length - 4 - 4 - 4 - 4 - 4;
    const view = new DataView(whole.buffer);
    expect(view.getUint32(at, true)).toBe(1000);
    view.setUint32(at, 100_000, true);
    const { files, problems } = await filesOf(new Blob([whole]), 'x.rez');
    expect(files.map(({ problem }) => problem)).toEqual(['It extends beyond the end of the archive.']);
    expect(problems.length).toBeGreaterThan(0);
    await expect(readWhole(files[0]?.locator ?? expect.fail())).rejects.toThrow(
      'It extends beyond the end of the archive.',
    );
  });
});

describe('a Locator', () => {
  test('of a file of the disk is read by who says how', async () => {
    readFilesWith(fileBytes);
    const source = await bytesOf({ file: JELLYFISH });
    expect(source.size).toBe(sample('jellyfish.abc').length);
    expect(await source.read(10, 20)).toEqual(sample('jellyfish.abc').slice(10, 20));
    await expect(bytesOf({ file: '/nowhere' })).rejects.toThrow('No such file.');
  });

  test('of a handle whose file is gone is a sentence', async () => {
    const handle = { getFile: () => Promise.reject(new DOMException('gone', 'NotFoundError')) };
    await expect(readWhole({ handle })).rejects.toThrow(/^The file can no longer be read[^\n]+\.$/);
  });

  test.each([
    [-1, 5],
    [0.5, 5],
    [0, Number.NaN],
    [0, 2 ** 60],
    [100, 100],
  ])('of no place (%d, %d) is a sentence', async (offset, size) => {
    const place = { offset, size, packed: size, storage: 'plain' } as const;
    for (const kind of ['rez', 'zip'] as const) {
      const locator = { of: { blob: new Blob([new Uint8Array(50)]) }, kind, place };
      await expect(readWhole(locator)).rejects.toThrow(/^[A-Z][^\n]+\.$/);
      await expect(bytesOf(locator)).rejects.toThrow(/^[A-Z][^\n]+\.$/);
    }
  });

  test('is read in parts as it is read whole', async () => {
    const content = parts.assembled(Array(20).fill(sample('jellyfish.abc')));
    const blob = parts.blobOf(
      zipParts([
        { path: 'a', content, deflate: true },
        { path: 'b', content },
      ]),
    );
    const { files } = await filesOf(blob, 'x.zip');
    for (const { locator } of files) {
      const read: Uint8Array<ArrayBuffer>[] = [];
      for await (const part of readParts(locator)) read.push(part);
      expect(read.length).toBeGreaterThan(3);
      expect(Buffer.from(parts.assembled(read)).equals(content)).toBe(true);
      expect(Buffer.from(await readWhole(locator)).equals(content)).toBe(true);
    }
  });
});
