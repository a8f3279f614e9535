import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LibraryIndex, libraryIndex } from '../../../web/document/library-index.ts';
import {
  addLibraryFiles,
  addLibrarySource,
  closeLibrarySource,
  libraryFiles,
  librarySources,
  replaceLibrarySource,
} from '../../../web/store/library.ts';
import { libraryFile, librarySource } from '../support/library.ts';

afterEach(() => {
  librarySources.value = [];
  libraryFiles.value = [];
});

const nowhere = { source: null, path: '' };

/** What all files of some paths are found as: path and by what. */
function find(paths: readonly string[], wanted: string, near = '') {
  const source = librarySource('A');
  const index = new LibraryIndex();
  index.add(paths.map((path) => libraryFile(source, path)));
  const found = index.find(wanted, 'model', { source, path: near });
  return found && `${found.file.path} (${found.by})`;
}

describe('a file of the library', () => {
  it('is found by its path, the end of it, or its name, in any letters and with either slash', () => {
    const paths = ['GAME/MODELS/Chars/Base.abc', 'Game/Models/Props/Box.ABC'];
    expect(find(paths, 'game\\models\\chars\\BASE.ABC')).toBe('GAME/MODELS/Chars/Base.abc (path)');
    expect(find(paths, '/Chars/base.abc')).toBe('GAME/MODELS/Chars/Base.abc (path)');
    expect(find(paths, 'D:\\work\\base.abc')).toBe('GAME/MODELS/Chars/Base.abc (name)');
    expect(find(paths, 'box.abc')).toBe('Game/Models/Props/Box.ABC (path)');
    // A part of a name is no name.
    expect(find(paths, 'ox.abc')).toBeNull();
    expect(find(paths, 'ars/base.abc')).toBe('GAME/MODELS/Chars/Base.abc (name)');
    expect(find(paths, 'box.ltb')).toBeNull();
    expect(find(paths, '')).toBeNull();
  });

  it('is the nearest of several, and the first of equals', () => {
    const paths = ['x/base.abc', 'mod/a/base.abc', 'mod/a/BASE.ABC', 'mod/b/base.abc'];
    expect(find(paths, 'base.abc', 'mod/b/hero.abc')).toBe('mod/b/base.abc (path)');
    expect(find(paths, 'base.abc', 'mod/a/hero.abc')).toBe('mod/a/base.abc (path)');
    expect(find(paths, 'base.abc', 'other/hero.abc')).toBe('x/base.abc (path)');
  });

  it('is of the own source first, then of the source that was opened first', () => {
    const [a, b, c] = ['A', 'B', 'C'].map(librarySource) as [never, never, never];
    for (const source of [a, b, c]) addLibrarySource(source);
    // The portions of several sources come in any order.
    const inC = libraryFile(c, 'models/x.abc');
    const inB = libraryFile(b, 'Models\\X.abc');
    const second = libraryFile(b, 'MODELS/X.ABC');
    addLibraryFiles([inC]);
    addLibraryFiles([inB, second]);
    const at = (source: typeof a | null) =>
      libraryIndex().at('models/x.abc', 'model', { source, path: 'models/hero.abc' });
    expect(at(null)).toBe(inB);
    expect(at(a)).toBe(inB);
    expect(at(c)).toBe(inC);
    closeLibrarySource(b);
    expect(at(null)).toBe(inC);
    closeLibrarySource(c);
    expect(at(null)).toBeNull();
  });

  it('is forgotten with its source, and with the one that another took the place of', () => {
    const [a, b, c] = ['A', 'B', 'C'].map(librarySource) as [never, never, never];
    const filesOf = (source: typeof a, path: string) => [libraryFile(source, path)];
    for (const source of [a, b, c]) {
      addLibrarySource(source);
      addLibraryFiles(filesOf(source, `of-${['a', 'b', 'c'][[a, b, c].indexOf(source)]}.abc`));
    }
    const found = (name: string) => libraryIndex().at(name, 'model', nowhere)?.path;
    expect(found('of-b.abc')).toBe('of-b.abc');
    // As many files, the first and the last as they were.
    const again: typeof a = librarySource('B') as never;
    replaceLibrarySource(b, again, filesOf(again, 'other.abc'));
    expect([found('of-a.abc'), found('of-b.abc'), found('other.abc'), found('of-c.abc')]).toEqual([
      'of-a.abc',
      undefined,
      'other.abc',
      'of-c.abc',
    ]);
  });

  it('of a texture has its name with any extension, a DTX before others in one folder', () => {
    const source = librarySource('A');
    const [png, dtx, model] = ['SKINS/A.png', 'SKINS/A.DTX', 'SKINS/A.abc'].map((path) =>
      libraryFile(source, path),
    );
    const index = new LibraryIndex();
    index.add([model, png, dtx].filter((file) => file !== undefined));
    expect(index.at('skins/a', 'texture', nowhere)).toBe(dtx);
    expect(index.at('skins\\A', 'model', nowhere)).toBeNull();
  });

  it('names with dots keep them', () => {
    expect(find(['a.b.abc', 'a.abc'], 'a.b.abc')).toBe('a.b.abc (path)');
    expect(find(['.abc'], '.abc')).toBe('.abc (path)');
  });
});

describe('the index', () => {
  const name = fc.constantFrom('a', 'B', 'b', 'c.d', 'É', '..', '');
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join('/')}.abc`);

  it('that grew in portions finds what one made at once finds', () => {
    fc.assert(
      fc.property(fc.array(fc.array(path, { maxLength: 5 }), { maxLength: 6 }), path, (portions, wanted) => {
        librarySources.value = [];
        libraryFiles.value = [];
        const source = librarySource('A');
        addLibrarySource(source);
        for (const portion of portions) {
          addLibraryFiles(portion.map((at) => libraryFile(source, at)));
          libraryIndex();
        }
        const whole = new LibraryIndex();
        whole.add(libraryFiles.value);
        expect(libraryIndex().find(wanted, 'model', nowhere)).toEqual(whole.find(wanted, 'model', nowhere));
      }),
    );
  });

  it('takes each file once, in however many portions they come', () => {
    const source = librarySource('A');
    addLibrarySource(source);
    const add = vi.spyOn(LibraryIndex.prototype, 'add');
    for (let portion = 0; portion < 40; portion++) {
      addLibraryFiles(Array.from({ length: 50 }, (_, i) => libraryFile(source, `M/${portion}/FILE${i}.ABC`)));
      expect(libraryIndex().find(`m\\${portion}\\file7.abc`, 'model', nowhere)?.by).toBe('path');
    }
    const added = add.mock.calls.reduce((sum, [files]) => sum + files.length, 0);
    add.mockRestore();
    expect(added).toBe(2000);
  });
});
