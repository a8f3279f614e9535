/** What opens files, from the .wasm files that the build puts beside the program. */
import { readFile } from 'node:fs/promises';
import { Lithoscope } from '@lithoscope/core';
import { DtxLibrary } from '@lithoscope/dtx';
import { Editing } from '@lithoscope/editing';
import { RezLibrary } from '@lithoscope/rez';
import type { Openers } from '../archive/opened.ts';
import { readFilesWith } from '../archive/read.ts';
import type { UnpackDraco } from '../from-glb/options.ts';
import { fileBytes } from './disk.ts';

/** A file beside the program. */
export const beside = (name: string) => readFile(new URL(name, import.meta.url));

/** The bytes of a module. */
const wasm = async (name: string) => new Uint8Array(await beside(name)).buffer;

/** Makes a promise when it is asked for the first time. */
function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export async function loadOpeners(): Promise<Openers> {
  readFilesWith(fileBytes);
  return {
    lithoscope: await Lithoscope.load(await wasm('./lithoscope.wasm')),
    editing: once(async () => Editing.load(await wasm('./editing.wasm'))),
    textures: once(async () => DtxLibrary.load(await wasm('./dtx.wasm'))),
    rez: once(async () => RezLibrary.load(await wasm('./rez.wasm'))),
  };
}

/** What unpacks meshes of glTF that are packed by Draco. */
export async function loadDraco(): Promise<UnpackDraco> {
  const { openDraco } = await import('../from-glb/draco.ts');
  return openDraco(await wasm('./draco.wasm'));
}
