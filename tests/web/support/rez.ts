/** The module of the archives as the tests use it: loaded once. */
import { readFile } from 'node:fs/promises';
import { type RezFile, RezLibrary, type RezOptions } from '@lithoscope/rez';

let loading: Promise<RezLibrary> | undefined;

export function loadRez(): Promise<RezLibrary> {
  loading ??= readFile(new URL('../../../build/wasm/rez.wasm', import.meta.url)).then((wasm) =>
    RezLibrary.load(new Uint8Array(wasm).buffer),
  );
  return loading;
}

/** Opens bytes as an archive, read part by part. */
export async function openRez(bytes: Uint8Array, options?: RezOptions): Promise<RezFile> {
  return (await loadRez()).open(bytes.length, async (start, end) => bytes.slice(start, end), options);
}
