/** The search in the page: what is found as facts come, and how a text goes on. */

import type { Lithoscope } from '@lithoscope/core';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { factsFrom } from '../../../web/explain/facts.ts';
import {
  factsOf,
  keepResultsOf,
  knownFacts,
  nameIndex,
  putResults,
  readProblemOf,
} from '../../../web/library/facts.ts';
import { completionsAt, foundFiles, query, searchResult } from '../../../web/library/search.ts';
import {
  addLibraryFiles,
  addLibrarySource,
  closeLibrarySource,
  type LibraryFile,
  libraryFiles,
  libraryQuery,
  librarySources,
  replaceLibrarySource,
} from '../../../web/store/library.ts';
import { loadCore } from '../support/core.ts';
import { libraryFile, librarySource } from '../support/library.ts';
import { sample } from '../support/samples.ts';

const NAMES = ['MODELS/clockwork.abc', 'MODELS/jellyfish.abc', 'MODELS/clockwork_base.abc'];
let core: Lithoscope;
let files: LibraryFile[];
beforeAll(async () => {
  core = await loadCore();
});

const factsAt = (file: LibraryFile) => {
  const parsed = core.open(sample(file.path.slice('MODELS/'.length)));
  const facts = factsFrom(parsed);
  parsed.release();
  return facts;
};
const read = (...some: LibraryFile[]) => putResults(some.map((file) => [file.id, { facts: factsAt(file) }]));
const pathsOf = (list: readonly LibraryFile[]) => list.map(({ path }) => path.slice('MODELS/'.length));

/** Skins are looked for a little at a time. */
const complete = () => vi.waitFor(() => expect(searchResult.value.isComplete).toBe(true));

beforeEach(() => {
  const source = librarySource('GAME.REZ');
  files = [...NAMES, 'readme.txt'].map((path) => libraryFile(source, path));
  addLibrarySource(source);
  addLibraryFiles(files);
});
afterEach(() => {
  for (const source of librarySources.peek()) closeLibrarySource(source);
  keepResultsOf(libraryFiles.peek());
  libraryQuery.value = '';
});

describe('the search', () => {
  it('lists all files while nothing is searched for', () => {
    expect(foundFiles.value).toBe(libraryFiles.value);
    libraryQuery.value = 'nokey:x';
    expect(foundFiles.value).toBe(libraryFiles.value);
    expect(query.value.problems).toHaveLength(1);
  });

  it('says which files it would have to read, and finds them when they are read', () => {
    const [clockwork, jellyfish, base] = files as [LibraryFile, LibraryFile, LibraryFile];
    libraryQuery.value = 'faces>100';
    expect(pathsOf(searchResult.value.notRead)).toEqual([
      'clockwork.abc',
      'jellyfish.abc',
      'clockwork_base.abc',
    ]);
    expect(foundFiles.value).toEqual([]);
    read(clockwork);
    expect(foundFiles.value).toEqual([clockwork]);
    expect(searchResult.value.notRead).toEqual([jellyfish, base]);
    putResults([[jellyfish.id, { problem: 'Gone.' }]]);
    expect(searchResult.value.notRead).toEqual([base]);
    expect(readProblemOf(jellyfish)).toBe('Gone.');
    libraryQuery.value = 'jelly';
    expect(foundFiles.value).toEqual([jellyfish]);
  });

  it('finds by what is inside as the facts say', () => {
    read(...files.slice(0, 3));
    for (const file of files.slice(0, 3)) {
      const { names, version } = factsAt(file);
      for (const [text, list] of [
        ['node', names.nodes],
        ['anim', names.animations],
        ['socket', names.sockets],
      ] as const) {
        for (const name of list) {
          libraryQuery.value = `${text}="${name}" version:${version}`;
          expect(foundFiles.value, libraryQuery.value).toContain(file);
          libraryQuery.value = `-${text}="${name}"`;
          expect(foundFiles.value, libraryQuery.value).not.toContain(file);
        }
      }
    }
  });

  it('knows which models miss a skin in the library', async () => {
    read(...files.slice(0, 3));
    libraryQuery.value = 'skin:missing';
    await complete();
    expect(pathsOf(foundFiles.value)).toContain('jellyfish.abc');
    addLibraryFiles([libraryFile(files[0]?.source as LibraryFile['source'], 'SKINS/jellyfish.dtx')]);
    await complete();
    expect(pathsOf(foundFiles.value)).not.toContain('jellyfish.abc');
    libraryQuery.value = 'has:skin';
    await complete();
    expect(pathsOf(foundFiles.value)).toContain('jellyfish.abc');
  });

  it('knows the paths of a source that took the place of another one, with as many files', () => {
    const [before, last] = [librarySource('B'), librarySource('C')];
    for (const source of [before, last]) addLibrarySource(source);
    addLibraryFiles([libraryFile(before, 'old.abc'), libraryFile(last, 'last.abc')]);
    libraryQuery.value = 'path:old';
    expect(foundFiles.value).toHaveLength(1);
    const after = librarySource('B');
    const fresh = libraryFile(after, 'fresh.abc');
    replaceLibrarySource(before, after, [fresh]);
    libraryQuery.value = 'path:fresh';
    expect(foundFiles.value).toEqual([fresh]);
  });

  it('forgets what was closed, and keeps the rest', () => {
    const other = librarySource('MOD.ZIP');
    const added = libraryFile(other, 'MODELS/clockwork.abc');
    addLibrarySource(other);
    addLibraryFiles([added]);
    read(...files.slice(0, 3), added);
    closeLibrarySource(files[0]?.source as LibraryFile['source']);
    keepResultsOf(libraryFiles.peek());
    expect(files.map(knownFacts)).toEqual([null, null, null, null]);
    expect(factsOf(added)).toEqual(factsAt(added));
    const [node = ''] = factsAt(added).names.nodes;
    libraryQuery.value = `node="${node}"`;
    expect(foundFiles.value).toEqual([added]);
  });
});

describe('completion', () => {
  const at = (text: string, caret = text.length, all = false) => {
    const files = libraryFiles.peek().map((file) => [file, knownFacts(file)] as const);
    const found = completionsAt(text, caret, { names: nameIndex, files }, all);
    return found && { ...found, texts: found.choices.map((choice) => choice.text) };
  };

  it('offers keys, all of them on request', () => {
    expect(at('an')).toMatchObject({ start: 0, end: 2, texts: ['anim:', 'anims>'] });
    expect(at('walk -nod')).toMatchObject({ start: 6, end: 9, texts: ['node:', 'nodes>'] });
    expect(at('')).toBeNull();
    expect(at('', 0, true)?.texts).toEqual(expect.arrayContaining(['anim:', 'faces>', 'verdict:', 'code:']));
    expect(at('"an')).toBeNull();
    expect(at('constructor')).toBeNull();
  });

  it('offers values that occur, those of most files first', () => {
    read(...files.slice(0, 3));
    const animations = factsAt(files[0] as LibraryFile).names.animations;
    const [first = ''] = animations;
    expect(at(`anim:${first.slice(0, 3)}`)?.choices.map(({ label }) => label)).toContain(first);
    expect(at('version:')?.texts.sort()).toEqual(['version:12', 'version:6']);
    expect(at('verdict:e')).toMatchObject({ texts: ['verdict:error'] });
    expect(at('verdict:error')).toBeNull();
    expect(at('ext:')?.choices).toEqual([
      { text: 'ext:abc', label: 'abc', detail: '3' },
      { text: 'ext:txt', label: 'txt', detail: '1' },
    ]);
    expect(at('game:av')).toMatchObject({ texts: ['game:AvP2'] });
    expect(at('faces>')).toBeNull();
    expect(at('nokey:')).toBeNull();
  });

  it('takes the place of the part that the caret is in', () => {
    expect(at('kind:mo faces>3', 6)).toMatchObject({ start: 0, end: 7, texts: ['kind:model'] });
  });

  it('quotes what has spaces', () => {
    const [file] = files as [LibraryFile];
    const facts = factsAt(file);
    const names = { ...facts.names, sockets: ['right hand', 'a "b" c'] };
    putResults([[file.id, { facts: { ...facts, names } }]]);
    expect(at('socket:')?.texts.sort()).toEqual(['socket:"a "', 'socket:"right hand"']);
    libraryQuery.value = 'socket:"a "';
    expect(foundFiles.value).toEqual([file]);
  });
});
