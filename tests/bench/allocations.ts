/** What a playing frame allocates between JavaScript and WebAssembly. tools/bench/measure.mjs runs it. */
import { readFileSync } from 'node:fs';
import { AbcFile, type Frame, Started } from '@lithoscope/core';
import createCountedModule from '@lithoscope/counted-module';
import { countTypedArrays } from './typed-arrays.mjs';

const FRAMES = 100;

export interface Allocations {
  /** In WebAssembly's heap, a frame. */
  readonly heap: number;
  /** Typed arrays and views made in JavaScript, a frame. */
  readonly typedArrays: number;
}

/** @param path of a model with an animation */
export async function benchAllocations(path: string): Promise<Allocations> {
  const wasm = readFileSync(new URL('../../build/wasm/counted.wasm', import.meta.url));
  const started = await Started.start(createCountedModule, new Uint8Array(wasm).buffer);
  const { module } = started;
  const bytes = new Uint8Array(readFileSync(path));
  const raw = new module.File();
  raw.allocate(bytes.length)?.set(bytes);
  raw.parse();
  const file = new AbcFile(started, { current: () => raw, free: () => raw.delete() }, bytes);
  const frame: Frame = { nodes: new Float32Array(0), pieces: [] };
  const play = (timeMs: number) => {
    if (!file.evaluate({ animation: 0, timeMs, loop: true, lod: 0 }, frame))
      throw new Error(`${path} does not play`);
  };
  play(0);
  const stopCounting = countTypedArrays();
  const counters = globalThis as typeof globalThis & { typedArrays: number };
  const before = { heap: module.allocations(), typedArrays: counters.typedArrays };
  for (let i = 1; i <= FRAMES; i++) play(i * 16);
  stopCounting();
  return {
    heap: (module.allocations() - before.heap) / FRAMES,
    typedArrays: (counters.typedArrays - before.typedArrays) / FRAMES,
  };
}
