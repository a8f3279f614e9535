/** The core as the tests use it: the built module, loaded once. */
import { readFile } from 'node:fs/promises';
import { Lithoscope } from '@lithoscope/core';
import { bytesOf } from './samples.ts';

const wasm = async (name: string) =>
  new Uint8Array(await readFile(new URL(`../../../build/wasm/${name}.wasm`, import.meta.url))).buffer;

let loading: Promise<Lithoscope> | undefined;

export function loadCore(): Promise<Lithoscope> {
  loading ??= wasm('lithoscope').then((bytes) => Lithoscope.load(bytes, () => wasm('jupiter')));
  return loading;
}

/** Those of the models, by their paths, that have no error: of others little is promised. */
export async function withoutErrors(models: readonly string[]): Promise<string[]> {
  const core = await loadCore();
  return models.filter((path) => {
    const file = core.open(bytesOf(path));
    const { findings } = file;
    file.release();
    return !findings.some(({ severity }) => severity === 'error');
  });
}
