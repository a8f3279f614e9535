/** Opening the files that a command names. */
import { stat } from 'node:fs/promises';
import type { AbcFile, ParsedFile } from '@lithoscope/core';
import type { RezFile } from '@lithoscope/rez';
import { type ArchiveKind, type ByteSource, Unreadable } from '../archive/locator.ts';
import { archiveKindOf, hasFormat, type Opened, type Openers, parseBytes } from '../archive/opened.ts';
import { bytesOf, readKnown, readWhole } from '../archive/read.ts';
import { isArchiveName } from '../explain/file-kind.ts';
import { readAll } from './disk.ts';
import { CommandError, lowerFirst } from './output.ts';
import type { Target } from './target.ts';

/** Bytes of a file, a pipe or an entry that are read whole. */
const WHOLE_LIMIT = 2 ** 30;

/** @throws {CommandError} when it cannot be read */
export async function bytesAt({ name, locator, problem }: Target): Promise<Uint8Array> {
  if (problem) throw new CommandError(`Cannot open ${name}: ${lowerFirst(problem)}`);
  try {
    return await ('file' in locator ? readAll(locator.file, WHOLE_LIMIT) : readWhole(locator, WHOLE_LIMIT));
  } catch (error) {
    throw new CommandError(`Cannot open ${name}: ${lowerFirst((error as Error).message)}`);
  }
}

/** A parsed file. @throws {CommandError} when there was no memory for its bytes, so that it says nothing of them */
function expectWhole<File extends ParsedFile>(file: File, { name }: Target, bytes: Uint8Array): File {
  if (file.size === bytes.length) return file;
  file.release();
  throw new CommandError(`Cannot open ${name}: it is too large to be read whole.`);
}

/**
 * Reads and parses a file as a model, whatever it is.
 * @throws {CommandError} when it cannot be read; what it contains never throws
 */
export async function modelAt({ lithoscope }: Pick<Openers, 'lithoscope'>, target: Target): Promise<AbcFile> {
  const bytes = await bytesAt(target);
  return expectWhole(lithoscope.open(bytes), target, bytes);
}

/** What a target is an archive of, and its bytes in parts; null when it is none. */
export async function archiveAt(target: Target): Promise<{ kind: ArchiveKind; source: ByteSource } | null> {
  const { locator, name, problem } = target;
  if (problem) return null;
  try {
    // A pipe has no parts, and entries are looked into by their names alone.
    if ('file' in locator ? !(await stat(locator.file)).isFile() : !isArchiveName(name)) return null;
    const source = await bytesOf(locator);
    const kind = await archiveKindOf(source, name);
    return kind && { kind, source };
  } catch {
    // What is wrong with it is said when it is opened.
    return null;
  }
}

/**
 * Reads and parses a file as what its bytes are: a REZ archive, which is not read whole, a texture, a sprite, else a
 * model. What has no signature is the sprite or archive that its name says.
 * @throws {CommandError} when it cannot be read; what it contains never throws
 */
export async function openTarget(openers: Openers, target: Target): Promise<Opened> {
  const archive = await archiveAt(target);
  if (archive?.kind === 'rez') return openRez(openers, target, archive.source);
  const bytes = await bytesAt(target);
  return expectWhole(await parseBytes(openers, target.name, bytes), target, bytes);
}

/**
 * The same, to be checked: of a large entry that begins as nothing that has a format its beginning alone, which says all that
 * is wrong with it.
 * @throws {CommandError} when it cannot be read; what it contains never throws
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
    throw new CommandError(`Cannot open ${name}: ${lowerFirst(error.message)}`);
  }
}

async function openRez(openers: Openers, { name }: Target, source: ByteSource): Promise<RezFile> {
  try {
    return await (await openers.rez()).open(source.size, (start, end) => source.read(start, end), { name });
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new CommandError(`Cannot open ${name}: ${lowerFirst(error.message)}`);
  }
}
