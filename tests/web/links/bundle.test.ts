/** Bundles: what is put into one comes out of it, in its place; and a hostile one brings nothing but its own files. */
import type { Lithoscope } from '@lithoscope/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listArchive } from '../../../web/archive/list.ts';
import { BlobSource } from '../../../web/archive/source.ts';
import { attach, changeAttachment } from '../../../web/document/attachments.ts';
import { type FileSource, OpenFile } from '../../../web/document/open-file.ts';
import { addFiles, closeAllFiles } from '../../../web/document/state.ts';
import { addTextures, textures } from '../../../web/document/textures.ts';
import { chooseSkin } from '../../../web/opening/textures/slots.ts';
import {
  addLibraryFiles,
  addLibrarySource,
  closeLibrarySource,
  type LibrarySource,
  libraryFiles,
  librarySources,
} from '../../../web/store/library.ts';
import { assembled } from '../../support/parts.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { loadCore } from '../support/core.ts';
import { libraryFile, librarySource } from '../support/library.ts';
import { bytesOf, CLOCKWORK, CLOCKWORK_BASE, JELLYFISH, sample } from '../support/samples.ts';

// What asks whether little is to move does so when it is loaded.
vi.hoisted(() => vi.resetModules());
vi.mock('../../../web/ui/environment.ts', () => ({
  isCalm: () => false,
  pageAddress: () => 'https://page.invalid/',
}));
afterAll(() => void vi.resetModules());

const { makeBundle, planBundle } = await import('../../../web/links/bundle/write.ts');
const { readBundle } = await import('../../../web/links/bundle/read.ts');
const { LinkBudget } = await import('../../../web/links/budget.ts');
const { applyLink } = await import('../../../web/links/view.ts');
const { parseLink } = await import('../../../web/links/format.ts');

let core: Lithoscope;
beforeAll(async () => {
  core = await loadCore();
});
beforeEach(() => {
  for (const source of librarySources.peek()) closeLibrarySource(source);
});
afterEach(() => {
  textures.value = [];
  closeAllFiles();
});

const texture = (name: string, bytes = sample('clockwork.dtx')): FileSource => ({
  name,
  read: async () => new Blob([bytes]),
});

function open(name: string, path: string): OpenFile {
  const file = new OpenFile(texture(name, bytesOf(path)), core.open(bytesOf(path)));
  addFiles([file]);
  return file;
}

/** Lists a zip in the library, as the page does. */
async function listed(blob: Blob, name = 'hero.lith'): Promise<LibrarySource> {
  const rez = () => Promise.reject(new Error('it is no REZ'));
  const { entries, kind } = await listArchive(new BlobSource(blob), name, { rez });
  const source: LibrarySource = { ...librarySource(name), kind: 'zip', locator: { blob } };
  addLibrarySource(source);
  addLibraryFiles(
    entries.map(({ path, place, problem }) => ({
      ...libraryFile(source, path),
      locator: { of: { blob }, kind, place },
      size: place.size,
      problem,
    })),
  );
  return source;
}

const zip = (files: Readonly<Record<string, Uint8Array | string>>) =>
  new Blob([
    assembled(
      zipParts(
        Object.entries(files).map(([path, content]) => ({
          path,
          content: typeof content === 'string' ? Uint8Array.from(Buffer.from(content)) : content.slice(),
          deflate: true,
        })),
      ),
    ),
  ]);

describe('a bundle', () => {
  it('brings back model, lenders, models at sockets, skins and view', async () => {
    const file = open('HERO.ABC', CLOCKWORK);
    const base = open('models/clockwork_base.abc', CLOCKWORK_BASE);
    const held = open('sword.abc', JELLYFISH);
    addTextures([texture('a/hero.dtx'), texture('sword.dtx', sample('jellyfish.dtx'))]);
    chooseSkin(file, 0, textures.peek()[0] ?? null);
    chooseSkin(file, 1, null);
    chooseSkin(held, 0, textures.peek()[1] ?? null);
    attach(file, 2, held);
    changeAttachment(file, 2, { clip: { child: 0, animation: 0 } });
    applyLink(file, parseLink('mark=0x10%2B4%2Cblue%2CHere'));
    applyLink(file, parseLink('anim=Walk&t=250&cam=1,2,3,4,5,6&sel=0x10+4'));
    const { name, blob, files, failures } = await makeBundle(planBundle(file));
    expect({ name, failures }).toEqual({ name: 'HERO.lith', failures: [] });
    expect(files).toEqual([
      'HERO.ABC',
      'clockwork_base.abc',
      'hero.dtx',
      'sword.abc',
      'sword.dtx',
      'link.txt',
    ]);

    const bundle = await readBundle(await listed(blob));
    expect(bundle?.model.path).toBe('HERO.ABC');
    expect(bundle?.sentences).toEqual([]);
    expect(bundle?.link).toEqual({
      model: 'HERO.ABC',
      bases: [{ place: 1, url: 'clockwork_base.abc' }],
      attached: [{ socket: 2, child: 0, animation: 0, timeMs: 250, shown: true, url: 'sword.abc' }],
      textures: [
        { place: 0, url: 'hero.dtx' },
        { place: 1, url: '' },
        { place: 0, socket: 2, url: 'sword.dtx' },
      ],
      anim: 'Walk',
      timeMs: 250,
      camera: [1, 2, 3, 4, 5, 6],
      selection: { start: 0x10, length: 4 },
      bookmarks: [{ start: 0x10, end: 0x14, color: 'blue', name: 'Here', note: '' }],
      unknownParts: [],
    });
    const read = await bundle?.companions[0]?.result.source?.read();
    expect(new Uint8Array((await read?.arrayBuffer()) ?? [])).toEqual(base.parsed.bytes);
    const skin = bundle?.companions.find(({ supplied }) => supplied.url === 'hero.dtx')?.result.source;
    expect(new Uint8Array((await (await skin?.read())?.arrayBuffer()) ?? [])).toEqual(
      sample('clockwork.dtx'),
    );
  });

  it('tells files of one name apart, whatever they are', async () => {
    const file = open('link.txt', CLOCKWORK);
    addTextures([texture('a/Hero.dtx'), texture('b/hero.DTX', sample('jellyfish.dtx'))]);
    const [first = null, second = null] = textures.peek();
    chooseSkin(file, 0, first);
    chooseSkin(file, 1, second);
    const plan = planBundle(file);
    expect([...plan.files.keys()]).toEqual(['link (2).txt', 'Hero.dtx', 'hero (2).DTX']);
    expect(plan.link.textures).toEqual([
      { place: 0, url: 'Hero.dtx' },
      { place: 1, url: 'hero (2).DTX' },
    ]);
  });

  it('leaves out what cannot be read, and says so; but not the model', async () => {
    const file = open('hero.abc', CLOCKWORK);
    const gone: FileSource = { name: 'gone.dtx', read: () => Promise.reject(new Error('it has gone')) };
    chooseSkin(file, 0, gone);
    chooseSkin(file, 1, null);
    const { blob, failures } = await makeBundle(planBundle(file));
    expect(failures).toEqual(['gone.dtx: it has gone']);
    expect((await readBundle(await listed(blob)))?.link.textures).toEqual([{ place: 1, url: '' }]);
    const stopped = AbortSignal.abort();
    await expect(makeBundle(planBundle(file), { signal: stopped })).rejects.toThrow('abort');
  });
});

describe('a bundle from anywhere', () => {
  const MODEL = bytesOf(CLOCKWORK);
  const readOf = async (files: Parameters<typeof zip>[0], budget?: InstanceType<typeof LinkBudget>) =>
    readBundle(await listed(zip(files)), budget);

  it.each([
    ['without a link', { 'hero.abc': MODEL }],
    ['with a link of nothing', { 'link.txt': '%%%&&&==', 'hero.abc': MODEL }],
    ['with a link that names no model in it', { 'link.txt': 'model=other.abc', 'hero.abc': MODEL }],
    ['with a link to an address', { 'link.txt': 'model=https://bad.invalid/a.abc', 'hero.abc': MODEL }],
    ['with a link to another kind of file', { 'link.txt': 'model=a.glb', 'a.glb': MODEL }],
    [
      'with a link too long to be one',
      { 'link.txt': `model=hero.abc&x=${'y'.repeat(2 ** 20)}`, 'hero.abc': MODEL },
    ],
  ])('%s is a zip like any other', async (_, files) => {
    expect(await readOf(files)).toBeNull();
  });

  it('has nothing fetched, and nothing but its own files opened', async () => {
    const bundle = await readOf({
      'link.txt':
        'model=hero.abc&base=https://bad.invalid/b.abc&tex=https://bad.invalid/t.dtx&tex=0:../../etc/passwd&base=evil.glb' +
        '&attach=0@nested.zip&data=AAAA&texdata=a.dtx,AAAA&local=x&find=y&entry=z&keep=1&anim=Walk',
      'hero.abc': MODEL,
      'evil.glb': 'glTF',
      'nested.zip': 'PK',
    });
    expect(bundle?.companions).toEqual([]);
    expect(Object.keys(bundle?.link ?? {}).sort()).toEqual(
      ['anim', 'attached', 'bases', 'model', 'textures', 'unknownParts'].sort(),
    );
    expect(bundle?.sentences).toEqual([
      'Not in the bundle: evil.glb, nested.zip, ../../etc/passwd.',
      'The bundle refers to 2 files by address, which were not loaded: a bundle contains its own files.',
    ]);
  });

  it('has a limit of bytes and of files', async () => {
    const names = Array.from({ length: 70 }, (_, i) => `${i}.dtx`);
    const files = Object.fromEntries(names.map((name) => [name, new Uint8Array(1000)]));
    const link = `model=hero.abc&${names.map((name, i) => `tex=${i}:${name}`).join('&')}`;
    const bundle = await readOf({ 'link.txt': link, 'hero.abc': MODEL, ...files }, new LinkBudget(10_500));
    expect(bundle?.companions).toHaveLength(10);
    expect(bundle?.sentences.join(' ')).toMatch(
      /only the first 64 of its bases, models and skins.*Not opened: 10\.dtx, 11\.dtx, .* and 49 more/,
    );
  });

  it('is not read where the archive says that it cannot be', async () => {
    const blob = zip({ 'link.txt': 'model=hero.abc', 'hero.abc': MODEL });
    const source = await listed(blob);
    const file = libraryFiles.peek().find(({ path }) => path === 'link.txt');
    Object.assign(file ?? {}, { problem: 'It is encrypted.' });
    expect(await readBundle(source)).toBeNull();
  });
});
