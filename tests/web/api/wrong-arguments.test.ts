/**
 * Every function and method of the API with arguments that it does not take: an answer, or a LithoscopeError with one of the
 * documented codes. Methods and options are found in the API itself, so that a new one is asked too.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as api from '../../../web/api/index.ts';
import { gltfSample } from '../../support/gltf-samples.ts';
import { assembled } from '../../support/parts.ts';
import { rezParts } from '../../support/rez-writer.ts';
import { sample } from '../support/samples.ts';

const root = join(import.meta.dirname, '../../..');
/** Of an argument, whatever it is, no module stops. */
const CODES = Array.from(
  readFileSync(join(root, 'web/api/errors.ts'), 'utf8').matchAll(/^ {2}\| '([A-Z_]+)'/gm),
  ([, code]) => code,
).filter((code) => code !== 'STOPPED');

const VERY_LONG = 2e8;
const INSERTED = { op: 'insert', path: 'Nodes.Nodes[0]', values: new Array(VERY_LONG) };

/** By what to call them in a message: some are too long to be printed. */
const ODD: Readonly<Record<string, unknown>> = {
  null: null,
  'a negative number': -1,
  'a fraction': 0.5,
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  1e300: 1e300,
  '2 ** 32': 2 ** 32,
  'no text': '',
  'a text': 'x',
  'half of a character': '\ud800',
  true: true,
  'a symbol': Symbol('x'),
  'a bigint': 1n,
  'a function': () => {},
  'no elements': [],
  'an element that is null': [null],
  'an element that is none': [undefined],
  numbers: [-1, 1e300, Number.NaN],
  'very many holes': new Array(VERY_LONG),
  'an object': {},
  'the length of a list': { length: VERY_LONG },
  'an object without a prototype': Object.create(null),
  bytes: new Uint8Array(3),
  floats: new Float32Array(5),
  'a map': new Map<unknown, unknown>([[null, null]]),
  'very many values': [INSERTED],
  'a value that is a symbol': [{ op: 'set', path: 'Header.InternalRadius', value: Symbol('x') }],
  'a path that is none': [{ op: 'remove', path: 1n }],
  'a change of nothing': [{ op: 'bytes', start: -1, end: 'x', value: null }],
  'another version': [{ op: 'convert', version: Symbol('x') }],
  'a filter without a text': [{ part: 'any' }],
  'a source without a size': { size: Number.NaN, read: async () => null },
  'a source that gives nothing': { size: 10, read: async () => null },
  'a source of more than there is': { size: 2 ** 60, read: async () => new Uint8Array(1) },
};

type Method = (...values: unknown[]) => unknown;

/** Nothing, or what is wrong with how it failed. */
async function fault(act: () => unknown): Promise<string | null> {
  try {
    const answer = Object(await act()) as { next?: () => unknown; release?: () => void; file?: unknown };
    await answer.next?.();
    for (const one of [answer, Object(answer.file) as typeof answer]) one.release?.();
    return null;
  } catch (error) {
    if (error instanceof api.LithoscopeError && CODES.includes(error.code)) return null;
    return String(
      error instanceof Error ? `${error.name}: ${error.message}` : Object(error).constructor?.name,
    );
  }
}

/** An object without properties, and the names of those that are asked for. */
function recording(): { readonly options: object; readonly names: Set<string> } {
  const names = new Set<string>();
  const get = (_: object, name: string | symbol) => {
    if (typeof name === 'string') names.add(name);
    return undefined;
  };
  return { options: new Proxy({}, { get }), names };
}

/** @param before arguments that the function takes @returns what fails otherwise than it should */
async function faultsOf(name: string, method: Method, before: readonly unknown[]): Promise<string[]> {
  const faults: string[] = [];
  const ask = async (what: string, ...values: unknown[]) => {
    const found = await fault(() => method(...values));
    if (found !== null) faults.push(`${name} with ${what}: ${found}`);
  };
  const { options, names } = recording();
  // Its options come after some arguments or none.
  const firsts = [[], ['Header'], [0], ['Header', 0], ...(before.length > 0 ? [before] : [])];
  for (const first of firsts) {
    for (const [what, value] of Object.entries(ODD)) await ask(what, ...first, value);
    await fault(() => method(...first, options));
  }
  for (const option of names) {
    for (const [what, value] of Object.entries(ODD))
      await ask(`${what} as ${option}`, ...before, { [option]: value });
    for (const value of [null, {}, Symbol('x')]) {
      await ask(`a list of nothing as ${option}`, ...before, { [option]: [value] });
      await ask(`a map of nothing as ${option}`, ...before, { [option]: new Map([[0, value]]) });
    }
  }
  return faults;
}

/** Methods that are public, of the object and what it inherits from. */
function methodsOf(object: object): [name: string, method: Method][] {
  const internal = new Set(['constructor', 'like', 'editor', 'release']);
  const found = new Map<string, Method>();
  for (let at = Object.getPrototypeOf(object); at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (typeof value === 'function' && !internal.has(name) && !found.has(name))
        found.set(name, value.bind(object) as Method);
  return [...found];
}

const isClass = (value: unknown) => /^class\b/.test(Function.prototype.toString.call(value));

beforeAll(() => {
  const wasm = (name: string) => new Uint8Array(readFileSync(join(root, `build/wasm/${name}.wasm`)));
  api.setModules({
    lithoscope: wasm('lithoscope'),
    editing: wasm('editing'),
    converting: wasm('converting'),
    exchange: wasm('exchange'),
    dtx: wasm('dtx'),
    rez: wasm('rez'),
  });
});

test('the codes are those of the documentation', () => {
  expect(CODES).toContain('WRONG_ARGUMENT');
  expect(CODES.length).toBeGreaterThan(8);
});

/** A model of few bytes: each of very many questions is asked of all of it. */
async function smallModel(version: 6 | 12 = 12): Promise<Uint8Array> {
  const { model } = await api.importGltf(await gltfSample('skinned.glb'), { version });
  const bytes = model.bytes.slice();
  model.release();
  return bytes;
}

/** A sprite without frames. */
const SPRITE = new Uint8Array(20);
const INPUTS: Readonly<
  Record<string, readonly [name: string, bytes: () => Uint8Array | Promise<Uint8Array>]>
> = {
  model: ['x.abc', () => smallModel()],
  'model of version 6': ['x.abc', () => smallModel(6)],
  texture: ['clockwork_head.dtx', () => sample('clockwork_head.dtx')],
  sprite: ['x.spr', () => SPRITE],
  other: ['x.txt', () => new TextEncoder().encode('a text')],
  zip: ['x.zip', () => zipSync({ 'A.TXT': new Uint8Array(9) })],
  rez: ['x.rez', () => assembled(rezParts([{ path: 'A.TXT', content: new Uint8Array(9) }]))],
};

describe('methods of what is opened', () => {
  const classes = new Set<unknown>();
  afterAll(() => {
    const abstract: unknown[] = [api.OpenedFile, api.LithoscopeError];
    const exported = Object.values(api).filter((value) => isClass(value) && !abstract.includes(value));
    expect([...classes]).toEqual(expect.arrayContaining(exported));
  });

  test.each(Object.keys(INPUTS))('%s', async (kind) => {
    const [name, bytes] = INPUTS[kind] as (typeof INPUTS)[string];
    const file = await api.open(await bytes(), { name });
    classes.add(file.constructor);
    const methods = methodsOf(file);
    expect(methods.length).toBeGreaterThan(3);
    const faults: string[] = [];
    for (const [method, ask] of methods) faults.push(...(await faultsOf(method, ask, [])));
    expect(faults).toEqual([]);
    expect(file.isReleased).toBe(false);
    file.release();
  });
});

test('functions', async () => {
  const model = await smallModel();
  const before: Readonly<Record<string, readonly unknown[]>> = {
    open: [model],
    decodeTexture: [sample('clockwork_head.dtx')],
    encodeTexture: [{ width: 4, height: 4, data: new Uint8ClampedArray(64) }],
    encodeImage: [{ width: 4, height: 4, data: new Uint8ClampedArray(64) }],
    importGltf: [await gltfSample('rigid.glb')],
    httpSource: ['no address'],
  };
  const functions = Object.entries(api).filter(([, value]) => typeof value === 'function' && !isClass(value));
  expect(functions.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(before)));
  const faults: string[] = [];
  for (const [name, ask] of functions)
    faults.push(...(await faultsOf(name, ask as Method, before[name] ?? [])));
  expect(faults).toEqual([]);
});

test('parts of what is nearly right', async () => {
  const bytes = await smallModel();
  const [file, released] = (await Promise.all([api.open(bytes), api.open(bytes)])) as [api.Model, api.Model];
  released.release();
  const pose = file.freeze();
  const pixels = { width: 2, height: 2, data: new Uint8ClampedArray(16) };
  const faults: string[] = [];
  const ask = async (method: 'toGlb' | 'toObj' | 'deform' | 'edit', options: unknown) => {
    const found = await fault(() => (file[method] as Method)(options));
    if (found !== null) faults.push(`${method}: ${found}`);
  };
  for (const value of Object.values(ODD)) {
    for (const skin of [
      { pixels: { ...pixels, width: value } },
      { pixels: { ...pixels, data: value } },
      { pixels, name: value },
    ])
      await ask('toGlb', { skins: new Map([[0, skin]]), animations: 'none' });
    await ask('toGlb', { sources: [{ model: file, name: value }], animations: 'none' });
    await ask('toObj', { pose: { animation: value, lod: value }, pieces: [value] });
    await ask('deform', { layers: [{ animation: 0, weightSet: value }] });
    await ask('deform', { transition: { from: { ...pose, locals: value }, fraction: 0.5 } });
    await ask('deform', { transition: { from: pose, fraction: value } });
    await ask('edit', [{ op: 'set', path: 'Header.InternalRadius', value }]);
    await ask('edit', [{ op: 'insert', path: 'Sockets.Sockets[0]', values: value }]);
    await ask('edit', [{ op: 'move', path: 'Sockets.Sockets[0]', to: value }]);
  }
  await ask('deform', { source: released });
  expect(faults).toEqual([]);
  const codeOf = (options: unknown) =>
    file.toGlb(options as api.ToGlbOptions).then(
      () => 'none',
      ({ code }) => code,
    );
  for (const scale of [1e300, 1e-300, 0, -1, Number.NaN, '1'])
    expect(await codeOf({ scale })).toBe('WRONG_ARGUMENT');
  expect(await codeOf({ skins: new Map([[0, { pixels: { ...pixels, width: 3 } }]]) })).toBe('WRONG_ARGUMENT');
  // A place beyond 32 bits is none, and not one of the first.
  expect([file.nodesAt(2 ** 32), file.nodesAt(-1), file.topology(2 ** 32).corners.length]).toEqual([
    [],
    [],
    0,
  ]);
  file.release();
});
