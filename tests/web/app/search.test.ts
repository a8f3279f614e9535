/** What the search box finds, and in which order. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { itemsFor } from '../../../web/app/search/find.ts';
import { fitOf, type Item, queryOf } from '../../../web/app/search/item.ts';
import { commandFit } from '../../../web/app/search/sources/commands.ts';
import { chapters } from '../../../web/app/search/sources/guide.ts';
import { SYNONYMS } from '../../../web/app/search/sources/synonyms.ts';
import { BIND_POSE, type OpenFile } from '../../../web/document/open-file.ts';
import { addFiles, closeAllFiles } from '../../../web/document/state.ts';
import { type Command, registerCommands } from '../../../web/store/commands.ts';
import { modelWith } from '../support/fakes.ts';

const ran = vi.fn();

const command = (id: string, label: string, group: Command['group'] = 'View'): Command => ({
  id,
  label,
  group,
  run: () => ran(id),
});

registerCommands(
  command('view.skeleton', 'Show the skeleton'),
  command('camera.frame', 'Frame the model'),
  command('playback.play', 'Play or pause', 'Playback'),
  command('export.film', 'Export a video: MP4, WebM, GIF…', 'File'),
  command('view.picture', 'Save the image as PNG', 'File'),
  command('export.glb', 'Export as GLB…', 'File'),
  command('edit.undo', 'Undo', 'Edit'),
  { ...command('edit.redo', 'Redo', 'Edit'), enabled: () => false },
  command('page.theme', 'Switch between dark and light'),
);

/** All that is found. */
function found(text: string): readonly Item[] {
  const search = itemsFor(text);
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
  }
}

const namesFor = (text: string) => found(text).map(({ name }) => name);
const said = (text: string) => found(text).map(({ kind, name }) => `${kind} ${name}`);

beforeEach(() => {
  ran.mockClear();
  chapters.value = [];
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
});

afterEach(() => {
  closeAllFiles();
  vi.unstubAllGlobals();
});

test.each([
  ['Head', 'head', 'exact'],
  ['Header', 'head', 'begins'],
  ['L_Head', 'head', 'word'],
  ['Arrowhead', 'head', 'within'],
  ['the left hand', 'hand left', 'word'],
  ['Hand', 'head', null],
  ['Anything', '', 'within'],
])('“%s” for “%s”: %s', (name, text, fit) => {
  expect(fitOf(name, queryOf(text))).toBe(fit);
});

test.each([
  ['> skel', '>', 'skel'],
  [' #0x10', '#', '0x10'],
  ['@', '@', ''],
  ['a > b', '', 'a > b'],
])('“%s” asks for %s “%s”', (typed, mode, text) => {
  expect(queryOf(typed)).toMatchObject({ mode, text });
});

describe('commands', () => {
  test.each([
    ['SKEL', ['Show the skeleton']],
    ['the model', ['Frame the model']],
    ['model view', ['Frame the model']],
    ['play', ['Play or pause']],
    ['video', ['Export a video: MP4, WebM, GIF…']],
    ['vid', ['Export a video: MP4, WebM, GIF…']],
    ['screenshot', ['Save the image as PNG']],
    ['hide skeleton', ['Show the skeleton']],
    ['blender', ['Export as GLB…']],
    ['bones', ['Show the skeleton']],
    ['theme', ['Switch between dark and light']],
    ['redo', []],
    [
      'vi',
      [
        'Export a video: MP4, WebM, GIF…',
        'Show the skeleton',
        'Frame the model',
        'Switch between dark and light',
      ],
    ],
    ['sc', []],
  ])('“%s” finds %j', (text, labels) => {
    expect(namesFor(`>${text}`).sort()).toEqual([...labels].sort());
  });

  test('a label comes before a synonym', () => {
    const fits = (id: string, label: string, text: string) => commandFit(command(id, label), queryOf(text));
    expect(fits('file.open', 'Open files', 'load')).toBe('alike');
    expect(fits('x', 'Load files', 'load')).toBe('begins');
  });

  test('those chosen last come first', () => {
    found('>dark')[0]?.go();
    found('>undo')[0]?.go();
    expect(ran.mock.calls).toEqual([['page.theme'], ['edit.undo']]);
    expect(said('').slice(0, 2)).toEqual([
      'Recently used Undo',
      'Recently used Switch between dark and light',
    ]);
    expect(new Set(namesFor('')).size).toBe(namesFor('').length);
  });

  test('synonyms are of commands that there are', () => {
    const web = join(import.meta.dirname, '../../../web');
    const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('synonyms'))
      .map((name) => readFileSync(join(web, name), 'utf8'));
    const isMade = (id: string) => {
      const [group = '', own = ''] = id.split('.');
      const base = own.replace(/Options$/, '');
      return sources.some(
        (text) =>
          text.includes(`'${id}'`) ||
          (text.includes(`id: \`${group}.\${`) && (text.includes(`'${base}'`) || text.includes(`${base}:`))),
      );
    };
    expect(Object.keys(SYNONYMS).filter((id) => !isMade(id))).toEqual([]);
  });
});

describe('names of a model', () => {
  const named = (...list: string[]) => list.map((name) => ({ name, parent: -1, node: 0 }));
  const animations = (...list: string[]) =>
    list.map((name) => ({ name, length: 500, keyframes: 2, complete: name !== 'arm cut off' }));
  const paths = {
    pathOf: (element: object) => JSON.stringify(element),
    resolve: () => null,
    children: () => [],
    size: 0x1000,
    findings: [],
    ancestors: () => [],
  };

  function hero(): OpenFile {
    const file = modelWith(
      'hero.abc',
      {
        pieces: named('Arm', 'arm plate'),
        nodes: named('arm_l', 'arm_r'),
        sockets: named('armband', 'Arm'),
        animations: animations('raise arm', 'arm cut off', 'arm'),
      },
      paths,
    );
    addFiles([file]);
    return file;
  }

  test('exact ones come first; animations, sockets, pieces, nodes', () => {
    hero();
    expect(said('@ ARM ')).toEqual([
      'Animation arm',
      'Socket Arm',
      'Piece Arm',
      'Socket armband',
      'Piece arm plate',
      'Node arm_l',
      'Node arm_r',
      'Animation raise arm',
    ]);
    expect(said('arm').slice(0, 3)).toEqual(['Animation arm', 'Socket Arm', 'Piece Arm']);
  });

  test('have every word, in any order', () => {
    hero();
    expect(said('@plate arm')).toEqual(['Piece arm plate']);
    expect(said('@arm leg')).toEqual([]);
  });

  test('are not selected or played before they are chosen', () => {
    const file = hero();
    found('arm');
    expect(file.playback.clip.value).toEqual(BIND_POSE);
    expect(file.selection.value).toBeNull();
  });

  test('are as many as a list has room for', () => {
    addFiles([
      modelWith('many.abc', { nodes: named(...Array.from({ length: 300 }, (_, i) => `bone ${i}`)) }, paths),
    ]);
    expect(found('@bone')).toHaveLength(100);
    expect(found('bone').filter(({ kind }) => kind === 'Node')).toHaveLength(15);
  });

  test('an offset is the first, a word of hex digits one of the last', () => {
    hero();
    expect(said('0x10')[0]).toBe('Go to 0x10');
    expect(said('add').at(-2)).toBe('Go to 0xADD');
    expect(said('#0xFFFF')).toEqual([]);
  });

  test('open files are found by the words of their paths', () => {
    addFiles([modelWith('chars/guard_1.abc', {}, paths), modelWith('chars/guard_10.abc', {}, paths)]);
    expect(said('guard_10')[0]).toBe('Open file guard_10.abc');
    expect(said('/chars 1.')).toEqual(['Open file guard_1.abc']);
  });
});

describe('the guide', () => {
  const chapter = (id: string, title: string, page: string, also = '') => ({ id, title, page, also });

  test('is found by titles, then by pages and what people say; few chapters among other things', () => {
    chapters.value = [
      chapter('guide/exporting.html', 'Exporting', 'Exporting', 'blender convert'),
      ...Array.from({ length: 9 }, (_, i) => chapter(`guide/exporting.html#${i}`, `Way ${i}`, 'Exporting')),
      chapter('format/abc.html#3', 'Exporting by hand', 'ABC'),
    ];
    expect(namesFor('?')).toEqual(['Exporting']);
    expect(namesFor('?convert blender')).toEqual(['Exporting']);
    expect(said('?exporting').slice(0, 3)).toEqual([
      'Guide Exporting',
      'Documentation Exporting by hand',
      'Guide Way 0',
    ]);
    expect(said('exporting')).toContain('Find Search the documentation for “exporting”');
    expect(said('0x10').join()).not.toContain('Search the documentation');
    expect(said('exporting').filter((text) => /^(Guide|Documentation)/.test(text))).toHaveLength(4);
  });
});
