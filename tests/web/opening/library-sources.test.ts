/** Files of the library as sources: which is which, where links find them, and what takes the place of what. */
import { beforeEach, describe, expect, it } from 'vitest';
import { isSameSource } from '../../../web/opening/source.ts';
import { fileAt, sourceOf } from '../../../web/opening/sources/library-file.ts';
import { isSame, sameSource, sourceFrom } from '../../../web/opening/sources/open-source.ts';
import {
  addLibraryFiles,
  addLibrarySource,
  closeLibrarySource,
  type LibrarySource,
  libraryFiles,
  librarySources,
  replaceLibrarySource,
} from '../../../web/store/library.ts';
import { partly } from '../support/fakes.ts';
import { libraryFile, librarySource } from '../support/library.ts';

beforeEach(() => {
  for (const source of librarySources.peek()) closeLibrarySource(source);
});

function added(name: string, ...paths: string[]): LibrarySource {
  const source = librarySource(name);
  addLibrarySource(source);
  addLibraryFiles(paths.map((path) => libraryFile(source, path)));
  return source;
}

const paths = () => libraryFiles.peek().map(({ source, path }) => `${source.name}/${path}`);

describe('a path in a source', () => {
  it.each(['MODELS/X.ABC', 'models\\x.abc', '/Models/X.abc', '\\MODELS/x.ABC'])(
    '%s finds the file',
    (path) => {
      const other = added('other', 'MODELS/X.ABC');
      const source = added('game', 'X.ABC', 'Models/x.abc', 'MODELS/X.ABC');
      const found = fileAt(source, path);
      // Of two with one path the first counts.
      expect(found).toBe(libraryFiles.peek()[2]);
      expect(found?.source).not.toBe(other);
    },
  );

  it.each(['', '/', 'X', '../MODELS/X.ABC', 'S/X.ABC', 'MODELS/X.ABC\0'])('“%s” finds none', (path) => {
    expect(fileAt(added('game', 'MODELS/X.ABC'), path)).toBeNull();
  });
});

describe('sources of entries', () => {
  it('are one source for one entry, and others for entries of one path', async () => {
    added('game', 'A.ABC', 'A.ABC');
    const [first, second] = libraryFiles.peek().map(sourceOf);
    if (!first || !second) throw new Error('not there');
    expect(first.name).toBe('game/A.ABC');
    expect(await isSameSource(first, { ...first })).toBe(true);
    expect(await isSameSource(first, second)).toBe(false);
    // A file that was dropped has the same name, and is another one.
    expect(await isSameSource(first, { name: 'game/A.ABC' })).toBe(false);
  });

  it('are refused with the sentence that the archive has for them', async () => {
    const source = added('game');
    const file = { ...libraryFile(source, 'A.ABC'), problem: 'It extends beyond the end of the archive.' };
    await expect(sourceOf(file).read()).rejects.toThrow(
      'game/A.ABC cannot be read: It extends beyond the end of the archive.',
    );
  });

  it('of an archive that is another one on the disk give no bytes', async () => {
    const listed = new File(['listed'], 'a.rez', { lastModified: 1000 });
    let now: File | Error = listed;
    const handle = partly<FileSystemFileHandle>({
      kind: 'file',
      getFile: async () => {
        if (now instanceof Error) throw now;
        return now;
      },
    });
    const source: LibrarySource = {
      ...librarySource('a.rez'),
      kind: 'rez',
      locator: { blob: listed },
      handle,
    };
    const place = { offset: 1, packed: 3, size: 3, storage: 'plain' } as const;
    const file = {
      ...libraryFile(source, 'X.ABC'),
      locator: { of: { blob: listed }, kind: 'rez', place } as const,
    };
    expect(await (await sourceOf(file).read()).text()).toBe('ist');
    for (const other of [
      new File(['listed'], 'a.rez', { lastModified: 1001 }),
      new File(['listed.'], 'a.rez', { lastModified: 1000 }),
    ]) {
      now = other;
      await expect(sourceOf(file).read()).rejects.toThrow('a.rez has changed since its files were listed');
      expect(source.state.peek()).toBe('changed');
    }
    now = new DOMException('', 'NotFoundError') as unknown as Error;
    await expect(sourceOf(file).read()).rejects.toThrow('a.rez has disappeared');
    expect(source.state.peek()).toBe('gone');
    now = listed;
    expect(await (await sourceOf(file).read()).text()).toBe('ist');
    expect(source.state.peek()).toBe('ready');
  });
});

describe('the library', () => {
  it('puts another source in the place of one, with its files', () => {
    const [first, second] = [added('first', 'a'), added('second', 'b', 'c'), added('third', 'd')];
    const after = librarySource('second');
    replaceLibrarySource(second, after, [libraryFile(after, 'e')]);
    expect(librarySources.peek()[0]).toBe(first);
    expect(librarySources.peek()[1]).toBe(after);
    expect(paths()).toEqual(['first/a', 'second/e', 'third/d']);
    // One that was closed meanwhile is not put back.
    replaceLibrarySource(second, librarySource('second'), [libraryFile(second, 'f')]);
    expect(paths()).toEqual(['first/a', 'second/e', 'third/d']);
  });

  it('knows an archive again by address, handle, or size and time', async () => {
    const blob = new File(['one'], 'a.zip', { lastModified: 5 });
    const archive = { kind: 'archive', name: 'a.zip', archive: 'zip', locator: { blob } } as const;
    const source = sourceFrom(archive);
    addLibrarySource(source);
    expect(await sameSource(archive)).toBe(source);
    const copy = new File(['one'], 'a.zip', { lastModified: 5 });
    expect(await sameSource({ ...archive, locator: { blob: copy } })).toBe(source);
    const later = new File(['one'], 'a.zip', { lastModified: 6 });
    expect(await sameSource({ ...archive, locator: { blob: later } })).toBeNull();
    expect(await sameSource({ ...archive, name: 'b.zip' })).toBeNull();
    expect(await sameSource({ ...archive, url: 'https://example.org/a.zip' })).toBeNull();
    const linked = sourceFrom({ ...archive, url: 'https://example.org/a.zip' });
    expect(await isSame(linked, sourceFrom({ ...archive, url: 'https://example.org/a.zip' }))).toBe(true);
  });
});
