/** The API of the npm package in this process: any bytes, any source, archives in archives, errors (npm-package.test.ts installs it). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  decodeTexture,
  LithoscopeError,
  type Model,
  type Opened,
  open,
  type RezArchive,
  setModules,
  type ZipArchive,
} from '../../web/api/index.ts';
import { assembled } from '../support/parts.ts';
import { type RezEntry, rezParts } from '../support/rez-writer.ts';

const root = join(import.meta.dirname, '../..');
const sample = (name: string) => new Uint8Array(readFileSync(join(root, 'public/samples', name)));
const module = (name: string) => new Uint8Array(readFileSync(join(root, `build/wasm/${name}.wasm`)));

beforeAll(() => {
  setModules({
    lithoscope: module('lithoscope'),
    editing: module('editing'),
    dtx: module('dtx'),
    rez: module('rez'),
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
    for (const input of [source, new Blob([zip]), zip, zip.buffer as ArrayBuffer, Buffer.from(zip)]) {
      const archive = (await open(input, { name: 'game.pk3' })) as ZipArchive;
      expect(archive.info).toMatchObject({ format: 'zip', entryCount: 2, unreadable: 0, problems: [] });
      const { entries } = await archive.list({ nested: true });
      expect(entries.map(({ path }) => path)).toEqual([
        'a/inner.rez',
        'SKIN.DTX',
        'a/inner.rez/MODELS/JELLY.ABC',
      ]);
      expect(await archive.read('A\\INNER.REZ\\models\\jelly.abc')).toEqual(model);
      const file = await archive.open(entries[2] ?? '');
      expect([file.kind, file.name]).toEqual(['model', 'a/inner.rez/MODELS/JELLY.ABC']);
      const rez = (await archive.open('a/inner.rez')) as RezArchive;
      expect([rez.type, rez.info.entryCount, rez.findings]).toEqual(['rez', 1, []]);
      expect(await (await rez.blob('MODELS/JELLY.ABC')).arrayBuffer()).toEqual(model.buffer);
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

  test('what a source says is what the caller gets', async () => {
    const failing = { size: 100, read: () => Promise.reject(new RangeError('gone')) };
    await expect(open(failing)).rejects.toThrow(RangeError);
    expect(await codeOf(() => open({ size: 100, read: async () => new Uint8Array(3) }))).toBe('UNREADABLE');
    await expect(open('text' as unknown as Uint8Array)).rejects.toThrow(TypeError);
  });

  test('a listing is stopped by its signal', async () => {
    const archive = (await open(zip)) as ZipArchive;
    await expect(archive.list({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    expect((await archive.list()).entries).toHaveLength(2);
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
    await expect(refused).rejects.toMatchObject({ code: 'REFUSED', operation: 1 });
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
    message: 'The picture cannot be decoded: it is no DTX, PNG, TGA or PCX.',
  });
});

test('a module that is not there says so, and is looked for again', async () => {
  vi.resetModules();
  const fresh = await import('../../web/api/index.ts');
  fresh.setModules({ lithoscope: 'file:///nowhere/lithoscope.wasm' });
  const failed = fresh.open(sample('jellyfish.abc'));
  await expect(failed).rejects.toMatchObject({ code: 'LOAD_FAILED', name: 'LithoscopeError' });
  fresh.setModules({ lithoscope: module('lithoscope') });
  expect((await fresh.open(sample('jellyfish.abc'))).kind).toBe('model');
});
