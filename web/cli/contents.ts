/** The files of folders and archives, as one list of paths. */
import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import { glob } from 'tinyglobby';
import type { AddedFile } from '../archive/contents-changes.ts';
import type { ArchiveKind, Locator } from '../archive/locator.ts';
import { type ArchiveFile, contentsOf } from '../archive/pack.ts';
import { readParts } from '../archive/read.ts';
import type { Context } from './context.ts';
import { cannotOpen } from './output.ts';
import { isFolder } from './targets.ts';

/** The files of a folder or archive. */
export interface Files {
  readonly kind: ArchiveKind | 'folder';
  readonly files: readonly ArchiveFile[];
  readonly problems: readonly string[];
  readonly isSound: boolean;
}

/**
 * The files of a folder or archive: archives in it are files.
 * @param output is not one of them
 * @throws {CommandError} when it cannot be listed
 */
export async function filesOf(context: Context, source: string, output = ''): Promise<Files> {
  if (await isFolder(source)) {
    const files = await filesIn(source, output);
    return { kind: 'folder', files, problems: [], isSound: true };
  }
  context.progress.show(`Listing ${source}…`);
  try {
    const { kind, files, problems, isSound } = await contentsOf({ file: source }, basename(source), context);
    return { kind, files, problems, isSound };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw cannotOpen(source, error.message);
  }
}

/** The files of a folder, but for hidden ones. @param output is not one of them */
export async function filesIn(folder: string, output: string): Promise<ArchiveFile[]> {
  const found = await glob('**', { cwd: folder, expandDirectories: false });
  const own = await realpath(output).catch(() => resolve(output));
  const files: ArchiveFile[] = [];
  for (const path of found.sort()) {
    const file = join(folder, path);
    if ((await realpath(file).catch(() => file)) === own) continue;
    const stats = await stat(file).catch(() => null);
    // Pipes and devices would never end.
    if (stats && !stats.isFile()) continue;
    files.push({ path: path.replaceAll(sep, '/'), number: -1, ...(await onDisk(file)) });
  }
  return files;
}

export async function onDisk(file: string): Promise<AddedFile> {
  try {
    const { size, mtimeMs } = await stat(file);
    return { size, time: mtimeMs, locator: { file } };
  } catch {
    throw cannotOpen(file, 'No such file.');
  }
}

/** Tells contents apart, without holding them. Rejects with a sentence. */
export async function digestOf(locator: Locator): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of readParts(locator)) hash.update(part);
  return hash.digest('hex');
}
