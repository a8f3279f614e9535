/** A core that traps: other files stay as they are, the one at fault answers with nothing, and the next opens. */
import { readFileSync } from 'node:fs';
import { Lithoscope, ModuleStopped } from '@lithoscope/core';
import { DtxLibrary } from '@lithoscope/dtx';
import { Editing } from '@lithoscope/editing';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { sample } from '../support/samples.ts';

const MODEL = sample('clockwork.abc');
const REQUEST = { animation: 0, timeMs: 300, loop: true, lod: 0 } as const;

const wasm = (name: string) => {
  const url = new URL(`../../../build/wasm/${name}.wasm`, import.meta.url);
  return new Uint8Array(readFileSync(url)).buffer;
};

/** The memories of all instances, the last one last. */
let memories: WebAssembly.Memory[] = [];

class Watched extends WebAssembly.Instance {
  constructor(module: WebAssembly.Module, imports: WebAssembly.Imports) {
    super(module, imports);
    for (const value of Object.values(this.exports))
      if (value instanceof WebAssembly.Memory) memories.push(value);
  }
}

beforeEach(() => {
  memories = [];
  vi.stubGlobal('WebAssembly', Object.assign(Object.create(WebAssembly), { Instance: Watched }));
});
afterEach(() => void vi.unstubAllGlobals());

/** Breaks the memory of the present instance as a write out of bounds would, so that every question traps. */
function breakMemory(): void {
  new Uint8Array((memories.at(-1) as WebAssembly.Memory).buffer).fill(0xff);
}

test('another file is read again in a new instance, and poses as before', async () => {
  const core = await Lithoscope.load(wasm('lithoscope'));
  const [faulty, file] = [core.open(MODEL), core.open(MODEL)];
  const before = file.evaluate(REQUEST);
  const findings = file.findings.map(({ code }) => code);
  breakMemory();
  expect(() => faulty.evaluate(REQUEST)).toThrow(ModuleStopped);
  expect(memories).toHaveLength(1);
  expect(file.evaluate(REQUEST)).toEqual(before);
  expect(memories).toHaveLength(2);
  expect(file.children('').length).toBeGreaterThan(4);
  // It would stop the new instance too.
  expect([faulty.evaluate(REQUEST), faulty.children('')]).toEqual([null, []]);
  expect(memories).toHaveLength(2);
  const next = core.open(MODEL);
  expect(next.findings.map(({ code }) => code)).toEqual(findings);
  for (const one of [faulty, file, next]) one.release();
  expect(file.children('')).toEqual([]);
});

test('what was released before is not read again, and what is released after needs no memory that is gone', async () => {
  const core = await Lithoscope.load(wasm('lithoscope'));
  const [faulty, released, later] = [core.open(MODEL), core.open(MODEL), core.open(MODEL)];
  released.release();
  breakMemory();
  expect(() => faulty.children('')).toThrow(ModuleStopped);
  later.release();
  expect(later.children('')).toEqual([]);
  expect(released.children('')).toEqual([]);
});

test('textures too', async () => {
  const library = await DtxLibrary.load(wasm('dtx'));
  const [faulty, file] = [library.open(sample('jellyfish.dtx')), library.open(sample('jellyfish.dtx'))];
  const before = file.pixels(0);
  breakMemory();
  expect(() => faulty.pixels(0)).toThrow(ModuleStopped);
  expect(file.pixels(0)).toEqual(before);
});

test('a change that stops the module is refused with a sentence, and the next is made', async () => {
  const core = await Lithoscope.load(wasm('lithoscope'));
  const file = core.open(MODEL);
  const editing = await Editing.load(wasm('editing'));
  const operation = { op: 'set', path: 'Header.InternalRadius', value: 20 } as const;
  const sound = editing.edit(file, [operation]);
  breakMemory();
  expect(editing.edit(file, [operation])).toEqual({
    refused: expect.stringMatching(/stopped at this change\. The file is as it was\.$/),
    operation: 0,
    canForce: false,
  });
  expect(editing.edit(file, [operation])).toEqual(sound);
});

test('the API throws an error of its own, and opens the next file', async () => {
  // Another test may have loaded its modules already.
  vi.resetModules();
  onTestFinished(() => void vi.resetModules());
  const api = await import('../../../web/api/index.ts');
  api.setModules({ lithoscope: wasm('lithoscope') });
  const bytes = Uint8Array.from(MODEL);
  const faulty = await api.open(bytes);
  if (!(faulty instanceof api.Model)) throw new Error('the sample is no model');
  breakMemory();
  let error: unknown;
  try {
    faulty.pose();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(api.LithoscopeError);
  expect(error).toMatchObject({ code: 'STOPPED', cause: expect.any(WebAssembly.RuntimeError) });
  const next = await api.open(bytes);
  expect(next.findings.length).toBe(faulty.findings.length);
});
