/** A playing frame leaves nothing behind for the garbage collector (docs/performance.md). */
import { readFileSync } from 'node:fs';
import type { Frame } from '@lithoscope/core';
import { expect, test } from 'vitest';
import { countTypedArrays } from '../../bench/typed-arrays.mjs';
import { loadCore } from '../support/core.ts';

const sample = new URL('../../../public/samples/clockwork.abc', import.meta.url);

test('a frame that is filled again makes no typed array, and has the numbers of a new one', async () => {
  const core = await loadCore();
  const file = core.open(new Uint8Array(readFileSync(sample)));
  const at = (timeMs: number) => ({ animation: 0, timeMs, loop: true, lod: 0 });
  const frame: Frame = { nodes: new Float32Array(0), pieces: [] };
  file.evaluate(at(0), frame);

  const stopCounting = countTypedArrays();
  for (let i = 1; i <= 10; i++) file.evaluate(at(i * 16), frame);
  stopCounting();

  expect(Reflect.get(globalThis, 'typedArrays')).toBe(0);
  expect(frame).toEqual(file.evaluate(at(160)));
});
