/** The module of conversions as the tests use it: loaded once. */
import { readFile } from 'node:fs/promises';
import { Converting } from '@lithoscope/converting';

let loading: Promise<Converting> | undefined;

export function loadConverting(): Promise<Converting> {
  loading ??= readFile(new URL('../../../build/wasm/converting.wasm', import.meta.url)).then((wasm) =>
    Converting.load(new Uint8Array(wasm).buffer),
  );
  return loading;
}
