/** Writes files completely or not at all, and only within the folder that the user named. */
import { constants, type Stats } from 'node:fs';
import {
  access,
  type FileHandle,
  lstat,
  mkdir,
  open,
  realpath,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { Unreadable } from '../archive/locator.ts';
import { Unwritable } from '../archive/splice.ts';
import { closeFiles, reasonOf } from './disk.ts';
import { CommandError, lowerFirst } from './output.ts';
import type { Place } from './tasks.ts';

/** Why a file was not written: a sentence without its subject. */
export class Refused extends Error {}

/** `not written, the disk is full.` */
export function notWritten(error: unknown): string {
  return `not written, ${sentenceOf(error)}`;
}

function sentenceOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof Unreadable || error instanceof Unwritable) return lowerFirst(error.message);
  return `${reasonOf(error, 'writing')}.`;
}

/** Creates the folder if needed. @returns its real path @throws {CommandError} when it cannot be created */
export async function folderAt(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true });
    return await realpath(folder);
  } catch (error) {
    throw new CommandError(`Cannot write to ${folder}: ${reasonOf(error, 'writing')}.`);
  }
}

let count = 0;

/** A temporary path for a file until it is complete, unique among running programs. */
export function temporaryFor(root: string, path: string): string {
  return join(dirname(join(root, path)), `.lithoscope-${process.pid}-${++count}.part`);
}

/**
 * The absolute path of a file. Rejects when a link leads out of the folder.
 * @param root from folderAt
 * @param path within it
 */
export async function placeIn({ root, path }: { root: string; path: string }): Promise<string> {
  const target = resolve(root, path);
  const within = root.endsWith(sep) ? root : root + sep;
  const inside = relative(root, join(await realFolder(dirname(target)), 'x'));
  if (inside.startsWith('..') || resolve(inside) === inside || !target.startsWith(within))
    throw new Refused('a link in the folder points outside it.');
  return target;
}

/** The real path of a folder, or the one that it would have. */
export async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (error) {
    const above = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error;
    return join(await realFolder(above), basename(folder));
  }
}

/** Rejects when the path exists. */
export async function expectFree({ root, path, output }: Omit<Place, 'temporary'>): Promise<void> {
  const found = await lstat(join(root, path)).catch(() => null);
  if (found) throw new Refused(`${output} already exists (--force replaces it).`);
}

/** Rejects when a file must not be replaced: it is not writable, or it has hard links, which would keep the old content. */
export async function expectReplaceable(path: string): Promise<void> {
  await access(path, constants.W_OK);
  const { nlink } = await stat(path);
  if (nlink > 1)
    throw new Refused(
      `it has ${nlink} names (hard links), and the others would keep the old content: use -o to write to another file.`,
    );
}

/** Gives a file the owner, group and permissions of the replaced one, as far as the user may. */
async function takeOver(handle: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const own = await handle.stat();
  if (own.uid !== uid || own.gid !== gid) {
    // Only root may change the owner; members may set their group.
    await handle.chown(uid, gid).catch(() => handle.chown(own.uid, gid).catch(() => {}));
  }
  // Not setuid and the like: they were granted to the old bytes.
  await handle.chmod(mode & 0o777);
}

export interface WholeFile extends Place {
  /** From placeIn. */
  readonly target: string;
  /** Replaces an existing file. */
  readonly force: boolean;
  /** Modification time, ms since 1970; absent: now. */
  readonly time?: number | null;
  /** Replaces its own input file: keeps owner and permissions, and is synced to the disk before the old file goes. */
  readonly inPlace?: boolean;
}

/** Writes a file under a temporary name, and renames it when it is complete. */
export async function writeWhole(
  file: WholeFile,
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const { target, temporary, force, time } = file;
  if (!force) await expectFree(file);
  await mkdir(dirname(target), { recursive: true });
  try {
    // It may be left by a thread that ended while writing.
    await rm(temporary, { force: true });
    const handle = await open(temporary, 'wx');
    try {
      for await (const part of parts) await handle.writeFile(part);
      if (file.inPlace) {
        await takeOver(handle, await stat(target));
        await handle.sync();
      }
    } finally {
      await handle.close();
    }
    if (typeof time === 'number') await utimes(temporary, time / 1000, time / 1000);
    if (!force) await expectFree(file);
    if (file.inPlace) closeFiles();
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** A file and where it goes. */
export interface PlacedFile {
  readonly place: Place;
  readonly bytes: Uint8Array;
}

/** The place of a file beside another one. They are written one after the other and share a temporary name. */
export function placeBeside(place: Place, name: string): Place {
  const { path, output } = place;
  // The folder as the user wrote it.
  const folder = output.slice(0, output.length - basename(output).length);
  return { ...place, path: join(dirname(path), name), output: `${folder}${name}` };
}

/** Writes the other files, then the file itself. Rejects before writing anything when one of them exists. */
export async function writeTogether(
  file: PlacedFile,
  others: readonly PlacedFile[],
  force: boolean,
): Promise<void> {
  if (!force) for (const { place } of others) await expectFree(place);
  for (const { place, bytes } of [...others, file])
    await writeWhole({ ...place, target: await placeIn(place), force }, [bytes]);
}
