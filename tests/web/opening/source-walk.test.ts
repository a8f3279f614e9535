/** Folders of the library are walked by names alone, sorted, within bounds, and can be left at any time. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Folder, type FolderFile, folderOfFiles, isFolder } from '../../../web/opening/source.ts';
import { sortedByName, walk } from '../../../web/opening/sources/list.ts';

/** A folder as a tree: names of files, and folders. */
interface Tree {
  readonly [name: string]: Tree | null;
}

function folderOf(name: string, tree: Tree): Folder {
  return {
    name,
    async *entries() {
      for (const [inside, entry] of Object.entries(tree)) {
        yield entry ? folderOf(inside, entry) : fileNamed(inside);
      }
    },
  };
}

function fileNamed(name: string): FolderFile {
  return {
    name,
    locator: {
      handle: {
        getFile: () => Promise.reject(new Error('It was read.')),
      },
    },
    size: null,
    time: null,
  };
}

const going = async () => true;

async function pathsIn(tree: Tree, limits?: Parameters<typeof walk>[3]) {
  const paths: string[] = [];
  const sentences = await walk(
    folderOf('top', tree),
    (files) => paths.push(...files.map(({ path }) => path)),
    going,
    limits,
  );
  return { paths, sentences };
}

describe('a folder', () => {
  it('gives the files of the outer folders first, by name, numbers as numbers', async () => {
    const { paths, sentences } = await pathsIn({
      'b10.abc': null,
      'b9.ABC': null,
      z: { 'deep.abc': null, y: { '1.abc': null } },
      a: { 'x.abc': null },
    });
    expect(paths).toEqual(['b9.ABC', 'b10.abc', 'a/x.abc', 'z/deep.abc', 'z/y/1.abc']);
    expect(sentences).toEqual([]);
  });

  it('is left out where it cannot be read, which is said', async () => {
    const broken: Folder = {
      name: 'locked',
      // biome-ignore lint/correctness/useYield: it fails before the first
      async *entries() {
        throw new DOMException('', 'NotAllowedError');
      },
    };
    const top: Folder = {
      name: 'top',
      async *entries() {
        yield broken;
        yield fileNamed('a.abc');
      },
    };
    const paths: string[] = [];
    const sentences = await walk(top, (files) => paths.push(...files.map(({ path }) => path)), going);
    expect(paths).toEqual(['a.abc']);
    expect(sentences).toEqual(['The folder locked/ could not be read.']);
    await expect(walk(broken, () => {}, going)).rejects.toThrow();
  });

  it('has bounds of number and depth; as many as the bound is not too many', async () => {
    const four = { a: null, b: null, c: null, d: null };
    expect((await pathsIn(four, { entries: 4, depth: 5 })).sentences).toEqual([]);
    const cut = await pathsIn(four, { entries: 3, depth: 5 });
    expect(cut.paths).toEqual(['a', 'b', 'c']);
    expect(cut.sentences).toEqual(['It contains more than 3 files and folders: the others were ignored.']);
    const deep = await pathsIn(
      { a: { b: { c: { 'd.abc': null } }, 'x.abc': null } },
      { entries: 9, depth: 1 },
    );
    expect(deep.paths).toEqual(['a/x.abc']);
    expect(deep.sentences).toEqual(['Folders more than 1 deep were not searched.']);
  });

  it('of 200,000 files can be left while it is read and while it is sorted', async () => {
    const many: Folder = {
      name: 'many',
      async *entries() {
        for (let i = 200_000; i > 0; i--) yield fileNamed(`file${i}.abc`);
      },
    };
    for (const steps of [1, 1000, 200_010]) {
      let left = steps;
      let found = 0;
      await walk(
        many,
        (files) => {
          found += files.length;
        },
        async () => left-- > 0,
      );
      expect(found).toBe(0);
      expect(left).toBe(-1);
    }
  });

  it('that a file field gave is a tree again', async () => {
    const file = (path: string) => {
      const made = new File(['x'], path.split('/').at(-1) ?? '');
      Object.defineProperty(made, 'webkitRelativePath', { value: path });
      return made;
    };
    const folder = folderOfFiles(['game/b.abc', 'game/in/a.abc', 'game/in/er/__proto__'].map(file));
    expect(folder?.name).toBe('game');
    const paths: string[] = [];
    if (folder) await walk(folder, (files) => paths.push(...files.map(({ path }) => path)), going);
    expect(paths).toEqual(['b.abc', 'in/a.abc', 'in/er/__proto__']);
    expect(folderOfFiles([])).toBeNull();
  });

  it('is no file', () => {
    expect(isFolder(folderOf('a', {}))).toBe(true);
    expect(isFolder(fileNamed('a'))).toBe(false);
  });
});

it('sorting by name agrees with the usual sort, and keeps the order of equal names', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ maxLength: 2 }), { maxLength: 3000 }), async (names) => {
      const list = names.map((name, at) => ({ name, at }));
      const { compare } = new Intl.Collator(undefined, { numeric: true });
      const sorted = await sortedByName(list, going);
      expect(sorted).toEqual(list.toSorted((a, b) => compare(a.name, b.name)));
    }),
    { numRuns: 30 },
  );
});
