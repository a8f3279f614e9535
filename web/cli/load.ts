/** What opens files, from the .wasm files that the build puts beside the program. */
import { readFile } from 'node:fs/promises';
import { Lithoscope } from '@lithoscope/core';
import { DtxLibrary } from '@lithoscope/dtx';
import { Editing } from '@lithoscope/editing';
import { RezLibrary } from '@lithoscope/rez';
import type { Openers } from '../archive/opened.ts';
import { readFilesWith } from '../archive/read.ts';
import type { UnpackDraco } from '../from-glb/options.ts';
import { loadOnce } from '../lib/once.ts';
import { fileBytes } from './disk.ts';

/** A file beside the program. */
export const beside = (name: string) => readFile(new URL(name, import.meta.url));

/** The bytes of a module. */
const wasm = async (name: string) => new Uint8Array(await beside(name)).buffer;

export async function loadOpeners(): Promise<Openers> {
  readFilesWith(fileBytes);
  return {
    lithoscope: await Lithoscope.load(await wasm('./lithoscope.wasm')),
    editing: loadOnce(async () => Editing.load(await wasm('./editing.wasm'))),
    textures: loadOnce(async () => DtxLibrary.load(await wasm('./dtx.wasm'))),
    rez: loadOnce(async () => RezLibrary.load(await wasm('./rez.wasm'))),
  };
}

/** What unpacks meshes of glTF that are packed by Draco. */
export async function loadDraco(): Promise<UnpackDraco> {
  const { openDraco } = await import('../from-glb/draco.ts');
  return openDraco(await wasm('./draco.wasm'));
}
