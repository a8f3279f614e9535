/** What is extracted: names that any disk takes, and a zip that another reader takes apart to the same bytes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listArchive } from '../../../web/archive/list.ts';
import { readWhole } from '../../../web/archive/read.ts';
import { BlobSource } from '../../../web/archive/source.ts';
import { ZipWriter } from '../../../web/archive/zip-writer.ts';
import { downloadName, zipPaths } from '../../../web/library/zip.ts';
import { libraryFile, librarySource } from '../support/library.ts';
import { sample } from '../support/samples.ts';

const game = librarySource('NOLF.REZ');

describe('names of extracted files', () => {
  it('lead nowhere but into the folder they are extracted to', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('.', '/', '\\', 'C', ':', '\0', '\u202e', 'a', ' ') })),
        (paths) => {
          const safe = zipPaths(paths.map((path) => libraryFile(game, path)));
          const unsafe = safe.filter(
            (path) => path === '' || /^\/|\\|:|\p{Cc}|\u202e/u.test(path) || path.split('/').includes('..'),
          );
          expect(unsafe).toEqual([]);
          expect(new Set(safe.map((path) => path.toLowerCase())).size).toBe(paths.length);
        },
      ),
    );
  });

  it('keep folders, tell two of one name apart, and name the sources when there are several', () => {
    const paths = (...files: Parameters<typeof zipPaths>[0]) => zipPaths(files);
    expect(paths(libraryFile(game, 'MODELS/A.ABC'), libraryFile(game, 'models/a.abc'))).toEqual([
      'MODELS/A.ABC',
      'models/a (2).abc',
    ]);
    expect(paths(libraryFile(game, 'A.ABC'), libraryFile(librarySource('mod'), 'A.ABC'))).toEqual([
      'NOLF.REZ/A.ABC',
      'mod/A.ABC',
    ]);
    expect(downloadName(libraryFile(game, 'MODELS/../X.ABC'))).toBe('X.ABC');
  });
});

describe('the zip', () => {
  it.each(['add', 'addDeflated'] as const)(
    'gives back the bytes, paths and times that went into it: %s',
    async (add) => {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      const zip = new ZipWriter({ write: async (part) => void parts.push(part.slice()) });
      const time = Date.UTC(2000, 10, 9, 12);
      const contents = [
        { path: 'MODELS/HÉRO.ABC', bytes: Uint8Array.from({ length: 7000 }, (_, i) => i * 7) },
        { path: 'EMPTY.TXT', bytes: new Uint8Array() },
        { path: 'SKINS/HERO.DTX', bytes: sample('clockwork.dtx') },
      ];
      for (const { path, bytes } of contents) await zip[add](path, bytes, time);
      await zip.end();
      const blob = new Blob(parts);
      expect(zip.size).toBe(blob.size);
      const rez = () => Promise.reject(new Error('it is no REZ'));
      const { entries, problems } = await listArchive(new BlobSource(blob), 'a.zip', { rez });
      expect(problems).toEqual([]);
      expect(entries.map(({ path, problem }) => [path, problem])).toEqual([
        ['MODELS/HÉRO.ABC', ''],
        ['EMPTY.TXT', ''],
        ['SKINS/HERO.DTX', ''],
      ]);
      for (const [i, { place }] of entries.entries()) {
        const read = await readWhole({ of: { blob }, kind: 'zip', place });
        expect(read).toEqual(contents[i]?.bytes);
      }
      expect(Math.abs((entries[0]?.time ?? 0) - time)).toBeLessThan(86_400_000);
    },
  );
});
