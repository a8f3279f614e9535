/** The API of the npm package in this process: any bytes, any source, archives in archives, errors (npm-package.test.ts installs it). */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { codecWasm } from '../../../tools/jsquash.mjs';
import {
  compare,
  decodeTexture,
  encodeImage,
  encodeTexture,
  httpSource,
  importGltf,
  LithoscopeError,
  type Model,
  type Opened,
  open,
  pack,
  type RezArchive,
  setModules,
  type ZipArchive,
} from '../../../web/api/index.ts';
import { gltfSample, gltfSamples } from '../../support/gltf-samples.ts';
import { assembled } from '../../support/parts.ts';
import { readRez } from '../../support/rez-reader.ts';
import { type RezEntry, rezParts } from '../../support/rez-writer.ts';
import { encoded, gradient, HEIGHT, WIDTH } from '../support/encoded-images.ts';

const root = join(import.meta.dirname, '../../..');
const sample = (name: string) => new Uint8Array(readFileSync(join(root, 'public/samples', name)));
const module = (name: string) => new Uint8Array(readFileSync(join(root, `build/wasm/${name}.wasm`)));

const codecs = Object.fromEntries(
  codecWasm().map(({ name, path }) => [name.replace('.wasm', ''), new Uint8Array(readFileSync(path))]),
);

beforeAll(() => {
  setModules({
    lithoscope: module('lithoscope'),
    editing: module('editing'),
    converting: module('converting'),
    jupiter: module('jupiter'),
    exchange: module('exchange'),
    dtx: module('dtx'),
    rez: module('rez'),
    ...codecs,
  });
});

const rezArchive = (entries: readonly RezEntry[]) => assembled(rezParts(entries));
const text = (of: string) => new TextEncoder().encode(of);
const codeOf = async (act: () => unknown) => {
  try {
    await act();
  } catch (error) {
    if (error instanceof LithoscopeError) return error.code;
    throw error;
  }
  return 'nothing thrown';
};

async function asModel(bytes: Uint8Array, name = ''): Promise<Model> {
  const file = await open(bytes, { name });
  if (file.kind !== 'model') expect.fail(`it is ${file.kind}`);
  return file;
}

/** Everything that can be asked of a file, whatever it is. */
async function askAll(file: Opened): Promise<void> {
  if (file.kind === 'archive') {
    const { entries } = await file.list({ nested: true });
    for (const entry of entries.slice(0, 3))
      await file.read(entry).catch((error) => expect(error).toBeInstanceOf(LithoscopeError));
    if (file.type === 'zip') return;
  }
  let end = 0;
  for await (const { offset, length } of file.fields()) {
    expect(offset).toBe(end);
    end += length;
  }
  if (file.kind !== 'archive') expect(end).toBe(file.size);
  file.report();
  if (file.kind === 'model') {
    file.pose();
    file.deform({ time: Number.NaN });
    await file.toGlb();
    await file.toObj();
  }
  if (file.kind === 'texture') file.pixels();
  if (file.isEditable) (await file.fix()).file.release();
}

describe('any bytes give a file', () => {
  test.each(['clockwork_base.abc', 'jellyfish.abc', 'clockwork_head.dtx'])(
    '%s cut and damaged',
    async (name) => {
      const whole = sample(name);
      for (const length of [0, 1, 7, 30, 200, 1000, 3000]) {
        const file = await open(whole.subarray(0, length), { name });
        expect(file.findings.length).toBeGreaterThan(0);
        await askAll(file);
        file.release();
      }
      for (const at of [4, 9, 20, 70, 300]) {
        const damaged = whole.slice(0, 20_000);
        damaged.fill(0xff, at, at + 4);
        const file = await open(damaged, { name });
        await askAll(file);
        file.release();
      }
    },
  );

  test.each([
    ['X.ZIP', text('PK\x03\x04 and nothing else')],
    ['X.REZ', text('no archive')],
    ['X.SPR', text('no sprite')],
    ['X.ABC', text('\r\nRezMgr Version 1 Copyright')],
    ['../\u202e\0', text('no name')],
  ])('bytes that are no file, %#', async (name, bytes) => {
    const file = await open(bytes, { name });
    expect(file.name).toBe(name);
    await askAll(file);
    file.release();
  });
});

describe('archives', () => {
  const model = sample('jellyfish.abc');
  const inner = rezArchive([{ path: 'MODELS/JELLY.ABC', content: model }]);
  const zip = zipSync({ 'a/inner.rez': inner, 'SKIN.DTX': sample('clockwork_head.dtx') });

  test('are read in parts, those in them too', async () => {
    let read = 0;
    const source = {
      size: zip.length,
      read: async (start: number, end: number) => {
        read += end - start;
        return zip.slice(start, end);
      },
    };
    const padded = new Uint8Array(zip.length + 200);
    padded.set(zip, 100);
    const viewing = {
      size: zip.length,
      read: async (start: number, end: number) => padded.subarray(100 + start, 100 + end),
    };
    const buffers = {
      size: zip.length,
      // A small Buffer is a part of one that many share.
      read: async (start: number, end: number) => Buffer.from(zip.subarray(start, end)),
    };
    for (const input of [
      source,
      viewing,
      buffers,
      new Blob([zip]),
      zip,
      zip.buffer as ArrayBuffer,
      Buffer.from(zip),
    ]) {
      const archive = (await open(input, { name: 'game.pk3' })) as ZipArchive;
      expect(archive.info).toMatchObject({ format: 'zip', entryCount: 2, unreadable: 0, problems: [] });
      const { entries } = await archive.list({ nested: true });
      expect(entries.map(({ path }) => path)).toEqual([
        'a/inner.rez',
        'SKIN.DTX',
        'a/inner.rez/MODELS/JELLY.ABC',
      ]);
      expect(Buffer.compare(await archive.read('A\\INNER.REZ\\models\\jelly.abc'), model)).toBe(0);
      const file = await archive.open(entries[2] ?? '');
      expect([file.kind, file.name]).toEqual(['model', 'a/inner.rez/MODELS/JELLY.ABC']);
      const rez = (await archive.open('a/inner.rez')) as RezArchive;
      expect([rez.type, rez.info.entryCount, rez.findings]).toEqual(['rez', 1, []]);
      const blob = await rez.blob('MODELS/JELLY.ABC');
      expect(Buffer.compare(new Uint8Array(await blob.arrayBuffer()), model)).toBe(0);
      expect(await codeOf(() => archive.read('none'))).toBe('NOT_FOUND');
      expect(await codeOf(() => archive.read({ path: '', size: 0, time: null, problem: '' }))).toBe(
        'NOT_FOUND',
      );
      for (const each of [file, rez, archive]) each.release();
      expect(await codeOf(() => archive.list())).toBe('RELEASED');
    }
    // Of the first: directory, head and entries, some of them again, and not the whole over and over.
    expect(read).toBeLessThan(4 * zip.length);
  });

  test('of entries with one path the first is read by it', async () => {
    const rez = (await open(
      rezArchive([
        { path: 'A.TXT', content: text('one') },
        { path: 'a.txt', content: text('two') },
      ]),
    )) as RezArchive;
    expect((await rez.list()).entries).toHaveLength(2);
    expect(await rez.read('a.TXT')).toEqual(text('one'));
  });

  test('what a source says is what the caller gets', async () => {
    const failing = { size: 100, read: () => Promise.reject(new RangeError('gone')) };
    await expect(open(failing)).rejects.toThrow(RangeError);
    expect(await codeOf(() => open({ size: 100, read: async () => new Uint8Array(3) }))).toBe('UNREADABLE');
    for (const wrong of ['text', null, undefined, 5, {}])
      expect(await codeOf(() => open(wrong as unknown as Uint8Array))).toBe('WRONG_ARGUMENT');
  });

  test('a listing is stopped by its signal', async () => {
    const archive = (await open(zip)) as ZipArchive;
    await expect(archive.list({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    expect((await archive.list()).entries).toHaveLength(2);
  });
});

describe('archives that are written', () => {
  const files = [
    { path: 'models/hero.abc', content: sample('jellyfish.abc'), time: 5_000_000 },
    { path: 'readme.txt', content: new Blob(['read me']) },
    {
      path: 'SKINS/S.DTX',
      content: { size: 3, read: async (a: number, b: number) => text('abc').slice(a, b) },
    },
  ];
  const pathsOf = async (bytes: Uint8Array) => {
    const archive = await open(bytes);
    if (archive.kind !== 'archive') expect.fail(`it is ${archive.kind}`);
    return (await archive.list()).entries.map(({ path }) => path).toSorted();
  };

  test('have the files that went into them', async () => {
    const made = await pack(files);
    const bytes = await made.bytes();
    expect([made.type, made.size]).toEqual(['rez', bytes.length]);
    const { resources } = readRez(bytes);
    expect(resources.map(({ path, size, time }) => [path, size, time]).toSorted()).toEqual([
      ['MODELS/HERO.ABC', sample('jellyfish.abc').length, 5000],
      ['README.TXT', 7, 0],
      ['SKINS/S.DTX', 3, 0],
    ]);
    const zip = await (await pack(files, { type: 'zip' })).bytes();
    expect(Object.keys(unzipSync(zip)).toSorted()).toEqual(files.map(({ path }) => path).toSorted());
  });

  test('are changed ones, which stay as they are', async () => {
    const before = await (await pack(files, { title: 'Mine', keepCase: true })).bytes();
    const archive = (await open(before)) as RezArchive;
    const after = await archive.withChanges([
      { delete: 'readme.txt' },
      { rename: 'models', to: 'Models/Heroes' },
      { add: { path: 'new.txt', content: text('new') } },
    ]);
    const bytes = await after.bytes();
    expect(await pathsOf(bytes)).toEqual(['Models/Heroes/hero.ABC', 'NEW.TXT', 'SKINS/S.DTX']);
    expect(readRez(bytes).title.trim()).toBe('Mine');
    expect(await pathsOf(before)).toEqual(['SKINS/S.DTX', 'models/hero.ABC', 'readme.TXT']);
    const zip = await archive.withChanges([], { type: 'zip' });
    expect([zip.type, zip.size]).toEqual(['zip', null]);
    const again = (await open(await zip.bytes())) as ZipArchive;
    expect(await pathsOf(await (await again.withChanges([{ delete: 'skins' }])).bytes())).toEqual([
      'models/hero.ABC',
      'readme.TXT',
    ]);
    archive.release();
    expect(await codeOf(() => archive.withChanges([]))).toBe('RELEASED');
  });

  test('are refused with a reason', async () => {
    const one = (path: string, content: Uint8Array = text('x')) => ({ path, content });
    expect(await codeOf(() => pack([one('a.jpeg2')]))).toBe('REFUSED');
    expect(await codeOf(() => pack([one('a.txt'), one('A.TXT')], { type: 'zip' }))).toBe('REFUSED');
    const archive = (await open(rezArchive([{ path: 'a.txt', content: text('one') }]))) as RezArchive;
    expect(await codeOf(() => archive.withChanges([{ delete: 'b.txt' }]))).toBe('REFUSED');
    expect(await codeOf(() => archive.withChanges([{} as never]))).toBe('WRONG_ARGUMENT');
    const short = { size: 3, read: async () => new Uint8Array(1) };
    const broken = await pack([{ path: 'a.txt', content: short }]);
    expect(await codeOf(() => broken.bytes())).toBe('UNREADABLE');
  });
});

describe('a file at an address', () => {
  // Longer than what comes with the first question; its directory is at the end.
  const file = zipSync({ 'LONG.BIN': new Uint8Array(200_000), 'X.TXT': text('x') }, { level: 0 });
  let answer: 'parts' | 'whole' | 'nothing' | 'silence' = 'parts';
  const server = createServer(({ headers }, response) => {
    if (answer === 'silence') return;
    const [, from = 0, to = 0] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '')?.map(Number) ?? [];
    const status = answer === 'parts' ? 206 : answer === 'whole' ? 200 : 500;
    response.writeHead(status, { 'Content-Range': `bytes ${from}-${to}/${file.length}` });
    response.end(file.subarray(from, to + 1));
  });
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/game/X.PK3`;
  });
  beforeEach(() => {
    answer = 'parts';
  });
  afterEach(() => vi.unstubAllGlobals());
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('is read in parts, in a page also at an address relative to it', async () => {
    const source = await httpSource(url);
    expect(await source.read(199_999, 200_003)).toEqual(file.slice(199_999, 200_003));
    expect(await codeOf(() => httpSource('X.PK3'))).toBe('UNREADABLE');
    vi.stubGlobal('location', { href: new URL('index.html', url).href });
    expect((await httpSource('X.PK3')).size).toBe(file.length);
    const archive = (await open(source, { name: 'X.PK3' })) as ZipArchive;
    expect(await archive.read('x.txt')).toEqual(text('x'));
  });

  test('that fails, at once or later, says so', async () => {
    answer = 'whole';
    expect(await codeOf(() => httpSource(url))).toBe('UNREADABLE');
    answer = 'parts';
    const source = await httpSource(url);
    answer = 'nothing';
    await expect(source.read(100_000, 100_010)).rejects.toMatchObject({
      code: 'UNREADABLE',
      message: expect.stringContaining('it answered 500'),
    });
    await expect(source.read(0, file.length + 1)).rejects.toMatchObject({ code: 'WRONG_ARGUMENT' });
  });

  test('is asked for until the signal ends it', async () => {
    const enough = new Error('enough');
    const ending = new AbortController();
    const source = await httpSource(url, { signal: ending.signal });
    answer = 'silence';
    const reading = source.read(100_000, 100_010);
    ending.abort(enough);
    await expect(reading).rejects.toBe(enough);
    answer = 'parts';
    await expect(source.read(0, 1)).rejects.toBe(enough);
    await expect(httpSource(url, { signal: ending.signal })).rejects.toBe(enough);
  });
});

describe('a file that is released', () => {
  test('while it is asked says so', async () => {
    const file = await asModel(sample('clockwork.abc'));
    const fields = file.fields();
    await fields.next();
    const asked = [
      file.edit([]),
      file.fix(),
      file.conversion(9),
      file.toGlb(),
      file.toObj(),
      (async () => {
        for await (const _ of fields);
      })(),
    ];
    file.release();
    for (const one of asked) expect(await codeOf(() => one)).toBe('RELEASED');
  });
});

test('what a sound model does not have is not found', async () => {
  const file = await asModel(sample('clockwork.abc'));
  for (const options of [
    { lod: -1 },
    { lod: 0.5 },
    { lod: Number.NaN },
    { lod: 99 },
    { animation: 99 },
    { layers: [{ animation: 'bind' }] },
    { layers: [{ animation: -1 }] },
    { layers: [{ animation: 'Walk', weightSet: 99 }] },
  ])
    for (const act of [() => file.pose(options), () => file.deform(options), () => file.freeze(options)])
      expect(await codeOf(act), JSON.stringify(options)).toBe('NOT_FOUND');
  file.release();
});

describe('a pose as OBJ', () => {
  test('the vertices of that pose, with X mirrored, and a picture of the skin', async () => {
    const file = await asModel(sample('clockwork.abc'), 'MODELS/clockwork.abc');
    const pose = { animation: 'Walk', time: 250 };
    const pixels = { width: 2, height: 1, data: new Uint8ClampedArray(8).fill(255) };
    const skins = new Map([[0, { pixels, name: 'SKINS/A.DTX' }]]);
    const made = await file.toObj({ pose, skins, scale: 2 });
    expect(made?.files.map(({ name }) => name)).toEqual(['clockwork.obj', 'clockwork.mtl', 'A.png']);
    const lines = new TextDecoder().decode(made?.files[0]?.bytes).split('\n');
    const vertices = lines
      .filter((line) => line.startsWith('v '))
      .flatMap((line) => line.slice(2).split(' '));
    const wanted = file
      .deform(pose)
      ?.pieces.flatMap(({ positions }) =>
        [...positions].map((value, i) => (i % 3 === 0 ? -2 : 2) * value + 0),
      );
    expect(vertices.map((text) => Math.fround(Number(text)))).toEqual(wanted);
    expect(made?.report).toMatchObject({ vertices: vertices.length / 3, images: 1, leftOut: 0 });
    const alone = await file.toObj({ pieces: [1] });
    expect(alone?.report.vertices).toBe((file.deform()?.pieces[1]?.positions.length ?? 0) / 3);
    expect(await codeOf(() => file.toObj({ pose: { animation: 'Fly' } }))).toBe('NOT_FOUND');
    expect(await codeOf(() => file.toObj({ pose: { lod: 9 } }))).toBe('NOT_FOUND');
    file.release();
  });
});

describe('a GLB as a model', () => {
  test('from here: the model that it was; into the original, byte for byte', async () => {
    const file = await asModel(sample('jellyfish.abc'), 'jellyfish.abc');
    const { bytes } = await file.toGlb();
    const done: number[] = [];
    const again = await importGltf(bytes, { name: 'x/jellyfish.glb', onProgress: (part) => done.push(part) });
    expect([again.way, again.report.changes, again.model.name]).toEqual(['template', [], 'x/jellyfish.abc']);
    expect({ ...again.model.info, sections: [], size: 0 }).toEqual({ ...file.info, sections: [], size: 0 });
    expect(done.at(-1)).toBe(1);
    const merged = await importGltf(new File([bytes], 'jellyfish.glb'), { merge: file });
    expect([merged.way, merged.operations]).toEqual(['merge', []]);
    expect(Buffer.from(merged.model.bytes).equals(file.bytes)).toBe(true);
    for (const each of [again.model, merged.model, file]) each.release();
  });

  test('from elsewhere: as asked', async () => {
    const files = await gltfSamples.find(({ file }) => file === 'external.gltf')?.files();
    const input = files?.get('external.gltf') as Uint8Array;
    const { model, way, report } = await importGltf(input, {
      name: 'external.gltf',
      files: files as ReadonlyMap<string, Uint8Array>,
      version: 6,
      scale: 10,
    });
    expect([way, model.info.version, report.version, model.info.pieces.length]).toEqual(['new', 6, 6, 1]);
    expect(model.engine.verdict).toBe('loads');
    model.release();
    const rigid = await gltfSample('rigid.glb');
    const compiled = await importGltf(rigid, { name: 'rigid.glb', to: 'ltb24' });
    expect(compiled.model.name).toBe('rigid.ltb');
    expect(compiled.model.info).toMatchObject({ format: 'ltb', version: 24 });
    expect(compiled.report.notes.map(({ code }) => code)).toContain('CONVERSION_LOST');
    compiled.model.release();
    await expect(importGltf(rigid, { to: 'obj' })).rejects.toThrow('There is no format “obj” to import to');
    await expect(importGltf(rigid, { to: 'ltb', version: 9 })).rejects.toThrow('version cannot be combined');
    const none = await importGltf(rigid, { animations: 'none', version: 12 });
    // None of the source: the one that stands still.
    expect(none.model.info.animations.map(({ name, keyframes }) => [name, keyframes])).toEqual([
      ['static_model', 1],
    ]);
    none.model.release();
    expect(await codeOf(() => importGltf(rigid, { animations: ['fly*'] }))).toBe('NOT_FOUND');
    expect(await codeOf(() => importGltf(input, { name: 'external.gltf' }))).toBe('NOT_IMPORTED');
  });

  test('what is none is an error with a sentence; stopped, it rejects with the reason', async () => {
    for (const bytes of [new Uint8Array(0), sample('clockwork.abc'), text('{"asset":')])
      await expect(importGltf(bytes)).rejects.toThrow(
        expect.objectContaining({ code: 'NOT_IMPORTED', message: expect.stringMatching(/^\S.*\.$/) }),
      );
    const whole = await asModel(sample('jellyfish.abc'));
    await expect(importGltf(await gltfSample('skinned.glb'), { merge: whole, scale: 2 })).rejects.toThrow(
      'scale cannot be combined with merge',
    );
    whole.release();
    const reason = new Error('enough');
    await expect(
      importGltf(await gltfSample('skinned.glb'), { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
    const file = await asModel(sample('jellyfish.abc'));
    file.release();
    expect(await codeOf(async () => importGltf(await gltfSample('skinned.glb'), { merge: file }))).toBe(
      'RELEASED',
    );
  });
});

describe('changes', () => {
  test('are all made or none, and leave the file as it was', async () => {
    const file = await asModel(sample('clockwork.abc'));
    const before = file.bytes.slice();
    const refused = file.edit([
      { op: 'set', path: 'Header.InternalRadius', value: 20 },
      { op: 'set', path: 'Header.None', value: 1 },
    ]);
    await expect(refused).rejects.toMatchObject({
      code: 'NOT_FOUND',
      operation: 1,
      message: expect.stringMatching(/^The field Header\.None does not exist\. Header has: /),
    });
    // The path is there after the operation before.
    const twice = file.edit([
      { op: 'remove', path: 'Sockets.Sockets[0]' },
      { op: 'set', path: 'Sockets.Sockets[3].Name', value: 'a' },
    ]);
    await expect(twice).rejects.toMatchObject({ code: 'NOT_FOUND', operation: 1 });
    expect(await codeOf(() => file.edit([{ op: 'set', path: 'Header.Version', value: 'x' }]))).toBe(
      'REFUSED',
    );
    for (const wrong of [null, 'x', [null], [{}], [{ op: 1 }]])
      expect(await codeOf(() => file.edit(wrong as unknown as []))).toBe('WRONG_ARGUMENT');
    const { file: changed, splices } = await file.edit([
      { op: 'set', path: 'Header.InternalRadius', value: 21 },
    ]);
    expect(file.bytes).toEqual(before);
    expect(await changed.value('Header.InternalRadius')).toBe(21);
    for (const { start, bytes } of splices)
      expect(changed.bytes.subarray(start, start + bytes.length)).toEqual(bytes);
    expect((await file.conversion(9))?.version).toBe(9);
    expect((await file.convert(9)).file.info.version).toBe(9);
    file.release();
    expect(await codeOf(() => file.edit([]))).toBe('RELEASED');
    expect(await codeOf(() => file.deform())).toBe('RELEASED');
  });

  test('of the format, by which a model becomes another file', async () => {
    const file = await asModel(sample('clockwork.abc'), 'MODELS/HERO.ABC');
    expect(await file.targets()).toEqual(['lta', 'ltc', 'ltb', 'ltb24', 'ltb23', '13', '11', '10', '9', '6']);
    const { bytes, name, lost, added } = await file.convertTo('ltc');
    expect(name).toBe('MODELS/HERO.LTC');
    expect(lost).toContain('LTC has no LODWeight: 8 pieces lose it.');
    expect(added).toEqual([]);
    const packed = await asModel(bytes, name);
    expect(packed.info.format).toBe('ltc');
    expect(packed.info.animations.map((one) => one.name)).toEqual(
      file.info.animations.map((one) => one.name),
    );
    expect(await packed.targets()).toEqual(['lta', 'ltb', 'ltb24', 'ltb23', '12', '11', '10', '9', '6']);
    // What is changed is the text; what is saved is packed.
    expect(Buffer.compare(packed.fileBytes, bytes)).toBe(0);
    const list = '(set-global-radius ';
    const start = Buffer.from(packed.bytes).indexOf(list) + list.length;
    const path = packed.nodesAt(start).at(-1)?.path ?? '';
    const { file: changed, splices } = await packed.edit([{ op: 'set', path, value: 5.25 }]);
    expect([await changed.value(path), splices.length]).toEqual([5.25, 1]);
    const saved = await asModel(changed.fileBytes, name);
    expect([saved.info.format, Buffer.compare(saved.bytes, changed.bytes)]).toEqual(['ltc', 0]);
    for (const one of [changed, saved]) one.release();
    const back = await packed.convertTo('12');
    expect(back.name).toBe('MODELS/HERO.ABC');
    const again = await asModel(back.bytes);
    const at = { animation: 'Walk', time: 333 };
    const [before, after] = [file.deform(at), again.deform(at)];
    expect(before?.pieces).toHaveLength(8);
    for (const [i, piece] of (before?.pieces ?? []).entries()) {
      const others = after?.pieces[i]?.positions ?? new Float32Array();
      expect(others).toHaveLength(piece.positions.length);
      expect(piece.positions.every((value, k) => Math.abs(value - (others[k] as number)) < 1e-3)).toBe(true);
    }
    await expect(packed.convertTo('ltc')).rejects.toThrow('The model is already in this format.');
    expect(await codeOf(() => packed.convertTo('x'))).toBe('REFUSED');
    for (const one of [file, packed, again]) one.release();
    expect(await codeOf(() => file.convertTo('lta'))).toBe('RELEASED');
    expect(await codeOf(() => file.targets())).toBe('RELEASED');
  });

  test('of animations as wholes', async () => {
    const file = await asModel(sample('clockwork.abc'));
    const path = 'Animation.Animations[2]';
    const { length = 0, keyframes = 0 } = file.info.animations[2] ?? {};
    const { file: longer } = await file.edit([{ op: 'scaleTime', path, factor: 2 }]);
    const { file: changed, lists } = await file.edit([
      { op: 'trim', path, from: 500, to: length },
      { op: 'reverse', path },
      { op: 'join', path, with: 'Animation.Animations[1]', gap: 40 },
      { op: 'retime', path: 'Animation.Animations[1]', length: 900 },
      { op: 'scale', path, factor: 2 },
      { op: 'addKey', path, time: 1 },
      { op: 'set', path: `${path}.InterpolationTime`, value: 77 },
      { op: 'adopt', path: 'Animation.Animations[0]', from: longer.bytes, animation: 2, name: 'slow' },
    ]);
    const [slow, , second, third] = changed.info.animations;
    expect(slow).toMatchObject({ name: 'slow', length: 2 * length, keyframes });
    const joined = length - 500 + 40 + (file.info.animations[1]?.length ?? 0);
    expect(third).toMatchObject({ length: joined, interpolationTime: 77 });
    expect(second?.length).toBe(900);
    expect(lists).toEqual([
      { operation: 7, list: 'Animation.Animations', kind: 'insert', index: 0, count: 1, to: -1 },
    ]);
    const refused = file.edit([{ op: 'trim', path, from: 0, to: length + 1 }]);
    await expect(refused).rejects.toMatchObject({
      code: 'REFUSED',
      message: `Choose a range within 0 to ${length} ms.`,
    });
    const none = file.edit([{ op: 'adopt', path, from: Uint8Array.of(1), animation: 0 }]);
    await expect(none).rejects.toMatchObject({
      code: 'REFUSED',
      message: expect.stringContaining('is not a readable model'),
    });
    expect(await codeOf(() => file.edit([{ op: 'reverse', path: 'Animation.Animations[99]' }]))).toBe(
      'NOT_FOUND',
    );
  });

  test('of a model as a whole', async () => {
    const file = await asModel(sample('clockwork.abc'));
    const places = ['Header.InternalRadius', 'Header.LODDistances[1]', 'Sockets.Sockets[0].Location.Y'];
    const numbers = (model: Model) => Promise.all(places.map((path) => model.value(path)));
    const before = (await numbers(file)).map(Number);
    const { file: doubled } = await file.edit([{ op: 'transform', scale: 2 }]);
    expect(await numbers(doubled)).toEqual(before.map((number) => 2 * number));
    expect(doubled.info.animations[0]?.extents).toEqual(
      file.info.animations[0]?.extents.map((number) => 2 * number),
    );
    const mirror = { op: 'transform', mirror: 'z' } as const;
    const { file: twice } = await file.edit([mirror, mirror]);
    expect(twice.size).toBe(file.size);
    expect(await numbers(twice)).toEqual(before);
    const { file: turned } = await file.edit([
      { op: 'transform', turn: [0, 30, 0], centre: 'ground', move: [0, 5, 0] },
    ]);
    expect(turned.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    await expect(file.edit([{ op: 'transform', scale: -1 }])).rejects.toMatchObject({
      code: 'REFUSED',
      message: 'The scale must be a number above 0.',
    });
    const odd = [{ op: 'transform', turn: [1, 2] }] as unknown as [];
    expect(await codeOf(() => file.edit(odd))).toBe('REFUSED');
  });

  test('of a level of a piece', async () => {
    const file = await asModel(sample('clockwork.abc'));
    const path = 'Pieces.Pieces[0].LODs[1]';
    const corner = (VertexIndex: number) => ({ VertexIndex });
    const { file: changed } = await file.edit([
      {
        op: 'replaceLevel',
        path,
        vertices: [[0, 0, 0], [1, 0, 0], { X: 0, Y: 1, Z: 0 }].map((Location) => ({ Location })),
        faces: [{ Vertices: [corner(0), corner(1), corner(2)] }],
      },
    ]);
    expect(changed.node(`${path}.Vertices`)?.count).toBe(3);
    expect(changed.node(`${path}.Faces`)?.count).toBe(1);
    expect(await changed.value(`${path}.Vertices[2].Location.Y`)).toBe(1);
    const codes = (model: Model) => model.findings.filter(({ severity }) => severity === 'error');
    expect(codes(changed)).toEqual(codes(file));
    const refused = file.edit([{ op: 'replaceLevel', path: 'Pieces.Pieces[0]', vertices: [], faces: [] }]);
    await expect(refused).rejects.toMatchObject({ code: 'REFUSED' });
  });

  test('an error is repaired', async () => {
    const broken = sample('clockwork.abc');
    // The header's count of faces.
    new DataView(broken.buffer).setUint32(36, 7);
    const file = await asModel(broken);
    const { file: fixed, codes } = await file.fix();
    expect(codes.length).toBeGreaterThan(0);
    expect(fixed.findings.length).toBeLessThan(file.findings.length);
    expect(fixed.bytes).toEqual(sample('clockwork.abc'));
  });

  test('what cannot be changed says so', async () => {
    const rez = (await open(rezArchive([]))) as RezArchive;
    expect(await codeOf(() => rez.edit([]))).toBe('NOT_EDITABLE');
  });
});

test('a picture that cannot be decoded says why', async () => {
  const { width, height, data } = await decodeTexture(sample('clockwork_head.dtx'));
  expect(data.length).toBe(4 * width * height);
  await expect(decodeTexture(text('nothing'), { name: 'X.TGA' })).rejects.toMatchObject({
    code: 'UNDECODABLE',
    message: 'The image cannot be decoded: it is not a DTX, PNG, TGA, PCX, BMP, JPEG, WebP or GIF.',
  });
});

test('JPEG, WebP and GIF are decoded without a browser, each with a module that is loaded for it', async () => {
  for (const kind of ['jpeg', 'lossless'] as const) {
    const { width, height, data } = await decodeTexture(encoded(kind));
    expect([width, height, data instanceof Uint8ClampedArray]).toEqual([WIDTH, HEIGHT, true]);
    const squares = gradient().reduce(
      (sum, value, i) =>
        kind === 'lossless' && i % 96 >= 32 && i % 96 < 64 ? sum : sum + (value - (data[i] ?? 0)) ** 2,
      0,
    );
    expect(squares / data.length).toBeLessThan(kind === 'jpeg' ? 12 : 1e-9);
  }
  await expect(decodeTexture(encoded('jpeg').slice(0, -90))).rejects.toMatchObject({
    code: 'UNDECODABLE',
    message: 'The image cannot be decoded: it is cut off.',
  });
  vi.resetModules();
  const fresh = await import('../../../web/api/index.ts');
  fresh.setModules({ jpeg: 'file:///nowhere/jpeg.wasm' });
  const failed = await fresh.decodeTexture(encoded('jpeg')).catch((error) => error);
  expect(failed.code).toBe('LOAD_FAILED');
  expect(failed.message).toContain('jpeg.wasm cannot be loaded');
});

test('an image becomes a texture like another one, and an image again', async () => {
  const texture = await open(sample('clockwork.dtx'));
  if (texture.kind !== 'texture') return expect.fail(`it is ${texture.kind}`);
  const image = await decodeTexture(sample('clockwork_head.dtx'));
  const { width, height } = image;
  const told: number[] = [];
  const made = await encodeTexture(image, {
    like: texture,
    format: 'BGRA32',
    group: 9,
    onProgress: (done) => told.push(done),
  });
  expect(made).toMatchObject({ version: -5, format: 'BGRA32', mips: 4, color: { psnr: null, largest: 0 } });
  const again = await open(made.bytes);
  if (again.kind !== 'texture') return expect.fail(`it is ${again.kind}`);
  expect(again.pixels()?.data).toEqual(image.data);
  const { flags, userFlags, commandString } = texture.info.texture ?? {};
  expect(again.info.texture).toMatchObject({ width, height, flags, userFlags, commandString, group: 9 });
  expect(again.findings).toEqual(texture.findings);
  // Blocks tell how many of them are done. This image never was one of blocks.
  for (let i = 0; i < image.data.length; i++) {
    if (i % 4 < 3) image.data[i] = (image.data[i] ?? 0) ^ ((i * 13) & 31);
  }
  const compressed = await encodeTexture(image, { onProgress: (done) => told.push(done) });
  expect(told.at(-1)).toBe(1);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  // By the formula, of what another decoding gives.
  const { data } = await decodeTexture(compressed.bytes);
  const squares = [...data].map((value, i) => (i % 4 === 3 ? 0 : (value - (image.data[i] ?? 0)) ** 2));
  const mean = squares.reduce((sum, square) => sum + square, 0) / (width * height * 3);
  expect(compressed.color.psnr).toBeCloseTo(10 * Math.log10(255 ** 2 / mean), 6);
  for (const [type, name] of [
    ['png', ''],
    ['tga', 'a.tga'],
  ] as const) {
    const decoded = await decodeTexture(await encodeImage(image, type), { name });
    expect(decoded.data).toEqual(image.data);
  }
  expect(await codeOf(() => encodeTexture(image, { version: -4 }))).toBe('REFUSED');
  expect(await codeOf(() => encodeTexture(image, { command: 'x'.repeat(128) }))).toBe('REFUSED');
  expect(await codeOf(() => encodeImage(image, 'gif' as 'png'))).toBe('WRONG_ARGUMENT');
  for (const file of [texture, again]) file.release();
});

test('a module that is not there says so, and is looked for again', async () => {
  vi.resetModules();
  const fresh = await import('../../../web/api/index.ts');
  fresh.setModules({ lithoscope: 'file:///nowhere/lithoscope.wasm' });
  const failed = fresh.open(sample('jellyfish.abc'));
  await expect(failed).rejects.toMatchObject({ code: 'LOAD_FAILED', name: 'LithoscopeError' });
  fresh.setModules({ lithoscope: module('lithoscope') });
  expect((await fresh.open(sample('jellyfish.abc'))).kind).toBe('model');
});

test('a damaged file is read without the module that mends it, and nothing is said to be mendable', async () => {
  vi.resetModules();
  const fresh = await import('../../../web/api/index.ts');
  fresh.setModules({ lithoscope: module('lithoscope'), editing: 'file:///nowhere/editing.wasm' });
  const broken = sample('clockwork.abc');
  new DataView(broken.buffer).setUint32(36, 7);
  const file = await fresh.open(broken);
  expect(file.findings.length).toBeGreaterThan(0);
  expect(file.findings.filter(({ fix }) => fix !== '')).toEqual([]);
  await expect((file as Model).fix()).rejects.toMatchObject({ code: 'LOAD_FAILED' });
  fresh.setModules({ editing: module('editing') });
  const again = await fresh.open(broken);
  expect(again.findings.some(({ fix }) => fix !== '')).toBe(true);
});

// Files share modules: nobody else shall have the ones that were told of another place.
afterAll(() => void vi.resetModules());

describe('compare', () => {
  test('says what sets two files apart, with values before and after', async () => {
    const before = await asModel(sample('clockwork.abc'));
    const { file: after } = await before.edit([
      { op: 'set', path: 'Header.InternalRadius', value: 0.1 },
      { op: 'duplicate', path: 'Sockets.Sockets[0]' },
      { op: 'set', path: 'Sockets.Sockets[1].Name', value: 'second' },
    ]);
    const { same, differences, unlisted, ranges } = await compare(before, after);
    expect({ same, unlisted }).toEqual({ same: false, unlisted: 0 });
    const told = differences.filter(({ derived }) => !derived);
    expect(told.map(({ kind, left, right }) => [kind, left?.path, right?.path])).toEqual([
      ['changed', 'Header.InternalRadius', 'Header.InternalRadius'],
      ['added', undefined, 'Sockets.Sockets[1]'],
    ]);
    // The shortest decimal of the f32.
    expect(told[0]?.after).toBe(0.1);
    expect(told[0]?.before).toBe(await before.value('Header.InternalRadius'));
    expect(told[0]?.numbers).toEqual({ differing: 1, count: 1 });
    for (const { left, right } of differences) {
      for (const [file, place] of [
        [before, left],
        [after, right],
      ] as const)
        if (place) expect(file.node(place.path)).toMatchObject({ start: place.start, end: place.end });
    }
    expect(ranges.left.at(-1)?.left.end).toBe(before.size);
    expect(ranges.right.at(-1)?.right.end).toBe(after.size);
    // From the other side what came is what goes.
    const back = (await compare(after, before)).differences.filter(({ derived }) => !derived);
    expect(back.map(({ kind }) => kind)).toEqual(['changed', 'removed']);
    expect(await compare(before, before)).toMatchObject({ same: true, differences: [] });
    for (const file of [before, after]) file.release();
  });

  test('takes files of any kind, and no archives', async () => {
    const files = await Promise.all(
      [sample('clockwork.dtx'), sample('jellyfish.abc'), text('no file'), new Uint8Array()].map((bytes) =>
        open(bytes),
      ),
    );
    for (const left of files) {
      for (const right of files) {
        if (left.kind === 'archive' || right.kind === 'archive') expect.fail('an archive');
        expect((await compare(left, right)).same).toBe(left === right);
      }
    }
    const archive = await open(rezArchive([{ path: 'A.ABC', content: sample('jellyfish.abc') }]), {
      name: 'A.REZ',
    });
    if (archive.kind !== 'archive' || archive.type !== 'rez') expect.fail('no archive');
    expect(await codeOf(() => compare(archive, archive))).toBe('UNREADABLE');
    for (const file of files) file.release();
    const [released] = files;
    if (released?.kind !== 'texture') expect.fail('no texture');
    expect(await codeOf(() => compare(released, released))).toBe('RELEASED');
    expect(await codeOf(() => compare({} as never, released))).toBe('WRONG_ARGUMENT');
  });
});
