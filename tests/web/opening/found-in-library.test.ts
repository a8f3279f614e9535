/** Skins, frames and child models that are found in the library by themselves. */
import { afterEach, describe, expect, it, test } from 'vitest';
import {
  animationSourcesOf,
  childrenToOpen,
  setAnimationSource,
} from '../../../web/document/animation-clips.ts';
import { OpenFile } from '../../../web/document/open-file.ts';
import { addFiles, changeFiles, closeAllFiles } from '../../../web/document/state.ts';
import { addTextures, textures } from '../../../web/document/textures.ts';
import { sourceOf } from '../../../web/opening/sources/library-file.ts';
import { libraryDependencies, libraryFrame, skinsMissing } from '../../../web/opening/textures/in-library.ts';
import { slotStates } from '../../../web/opening/textures/slots.ts';
import {
  addLibraryFiles,
  addLibrarySource,
  closeLibrarySource,
  type LibraryFile,
  libraryFiles,
  librarySources,
} from '../../../web/store/library.ts';
import { loadCore } from '../support/core.ts';
import { modelWith } from '../support/fakes.ts';
import { libraryFile, librarySource } from '../support/library.ts';
import { bytesOf, JELLYFISH } from '../support/samples.ts';

afterEach(() => {
  closeAllFiles();
  librarySources.value = [];
  libraryFiles.value = [];
  textures.value = [];
});

/** Puts a source into the library. */
function source(name: string, ...paths: string[]) {
  const made = librarySource(name);
  addLibrarySource(made);
  const files = paths.map((path) => libraryFile(made, path));
  addLibraryFiles(files);
  return { source: made, files };
}

const facts = (slots: number[], commandString = '') => ({ format: 'abc' as const, slots, commandString });
const librarySkins = (file: LibraryFile, named: ReturnType<typeof facts>) =>
  libraryDependencies(file, { ...named, children: [] }).skins;
const places = (file: LibraryFile, slots: number[], commandString = '') =>
  librarySkins(file, facts(slots, commandString)).map(({ found, rule }) =>
    found ? `${found.source.name}: ${found.path} (${rule})` : null,
  );

test('child models are those of the library by path, then by name; none is the model itself', () => {
  const { files } = source('A', 'M/HERO.ABC', 'M/BASE.ABC', 'DEEP/BASE.ABC');
  const children = ['M\\base.abc', 'HERO.ABC', 'gone.abc', '', 'deep/base.abc'].map(
    (name, i) => [i + 1, name] as const,
  );
  const found = libraryDependencies(files[0] as LibraryFile, { ...facts([]), children }).children;
  expect(found.map(({ child, found: file }) => [child, file?.path ?? null])).toEqual([
    [1, 'M/BASE.ABC'],
    [2, null],
    [3, null],
    [4, null],
    [5, 'DEEP/BASE.ABC'],
  ]);
});

describe('skins in the library', () => {
  it('follow the rules of the games, in the own source first, then in the order of the sources', () => {
    const skins = source('SKINS.REZ', 'SKINS\\CHARS\\HERO.DTX', 'SKINS/CHARS/HERO_HEAD.DTX');
    const mod = source('mod.zip', 'game/skins/chars/hero.dtx', 'game/models/chars/Hero.abc');
    const game = source('GAME.REZ', 'MODELS/CHARS/HERO.ABC');
    const [, modded] = mod.files as [LibraryFile, LibraryFile];
    const [hero] = game.files as [LibraryFile];
    expect(places(modded, [0, 1])).toEqual([
      'mod.zip: game/skins/chars/hero.dtx (folder)',
      'SKINS.REZ: SKINS/CHARS/HERO_HEAD.DTX (head)',
    ]);
    expect(places(hero, [0, 1])).toEqual([
      'SKINS.REZ: SKINS\\CHARS\\HERO.DTX (folder)',
      'SKINS.REZ: SKINS/CHARS/HERO_HEAD.DTX (head)',
    ]);
    closeLibrarySource(skins.source);
    expect(places(hero, [0, 1])).toEqual(['mod.zip: game/skins/chars/hero.dtx (folder)', null]);
  });

  it('are named by hints, of two equal paths the first', () => {
    const { files } = source('A', 'x/One.dtx', 'X\\ONE.DTX', 'models/a.abc');
    expect(librarySkins(files[2] as LibraryFile, facts([0], 'ModelEditTexture X\\one.dtx'))[0]?.found).toBe(
      files[0],
    );
  });

  it('are missing, there, or not known', () => {
    const { files, source: game } = source('A', 'models/a.abc', 'skins/a.dtx');
    const [file] = files as [LibraryFile];
    expect(skinsMissing(file, facts([0]))).toBe(false);
    expect(skinsMissing(file, facts([]))).toBe(false);
    expect(skinsMissing(file, facts([0, 1]))).toBe(true);
    // While a source is being listed, it may still come.
    game.state.value = 'reading';
    expect(skinsMissing(file, facts([0, 1]))).toBeNull();
    expect(skinsMissing(file, facts([0]))).toBe(false);
    expect(skinsMissing(file, { ...facts([0]), format: 'dtx' })).toBeNull();
  });

  it('cover open models beside textures that were given, which go first for the same name', async () => {
    const { files } = source('GAME.REZ', 'MODELS/JELLYFISH.ABC', 'SKINS/JELLYFISH.DTX');
    const [entry, skin] = files as [LibraryFile, LibraryFile];
    const parsed = (await loadCore()).open(bytesOf(JELLYFISH));
    const file = new OpenFile(sourceOf(entry), parsed);
    addFiles([file]);
    expect(slotStates(file)[0]).toMatchObject({ source: sourceOf(skin), match: { rule: 'folder' } });
    const given = { name: 'mine/skins/jellyfish.dtx', read: async () => new Blob() };
    addTextures([given]);
    expect(slotStates(file)[0]?.source).toBe(given);
  });

  it('the frames of a sprite are found by path, else by name', () => {
    const { files } = source('A', 'SPRITES/s.spr', 'TEX/one.dtx', 'tex/b/one.dtx');
    const [sprite, one, deep] = files as [LibraryFile, LibraryFile, LibraryFile];
    expect(libraryFrame(sprite, 'tex\\B\\ONE.dtx')).toBe(deep);
    expect(libraryFrame(sprite, 'elsewhere\\one.dtx')).toBe(one);
    expect(libraryFrame(sprite, 'two.dtx')).toBeNull();
  });
});

describe('child models in the library', () => {
  const fileWith = (name: string, children: string[], entry?: LibraryFile): OpenFile => {
    const file = modelWith(name, {
      nodes: [{ parent: -1 }],
      animations: [],
      childModels: ['', ...children].map((child) => ({ name: child, buildNumber: 1 })),
    });
    if (entry) changeFiles([{ file, source: sourceOf(entry) }]);
    return file;
  };

  it('are to be opened, by their path, then by their name, while they are not', () => {
    const { files } = source('A', 'M/HERO.ABC', 'M/BASE.ABC', 'DEEP/DEATH.ABC');
    const [entry, base, death] = files as [LibraryFile, LibraryFile, LibraryFile];
    const hero = fileWith(
      'A/M/HERO.ABC',
      ['m\\base.abc', 'c:\\work\\death.abc', 'none.abc', 'hero.abc'],
      entry,
    );
    addFiles([hero]);
    expect(animationSourcesOf(hero).map(({ found }) => found && `${found.file.path} ${found.by}`)).toEqual([
      'M/BASE.ABC path',
      'DEEP/DEATH.ABC name',
      null,
      null,
    ]);
    expect(childrenToOpen(hero)).toEqual([base, death]);
    const opened = fileWith('A/M/BASE.ABC', [], base);
    addFiles([opened]);
    expect(animationSourcesOf(hero)[0]?.file).toBe(opened);
    expect(childrenToOpen(hero)).toEqual([death]);
  });

  it('stand before an open file that only has the name, and not before one that the user named', () => {
    const { files } = source('A', 'M/HERO.ABC', 'M/BASE.ABC');
    const [entry, base] = files as [LibraryFile, LibraryFile];
    const other = fileWith('base.abc', []);
    const hero = fileWith('A/M/HERO.ABC', ['M/BASE.ABC'], entry);
    const loose = fileWith('hero.abc', ['M/BASE.ABC']);
    addFiles([other, hero, loose]);
    expect(animationSourcesOf(hero)[0]?.file).toBe(other);
    expect(childrenToOpen(hero)).toEqual([base]);
    // A file from elsewhere has what lies beside it.
    expect(childrenToOpen(loose)).toEqual([]);
    const opened = fileWith('A/M/BASE.ABC', [], base);
    addFiles([opened]);
    expect(animationSourcesOf(hero)[0]?.file).toBe(opened);
    setAnimationSource(hero, 1, other);
    expect(animationSourcesOf(hero)[0]?.file).toBe(other);
    expect(childrenToOpen(hero)).toEqual([]);
  });
});
