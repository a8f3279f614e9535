/** The WebAssembly modules. Each is loaded at first use, in Node, browsers and workers. */

import type { Converting } from '@lithoscope/converting';
import { Lithoscope, ModuleStopped, type ParsedFile } from '@lithoscope/core';
import type { DtxLibrary } from '@lithoscope/dtx';
import type { Editing } from '@lithoscope/editing';
import type { Exchange } from '@lithoscope/exchange';
import type { RezLibrary } from '@lithoscope/rez';
import type { Openers } from '../archive/opened.ts';
import type { UnpackDraco } from '../gltf/parts.ts';
import { loadOnce } from '../lib/once.ts';
import { reasonOf } from '../lib/reason.ts';
import { checkOptions, either, instanceOf, type Kinds, LithoscopeError, TEXT } from './errors.ts';

/** The WebAssembly modules by their names: models, models of the Jupiter engine, changes of files, exports and imports, conversions of models, textures and sprites, REZ archives, meshes packed by Draco, JPEG and WebP images. */
export type ModuleName =
  | 'lithoscope'
  | 'jupiter'
  | 'editing'
  | 'exchange'
  | 'converting'
  | 'dtx'
  | 'rez'
  | 'draco'
  | 'jpeg'
  | 'webp';

/** Where the bytes of a module are: an address, or the bytes themselves. */
export type ModuleSource = string | URL | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** Addresses beside this script. Bundlers recognise this form and include the files. */
const BESIDE: Readonly<Record<ModuleName, () => URL>> = {
  lithoscope: () => new URL('./lithoscope.wasm', import.meta.url),
  jupiter: () => new URL('./jupiter.wasm', import.meta.url),
  editing: () => new URL('./editing.wasm', import.meta.url),
  exchange: () => new URL('./exchange.wasm', import.meta.url),
  converting: () => new URL('./converting.wasm', import.meta.url),
  dtx: () => new URL('./dtx.wasm', import.meta.url),
  rez: () => new URL('./rez.wasm', import.meta.url),
  draco: () => new URL('./draco.wasm', import.meta.url),
  jpeg: () => new URL('./jpeg.wasm', import.meta.url),
  webp: () => new URL('./webp.wasm', import.meta.url),
};

const MODULE = either(
  TEXT,
  instanceOf(URL, 'a URL'),
  instanceOf(ArrayBuffer, 'an ArrayBuffer'),
  instanceOf(Uint8Array, 'a Uint8Array'),
);
const SOURCES: Kinds<Record<ModuleName, ModuleSource>> = {
  lithoscope: MODULE,
  jupiter: MODULE,
  editing: MODULE,
  exchange: MODULE,
  converting: MODULE,
  dtx: MODULE,
  rez: MODULE,
  draco: MODULE,
  jpeg: MODULE,
  webp: MODULE,
};

let given: Partial<Record<ModuleName, ModuleSource>> = {};

/**
 * Says where the WebAssembly modules are, for programs that do not keep them beside the script of this package. Needed
 * before the first `open` only; those that are not named are looked for beside the script.
 * @throws {LithoscopeError} `WRONG_ARGUMENT`
 */
export function setModules(sources: Partial<Record<ModuleName, ModuleSource>>): void {
  checkOptions(sources, SOURCES);
  given = { ...given, ...sources };
}

/** Node's file system, as its `fetch` does not read files; not imported, since bundlers for browsers would follow an import. */
interface Files {
  readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
}

async function bytesAt(url: URL): Promise<ArrayBuffer> {
  if (url.protocol === 'file:' && typeof process !== 'undefined') {
    const files = process.getBuiltinModule('node:fs/promises') as Files;
    return new Uint8Array(await files.readFile(url)).buffer;
  }
  const answer = await fetch(url, { credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer.arrayBuffer();
}

async function bytesOf(name: ModuleName): Promise<ArrayBuffer> {
  const source = given[name] ?? BESIDE[name]();
  if (source instanceof ArrayBuffer) return source;
  if (source instanceof Uint8Array) return source.slice().buffer;
  return bytesAt(new URL(source, import.meta.url));
}

/** Loads a module once; a failed load is retried at the next call. */
function once<Library>(
  name: ModuleName,
  load: (bytes: ArrayBuffer) => Promise<Library>,
): () => Promise<Library> {
  return loadOnce(async () => {
    try {
      return await load(await bytesOf(name));
    } catch (cause) {
      const sentence = `The module ${name}.wasm cannot be loaded: ${reasonOf(cause)}.`;
      throw new LithoscopeError('LOAD_FAILED', sentence, { cause });
    }
  });
}

/** The error after a module traps. */
const stopped = (cause: unknown) => {
  const { message } = new ModuleStopped(cause);
  return new LithoscopeError('STOPPED', message, { cause });
};

const jupiterBytes = once('jupiter', async (bytes) => bytes);

const core = once('lithoscope', (bytes) => Lithoscope.load(bytes, jupiterBytes, stopped));

/** @internal */
export const editing: () => Promise<Editing> = once('editing', async (bytes) => {
  const { Editing } = await import('@lithoscope/editing');
  return Editing.load(bytes);
});

/** @internal */
export const exchange: () => Promise<Exchange> = once('exchange', async (bytes) => {
  const { Exchange } = await import('@lithoscope/exchange');
  return Exchange.load(bytes);
});

/** @internal The file, its findings with the words of a fix only where something mends them: without the module, nothing does. */
export async function settled<File extends ParsedFile>(file: File): Promise<File> {
  if (file.findings.every(({ fix }) => fix === '')) return file;
  try {
    (await editing()).settleFixes(file);
  } catch {
    for (const finding of file.findings) finding.fix = '';
  }
  return file;
}

/** @internal */
export const converting: () => Promise<Converting> = once('converting', async (bytes) => {
  const { Converting } = await import('@lithoscope/converting');
  return Converting.load(bytes);
});

/** @internal */
export const textures: () => Promise<DtxLibrary> = once('dtx', async (bytes) => {
  const { DtxLibrary } = await import('@lithoscope/dtx');
  return DtxLibrary.load(bytes, stopped);
});

const dracoBytes = once('draco', async (bytes) => bytes);

const codecBytes = {
  jpeg: once('jpeg', async (bytes) => bytes),
  webp: once('webp', async (bytes) => bytes),
};

const rez: () => Promise<RezLibrary> = once('rez', async (bytes) => {
  const { RezLibrary } = await import('@lithoscope/rez');
  return RezLibrary.load(bytes, stopped);
});

/** @internal The Draco decoder for the meshes of one glTF. */
export async function draco(): Promise<UnpackDraco> {
  const { openDraco } = await import('../gltf/draco.ts');
  return openDraco(await dracoBytes());
}

/** @internal Decodes a JPEG or WebP. */
export const codec: Openers['codec'] = async (kind, bytes) => {
  const { decodeByCodec } = await import('../pictures/codecs.ts');
  return decodeByCodec(kind, bytes, await codecBytes[kind]());
};

/** @internal The modules that open files, with the core loaded. */
export async function openers(): Promise<Openers> {
  return { lithoscope: await core(), editing, exchange, converting, textures, rez, codec };
}
