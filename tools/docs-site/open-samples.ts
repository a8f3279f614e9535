/** The samples that the reference opens, with the core in Node. */
import { readFileSync } from 'node:fs';
import { Lithoscope } from '@lithoscope/core';
import { DtxLibrary } from '@lithoscope/dtx';
import type { SampleFile } from './sample-fields.ts';

const fileAt = (path: string) => new URL(`../../${path}`, import.meta.url);
const bytesOf = (path: string) => new Uint8Array(readFileSync(fileAt(path)));

export async function openSamples(): Promise<SampleFile[]> {
  const core = await Lithoscope.load(bytesOf('build/wasm/lithoscope.wasm').buffer);
  const textures = await DtxLibrary.load(bytesOf('build/wasm/dtx.wasm').buffer);
  const sample = (name: string, open: (bytes: Uint8Array) => SampleFile['parsed']): SampleFile => ({
    address: `samples/${name}`,
    parsed: open(bytesOf(`public/samples/${name}`)),
    isMade: false,
  });
  return [
    sample('clockwork.abc', (bytes) => core.open(bytes)),
    sample('jellyfish.abc', (bytes) => core.open(bytes)),
    sample('clockwork.dtx', (bytes) => textures.open(bytes)),
  ];
}
