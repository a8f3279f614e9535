/** The textures' module as the tests use it: built, and loaded once. */
import { readFile } from 'node:fs/promises';
import { DtxLibrary } from '@lithoscope/dtx';

let loading: Promise<DtxLibrary> | undefined;

export function loadDtx(): Promise<DtxLibrary> {
  loading ??= readFile(new URL('../../../build/wasm/dtx.wasm', import.meta.url)).then((wasm) =>
    DtxLibrary.load(new Uint8Array(wasm).buffer),
  );
  return loading;
}
