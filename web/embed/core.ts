/** The WebAssembly core of the elements: one for all of them, fetched beside this module with the first. */

import { type AbcFile, Lithoscope } from '@lithoscope/core';
import { DtxLibrary } from '@lithoscope/dtx';
import { dtxDecoder } from '../files/textures/dtx-picture.ts';

/** What the elements need of a model. */
export type EmbeddedFile = Pick<
  AbcFile,
  'info' | 'findings' | 'topology' | 'weights' | 'evaluate' | 'release'
>;

let core: Promise<Lithoscope> | null = null;
let loaded: Lithoscope | null = null;

/** Parses any bytes. Rejects when the core cannot be loaded; the next call then tries again. */
export async function openFile(bytes: Uint8Array): Promise<EmbeddedFile> {
  core ??= Lithoscope.load().catch((cause) => {
    core = null;
    throw new Error(
      'The part that reads models (WebAssembly) could not be loaded. The policy of the page must allow it, and the server of the viewer must let other pages read its files.',
      { cause },
    );
  });
  loaded = await core;
  return loaded.open(bytes);
}

/** Bytes that are allocated in the memory of the core; 0 before it is there. */
export const coreMemory = (): number => loaded?.memory() ?? 0;

/** Decodes a texture, for `decodePicture`. */
export const decodeDtx = dtxDecoder(() => DtxLibrary.load());
