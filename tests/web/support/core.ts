/** The core as the tests use it: the built module, loaded once. */
import { readFile } from 'node:fs/promises';
import { Lithoscope } from '@lithoscope/core';
import { bytesOf } from './samples.ts';

let loading: Promise<Lithoscope> | undefined;

export function loadCore(): Promise<Lithoscope> {
  loading ??= readFile(new URL('../../../build/wasm/lithoscope.wasm', import.meta.url)).then((wasm) =>
    Lithoscope.load(new Uint8Array(wasm).buffer),
  );
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
