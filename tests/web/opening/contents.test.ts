/** Changed contents of archives: what the library shows, what is unsaved, and what a new listing keeps. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  canChangeContents,
  carryContents,
  changeContents,
  contentsChanges,
  contentsEdits,
  contentsSaved,
  isOwnFile,
  originOf,
  redoContents,
  undoContents,
  unsavedSources,
  unsavedSteps,
} from '../../../web/opening/sources/contents.ts';
import {
  addLibraryFiles,
  addLibrarySource,
  type LibraryFile,
  LibraryFollower,
  type LibrarySource,
  libraryFiles,
  librarySources,
} from '../../../web/store/library.ts';
import { libraryFile, librarySource } from '../support/library.ts';

const archive = (name = 'GAME.REZ'): LibrarySource => ({
  ...librarySource(name),
  kind: 'rez',
  locator: { blob: new Blob([]) },
});

function open(source: LibrarySource, ...paths: readonly string[]): LibraryFile[] {
  const files = paths.map((path): LibraryFile => {
    const file = libraryFile(source, path);
    const place = { offset: 0, size: 0, packed: 0, storage: 'plain' } as const;
    return { ...file, locator: { of: source.locator as never, kind: 'rez', place } };
  });
  addLibrarySource(source);
  addLibraryFiles(files);
  return files;
}

const paths = () => libraryFiles.value.map(({ path }) => path);
const added = () => ({ size: 1, time: 5, locator: { blob: new Blob(['x']) } });
const step = (label: string, ...changes: Parameters<typeof changeContents>[1]['changes']) => ({
  label,
  changes,
});

beforeEach(() => {
  librarySources.value = [];
  libraryFiles.value = [];
});

describe('a change', () => {
  test('shows its files between those of other sources, and undo gives the same ones again', () => {
    const [before, source, after] = [archive('A.REZ'), archive(), archive('Z.REZ')];
    const [first] = open(before, 'a.txt');
    const [x, y] = open(source, 'M/x.abc', 'M/y.abc');
    const [last] = open(after, 'z.txt');
    changeContents(source, step('Rename', { kind: 'rename', path: 'M', to: 'N' }));
    changeContents(source, step('Add', { kind: 'add', path: 'new.dtx', file: added() }));
    expect(paths()).toEqual(['a.txt', 'N/x.abc', 'N/y.abc', 'new.dtx', 'z.txt']);
    const [, renamed, , fresh] = libraryFiles.value;
    expect(renamed && originOf(renamed)).toBe(x);
    expect(fresh).toMatchObject({ kind: 'texture', size: 1, time: 5 });
    expect(fresh && originOf(fresh)).toBeNull();
    undoContents(source);
    undoContents(source);
    expect(libraryFiles.value).toEqual([first, x, y, last]);
    expect(libraryFiles.value[1]).toBe(x);
    redoContents(source);
    redoContents(source);
    // What was read of them stays known.
    expect(libraryFiles.value[1]).toBe(renamed);
    expect(libraryFiles.value[3]).toBe(fresh);
    expect(redoContents(source)).toBeNull();
  });

  test('that cannot be made changes nothing', () => {
    const source = archive();
    const files = open(source, 'a.txt', 'b.txt');
    const rename = { kind: 'rename', path: 'a.txt', to: 'B.TXT' } as const;
    expect(() => changeContents(source, step('Rename', rename))).toThrow('B.TXT is already in the archive.');
    expect(libraryFiles.value).toEqual(files);
    expect(contentsEdits(source).done).toEqual([]);
  });

  test('is told to whoever follows the list', () => {
    const source = archive();
    open(source, 'a.txt', 'b.txt');
    const follower = new LibraryFollower();
    follower.next(libraryFiles.value);
    changeContents(source, step('Rename', { kind: 'rename', path: 'a.txt', to: 'c.txt' }));
    // As many files as before.
    expect(follower.next(libraryFiles.value)).toMatchObject({ isOther: true, added: libraryFiles.value });
    expect(follower.next(libraryFiles.value)).toEqual({ isOther: false, added: [] });
  });

  test('is possible in archives, and not of files in an archive in them', () => {
    const source = archive();
    const [own, inner] = open(source, 'a.txt', 'inner.rez/b.txt');
    expect(canChangeContents(source)).toBe(true);
    expect(canChangeContents(librarySource('folder'))).toBe(false);
    expect(own && isOwnFile(own)).toBe(true);
    const place = { offset: 0, size: 0, packed: 0, storage: 'plain' } as const;
    const nested = { of: (inner as LibraryFile).locator, kind: 'rez', place } as const;
    expect(isOwnFile({ ...(inner as LibraryFile), locator: nested })).toBe(false);
  });
});

test('unsaved is what no saved archive has, undone steps too', () => {
  const source = archive();
  open(source, 'a.txt', 'b.txt', 'c.txt');
  const deletion = (path: string) => step(`Delete ${path}`, { kind: 'delete', path });
  expect(unsavedSources()).toEqual([]);
  changeContents(source, deletion('a.txt'));
  changeContents(source, deletion('b.txt'));
  expect([unsavedSteps(source), unsavedSources()]).toEqual([2, [source]]);
  contentsSaved(source, contentsEdits(source).done);
  expect(unsavedSteps(source)).toBe(0);
  undoContents(source);
  expect(unsavedSteps(source)).toBe(1);
  changeContents(source, deletion('c.txt'));
  // One is missing in the saved archive, and one is too much.
  expect(unsavedSteps(source)).toBe(2);
});

test('an archive that is listed again keeps its changes, as far as they apply', () => {
  const [before, after] = [archive(), archive()];
  open(before, 'a.txt', 'b.txt');
  changeContents(before, step('Delete b.txt', { kind: 'delete', path: 'b.txt' }));
  changeContents(before, step('Rename a.txt', { kind: 'rename', path: 'a.txt', to: 'x.txt' }));
  librarySources.value = [];
  libraryFiles.value = [];
  open(after, 'a.txt', 'new.txt');
  expect(carryContents(before, after)).toEqual(['Delete b.txt']);
  expect(paths()).toEqual(['x.txt', 'new.txt']);
  expect(contentsChanges(after)).toEqual([{ kind: 'rename', path: 'a.txt', to: 'x.txt' }]);
});
