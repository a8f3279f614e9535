/** Opening the files that a command names. */
import { readFile, stat } from 'node:fs/promises';
import type { AbcFile } from '@lithoscope/core';
import type { RezFile } from '@lithoscope/rez';
import type { ArchiveKind, ByteSource } from '../archive/locator.ts';
import { archiveKindOf, type Opened, type Openers, parseBytes } from '../archive/opened.ts';
import { isArchiveName } from '../archive/paths.ts';
import { bytesOf, readWhole } from '../archive/read.ts';
import { Unreadable } from '../archive/unreadable.ts';
import type { Context } from './context.ts';
import { reasonOf } from './disk.ts';
import { lowerFirst, UsageError } from './output.ts';
import type { Target } from './target.ts';
import { targetOf } from './targets.ts';

/** Bytes of an entry that are read at once. */
const ENTRY_LIMIT = 2 ** 30;

/** @throws {UsageError} when it cannot be read */
export async function bytesAt({ name, locator, problem }: Target): Promise<Uint8Array> {
  if (problem) throw new UsageError(`Cannot open ${name}: ${lowerFirst(problem)}`);
  try {
    if (!('file' in locator)) return await readWhole(locator, ENTRY_LIMIT);
    // Not by its size: it may be a pipe.
    const { buffer, byteOffset, length } = await readFile(locator.file);
    // No Buffer, whose `slice` is no copy.
    return new Uint8Array(buffer, byteOffset, length);
  } catch (error) {
    const reason = 'file' in locator ? `${reasonOf(error)}.` : lowerFirst((error as Error).message);
    throw new UsageError(`Cannot open ${name}: ${reason}`);
  }
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
 * Reads and parses the one file that an argument names as a model, whatever it is.
 * @throws {UsageError} when it cannot be read; what it contains never throws
 */
export async function openModel(context: Context, argument: string): Promise<AbcFile> {
  return context.lithoscope.open(await bytesAt(await targetOf(context, argument)));
}

/** The same as what its bytes are. */
export async function openPath(context: Context, argument: string): Promise<Opened> {
  return openTarget(context, await targetOf(context, argument));
}

/**
 * Reads and parses a file as what its bytes are: a REZ archive, which is not read whole, a texture, a sprite, else a
 * model. What has no signature is the sprite or archive that its name says.
 * @throws {UsageError} when it cannot be read; what it contains never throws
 */
export async function openTarget(openers: Openers, target: Target): Promise<Opened> {
  const archive = await archiveAt(target);
  if (archive?.kind === 'rez') return openRez(openers, target, archive.source);
  return parseBytes(openers, target.name, await bytesAt(target));
}

async function openRez(openers: Openers, { name }: Target, source: ByteSource): Promise<RezFile> {
  try {
    return await (await openers.rez()).open(source.size, (start, end) => source.read(start, end), { name });
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new UsageError(`Cannot open ${name}: ${lowerFirst(error.message)}`);
  }
}
