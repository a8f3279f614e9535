/** Opening files: the WebAssembly modules that read them, and the files that a command names. */
import { readFile, stat } from 'node:fs/promises';
import { Converting } from '@lithoscope/converting';
import { type AbcFile, Lithoscope, type ParsedFile } from '@lithoscope/core';
import { DtxLibrary } from '@lithoscope/dtx';
import { Editing } from '@lithoscope/editing';
import { Exchange } from '@lithoscope/exchange';
import { type RezFile, RezLibrary } from '@lithoscope/rez';
import { type ArchiveKind, type ByteSource, Unreadable } from '../archive/locator.ts';
import { archiveKindOf, hasFormat, type Opened, type Openers, parseBytes } from '../archive/opened.ts';
import { bytesOf, readFilesWith, readKnown, readWhole } from '../archive/read.ts';
import { isArchiveName } from '../explain/file-kind.ts';
import type { UnpackDraco } from '../gltf/parts.ts';
import { loadOnce } from '../lib/once.ts';
import { fileBytes, readAll } from './disk.ts';
import { cannotOpen } from './output.ts';
import type { Target } from './tasks.ts';

/** Reads a file next to the program. */
export const beside = (name: string) => readFile(new URL(name, import.meta.url));

/** The bytes of a WebAssembly module. */
const wasm = async (name: string) => new Uint8Array(await beside(name)).buffer;

const codecs = { jpeg: loadOnce(() => wasm('./jpeg.wasm')), webp: loadOnce(() => wasm('./webp.wasm')) };

export async function loadOpeners(): Promise<Openers> {
  readFilesWith(fileBytes);
  return {
    lithoscope: await Lithoscope.load(await wasm('./lithoscope.wasm'), () => wasm('./jupiter.wasm')),
    editing: loadOnce(async () => Editing.load(await wasm('./editing.wasm'))),
    converting: loadOnce(async () => Converting.load(await wasm('./converting.wasm'))),
    exchange: loadOnce(async () => Exchange.load(await wasm('./exchange.wasm'))),
    textures: loadOnce(async () => DtxLibrary.load(await wasm('./dtx.wasm'))),
    rez: loadOnce(async () => RezLibrary.load(await wasm('./rez.wasm'))),
    async codec(kind, bytes) {
      const { decodeByCodec } = await import('../pictures/codecs.ts');
      return decodeByCodec(kind, bytes, await codecs[kind]());
    },
  };
}

/** The Draco decoder, for compressed meshes of glTF. */
export async function loadDraco(): Promise<UnpackDraco> {
  const { openDraco } = await import('../gltf/draco.ts');
  return openDraco(await wasm('./draco.wasm'));
}

/** Limit for files, pipes and entries that are read whole, bytes. */
const WHOLE_LIMIT = 2 ** 30;

/** @throws {CommandError} when it cannot be read */
export async function bytesAt({ name, locator, problem }: Target): Promise<Uint8Array> {
  if (problem) throw cannotOpen(name, problem);
  try {
    return await ('file' in locator ? readAll(locator.file, WHOLE_LIMIT) : readWhole(locator, WHOLE_LIMIT));
  } catch (error) {
    throw cannotOpen(name, (error as Error).message);
  }
}

/** @returns the parsed file @throws {CommandError} when there was no memory for its bytes, so that its findings mean nothing */
function expectWhole<File extends ParsedFile>(file: File, { name }: Target, bytes: Uint8Array): File {
  if ((file.info.packedSize ?? file.size) === bytes.length) return file;
  file.release();
  throw cannotOpen(name, 'It is too large to be read at once.');
}

/**
 * Reads and parses a file as a model, whatever its bytes are.
 * @throws {CommandError} when it cannot be read; its content never makes this throw
 */
export async function modelAt({ lithoscope }: Pick<Openers, 'lithoscope'>, target: Target): Promise<AbcFile> {
  const bytes = await bytesAt(target);
  return expectWhole(await lithoscope.openAny(bytes), target, bytes);
}

/** The kind of archive that a target is, and its bytes, read in parts; null for other files. */
export async function archiveAt(target: Target): Promise<{ kind: ArchiveKind; source: ByteSource } | null> {
  const { locator, name, problem } = target;
  if (problem) return null;
  try {
    // Pipes cannot be read in parts, and entries count as archives by name only.
    if ('file' in locator ? !(await stat(locator.file)).isFile() : !isArchiveName(name)) return null;
    const source = await bytesOf(locator);
    const kind = await archiveKindOf(source, name);
    return kind && { kind, source };
  } catch {
    // Opening the file reports what is wrong with it.
    return null;
  }
}

/**
 * Reads and parses a file by its bytes: a REZ archive, which is not read whole, a texture, a sprite, otherwise a model. Without
 * a signature, the name decides between sprite and archive.
 * @throws {CommandError} when it cannot be read; its content never makes this throw
 */
export async function openTarget(openers: Openers, target: Target): Promise<Opened> {
  const archive = await archiveAt(target);
  if (archive?.kind === 'rez') return openRez(openers, target, archive.source);
  const bytes = await bytesAt(target);
  return expectWhole(await parseBytes(openers, target.name, bytes), target, bytes);
}

/**
 * Opens a file for `check`. Of a large entry without a known format only the beginning is read: its findings are complete
 * already.
 * @throws {CommandError} when it cannot be read; its content never makes this throw
 */
export async function openToCheck(openers: Openers, target: Target): Promise<Opened> {
  const { name, locator, problem } = target;
  if (problem || 'file' in locator || isArchiveName(name)) return openTarget(openers, target);
  try {
    const bytes = await readKnown(locator, WHOLE_LIMIT, async (head) => {
      const beginning = await parseBytes(openers, name, head);
      const isKnown = hasFormat(beginning);
      beginning.release();
      return isKnown;
    });
    return expectWhole(await parseBytes(openers, name, bytes), target, bytes);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw cannotOpen(name, error.message);
  }
}

async function openRez(openers: Openers, { name }: Target, source: ByteSource): Promise<RezFile> {
  try {
    return await (await openers.rez()).open(source.size, (start, end) => source.read(start, end), { name });
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw cannotOpen(name, error.message);
  }
}
