/** The core as the tests use it: the built module, loaded once. */
import { readFile } from 'node:fs/promises';
import { Lithoscope } from '@lithoscope/core';

let loading: Promise<Lithoscope> | undefined;

export function loadCore(): Promise<Lithoscope> {
  loading ??= readFile(new URL('../../../build/wasm/lithoscope.wasm', import.meta.url)).then((wasm) =>
    Lithoscope.load(new Uint8Array(wasm).buffer),
  );
  return loading;
}
