/** Saving archives: changed files and changed contents go into a new archive, with everything else unchanged. */

import { type ContentsChange, changedContents, onlyChanged } from '../archive/contents-changes.ts';
import type { Locator } from '../archive/locator.ts';
import { contentsOf, type Packed, packArchive } from '../archive/pack.ts';
import { comparable } from '../archive/paths.ts';
import { rewriteNested } from '../archive/rewrite.ts';
import { type NewFile, Unwritable } from '../archive/splice.ts';
import type { Step } from '../document/edits.ts';
import type { OpenFile } from '../document/open-file.ts';
import { files } from '../document/state.ts';
import { formatCount } from '../explain/describe.ts';
import { baseName } from '../lib/file-names.ts';
import { LongTask } from '../opening/long-task.ts';
import { type SaveTarget, saveTarget } from '../opening/save-target.ts';
import {
  contentsChanges,
  contentsEdits,
  contentsSaved,
  isNewArchive,
  originOf,
} from '../opening/sources/contents.ts';
import { loadRez } from '../store/lazy-cores.ts';
import { type LibraryFile, type LibrarySource, libraryFiles } from '../store/library.ts';
import { announcement } from '../store/notices.ts';
import { loadPart } from '../ui/parts.ts';

/** The archive that contains a file. */
export interface Container {
  /** `NOLF.REZ` */
  readonly name: string;
  readonly locator: Locator;
  /** The archive on the disk, where the browser gives it. */
  readonly handle: FileSystemFileHandle | null;
  /** Prefix of the paths of its entries. */
  readonly prefix: string;
}

/** The outermost archive around a file of the library; null for a file outside archives. */
export function containerOf({ source, path, locator }: LibraryFile): Container | null {
  if (!('of' in locator)) return null;
  if (source.locator) {
    const handle = handleOf(source.handle) ?? handleOf(source.locator);
    return { name: source.name, locator: source.locator, handle, prefix: '' };
  }
  const archive = libraryFiles
    .peek()
    .filter((file) => file.source === source && file.kind === 'archive' && path.startsWith(`${file.path}/`))
    .sort((a, b) => a.path.length - b.path.length)[0];
  return archive
    ? {
        name: baseName(archive.path),
        locator: archive.locator,
        handle: handleOf(archive.locator),
        prefix: `${archive.path}/`,
      }
    : null;
}

/** The file on the disk of a locator or handle. */
function handleOf(of: Locator | FileSystemHandle | undefined): FileSystemFileHandle | null {
  const handle = of && 'handle' in of ? of.handle : of;
  return handle && 'isSameEntry' in handle && handle.kind === 'file'
    ? (handle as FileSystemFileHandle)
    : null;
}

const MB = 2 ** 20;

/** A file, its bytes as they are shown, and those that are written of it. */
export interface Written {
  readonly file: OpenFile;
  readonly bytes: Uint8Array;
  readonly content: Uint8Array;
  readonly done: readonly Step[];
}

/** Open files of an archive that were changed, saved ones too: they are in another new archive, not in the original. */
function changedIn(locator: Locator): Written[] {
  return files
    .peek()
    .filter(({ source, edits }) => {
      const around = source.entry && containerOf(source.entry);
      return around?.locator === locator && edits.peek().savedBytes !== null;
    })
    .map(writtenOf);
}

function writtenOf(file: OpenFile): Written {
  const { bytes, fileBytes } = file.parsed;
  return { file, bytes, content: fileBytes, done: file.edits.peek().done };
}

const TOOLS = { rez: () => loadPart(loadRez) };

/**
 * Writes a new archive with all changed files of the archive that contains a file.
 * @returns the files whose changes are in it; null if the user cancels
 */
export async function saveIntoArchive({
  name,
  locator,
  handle,
  prefix,
}: Container): Promise<Written[] | null> {
  const target = await targetFor(name, handle);
  if (!target) return null;
  const written = changedIn(locator);
  const replaced = new Map(
    written.map(({ file, content }) => [(file.source.entry?.path ?? '').slice(prefix.length), content]),
  );
  const make = () => rewriteNested(locator, name, TOOLS, replaced);
  return (await writeArchive(name, target, make)) ? written : null;
}

/**
 * Writes what an archive of the library contains after all changes, with the changes of its open files.
 * @param small only what differs from the original: how mods are shipped
 * @returns the files whose changes are in it; null if the user cancels
 */
export async function saveContents(source: LibrarySource, small: boolean): Promise<Written[] | null> {
  const { name, kind, locator } = source;
  if (!locator || (kind !== 'rez' && kind !== 'zip')) return null;
  const target = await targetFor(
    name,
    handleOf(source.handle) ?? handleOf(locator),
    small ? ' mod' : isNewArchive(source) ? '' : ' changed',
  );
  if (!target) return null;
  const { done } = contentsEdits(source);
  const listed = new Set(libraryFiles.peek());
  // Those of deleted entries are nowhere in it.
  const written = changedIn(locator)
    .concat(addedIn(source))
    .filter(({ file }) => {
      const { entry } = file.source;
      return entry !== undefined && listed.has(entry);
    });
  const changes = contentsChanges(source);
  const make = async (): Promise<Packed> => {
    const replaced = new Map<string, Uint8Array>();
    const added: ContentsChange[] = [];
    for (const { file, content } of written) {
      const { entry } = file.source;
      const origin = entry && originOf(entry);
      if (origin) replaced.set(origin.path, content);
      else if (entry) added.push(addition(entry, content));
    }
    const base: Locator =
      replaced.size > 0 ? { source: await rewriteNested(locator, name, TOOLS, replaced) } : locator;
    const { files: before } = await contentsOf(base, name, TOOLS);
    const after = changedContents(before, [...changes, ...added]);
    if (!small) return packArchive(kind, after, TOOLS, { base });
    const paths = [...replaced.keys()].map(comparable);
    // An archive in it is another one when a file in it is.
    const isReplaced = (path: string) => paths.some((one) => one === path || one.startsWith(`${path}/`));
    const some = onlyChanged(
      after,
      before.filter(({ path }) => !isReplaced(comparable(path))),
    );
    if (some.length === 0)
      throw new Unwritable(
        'Only files were deleted, and a small archive cannot delete those of another one.',
      );
    return packArchive(kind, some, TOOLS, { base });
  };
  if (!(await writeArchive(name, target, make))) return null;
  contentsSaved(source, done);
  return written;
}

/** Open files that were added to an archive, and changed since. */
function addedIn(source: LibrarySource): Written[] {
  return files
    .peek()
    .filter(({ source: { entry }, edits }) => {
      return entry?.source === source && originOf(entry) === null && edits.peek().savedBytes !== null;
    })
    .map(writtenOf);
}

function addition({ path, time }: LibraryFile, bytes: Uint8Array): ContentsChange {
  const blob = new Blob([new Uint8Array(bytes)]);
  return { kind: 'add', path, file: { size: bytes.length, time, locator: { blob } } };
}

/** Asks where to save an archive. @param words added to the proposed name @returns null if the user cancels */
function targetFor(
  name: string,
  handle: FileSystemFileHandle | null,
  words = ' changed',
): Promise<SaveTarget | null> {
  const ending = /\.\w{1,8}$/.exec(name)?.[0].toLowerCase() ?? '.rez';
  const isZip = ending !== '.rez';
  const type = isZip ? 'application/zip' : 'application/octet-stream';
  // Proposes another name: some browsers truncate the chosen file before the page is told.
  const proposed = name.replace(/(\.\w{1,8})?$/, `${words}$1`);
  return saveTarget(proposed, { description: isZip ? 'Zip archive' : 'REZ archive', type, ending }, handle);
}

/** Writes an archive with progress. @returns false if the user cancels; nothing is left then */
async function writeArchive(
  name: string,
  target: SaveTarget,
  make: () => Promise<Packed | NewFile>,
): Promise<boolean> {
  let task: LongTask | null = null;
  const tooLarge =
    'it is too large for a download. Use a browser that can write to the disk, such as Chromium.';
  try {
    const { size: expected, parts } = await make();
    if (expected !== null && expected > target.maxBytes) throw new Error(tooLarge);
    const total = expected === null ? null : Math.ceil(expected / MB);
    const words = total === null ? '' : ` of ${formatCount(total)}`;
    task = new LongTask(`Saving ${name}`, (done) => `Saving ${name}: ${done}${words} MB…`, total);
    let size = 0;
    for await (const part of parts()) {
      if (size + part.length > target.maxBytes) throw new Error(tooLarge);
      await target.write(part);
      const before = Math.floor(size / MB);
      size += part.length;
      await task.step(Math.floor(size / MB) - before);
      if (task.isCancelled) {
        await target.abandon();
        announcement.value = `${name} was not saved.`;
        return false;
      }
    }
    await target.finish();
    return true;
  } catch (error) {
    await target.abandon();
    throw error;
  } finally {
    task?.end();
  }
}
