/** How many of the samples one thread parses in a second, and nothing else: what the scan of a library is held against. */
import { readFileSync } from 'node:fs';
import { Lithoscope } from '@lithoscope/core';

const ROUNDS = 100;

const fromRoot = (path: string) => new Uint8Array(readFileSync(new URL(`../../${path}`, import.meta.url)));

/** Models a second. */
export async function benchLibraryParse(): Promise<number> {
  const core = await Lithoscope.load(fromRoot('build/wasm/lithoscope.wasm').buffer);
  const names = ['clockwork', 'clockwork_base', 'jellyfish'];
  const models = names.map((name) => fromRoot(`public/samples/${name}.abc`));
  const run = (rounds: number) => {
    const begun = performance.now();
    for (let i = 0; i < rounds; i++) for (const bytes of models) core.open(bytes).release();
    return (rounds * models.length * 1000) / (performance.now() - begun);
  };
  run(ROUNDS / 5);
  return run(ROUNDS);
}
